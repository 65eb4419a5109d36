package chain

import (
	"fmt"

	"recon/internal/calendar"
	"recon/internal/state"
)

// Stop is why a reconciliation's day was not published. Nothing of the day
// changes: its former version, if there is one, stays.
type Stop struct {
	State      string   // state.NotReady, Refused, Suspect, Blocked or Failed
	Cause      string   // one line: what was found
	Faults     []string // path:line: column "X": found, wanted, cure
	MoreFaults int64    // beyond those listed
}

func (s *Stop) Error() string { return s.Cause }

func stop(stateName, format string, args ...any) error {
	return &Stop{State: stateName, Cause: fmt.Sprintf(format, args...)}
}

// Outcome is what a try at one day of one reconciliation came to.
type Outcome struct {
	Reconciliation string
	Date           calendar.Date
	State          string // one of the states of package state
	Version        int64  // of the published day; 0: never published
	OpenBreaks     int64  // of the published day, pending left out
	Stop           *Stop  // nil when the day is done or current

	preview *Summary // of a dry run, which publishes nothing
}

// Reconciled reports whether the day is published and follows from its inputs.
func (o Outcome) Reconciled() bool { return o.State == state.Done || o.State == state.Already }
