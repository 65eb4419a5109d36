package payrun

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"time"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
)

// Statements are what the payees of a period are told: of one payee, or of all
// when none is named, by payee. The function it returns ends the reading.
func (e *Engine) Statements(ctx context.Context, period calendar.Month, payee string) (iter.Seq2[report.Statement, error], func() error, error) {
	b, err := e.decided(ctx, period)
	if err != nil {
		return nil, nil, err
	}
	ws, done, err := e.publishingSpace(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	rows, err := e.published(ctx, b)
	if err == nil {
		err = e.viewPlan(ctx, ws, rows)
	}
	if err != nil {
		return nil, done, err
	}
	t := &telling{Engine: e, batch: b, ws: ws, period: period}
	if err := t.read(ctx); err != nil {
		return nil, done, err
	}
	if err := t.readAttempts(ctx, payee); err != nil {
		return nil, done, err
	}
	payees, err := gather(ctx, ws, "select distinct p.payee from payee_balance as p where ? = '' or p.payee = ? order by p.payee",
		func(rows *sql.Rows) (name string, err error) { return name, rows.Scan(&name) }, payee, payee)
	if err == nil && payee != "" && len(payees) == 0 {
		err = misuse("payee %q: no balance in period %s", payee, period)
	}
	return t.all(ctx, payees, payee), done, err
}

// decided is the last complete batch of a period.
func (e *Engine) decided(ctx context.Context, period calendar.Month) (state.Batch, error) {
	parts, err := e.liveParts(ctx, period)
	if err != nil {
		return state.Batch{}, err
	}
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].Complete != nil {
			return parts[i], nil
		}
	}
	return state.Batch{}, refuse("period %s has no complete batch: run settle --period %s first", period, period)
}

// telling is the making of statements.
type telling struct {
	*Engine
	batch    state.Batch
	ws       *store.Store
	period   calendar.Month
	model    *report.Settlement
	names    map[string]string
	company  string
	attempts map[string][]state.PayoutAttempt // by payee
	dates    map[string]calendar.Date         // of execution, by submission
}

func (t *telling) read(ctx context.Context) error {
	var err error
	if t.model, err = t.batchFacts(ctx, t.batch); err != nil {
		return err
	}
	m, err := t.resume(ctx, t.batch)
	if err != nil {
		return err
	}
	if err := t.listPayees(ctx, m); err != nil {
		return err
	}
	t.names = map[string]string{}
	for key, l := range m.payees {
		t.names[key.payee] = l.Name
	}
	for _, name := range sortedKeys(m.settings.Rails) {
		if t.company == "" {
			t.company = m.settings.Rails[name].Debtor.Name
		}
	}
	return nil
}

// readAttempts reads the payouts of one payee, or of all.
func (t *telling) readAttempts(ctx context.Context, payee string) error {
	t.attempts, t.dates = map[string][]state.PayoutAttempt{}, map[string]calendar.Date{}
	subs, err := t.State.Submissions(ctx, 0)
	if err != nil {
		return err
	}
	for _, sub := range subs {
		t.dates[sub.ID] = sub.Execution
	}
	if payee != "" {
		t.attempts[payee], err = t.State.AttemptsOfPayee(ctx, payee)
		return err
	}
	batches, err := t.State.BatchRows(ctx)
	if err != nil {
		return err
	}
	for _, b := range batches {
		all, err := t.State.PayoutAttempts(ctx, b.No)
		if err != nil {
			return err
		}
		for _, a := range all {
			t.attempts[a.Payee] = append(t.attempts[a.Payee], a)
		}
	}
	return nil
}

// all walks the payees. The tables are walked once beside them, as they are in
// the order of payees too.
func (t *telling) all(ctx context.Context, payees []string, only string) iter.Seq2[report.Statement, error] {
	return func(yield func(report.Statement, error) bool) {
		accounts := group(stream(ctx, t.ws, accountQuery, scanAccount, only, only))
		holds := group(stream(ctx, t.ws, holdQuery, scanHold, only, only))
		entries := group(stream(ctx, t.ws, entryQuery, scanEntry, only, only))
		defer accounts.stop()
		defer holds.stop()
		defer entries.stop()
		for _, payee := range payees {
			s := report.Statement{Language: t.Config.Language, Engine: t.Version, Period: t.period.String(), Zone: t.model.Zone,
				Since: t.model.Since, Cutoff: t.model.Cutoff, Company: t.company, Payee: payee, Name: t.names[payee], NextPayday: t.model.NextPayday,
				CSVName: report.StatementName(payee) + ".csv", Accounts: accounts.of(payee), Holds: holds.of(payee),
				Entries: report.Rows(entries.of(payee)), Payouts: t.payouts(payee)}
			if err := errors.Join(accounts.err, holds.err, entries.err); !yield(s, err) || err != nil {
				return
			}
		}
	}
}

const (
	accountQuery = `select p.payee, p.currency, coalesce(k.reason, ''), ` + rollColumns + `
from payee_balance as p left join payout_skip as k on k.payee = p.payee and k.currency = p.currency
where ? = '' or p.payee = ? order by p.payee, p.currency`
	holdQuery = `select h.payee, h.currency, h.entry_id, h.kind, h.order_ref, h.occurred_at, h.amount_minor, h.reason
from held_entry as h where ? = '' or h.payee = ? order by h.payee, h.currency, h.occurred_at, h.entry_id`
	entryQuery = `select c.payee, c.currency, c.entry_id, c.kind, c.order_ref, c.occurred_at, c.change_minor
from counted_entry as c where ? = '' or c.payee = ? order by c.payee, c.currency, c.occurred_at, c.entry_id`
)

// owned is a row of one payee.
type owned[T any] struct {
	payee string
	row   T
}

func scanAccount(rows *sql.Rows) (o owned[report.StatementAccount], err error) {
	return o, rows.Scan(append([]any{&o.payee, &o.row.Currency, &o.row.SkipReason}, rollFields(&o.row.Roll)...)...)
}

func scanHold(rows *sql.Rows) (o owned[report.StatementHold], err error) {
	var at int64
	h := &o.row
	err = rows.Scan(&o.payee, &h.Currency, &h.EntryID, &h.Kind, &h.OrderRef, &at, &h.AmountMinor, &h.Reason)
	h.OccurredAt = time.UnixMicro(at).UTC()
	return o, err
}

func scanEntry(rows *sql.Rows) (o owned[report.StatementEntry], err error) {
	var at int64
	v := &o.row
	err = rows.Scan(&o.payee, &v.Currency, &v.EntryID, &v.Kind, &v.OrderRef, &at, &v.AmountMinor)
	v.OccurredAt = time.UnixMicro(at).UTC()
	return o, err
}

// grouped hands out the rows of one payee after the other.
type grouped[T any] struct {
	next  func() (owned[T], error, bool)
	stop  func()
	ahead *owned[T]
	err   error
}

func group[T any](rows iter.Seq2[owned[T], error]) *grouped[T] {
	g := &grouped[T]{}
	g.next, g.stop = iter.Pull2(rows)
	g.step()
	return g
}

func (g *grouped[T]) step() {
	row, err, ok := g.next()
	if g.ahead = nil; ok && err == nil {
		g.ahead = &row
	}
	g.err = errors.Join(g.err, err)
}

// of are the rows of a payee; payees are asked for in their order.
func (g *grouped[T]) of(payee string) (list []T) {
	for g.ahead != nil && g.ahead.payee <= payee {
		if g.ahead.payee == payee {
			list = append(list, g.ahead.row)
		}
		g.step()
	}
	return list
}

// payouts are those of the period, and earlier ones that changed after the
// batch before was complete.
func (t *telling) payouts(payee string) []report.StatementPayout {
	var list []report.StatementPayout
	for _, a := range t.attempts[payee] {
		changed := !a.StateAt.Before(t.model.Since)
		if a.Period > t.period.String() || a.Period < t.period.String() && !changed {
			continue
		}
		p := report.StatementPayout{Period: a.Period, Currency: a.Currency, AmountMinor: a.AmountMinor, State: a.State, Reference: a.RailRef,
			LastFour: a.LastFour, Execution: report.NoDate}
		if a.Unclear {
			p.State = "unclear"
		}
		if date, ok := t.dates[a.SubmissionID]; ok {
			p.Execution = date
		}
		list = append(list, p)
	}
	return list
}
