package report

import (
	"io"
	"iter"
	"strconv"
	"time"
)

// BatchLine is a batch as `settle list` shows it. Sums are minor units by
// currency.
type BatchLine struct {
	BatchID          string           `json:"batch_id"`
	Period           string           `json:"period"`
	State            BatchState       `json:"state"`
	ApprovalRequired bool             `json:"approval_required"`
	Payouts          int64            `json:"payouts"`
	TotalMinor       map[string]int64 `json:"total_minor"`
	PaidMinor        map[string]int64 `json:"paid_minor"`
	OpenMinor        map[string]int64 `json:"open_minor"` // not yet at their end
	BackMinor        map[string]int64 `json:"back_minor"` // failed, cancelled or returned
	Alarms           int64            `json:"alarms"`
}

// PayoutLine is a payout as lists show it: its last attempt as it is now.
type PayoutLine struct {
	PayoutKey   string    `json:"payout_key"`
	Payee       string    `json:"payee"`
	Currency    string    `json:"currency"`
	AmountMinor int64     `json:"amount_minor"`
	Attempt     int64     `json:"attempt"`
	State       string    `json:"state"`
	Unclear     bool      `json:"unclear"` // nobody knows whether money moved
	Rail        string    `json:"rail"`
	RailRef     string    `json:"rail_ref"`
	File        string    `json:"submission_file"`
	LastFour    string    `json:"last_four"`
	Since       time.Time `json:"since,omitzero"` // of the state; zero: it was born in it
}

// BatchShown is everything `settle show BATCH` says.
type BatchShown struct {
	BatchLine
	Cutoff      time.Time        `json:"cutoff"`
	AsOf        time.Time        `json:"as_of"`
	Maker       string           `json:"maker"`
	BatchHash   string           `json:"batch_hash"`
	Approvals   []BatchApproval  `json:"approvals"`
	Overrides   []BatchOverride  `json:"overrides"`
	Discard     *BatchDiscard    `json:"discard,omitempty"`
	Outcomes    []OutcomeTotal   `json:"outcomes"`
	Skips       []SkippedTotal   `json:"skips"`
	Submissions []SubmissionRow  `json:"submissions"`
	Marks       []SubmissionMark `json:"marks"`   // oldest first
	Alarmed     []AlarmLine      `json:"alarmed"` // what should have happened by now
	Differences []PayoutBreak    `json:"breaks"`  // payout breaks, oldest first
}

// BatchDiscard is how a draft was thrown away.
type BatchDiscard struct {
	By  string    `json:"by"`
	Why string    `json:"why"`
	At  time.Time `json:"at"`
}

// SubmissionMark is something that happened to a submission file.
type SubmissionMark struct {
	SubmissionID string    `json:"submission_id"`
	Kind         string    `json:"kind"` // placed, delivered, sent, void, redated, alarm
	By           string    `json:"by"`
	BankRef      string    `json:"bank_ref"`
	Detail       string    `json:"detail"`
	At           time.Time `json:"at"`
}

// AlarmLine is a file or payout that waits too long: unsent, unanswered,
// unpaid or unclear.
type AlarmLine struct {
	Kind    string    `json:"kind"`
	Subject string    `json:"subject"`
	Since   time.Time `json:"since"`
}

// PayoutBreak is a signal that changed nothing and that a person should look at.
type PayoutBreak struct {
	Kind        string    `json:"kind"` // unknown_payout, amount, paid_after_failed and the like
	RailRef     string    `json:"rail_ref"`
	Code        string    `json:"code"`
	Detail      string    `json:"detail"`
	Currency    string    `json:"currency"`
	AmountMinor int64     `json:"amount_minor"`
	Evidence    string    `json:"evidence"`
	At          time.Time `json:"at"`
}

// PayoutShown is everything `settle show PAYOUT` says.
type PayoutShown struct {
	PayoutLine
	BatchID string        `json:"batch_id"`
	Why     string        `json:"why"`     // of a review
	History []PayoutEvent `json:"history"` // of all attempts, oldest first
}

// PayoutEvent is a transition of an attempt with its evidence.
type PayoutEvent struct {
	Attempt  int64     `json:"attempt"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	Code     string    `json:"code"`
	Reason   string    `json:"reason"`
	Evidence string    `json:"evidence"` // file and line, event, or command
	At       time.Time `json:"at"`
}

// WriteBatchList writes batches as a table, in the order given. What a page
// prints in red begins with an exclamation mark.
func WriteBatchList(w io.Writer, language string, rows iter.Seq2[BatchLine, error]) error {
	l := language
	t := newTable(w, column{Title: Word(l, "list.batch")}, column{Title: Word(l, "state")}, column{Word(l, "settle.count"), true}, column{Word(l, "settle.sum"), true},
		column{Word(l, "list.paid"), true}, column{Word(l, "list.way"), true}, column{Word(l, "list.back"), true}, column{Word(l, "list.alarms"), true})
	count, free := 0, false
	for b, err := range rows {
		if err != nil {
			return err
		}
		count, free = count+1, free || !b.ApprovalRequired
		t.row(b.BatchID, code(l, "batch", string(b.State)), countText(b.Payouts), minorsText(b.TotalMinor), minorsText(b.PaidMinor),
			minorsText(b.OpenMinor), minorsText(b.BackMinor), zeroless(b.Alarms))
	}
	if count == 0 {
		return writeLines(w, []string{Word(l, "list.none")})
	}
	if err := t.close(); err != nil || !free {
		return err
	}
	return writeLines(w, []string{"", "! " + Word(l, "settle.free")})
}

// WritePayoutList writes payouts as a table, in the order given. Times are in zone.
func WritePayoutList(w io.Writer, language string, zone *time.Location, rows iter.Seq2[PayoutLine, error]) error {
	l, s := language, Settlement{Zone: zone}
	t := newTable(w, column{Title: Word(l, "settle.payee")}, column{Word(l, "settle.sum"), true}, column{Title: Word(l, "state")}, column{Title: Word(l, "list.since")},
		column{Word(l, "list.try"), true}, column{Title: Word(l, "stmt.ref")}, column{Title: Word(l, "settle.file")}, column{Title: Word(l, "list.key")})
	for p, err := range orNone(rows) {
		if err != nil {
			return err
		}
		t.row(p.Payee, amountText(p.AmountMinor, p.Currency)+" "+p.Currency, p.stateText(l), s.instant(p.Since), strconv.FormatInt(p.Attempt, 10), p.RailRef, p.File, p.PayoutKey)
	}
	return t.close()
}

// stateText is the state in words, with a warning when it is unclear.
func (p *PayoutLine) stateText(language string) string {
	if p.Unclear {
		return code(language, "payout", "unclear")
	}
	return code(language, "payout", p.State)
}

// minorsText prints sums by currency; nothing for none.
func minorsText(minor map[string]int64) string { return moneys(sums(minor).List()) }

// zeroless is a count, or nothing for zero.
func zeroless(n int64) string {
	if n == 0 {
		return ""
	}
	return countText(n)
}
