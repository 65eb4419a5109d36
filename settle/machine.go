package settle

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"recon/settle/rail"
)

// Attempt is what the machine needs to know of one attempt to make a payout.
type Attempt struct {
	No            int64 // > 0
	PayoutKey     string
	RailRef       string
	MessageID     string // of the file it stands in; "" when it is in none
	PaymentInfoID string
	Currency      string
	AmountMinor   int64
	State         rail.State
	Unclear       bool // nobody knows whether money moved
}

// Book finds the attempts that a file speaks of.
type Book interface {
	ByRef(railRef string) (Attempt, bool)
	ByMessage(messageID string) []Attempt
	ByGroup(paymentInfoID string) []Attempt
}

// Past is a Book that also remembers the evidence of transitions. With it an
// event that is sent again with another content is noticed across files.
type Past interface {
	// Applied is the transition that the evidence of a source once caused.
	Applied(source, evidence string) (Applied, bool)
}

// Applied is what an earlier transition is recognised by.
type Applied struct {
	RailRef    string
	Code       string    // as in Transition
	OccurredAt time.Time // in microseconds
}

// Outcome is what a file does to the books. Nothing of it is done yet.
type Outcome struct {
	Transitions   []Transition // in order; those of one attempt are a chain
	Exceptions    []Exception
	Verifications []Verification
	Notes         []Note
	Repeated      int // signals that say what the books know already, or less
}

// Transition moves an attempt. From equals To when only the mark of an unclear
// payout is set or taken away; then nothing is posted.
type Transition struct {
	AttemptNo        int64
	From, To         rail.State
	Source, Evidence string // unique per attempt
	Line             int64
	Code             string // the first telling reason code, else the status code
	Reason           string // in the bank's words, account numbers hidden
	Fixable          bool
	Unclear          bool
	OccurredAt       time.Time // zero: not stated
}

// Verification is the answer of a payee-verification. It moves nothing.
type Verification struct {
	Line                   int64
	AttemptNo              int64 // 0: the whole file or group, or an unknown payout
	RailRef                string
	MessageID, PaymentInfo string
	Code, Reason           string
}

// Note is something of a file that people may want to read.
type Note struct {
	Line int64
	Text string
}

// ahead is how far after now an event may be dated; clocks differ a little.
// Only events have exact instants: the times of a bank's file may be those of
// its own wall clock.
const ahead = time.Hour

const eventsKind = "events"

// Apply works out what a file does to the payouts in book. It is pure: the
// same book and file give the same outcome. Signals count in the order of the
// file, and a later one finds the state that an earlier one left; only debits
// for several payouts count last, after all that is said of single ones. source
// is the identity of the file, its SHA-256. Events dated more than an hour after
// now are refused; a zero now refuses none.
//
// A bank cannot cancel or take back on its own what the table of Allowed does
// not have: its "cancelled" ends a payout as failed, and a payout that was
// paid before as returned.
func Apply(book Book, source string, file rail.StatusFile, now time.Time) Outcome {
	m := &machine{
		book: book, source: source, created: file.Created, now: now,
		attempts: map[int64]*Attempt{}, listed: map[string]bool{}, wordless: map[string]said{}, heard: map[string]bool{},
		doubted: map[string]bool{}, events: map[identity]*sameEvent{}, lines: map[int64]int{},
	}
	if file.Kind != eventsKind {
		m.now = time.Time{}
	}
	all := make([]said, len(file.Signals))
	for i := range file.Signals {
		all[i] = m.said(&file.Signals[i])
		m.survey(all[i])
	}
	for _, last := range []bool{false, true} {
		for _, e := range all {
			if last == (e.Level == rail.Booking || isWordless(e.Signal)) {
				m.take(e)
			}
		}
	}
	return m.out
}

type machine struct {
	book     Book
	source   string
	created  time.Time
	now      time.Time
	attempts map[int64]*Attempt // as the file has left them so far
	listed   map[string]bool    // rail references with a signal of their own
	wordless map[string]said    // those listed without a word of what became of them
	heard    map[string]bool    // and moved by what is said of their file
	doubted  map[string]bool    // messages and groups of which the file knows nothing for certain
	events   map[identity]*sameEvent
	lines    map[int64]int // signals taken per line
	out      Outcome
}

// identity is what makes two signals the same event.
type identity struct{ source, evidence string }

// sameEvent is an event as it stands first in the file.
type sameEvent struct {
	signal  rail.Signal
	changed bool // it stands there again and says something else
	taken   bool
}

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
	event := m.events[identity{e.Source, e.Evidence}]
	if e.Evidence == "" || event == nil {
		return false
	}
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
