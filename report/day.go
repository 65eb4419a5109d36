// Package report turns the result of a day into what people read: one HTML
// page, CSV files, a summary as JSON, tables for a terminal. It is pure: the
// same Day gives the same bytes, whatever the machine and the hour.
package report

import (
	"iter"

	"recon/internal/calendar"
)

// State says how far a reconciliation came on a day.
type State string

// The states of a reconciliation's day.
const (
	Done     State = "done"      // published by this run
	Current  State = "current"   // published earlier, inputs unchanged
	NotReady State = "not_ready" // a file is not here yet
	Refused  State = "refused"   // a gate refused a file
	Suspect  State = "suspect"   // too much is one-sided to be believed
	Blocked  State = "blocked"   // an earlier day is not reconciled
	Failed   State = "failed"    // a file is late
)

// Reconciled reports whether the state's day is published.
func (s State) Reconciled() bool { return s == Done || s == Current }

// Day is everything the report of one date says, over all reconciliations in
// the order of the configuration.
type Day struct {
	Date            calendar.Date
	Language        string // zh-CN or en
	Engine          string // engine version, printed at the foot
	Reconciliations []Reconciliation
	Files           Files

	// Trend is the last days up to Date, ascending, without holes.
	Trend []TrendDay
	// Desk is about outgoing payouts; nil: none were ever made.
	Desk *PayoutDesk
}

// Files are the paths of a day's report files, relative to home.
type Files struct {
	ReportHTML  string `json:"report_html,omitempty"`
	BreaksCSV   string `json:"breaks_csv,omitempty"`
	ProofCSV    string `json:"proof_csv,omitempty"`
	CustomerCSV string `json:"customer_csv,omitempty"`
	ReportXLSX  string `json:"report_xlsx,omitempty"`
	SummaryJSON string `json:"summary_json,omitempty"`
}

// Reconciliation is one reconciliation's day. When State is not reconciled,
// the page prints only the fields up to Inputs; Version, if any, and Breaks
// are those of the version published before.
type Reconciliation struct {
	Name    string
	State   State
	Version int           // of the published day, from 1; 0: nothing published
	Through calendar.Date // reconciled through; NoDate before the first day
	Opening bool          // the first day of the chain

	// For a state that is not reconciled. Cause is what was found, like a
	// fault or a file that is awaited. Empty Who and NextTry: the usual
	// answer for the state in the report's language.
	Cause   string
	Who     string
	NextTry string

	Sources    []Source
	Faults     []string // path:line: column "X": text
	MoreFaults int64    // beyond those listed
	Overrides  []Override
	Inputs     []InputFile
	Checks     []GateCheck // what the files and the day went through; days of early builds have none

	Counts  Counts
	Amounts map[string]map[string]int64 // name in Counts -> currency -> minor units
	Shares  []Share                     // how much of the day's money and rows is matched
	Carried Carried
	Proof   []ProofRow
	Nature  []NatureTotal
	// Chargebacks are the statement's chargeback rows by nature, one by one.
	Chargebacks []NatureRow
	FeesChecked bool
	Fees        []FeeTotal  // statement side; days of early builds have none
	Tolerated   []Tolerated // matches within tolerance that keep a difference
	Previous    *Previous   // the version before, when this one restates it
	Volumes     []Volume    // the statement side's traffic, by currency
	DayBefore   *DayBefore  // what differs from the day before beside the rows; nil: no such day

	// Breaks are all breaks open at the end of the day, strictly ascending by
	// (Reason, BusinessDate, ID); it is walked once per file written.
	Breaks iter.Seq2[Break, error]
	// Closed are the breaks open on the day before and no longer open.
	Closed iter.Seq2[ClosedBreak, error]
}

// NoDate is an absent date.
const NoDate = calendar.Date(-1 << 31)

// Rows walks a slice; it serves where a list is small.
func Rows[T any](rows []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Source is one source's file, or files, of the day.
type Source struct {
	Name        string
	Side        string // statement or ledger
	Format      string
	Account     string   // printed as its last four characters
	Files       []string // as people know them
	StatementID string   // statement side: source, date, part
	Rows        int64
	Ignored     int64         // own rows dropped by the source's ignore
	Totals      []SourceTotal // sorted by currency and kind
	Gate        string        // passed, accepted, refused, missing
	GateDetail  string        // what the gate compared or found
}

// SourceTotal is count and gross sum of one currency and kind, minor units.
type SourceTotal struct {
	Currency, Kind string
	Count          int64
	GrossMinor     int64
}

// InputFile is one file a day was made from.
type InputFile struct {
	Source, Name, SHA256 string
	Bytes                int64
}

// GateCheck is one comparison that let the day through. Counts and sums also
// stand in it as numbers, rows or minor units, with the bounds that pass.
type GateCheck struct {
	Source  string `json:"source,omitempty"` // "" for the day as a whole
	File    string `json:"file,omitempty"`   // "" for all files of the source
	Name    string `json:"name"`
	Subject string `json:"subject,omitempty"`
	Found   string `json:"found"`
	Wanted  string `json:"wanted"`
	Value   *int64 `json:"value,omitempty"`
	Least   *int64 `json:"least,omitempty"`
	Most    *int64 `json:"most,omitempty"`
	Outcome string `json:"outcome"` // passed, accepted, or off when there is nothing to compare with
	By      string `json:"by,omitempty"`
	Why     string `json:"why,omitempty"`
}

// Override is a suspect or unusual day that a person accepted.
type Override struct {
	Gate, By, Why string
}

// Counts are the run's counts; a pair, a sum of rows or a break counts one.
// The reasons count the breaks open at the end of the day, those of breaks.csv.
type Counts struct {
	Matched   int64 `json:"matched"`
	Repeated  int64 `json:"repeated"`
	Duplicate int64 `json:"duplicate"`
	Ambiguous int64 `json:"ambiguous"`
	Status    int64 `json:"status"`
	Currency  int64 `json:"currency"`
	Amount    int64 `json:"amount"`
	Fee       int64 `json:"fee"`
	Pending   int64 `json:"pending"`
	Missing   int64 `json:"missing"`
	Extra     int64 `json:"extra"`
	Closed    int64 `json:"closed"`
}

// Share is how much of one currency's pool is matched. Money is the sum of
// absolute gross amounts of both sides, minor units.
type Share struct {
	Currency                    string
	MatchedMinor, PoolMinor     int64
	MatchedEntries, PoolEntries int64
}

// Carried is how many breaks came into the day, and what became of them:
// In + New - Closed = Out.
type Carried struct {
	In     int64 `json:"in"`
	New    int64 `json:"new"`
	Closed int64 `json:"closed"`
	Out    int64 `json:"out"`
}

// ProofRow is the balance roll-forward of one currency, minor units: opening +
// statement - by nature - ledger - tolerance - closed by people = closing.
// Check is the left side minus the sum over open breaks; it must be 0.
type ProofRow struct {
	Currency            string `json:"currency"`
	OpeningMinor        int64  `json:"opening_minor"`
	StatementMinor      int64  `json:"statement_minor"`
	NatureMinor         int64  `json:"by_nature_minor"`
	LedgerMinor         int64  `json:"ledger_minor"`
	ToleranceMinor      int64  `json:"tolerance_minor"`
	ClosedByPeopleMinor int64  `json:"closed_by_people_minor"`
	ClosingMinor        int64  `json:"closing_minor"`
	CheckMinor          int64  `json:"check_minor"`
}

// NatureTotal is count and sums of statement rows that no own source can
// produce, of one kind and currency.
type NatureTotal struct {
	Kind, Currency                 string
	Count                          int64
	GrossMinor, FeeMinor, NetMinor int64
}

// FeeTotal is what a statement source charged on the rows of one kind and
// currency, minor units; a fee that was charged is negative.
type FeeTotal struct {
	Source, Provider string
	Account          string // last four characters
	Kind, Currency   string
	Count            int64
	GrossMinor       int64
	FeeMinor         int64
}

// NatureRow is one such row.
type NatureRow struct {
	Kind, OrderRef, Ref, Currency string
	GrossMinor                    int64
	BusinessDate                  calendar.Date
	File                          string
	Line                          int64
}

// Tolerated is the sum of differences that matches within tolerance keep.
type Tolerated struct {
	Currency  string
	Count     int64
	DiffMinor int64
}

// Previous is the version a restated day replaces.
type Previous struct {
	Version int
	Counts  Counts
	Inputs  []InputChange
}

// Volume is the traffic of one currency on the statement side, minor units.
// Refunds are negative.
type Volume struct {
	Currency     string
	Payments     int64
	PaymentMinor int64
	Refunds      int64
	RefundMinor  int64
	// The median of PaymentMinor on the same weekday of up to eight earlier
	// weeks, and of how many weeks it is: below UsualWeeks it says nothing.
	UsualMinor int64
	Weeks      int
}

// Add adds rows of one kind; kinds other than payments and refunds are no traffic.
func (v *Volume) Add(kind string, count, minor int64) {
	switch kind {
	case "payment":
		v.Payments, v.PaymentMinor = v.Payments+count, v.PaymentMinor+minor
	case "refund":
		v.Refunds, v.RefundMinor = v.Refunds+count, v.RefundMinor+minor
	}
}

// UsualWeeks is the fewest weeks from which a usual volume is known.
const UsualWeeks = 4

// DayBefore is what of the making of a day is not as on the day before it.
type DayBefore struct {
	Date   calendar.Date
	Engine string   // of that day, when it is another one; else empty
	Rules  []string // keys of the rules that differ
	Gap    bool     // expected days in between were left out
}

// InputChange is an input of the day that is not as it was.
type InputChange struct {
	Name   string // a source, "open breaks of 2026-08-14", "closures"
	Change string // added, changed, removed
}

// Row is one side of a break as it stands in a file; a zero Row is absent.
type Row struct {
	File     string
	Line     int64
	Currency string
	Minor    int64
}

// Present reports whether the side has a row.
func (r Row) Present() bool { return r.File != "" }

// Break is one row, or one disagreeing pair, that is open at the end of the day.
type Break struct {
	Reconciliation  string
	ID              string
	Reason          string
	Provider        string
	Account         string // printed as its last four characters
	Kind            string
	OwnStatus       string // of the own row, if there is one: paid, refunded, pending, closed
	OrderRef        string
	RefundRef       string
	Ref             string
	OrderNo         string
	Currency        string
	Statement       Row
	Ledger          Row
	DifferenceMinor int64 // statement - ledger; of no meaning for reason currency
	BusinessDate    calendar.Date
	FirstSeen       calendar.Date
	Due             calendar.Date // or NoDate
	Note            string        // of a person, the newest
	Detail          string        // of the program, like changed_after_match
	Owner           string

	Was     string   // its reason at the end of the day before; empty: it was not open then
	Said    Said     // what a person says became of it, not in effect yet
	Credits []Credit // credits of its order that settlement has counted
}

// Said is a decision about a break that is still open: a closure that is in
// effect from a later day, or the word of a note.
type Said struct {
	Decision string // of the list decision; empty: nothing is said
	By       string
	On       calendar.Date // in effect from, NoDate for a note
}

// Credit is what a payout batch counted for a seller and an order, minor units.
type Credit struct {
	Batch, Payee, Currency string
	Minor                  int64
}

// ClosedBreak is a break that is no longer open, and what closed it: a row
// (File, Line, Rule) or a person (Decision, By, Comment).
type ClosedBreak struct {
	ID, Reason, Kind, OrderRef, RefundRef, Ref string
	Currency                                   string
	DifferenceMinor                            int64
	BusinessDate, FirstSeen                    calendar.Date
	File                                       string
	Line                                       int64
	Rule                                       string
	Decision, By, Comment                      string
}
