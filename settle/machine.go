package settle

import (
	"strings"
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

// Debits is a Book that also remembers which word made an attempt paid. With it
// a second debit of one payout is noticed across account statements.
type Debits interface {
	// Debit is the source and evidence of the transition to paid; a paid that was
	// only implied by a return is not known.
	Debit(attemptNo int64) (source, evidence string, known bool)
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

// statementKinds begins the kinds of files that show the account itself.
const statementKinds = "camt."

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
		isStatement: strings.HasPrefix(file.Kind, statementKinds), debited: map[int64]bool{}, booked: map[int64]bool{},
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
	book        Book
	source      string
	isStatement bool // the file shows the account itself
	created     time.Time
	now         time.Time
	attempts    map[int64]*Attempt // as the file has left them so far
	listed      map[string]bool    // rail references with a signal of their own
	wordless    map[string]said    // those listed without a word of what became of them
	heard       map[string]bool    // and moved by what is said of their file
	doubted     map[string]bool    // messages and groups of which the file knows nothing for certain
	events      map[identity]*sameEvent
	debited     map[int64]bool // attempts with a debit of their own in this file
	booked      map[int64]bool // and with one together with others
	lines       map[int64]int  // signals taken per line
	out         Outcome
}

// identity is what makes two signals the same event.
type identity struct{ source, evidence string }

// sameEvent is an event as it stands first in the file.
type sameEvent struct {
	signal  rail.Signal
	changed bool // it stands there again and says something else
	taken   bool
}
