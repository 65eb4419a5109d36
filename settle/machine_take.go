package settle

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"recon/settle/rail"
)

// survey looks at all signals before any counts: which payouts are listed one
// by one, which files are in doubt, which events contradict themselves.
func (m *machine) survey(e said) {
	s := e.Signal
	switch {
	case isWordless(s):
		m.wordless[s.RailRef] = e
	case s.Level == rail.Payout && s.RailRef != "":
		m.listed[s.RailRef] = true
	}
	if s.Unclear && s.Level == rail.File && stated(s.MessageID) {
		m.doubted[s.MessageID] = true
	}
	if s.Unclear && s.Level == rail.Group {
		if id := groupOf(s); id != "" {
			m.doubted[id] = true
		}
	}
	if s.Evidence == "" {
		return
	}
	id := identity{s.Source, s.Evidence}
	if first, ok := m.events[id]; ok {
		first.changed = first.changed || !sameContent(first.signal, *s)
		return
	}
	m.events[id] = &sameEvent{signal: *s}
}

// isWordless reports whether a payout is listed with at most a reason: then it
// has the status of the group or file it is in.
func isWordless(s *rail.Signal) bool {
	return s.Level == rail.Payout && s.Code == "" && s.Next == "" && !s.Unclear && !s.Verification && !s.Partly
}

// groupOf is the identifier a group signal is looked up by. Some banks leave
// the group's out; a file holds one group, so that the message stands for it.
func groupOf(s *rail.Signal) string {
	if stated(s.PaymentInfoID) {
		return s.PaymentInfoID
	}
	if stated(s.MessageID) {
		return s.MessageID
	}
	return ""
}

// stated reports whether a reference is one.
func stated(id string) bool { return id != "" && id != "NOTPROVIDED" }

func sameContent(a, b rail.Signal) bool {
	a.Line, b.Line = 0, 0
	if !a.OccurredAt.Equal(b.OccurredAt) {
		return false
	}
	a.OccurredAt, b.OccurredAt = time.Time{}, time.Time{}
	return reflect.DeepEqual(a, b)
}

// take lets one signal count.
func (m *machine) take(e said) {
	switch s := e.Signal; {
	case s.Level == "":
		m.out.Notes = append(m.out.Notes, Note{s.Line, plain(s.Note)})
	case m.again(e):
	case !m.now.IsZero() && s.Evidence != "" && s.OccurredAt.After(m.now.Add(ahead)):
		m.except(e, FutureDated, nil, fmt.Sprintf("dated %s, after the time of reading", s.OccurredAt.UTC().Format(time.RFC3339)))
	case s.Verification:
		m.verification(e)
	case isWordless(s) && m.heard[s.RailRef]:
	case s.Next == "" && !s.Unclear && !s.Partly:
		m.except(e, UnknownCode, nil, unknownText(s))
	case s.Level == rail.Payout:
		m.payout(e)
	case s.Level == rail.Booking:
		m.booking(e)
	case s.Level == rail.Group, s.Level == rail.File:
		m.many(e)
	default:
		m.except(e, UnknownCode, nil, fmt.Sprintf("a signal of level %q", plain(string(s.Level))))
	}
}

func unknownText(s *rail.Signal) string {
	text := fmt.Sprintf("code %q has no meaning here", plain(s.Code))
	if s.Note != "" {
		text += ": " + plain(s.Note)
	}
	return text
}

// said is a signal with its identity.
type said struct {
	*rail.Signal
	source, evidence string
	code, reason     string
	fixable          bool // of a file or group never: AC04 means the account that pays
	at               time.Time
}

func (m *machine) said(s *rail.Signal) said {
	e := said{Signal: s, source: m.source, evidence: s.Evidence, code: codeOf(s), reason: reasonOf(s), at: s.OccurredAt}
	e.fixable = s.Fixable && s.Level == rail.Payout
	if s.Source != "" {
		e.source = s.Source
	}
	if e.at.IsZero() {
		e.at = m.created
	}
	if e.evidence == "" {
		// A file without line ends has all its signals on line 1.
		m.lines[s.Line]++
		e.evidence = strconv.FormatInt(s.Line, 10)
		if n := m.lines[s.Line]; n > 1 {
			e.evidence += "#" + strconv.Itoa(n)
		}
	}
	return e
}

// again reports whether an event needs no look: it stands in the file twice,
// or contradicts itself. Which of two versions is true nobody knows, so that
// neither counts.
func (m *machine) again(e said) bool {
	if e.Evidence == "" {
		return false
	}
	event := m.events[identity{e.Source, e.Evidence}]
	if event.taken {
		m.out.Repeated++
		return true
	}
	event.taken = true
	if event.changed {
		m.except(e, EventChanged, nil, "stands in the file again with another content; neither counts")
	}
	return event.changed
}

// find is an attempt as the file has left it so far.
func (m *machine) find(railRef string) (*Attempt, bool) {
	a, ok := m.book.ByRef(railRef)
	if !ok {
		return nil, false
	}
	return m.current(a), true
}

func (m *machine) current(a Attempt) *Attempt {
	if _, ok := m.attempts[a.No]; !ok {
		m.attempts[a.No] = &a
	}
	return m.attempts[a.No]
}
