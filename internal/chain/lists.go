package chain

import (
	"context"
	"database/sql"
	"iter"
	"strconv"
	"sync"
	"time"

	"recon/internal/state"
	"recon/report"
)

// fill gives a report its lists, breaks and closed breaks as streams, and the
// chargebacks. It returns the files that they are read from.
func (r *reader) fill(ctx context.Context, e *Engine, out *report.Reconciliation, day state.Day) ([]state.ManifestRow, error) {
	words, err := e.saidOf(ctx, day.Reconciliation, day.Date)
	if err != nil {
		return nil, err
	}
	files, err := e.State.ManifestOf(ctx, day.DayKey)
	if err != nil {
		return nil, err
	}
	r.views++
	number := strconv.Itoa(r.views)
	view := func(table string) string { return table + "_" + number }
	before, err := e.breaksBefore(ctx, day)
	if err != nil {
		return nil, err
	}
	show := sync.OnceValue(func() error {
		for _, table := range []string{"break", "closed"} {
			if err := r.show(ctx, view(table), "", Parts(e.Config.Home, only(files, table))); err != nil {
				return err
			}
		}
		// On a first day there is none before.
		return r.show(ctx, view("before"), "break", Parts(e.Config.Home, before))
	})
	out.Breaks = mapBreaks(shown(show, r.breaks(ctx, view("break"), view("before"))), func(b *report.Break) {
		b.Reconciliation = day.Reconciliation
		words.put(b)
	})
	out.Closed = shown(show, r.closed(ctx, view("closed"), view("before"), words))
	out.Chargebacks, err = r.chargebacks(ctx, e, view("chargeback"), only(files, "chargeback"))
	return files, err
}

// shown walks rows once their views are made; making them reads the files' ends.
func shown[T any](show func() error, rows iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err := show(); err != nil {
			var none T
			yield(none, err)
			return
		}
		rows(yield)
	}
}

// fillDay is fill for the page of a day, which also says whom a payout batch has
// paid for the orders of its breaks. Nobody else asks, and it reads months.
func (r *reader) fillDay(ctx context.Context, e *Engine, out *report.Reconciliation, day state.Day) error {
	files, err := r.fill(ctx, e, out, day)
	if err != nil {
		return err
	}
	view := "break_" + strconv.Itoa(r.views)
	// They are looked for when the first break is read: its view is made then.
	credits := sync.OnceValues(func() (map[string][]report.Credit, error) { return r.credits(ctx, e, view, day.Date) })
	out.Breaks = credited(out.Breaks, credits)
	out.Breaks = held(rowsOf(files, "break"), out.Breaks)
	out.Closed = held(rowsOf(files, "closed"), out.Closed)
	return nil
}

// heldMost is the most rows of a list that are held in memory, a kilobyte each,
// while the files of a report are written; more are read again for each file.
const heldMost = 20_000

// held are rows that are read once, by who walks them first, unless they are
// too many.
func held[T any](count int64, rows iter.Seq2[T, error]) iter.Seq2[T, error] {
	if count > heldMost {
		return rows
	}
	read := sync.OnceValues(func() ([]T, error) {
		all := make([]T, 0, count)
		for row, err := range rows {
			if err != nil {
				return nil, err
			}
			all = append(all, row)
		}
		return all, nil
	})
	return func(yield func(T, error) bool) {
		all, err := read()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		report.Rows(all)(yield)
	}
}

// rowsOf is how many rows the files of a table hold.
func rowsOf(files []state.ManifestRow, table string) (rows int64) {
	for _, f := range only(files, table) {
		rows += f.Rows
	}
	return rows
}

// credited gives breaks what sellers were credited for their orders.
func credited(rows iter.Seq2[report.Break, error], credits func() (map[string][]report.Credit, error)) iter.Seq2[report.Break, error] {
	return func(yield func(report.Break, error) bool) {
		for b, err := range rows {
			if err == nil {
				var all map[string][]report.Credit
				all, err = credits()
				b.Credits = all[b.OrderRef]
			}
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// breaksBefore are the files of the breaks that were open the day before.
func (e *Engine) breaksBefore(ctx context.Context, day state.Day) ([]state.ManifestRow, error) {
	before, ok, err := e.State.DayBefore(ctx, day.Reconciliation, day.Date)
	if err != nil || !ok {
		return nil, err
	}
	return e.State.Current(ctx, "break", day.Reconciliation, before.Date, before.Date)
}

const breakColumns = `b.break_id, b.reason, b.provider, b.account_last4, b.kind, b.order_ref, b.refund_ref, b.ref, b.order_no, b.currency,
 b.ledger_currency, b.statement_minor, b.ledger_minor, b.difference_minor, b.business_date, b.first_seen, b.status,
 b.statement_file, coalesce(b.statement_line, 0), b.ledger_file, coalesce(b.ledger_line, 0), b.detail, b.due_on`

// breaks walks the breaks of a view, each with its reason in the view of the day before.
func (r *reader) breaks(ctx context.Context, view, before string) iter.Seq2[report.Break, error] {
	query := "select " + breakColumns + ", coalesce(w.reason, '') from " + view + " as b left join " + before +
		" as w on w.break_id = b.break_id order by b.reason, b.business_date, b.break_id"
	return stream(ctx, r, query, scanBreak)
}

// mapBreaks gives every break what does not stand in the tables.
func mapBreaks(rows iter.Seq2[report.Break, error], put func(*report.Break)) iter.Seq2[report.Break, error] {
	return func(yield func(report.Break, error) bool) {
		for b, err := range rows {
			put(&b)
			if !yield(b, err) {
				return
			}
		}
	}
}

// scanBreak reads one row of breakColumns and the reason of the day before.
func scanBreak(rows *sql.Rows) (b report.Break, err error) {
	var statement, ledger, difference sql.NullInt64
	var business, first time.Time
	var due sql.NullTime
	err = rows.Scan(&b.ID, &b.Reason, &b.Provider, &b.Account, &b.Kind, &b.OrderRef, &b.RefundRef, &b.Ref, &b.OrderNo, &b.Currency,
		&b.Ledger.Currency, &statement, &ledger, &difference, &business, &first, &b.OwnStatus,
		&b.Statement.File, &b.Statement.Line, &b.Ledger.File, &b.Ledger.Line, &b.Detail, &due, &b.Was)
	b.Statement.Currency = b.Currency
	b.Statement.Minor, b.Ledger.Minor, b.DifferenceMinor = statement.Int64, ledger.Int64, difference.Int64
	b.BusinessDate, b.FirstSeen, b.Due = dateOf(business), dateOf(first), report.NoDate
	if due.Valid {
		b.Due = dateOf(due.Time)
	}
	return b, err
}

const closedColumns = `c.break_id, c.reason, coalesce(b.kind, ''), coalesce(b.order_ref, ''), coalesce(b.refund_ref, ''), coalesce(b.ref, ''), c.currency,
 c.difference_minor, b.business_date, c.first_seen, c.how, c.rule, c.file, coalesce(c.line, 0), c.decision, coalesce(c.decision_no, 0)`

func (r *reader) closed(ctx context.Context, view, before string, words said) iter.Seq2[report.ClosedBreak, error] {
	query := "select " + closedColumns + " from " + view + " as c left join " + before + " as b on b.break_id = c.break_id order by c.break_id"
	return stream(ctx, r, query, func(rows *sql.Rows) (c report.ClosedBreak, err error) {
		var difference sql.NullInt64
		var business sql.NullTime
		var first time.Time
		var how string
		var number int64
		err = rows.Scan(&c.ID, &c.Reason, &c.Kind, &c.OrderRef, &c.RefundRef, &c.Ref, &c.Currency,
			&difference, &business, &first, &how, &c.Rule, &c.File, &c.Line, &c.Decision, &number)
		c.DifferenceMinor, c.BusinessDate, c.FirstSeen = difference.Int64, dateOf(business.Time), dateOf(first)
		if c.Rule == "" && c.Decision == "" {
			c.Rule = how
		}
		if c.Decision != "" {
			c.By, c.Comment = words[c.ID].by[number], words[c.ID].why[number]
		}
		return c, err
	})
}

// chargebacks are those of a day. Most days have none, and their file says so.
func (r *reader) chargebacks(ctx context.Context, e *Engine, view string, files []state.ManifestRow) (list []report.NatureRow, err error) {
	if rowsOf(files, "chargeback") == 0 {
		return nil, nil
	}
	if err := r.show(ctx, view, "", Parts(e.Config.Home, files)); err != nil {
		return nil, err
	}
	query := "select c.order_ref, c.ref, c.currency, c.gross_minor, c.business_date, c.file, c.line from " + view + " as c order by c.file_no, c.line"
	for row, err := range stream(ctx, r, query, func(rows *sql.Rows) (n report.NatureRow, err error) {
		var business time.Time
		err = rows.Scan(&n.OrderRef, &n.Ref, &n.Currency, &n.GrossMinor, &business, &n.File, &n.Line)
		n.Kind, n.BusinessDate = "chargeback", dateOf(business)
		return n, err
	}) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}
