package chain

import (
	"context"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// deskMonths is how many periods back a report looks at payouts; what waits
// longer than that is in the lists of settlement.
const deskMonths = 4

// desk is where the outgoing payouts stand of the periods that were over at
// the end of a date. Without any batch it is nil.
func (e *Engine) desk(ctx context.Context, date calendar.Date) (*report.PayoutDesk, error) {
	last := calendar.MonthOf(date + 1).Previous()
	first := last - deskMonths + 1
	totals, err := e.State.PayoutTotals(ctx, first, last)
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
	if err := r.ws.ViewParts(ctx, counted, "", "", Parts(e.Config.Home, files)); err != nil {
		return nil, err
	}
	live, err := e.liveBatches(ctx)
	if err != nil {
		return nil, err
	}
	query := "select c.order_ref, c.batch_id, c.payee, c.currency, cast(sum(c.change_minor) as bigint) from " + counted + " as c semi join " + view +
		" as b on b.order_ref = c.order_ref where c.order_ref <> '' group by c.order_ref, c.batch_id, c.payee, c.currency order by c.order_ref, c.batch_id, c.payee, c.currency"
	rows, err := r.ws.DB().QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string][]report.Credit{}
	for rows.Next() {
		var order string
		var c report.Credit
		if err := rows.Scan(&order, &c.Batch, &c.Payee, &c.Currency, &c.Minor); err != nil {
			return nil, err
		}
		if live[c.Batch] && c.Minor > 0 {
			all[order] = append(all[order], c)
		}
	}
	return all, rows.Err()
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
