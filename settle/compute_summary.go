package settle

import (
	"context"
	"database/sql"
	"time"

	"recon/internal/store"
)

// Summary is what a batch came to, in figures.
type Summary struct {
	Payouts     int64            `json:"payouts"`      // rows of payout_plan, those in review included
	Reviews     int64            `json:"reviews"`      // payouts in review
	Skipped     map[string]int64 `json:"skipped"`      // rows of skip_plan by reason, review included; a reason without rows is absent
	Restated    int64            `json:"restated"`     // changes of counted entries that nobody accepted yet
	Held        int64            `json:"held"`         // entries that open breaks or an exception hold
	EarlyRows   int64            `json:"early_rows"`   // confirmed entries before the start, which never count
	Early       []EarlyTotal     `json:"early"`        // the same by currency
	OldestEarly []EarlyEntry     `json:"oldest_early"` // the first ten of them
	Totals      []Total          `json:"totals"`       // by currency; one without payouts is absent
}

// EarlyTotal is the money before the start in one currency, minor units.
type EarlyTotal struct {
	Currency string `json:"currency"`
	Count    int64  `json:"count"`
	SumMinor int64  `json:"sum_minor"`
}

// EarlyEntry is an entry before the start and where it stands.
type EarlyEntry struct {
	EntryID     string    `json:"entry_id"`
	Payee       string    `json:"payee"`
	Currency    string    `json:"currency"`
	AmountMinor int64     `json:"amount_minor"`
	OccurredAt  time.Time `json:"occurred_at"` // UTC
	FileNo      int32     `json:"file_no"`
	Line        int64     `json:"line"`
}

// Total is what is paid in one currency, minor units, those in review included.
type Total struct {
	Currency     string `json:"currency"`
	Payouts      int64  `json:"payouts"`
	AmountMinor  int64  `json:"amount_minor"`
	LargestMinor int64  `json:"largest_minor"`
}

// summarize reads the figures that the steps left in the workspace.
func summarize(ctx context.Context, ws *store.Store) (Summary, error) {
	s := Summary{Skipped: map[string]int64{}}
	for _, read := range []struct {
		query string
		row   func(*sql.Rows) error
	}{
		{"select currency, payouts, amount_minor, largest_minor, reviews from batch_total order by currency", s.total},
		{"select reason, count(*) as skips from skip_plan group by reason order by reason", s.skip},
		{"select count(*) as entries from restated", func(r *sql.Rows) error { return r.Scan(&s.Restated) }},
		{"select count(*) as entries from held_entry", func(r *sql.Rows) error { return r.Scan(&s.Held) }},
		{"select currency, count(*) as entries, cast(sum(amount_minor) as bigint) as minor from early_entry group by currency order by currency", s.earlyTotal},
		{`select entry_id, payee, currency, amount_minor, occurred_at, file_no, line
from early_entry order by occurred_at, entry_id limit 10`, s.earlyEntry},
	} {
		if err := eachRow(ctx, ws, read.query, read.row); err != nil {
			return Summary{}, beyond(err)
		}
	}
	return s, nil
}

func (s *Summary) total(r *sql.Rows) error {
	var t Total
	var reviews int64
	err := r.Scan(&t.Currency, &t.Payouts, &t.AmountMinor, &t.LargestMinor, &reviews)
	s.Payouts += t.Payouts
	s.Reviews += reviews
	s.Totals = append(s.Totals, t)
	return err
}

func (s *Summary) skip(r *sql.Rows) error {
	var reason string
	var skips int64
	err := r.Scan(&reason, &skips)
	s.Skipped[reason] = skips
	return err
}

func (s *Summary) earlyTotal(r *sql.Rows) error {
	var t EarlyTotal
	err := r.Scan(&t.Currency, &t.Count, &t.SumMinor)
	s.EarlyRows += t.Count
	s.Early = append(s.Early, t)
	return err
}

func (s *Summary) earlyEntry(r *sql.Rows) error {
	var e EarlyEntry
	var at int64
	err := r.Scan(&e.EntryID, &e.Payee, &e.Currency, &e.AmountMinor, &at, &e.FileNo, &e.Line)
	e.OccurredAt = time.UnixMicro(at).UTC()
	s.OldestEarly = append(s.OldestEarly, e)
	return err
}
