package cli

import (
	"fmt"
	"slices"
	"strings"

	"recon/report"
)

// standing is what a date came to for a target, one line per reconciliation:
// its name, its state, and its version or a digest of what is in the way.
type standing []string

func standingOf(day *report.Day, t target) (s standing) {
	for i := range day.Reconciliations {
		r := &day.Reconciliations[i]
		switch {
		case t.reconciliations != nil && !slices.Contains(t.reconciliations, r.Name):
		case r.State.Reconciled():
			s = append(s, fmt.Sprintf("%s %s %d", r.Name, report.Done, r.Version))
		case r.State == "":
			s = append(s, r.Name+" untried")
		default:
			s = append(s, fmt.Sprintf("%s %s %.16s", r.Name, r.State, sha256Of([]byte(r.Cause))))
		}
	}
	return s
}

func parseStanding(text string) standing {
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func (s standing) String() string { return strings.Join(s, "\n") }

// whole reports whether everything is reconciled.
func (s standing) whole() bool {
	return !slices.ContainsFunc(s, func(line string) bool { return !strings.Contains(line, " "+string(report.Done)+" ") })
}

// troubles are the lines of what will not become right by waiting.
func (s standing) troubles() standing {
	return slices.DeleteFunc(slices.Clone(s), func(line string) bool {
		state, _, _ := strings.Cut(line[strings.IndexByte(line, ' ')+1:], " ")
		return !slices.Contains([]report.State{report.Refused, report.Suspect, report.Failed}, report.State(state))
	})
}

// tried reports whether any run looked at the date.
func (s standing) tried() bool {
	return slices.ContainsFunc(s, func(line string) bool { return !strings.HasSuffix(line, " untried") })
}

// news reports whether a date has to be spoken of now: it is whole, or the hour
// has come, and it is not as it was last said; or there is new trouble.
func (s standing) news(last standing, spoken, hour bool) bool {
	switch {
	case !s.tried():
		return false
	case s.whole() || hour:
		return !spoken || !slices.Equal(s, last)
	}
	return len(s.troubles()) > 0 && !slices.Equal(s.troubles(), last.troubles())
}
