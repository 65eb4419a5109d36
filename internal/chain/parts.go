package chain

import (
	"strconv"

	"recon/ingest"
	"recon/internal/state"
)

// wholeParts checks that a statement that comes in numbered parts has all of
// them up to the last that is there. That there is none after it no one can
// tell; a claim of the file's own totals would.
func (e *Engine) wholeParts(receipts []ingest.Receipt) error {
	last, seen := map[string]int{}, map[string]map[int]string{}
	for _, r := range receipts {
		if r.File.Side != ingest.Statement {
			continue
		}
		source := r.File.Source.Name
		n, err := strconv.Atoi(r.Part)
		if err != nil {
			n = 0
		}
		if seen[source] == nil {
			seen[source] = map[int]string{}
		}
		seen[source][n] = r.Name()
		last[source] = max(last[source], n)
	}
	for _, r := range receipts {
		source := r.File.Source.Name
		if whole, ok := seen[source][0]; ok && last[source] > 0 {
			return stop(state.Refused, "%s and %s: the whole statement of %s %s and a part of it, wanted one or the other; remove the wrong one from the folder",
				whole, seen[source][last[source]], source, r.File.Date)
		}
		for n := 1; n <= last[source]; n++ {
			if _, ok := seen[source][n]; ok {
				continue
			}
			stateName := state.Refused
			if e.Now.Before(r.File.Source.ReadyAt(r.File.Date)) {
				stateName = state.NotReady
			}
			return stop(stateName, "%s is part %d of %s %s and there is no part %d, wanted all parts of the statement",
				seen[source][last[source]], last[source], source, r.File.Date, n)
		}
	}
	return nil
}
