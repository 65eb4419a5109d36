// Package event reads dumps of webhooks: JSON lines, one event of a payment
// provider per line, in any order and with repeats. Stripe's payout events are
// built in; other senders are described by config.EventMapping.
//
// A payout is found by the reference that it was made with. In Stripe's events
// that is metadata.rail_ref of the payout, or metadata.payout_ref.
package event

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"recon/internal/config"
	"recon/settle/rail"
)

// Kind is the kind of status file that Read makes.
const Kind = "events"

// event is one line, understood.
type event struct {
	line   int64
	source string // name of the sender
	id     string
	kind   string // the sender's word
	note   string // it is about no payout, and why
	signal rail.Signal
}

// sender makes events of lines.
type sender interface {
	// fit is how sure it is that a line is from the sender: 0 is no.
	fit(o object) int
	read(o object) (event, error)
}

// Read reads a dump. name is printed in errors, which are path:line: texts;
// nothing of a dump with an error is used.
//
// Signals have the sender as Source ("event:" and its name) and the event's id
// as Evidence. They are in the order of their time, then of what they say (a
// payout is paid before it fails), then of their id: the order of arrival
// means nothing. Lines about other things come last, as one signal without a
// level per sender and type.
func Read(r io.Reader, name string, mappings []config.EventMapping) (rail.StatusFile, error) {
	faults := &faults{name: name}
	senders := compile(mappings, faults)
	events := []event{}
	for line := range lines(r, faults) {
		e, err := understand(line.text, senders)
		if err != nil {
			faults.add(line.number, err)
			continue
		}
		e.line = line.number
		events = append(events, e)
	}
	if err := faults.err(); err != nil {
		return rail.StatusFile{}, err
	}
	return statusFile(events), nil
}

func understand(text []byte, senders []sender) (event, error) {
	o, err := parse(text)
	if err != nil {
		return event{}, err
	}
	best, fit := sender(nil), 0
	for _, s := range senders {
		if f := s.fit(o); f > fit {
			best, fit = s, f
		}
	}
	if best == nil {
		return event{}, errors.New(`an event of no known sender, wanted one of settle.events (by its id and type) or Stripe's (object "event")`)
	}
	return best.read(o)
}

// statusFile puts events into their order.
func statusFile(events []event) rail.StatusFile {
	file := rail.StatusFile{Kind: Kind}
	notes := []event{}
	slices.SortStableFunc(events, inTime)
	senders := map[string]bool{}
	for _, e := range events {
		senders[e.source] = true
		file.Sender = e.source
		if e.note != "" {
			notes = append(notes, e)
			continue
		}
		s := e.signal
		s.Level, s.Line, s.Source, s.Evidence, s.Code = rail.Payout, e.line, "event:"+e.source, e.id, e.kind
		file.Signals = append(file.Signals, s)
	}
	if len(senders) > 1 {
		file.Sender = ""
	}
	file.Signals = append(file.Signals, remarks(notes)...)
	return file
}

// remarks is one signal per sender, type and note, in the order of the file.
func remarks(notes []event) []rail.Signal {
	slices.SortStableFunc(notes, func(a, b event) int { return cmp.Compare(a.line, b.line) })
	var out []rail.Signal
	count, at := map[string]int{}, map[string]int{}
	for _, e := range notes {
		key := strings.Join([]string{e.source, e.kind, e.note}, "\x00")
		if count[key]++; count[key] == 1 {
			at[key] = len(out)
			out = append(out, rail.Signal{Line: e.line, Source: "event:" + e.source, Code: e.kind})
		}
		out[at[key]].Note = fmt.Sprintf("%d × %s of %s: %s", count[key], e.kind, e.source, e.note)
	}
	return out
}

// rank orders events of one instant: a payout is made, sent, paid, and only
// then fails or returns.
var rank = map[rail.State]int{
	rail.Submitted: 0, rail.Processing: 1, rail.Paid: 2, rail.Failed: 3, rail.Cancelled: 3, rail.Returned: 4, "": 5,
}

// inTime orders events by what they say and never by where they stand.
func inTime(a, b event) int {
	x, y := &a.signal, &b.signal
	return cmp.Or(
		x.OccurredAt.Compare(y.OccurredAt), cmp.Compare(rank[x.Next], rank[y.Next]),
		cmp.Compare(a.source, b.source), cmp.Compare(a.id, b.id), cmp.Compare(a.kind, b.kind),
		cmp.Compare(x.RailRef, y.RailRef), cmp.Compare(x.AmountMinor, y.AmountMinor), cmp.Compare(x.Currency, y.Currency),
	)
}

// Instants outside of these bounds are a wrong unit or no date at all.
var (
	firstInstant = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	lastInstant  = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC) // exclusive
)
