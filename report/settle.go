package report

import (
	"iter"
	"time"

	"recon/internal/calendar"
)

// BatchState says how far a payout batch came.
type BatchState string

// The states of a batch.
const (
	BatchComputing  BatchState = "computing"  // begun, not complete: the run goes on where it stopped
	BatchDraft      BatchState = "draft"      // complete, not approved, in no file
	BatchApproved   BatchState = "approved"   // approved, the files are not made yet
	BatchSubmitting BatchState = "submitting" // a file is not uploaded yet, or a payout is in none
	BatchOpen       BatchState = "open"       // all are in files, not all have come to their end
	BatchClosed     BatchState = "closed"     // nothing is in review, on its way or unknown
	BatchDiscarded  BatchState = "discarded"  // a draft that was thrown away
)

// Settlement is everything the report of one payout batch says. Amounts are
// minor units, + is owed to the payee. The same Settlement gives the same
// bytes. Lists that may be long are walked, once per file written, and only
// what a page shows is kept.
type Settlement struct {
	Period      string // 2026-08
	BatchID     string // 2026-08-1; empty in a dry run
	Part        int64
	BatchHash   string // of a complete batch
	PayoutsHash string // of its payouts, as a signature names them; may be empty
	Language    string // zh-CN or en
	Engine      string // engine version, printed at the foot
	State       BatchState
	Zone        *time.Location // the settlement zone
	Since       time.Time      // cutoff of the period before; StartAt in the first period
	Cutoff      time.Time      // an entry at this instant belongs to the next period
	StartAt     time.Time      // entries before it never count
	AsOf        time.Time
	FirstEntry  time.Time // oldest and newest entry counted by this batch; zero: none
	LastEntry   time.Time
	Maker       string
	First       bool // the first batch there ever was
	DryRun      bool // nothing is stored, reserved or written

	// Stop says why there is no batch. Then the page prints only it and Files.
	Stop *BatchStop

	ApprovalRequired bool // false is printed in red everywhere
	Approvals        []BatchApproval
	Overrides        []BatchOverride

	Totals      []BatchTotal   // by currency
	Outcomes    []OutcomeTotal // what became of the payouts so far, by state and currency
	Previous    *PreviousBatch // the batch before
	Skips       []SkippedTotal // by reason and currency
	Roll        []RollTotal    // by currency
	Funding     []Funding      // by rail, debtor account, currency and date
	Submissions []SubmissionRow
	Held        []HeldTotal
	Early       []EarlyTotal // confirmed entries from before StartAt, never counted
	Warnings    []string
	Inputs      []InputFile
	NextPayday  calendar.Date // or NoDate
	Files       SettleFiles

	Payouts      iter.Seq2[PayoutRow, error]      // strictly ascending by PayoutKey
	Skipped      iter.Seq2[SkipRow, error]        // strictly ascending by (Payee, Currency)
	Payees       iter.Seq2[BalanceRow, error]     // strictly ascending by (Payee, Currency)
	Negative     iter.Seq2[BalanceRow, error]     // those of Payees that closed below zero
	Restated     iter.Seq2[RestatedRow, error]    // strictly ascending by EntryID
	Destinations iter.Seq2[DestinationRow, error] // new and changed ones
	Remarks      iter.Seq2[RemarkRow, error]      // what was changed on the way into a file
}

// SettleFiles are the paths of a batch's report files, relative to home.
type SettleFiles struct {
	ReportHTML  string `json:"report_html,omitempty"`
	PayoutsCSV  string `json:"payouts_csv,omitempty"`
	SkippedCSV  string `json:"skipped_csv,omitempty"`
	PayeesCSV   string `json:"payees_csv,omitempty"`
	RestatedCSV string `json:"restated_csv,omitempty"`
	ReportXLSX  string `json:"report_xlsx,omitempty"`
	SummaryJSON string `json:"summary_json,omitempty"`
}

// BatchStop is why a period is not settled: NotReady, Refused or Failed. Empty
// Who and NextTry: the usual answer for the state in the report's language.
type BatchStop struct {
	State        State
	Cause        string
	Who, NextTry string
	Faults       []string // path:line: column "X": text
	MoreFaults   int64    // beyond those listed
}

// BatchApproval is a signature under the batch.
type BatchApproval struct {
	By    string    `json:"by"`
	At    time.Time `json:"at"`
	Scope string    `json:"scope"` // all, all_except_review or listed
}

// BatchOverride is a rule that a person set aside for this batch: --except of
// a reconciliation, or --confirm-total.
type BatchOverride struct {
	Name string `json:"name"`
	By   string `json:"by"`
	Why  string `json:"why"`
}

// BatchTotal sums up the payouts of one currency. Payouts in review are part
// of Payouts, AmountMinor and LargestMinor.
type BatchTotal struct {
	Currency                 string
	Payouts, AmountMinor     int64
	ReviewCount, ReviewMinor int64
	LargestMinor             int64
}

// OutcomeTotal counts payouts of one state, which is a state of a payout or
// "unclear" for those of which nobody knows whether money moved.
type OutcomeTotal struct {
	State       string `json:"state"`
	Currency    string `json:"currency"`
	Count       int64  `json:"count"`
	AmountMinor int64  `json:"amount_minor"`
}

// PreviousBatch is the batch that this one is compared with.
type PreviousBatch struct {
	Period, BatchID string
	Totals          []BatchTotal
	Skips           []SkippedTotal
}

// SkippedTotal sums up the payees that are not paid for one reason.
type SkippedTotal struct {
	Reason      string `json:"reason"`
	Currency    string `json:"currency"`
	Count       int64  `json:"count"`
	AmountMinor int64  `json:"amount_minor"`
}

// Roll is a balance roll-forward: opening + earned + adjustments - refunds -
// fees - withheld - paid + returned = closing = available + held + reserve.
type Roll struct {
	OpeningMinor, EarnedMinor, AdjustmentsMinor, RefundsMinor, FeesMinor, WithheldMinor int64
	PaidMinor, ReturnedMinor, ClosingMinor, AvailableMinor, HeldMinor, ReserveMinor     int64
}

// RollTotal is the roll-forward of all payees in one currency.
type RollTotal struct {
	Currency string
	Roll
}

// Funding is the money that one account needs on one day.
type Funding struct {
	Rail, DebtorName, DebtorLastFour, Currency string
	Payouts, AmountMinor                       int64
	Execution                                  calendar.Date // or NoDate
}

// SubmissionRow is a file made for a bank.
type SubmissionRow struct {
	ID        string        `json:"submission_id"`
	Rail      string        `json:"rail"`
	File      string        `json:"file"`
	SHA256    string        `json:"sha256"`
	Currency  string        `json:"currency"`
	Count     int64         `json:"count"`
	SumMinor  int64         `json:"sum_minor"`
	Execution calendar.Date `json:"execution_date"`
	State     string        `json:"state"` // made, placed, delivered, sent, void, redated, alarm
}

// HeldTotal is the money that open breaks of one kind keep back. Reason is the
// break's, or "unreconciled" for entries of a reconciliation that is behind.
type HeldTotal struct {
	Reconciliation, Reason, Currency string
	Payees, Entries, AmountMinor     int64
}

// EarlyTotal sums up entries from before the start.
type EarlyTotal struct {
	Currency        string
	Count, SumMinor int64
}

// PayoutRow is a payout as payouts.csv has it.
type PayoutRow struct {
	PayoutKey, Payee, Currency string
	AmountMinor, FeeMinor      int64
	Rail, RailRef, Status      string
	SubmissionFile             string // empty while in no file
	Why                        string // of a review
	LastFour                   string // of the destination
}

// SkipRow is a payee that is not paid in a currency, and why.
type SkipRow struct {
	Payee, Currency, Reason string
	AmountMinor             int64
	Detail                  string
}

// BalanceRow is the roll-forward of one payee and currency.
type BalanceRow struct {
	Payee, Currency string
	Roll
}

// RestatedRow is an entry that an earlier batch counted and that is no longer
// what it was: changed, void or gone. NowAt is zero when it is gone.
type RestatedRow struct {
	EntryID, Payee, Currency, Change string
	WasMinor, NowMinor               int64
	WasPayee, WasCurrency, WasKind   string
	WasAt, NowAt                     time.Time
	Content                          string // of the row as it is now, what accept-restated accepts
}

// DestinationRow is a destination listed for the first time. OldLastFour is
// empty when the payee had none before.
type DestinationRow struct {
	Payee, Currency, OldLastFour, NewLastFour string
}

// RemarkRow is something that was changed on the way into a file, like a
// transliterated name.
type RemarkRow struct {
	Payee, RailRef, Field string
	Text                  string // found -> written
}
