package chain

import (
	"context"
	"database/sql"
	"iter"
	"strconv"
	"time"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
)

// reader reads published days for reports, from the files of their manifests.
type reader struct {
	ws    *store.Store
	views int // made so far; each reconciliation's views have a number of their own
}

func (e *Engine) openReader(ctx context.Context) (*reader, error) {
	ws, err := store.Open(ctx, store.Options{Memory: e.Config.Limits.Memory, Threads: e.Config.Limits.Threads})
	return &reader{ws: ws}, err
}

func (r *reader) Close() error { return r.ws.Close() }

// fill gives a report its lists: breaks and closed breaks as streams, and the
// chargebacks.
func (r *reader) fill(ctx context.Context, e *Engine, out *report.Reconciliation, day state.Day) error {
	words, err := e.saidOf(ctx, day.Reconciliation, day.Date)
	if err != nil {
		return err
	}
	files, err := e.State.ManifestOf(ctx, day.DayKey)
	if err != nil {
		return err
	}
	r.views++
	number := strconv.Itoa(r.views)
	view := func(table string) string { return table + "_" + number }
	before, err := e.breaksBefore(ctx, day)
	if err != nil {
		return err
	}
	for table, rows := range map[string][]state.ManifestRow{
		"break": only(files, "break"), "closed": only(files, "closed"), "chargeback": only(files, "chargeback"),
	} {
		if err := r.ws.ViewParts(ctx, view(table), "", "", Parts(e.Config.Home, rows)); err != nil {
			return err
		}
	}
	// On a first day there is none before.
	if err := r.ws.ViewParts(ctx, view("before"), "break", "", Parts(e.Config.Home, before)); err != nil {
		return err
	}
	out.Breaks = mapBreaks(r.breaks(ctx, view("break"), view("before")), func(b *report.Break) {
		b.Reconciliation = day.Reconciliation
		words.put(b)
	})
	out.Closed = r.closed(ctx, view("closed"), view("before"), words)
	out.Chargebacks, err = r.chargebacks(ctx, view("chargeback"))
	return err
}

// fillDay is fill for the page of a day, which also says whom a payout batch has
// paid for the orders of its breaks. Nobody else asks, and it reads months.
func (r *reader) fillDay(ctx context.Context, e *Engine, out *report.Reconciliation, day state.Day) error {
	if err := r.fill(ctx, e, out, day); err != nil {
		return err
	}
	credits, err := r.credits(ctx, e, "break_"+strconv.Itoa(r.views), day.Date)
	if err != nil || len(credits) == 0 {
		return err
	}
	out.Breaks = mapBreaks(out.Breaks, func(b *report.Break) { b.Credits = credits[b.OrderRef] })
	return nil
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
	return stream(ctx, r.ws, query, scanBreak)
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
	return stream(ctx, r.ws, query, func(rows *sql.Rows) (c report.ClosedBreak, err error) {
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

func (r *reader) chargebacks(ctx context.Context, view string) (list []report.NatureRow, err error) {
	query := "select c.order_ref, c.ref, c.currency, c.gross_minor, c.business_date, c.file, c.line from " + view + " as c order by c.file_no, c.line"
	for row, err := range stream(ctx, r.ws, query, func(rows *sql.Rows) (n report.NatureRow, err error) {
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

// stream walks a query's rows without holding them.
func stream[T any](ctx context.Context, ws *store.Store, query string, scan func(*sql.Rows) (T, error), args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := ws.DB().QueryContext(ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if row, err := scan(rows); !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

func dateOf(t time.Time) calendar.Date { return calendar.Of(t.Date()) }

// said is what people said, by break.
type said map[string]spoken

type spoken struct {
	note, owner string
	word        report.Said      // not in effect yet
	by, why     map[int64]string // of closures, by number
}

// put adds what was said of a break to it.
func (w said) put(b *report.Break) {
	s := w[b.ID]
	b.Note, b.Owner, b.Said = s.note, s.owner, s.word
}

// saidOf gathers notes, owners and closures of a reconciliation's breaks; the
// newest note, owner and word count. A closure that is in effect on the date
// is no word of an open break: what it closed came back.
func (e *Engine) saidOf(ctx context.Context, rec string, date calendar.Date) (said, error) {
	decisions, err := e.State.Decisions(ctx, rec)
	if err != nil {
		return nil, err
	}
	all := said{}
	for _, d := range decisions {
		for _, id := range []string{d.BreakID, d.PartnerBreakID} {
			if id == "" {
				continue
			}
			s := all[id]
			s.hear(d, date)
			all[id] = s
		}
	}
	return all, nil
}

func (s *spoken) hear(d state.Decision, date calendar.Date) {
	if d.Owner != "" {
		s.owner = d.Owner
	}
	if d.Comment != "" {
		s.note = d.Comment
	}
	if d.Word != "" {
		s.word = report.Said{Decision: d.Word, By: d.By, On: report.NoDate}
	}
	if d.Kind != state.Closure {
		return
	}
	if s.by == nil {
		s.by, s.why = map[int64]string{}, map[int64]string{}
	}
	s.by[d.ID], s.why[d.ID] = d.By, d.Comment
	s.word.On = d.EffectiveOn
	if d.Word == state.Reopen || d.EffectiveOn <= date {
		s.word = report.Said{}
	}
}
