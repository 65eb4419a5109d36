package chain

import (
	"context"
	"database/sql"
	"errors"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// deskMonths is how many periods back a report looks at payouts; what waits
// longer than that is in the lists of settlement.
const deskMonths = 4

// desk is where the outgoing payouts stand of the periods that were over at
// the end of a date. Without any batch it is nil.
func (e *Engine) desk(ctx context.Context, r *reader, date calendar.Date) (*report.PayoutDesk, error) {
	last := calendar.MonthOf(date + 1).Previous()
	first := last - deskMonths + 1
	totals, err := e.payoutTotals(ctx, r, first, last)
	if err != nil || len(totals) == 0 {
		return nil, err
	}
	desk := &report.PayoutDesk{}
	for _, t := range totals {
		if deskLooksAt(t.State) {
			desk.Totals = append(desk.Totals, report.DeskTotal{Period: t.Period, Currency: t.Currency, State: t.State, Count: t.Payouts, Minor: t.SumMinor})
		}
	}
	files, err := e.State.UnsentSubmissions(ctx, first, last)
	for _, f := range files {
		desk.Unsent = append(desk.Unsent, report.UnsentFile{File: f.ID, Currency: f.Currency, Payouts: f.Payouts, SumMinor: f.SumMinor, Due: f.Execution.String()})
	}
	return desk, err
}

// PayoutTotal is how many payouts of a period stand in a state, and their money.
type PayoutTotal struct {
	Period, Currency, State string // state unclear: nobody knows whether money moved
	Payouts, SumMinor       int64
}

// PayoutTotals is where the payouts of some periods stand, first and last
// included, by period, currency and state. A payout stands where its last
// attempt does.
func (e *Engine) PayoutTotals(ctx context.Context, first, last calendar.Month) ([]PayoutTotal, error) {
	r := e.openReader()
	totals, err := e.payoutTotals(ctx, r, first, last)
	return totals, errors.Join(err, r.Close())
}

// payoutTotals reads what batches have published, which every command about
// settlement brings up to date: adding it up there takes a hundredth of the
// time that the state would.
func (e *Engine) payoutTotals(ctx context.Context, r *reader, first, last calendar.Month) (totals []PayoutTotal, err error) {
	files, err := e.State.Current(ctx, "payout", "", first.First(), last.Last())
	if err != nil || len(files) == 0 {
		return nil, err
	}
	if err := r.show(ctx, "desk_payout", "", Parts(e.Config.Home, files)); err != nil {
		return nil, err
	}
	for t, err := range stream(ctx, r, payoutTotalsText, func(rows *sql.Rows) (t PayoutTotal, err error) {
		return t, rows.Scan(&t.Period, &t.Currency, &t.State, &t.Payouts, &t.SumMinor)
	}) {
		if err != nil {
			return nil, err
		}
		totals = append(totals, t)
	}
	return totals, nil
}

const payoutTotalsText = `
with retried as (
  select p.payout_key as payout_key, max(p.attempt) as attempt from desk_payout as p where p.attempt > 1 group by p.payout_key
)
select p.period, p.currency, case when p.unclear then 'unclear' else p.status end as standing, count(*), cast(sum(p.amount_minor) as bigint)
from desk_payout as p
left join retried as r on r.payout_key = p.payout_key
where p.attempt = coalesce(r.attempt, 1)
group by p.period, p.currency, standing
order by p.period, p.currency, standing`

// deskLooksAt tells the states of payouts that are not at a good end.
func deskLooksAt(name string) bool { return name != state.PayoutPaid && name != state.PayoutCancelled }

// credits are what payout batches of periods that were over at the end of a
// date counted for the orders of the breaks in a view, by order.
func (r *reader) credits(ctx context.Context, e *Engine, view string, date calendar.Date) (map[string][]report.Credit, error) {
	files, err := e.counted(ctx, date)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	counted := view + "_counted"
	if err := r.show(ctx, counted, "", Parts(e.Config.Home, files)); err != nil {
		return nil, err
	}
	live, err := e.liveBatches(ctx)
	if err != nil {
		return nil, err
	}
	query := "select c.order_ref, c.batch_id, c.payee, c.currency, cast(sum(c.change_minor) as bigint) from " + counted + " as c semi join " + view +
		" as b on b.order_ref = c.order_ref where c.order_ref <> '' group by c.order_ref, c.batch_id, c.payee, c.currency order by c.order_ref, c.batch_id, c.payee, c.currency"
	all := map[string][]report.Credit{}
	for c, err := range stream(ctx, r, query, func(rows *sql.Rows) (c ordered, err error) {
		return c, rows.Scan(&c.order, &c.Batch, &c.Payee, &c.Currency, &c.Minor)
	}) {
		if err != nil {
			return nil, err
		}
		if live[c.Batch] && c.Minor > 0 {
			all[c.order] = append(all[c.order], c.Credit)
		}
	}
	return all, nil
}

// ordered is a credit and the order that it is for.
type ordered struct {
	order string
	report.Credit
}

// countedDays is how far back a report looks for sellers' credits.
const countedDays = 400

// counted are the files of what payout batches counted, by batch.
func (e *Engine) counted(ctx context.Context, date calendar.Date) ([]state.ManifestRow, error) {
	return e.State.Current(ctx, "counted_entry", "", date-countedDays, date)
}

// liveBatches are the complete batches that nobody discarded.
func (e *Engine) liveBatches(ctx context.Context) (map[string]bool, error) {
	batches, err := e.State.BatchRows(ctx)
	live := map[string]bool{}
	for _, b := range batches {
		live[b.ID] = b.Complete != nil && b.Discarded == nil
	}
	return live, err
}
