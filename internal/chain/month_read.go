package chain

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// view makes a numbered view over one table of a day. A table without files is
// empty.
func (r *reader) view(ctx context.Context, e *Engine, table string, rows []state.ManifestRow) (string, error) {
	r.views++
	name := table + "_" + strconv.Itoa(r.views)
	return name, r.show(ctx, name, table, Parts(e.Config.Home, only(rows, table)))
}

// decided is what people closed on a day, by decision and currency, less what
// they reopened. It must be what the day's proof says.
func (e *Engine) decided(ctx context.Context, reader *reader, day state.Day, proof []report.ProofRow) ([]report.DecidedTotal, error) {
	today, err := e.State.ManifestOf(ctx, day.DayKey)
	if err != nil {
		return nil, err
	}
	var before []state.ManifestRow
	if last, ok, err := e.State.DayBefore(ctx, day.Reconciliation, day.Date); err != nil {
		return nil, err
	} else if ok && !day.Opening {
		if before, err = e.State.ManifestOf(ctx, last.DayKey); err != nil {
			return nil, err
		}
	}
	now, err := reader.view(ctx, e, "closed_entry", today)
	if err != nil {
		return nil, err
	}
	then, err := reader.view(ctx, e, "closed_entry", before)
	if err != nil {
		return nil, err
	}
	query := `select t.decision, t.currency, cast(sum(t.minor) as bigint) as minor from (
  select c.decision as decision, c.currency as currency, case when c.side = 'statement' then c.gross_minor else 0 - c.gross_minor end as minor
  from ` + now + ` as c where c.closed_on = cast(? as date)
  union all
  select b.decision, b.currency, case when b.side = 'statement' then 0 - b.gross_minor else b.gross_minor end
  from ` + then + ` as b where not exists (select 1 from ` + now + ` as c where c.decision_no = b.decision_no)
) as t group by t.decision, t.currency order by t.decision, t.currency`
	var list []report.DecidedTotal
	sums := map[string]int64{}
	for row, err := range stream(ctx, reader, query, scanDecided, day.Date.String()) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
		sums[row.Currency] += row.Minor
	}
	for _, p := range proof {
		if sums[p.Currency] != p.ClosedByPeopleMinor {
			return nil, fmt.Errorf("%s %s: people closed %d minor units of %s, and the day's proof says %d: recon run --until yesterday finishes what a run left",
				day.Reconciliation, day.Date, sums[p.Currency], p.Currency, p.ClosedByPeopleMinor)
		}
	}
	return list, nil
}

func scanDecided(rows *sql.Rows) (t report.DecidedTotal, err error) {
	return t, rows.Scan(&t.Decision, &t.Currency, &t.Minor)
}

// cutOff walks the rows of the first and last day that are dated in another
// month, and what was pending at the end of the last.
func (e *Engine) cutOff(ctx context.Context, reader *reader, period calendar.Month, days []state.Day, open iter.Seq2[report.Break, error]) (iter.Seq2[report.CutOffRow, error], error) {
	var parts []iter.Seq2[report.CutOffRow, error]
	ends := days[:1]
	if len(days) > 1 {
		ends = []state.Day{days[0], days[len(days)-1]}
	}
	for _, day := range ends {
		rows, err := e.datedElsewhere(ctx, reader, period, day)
		if err != nil {
			return nil, err
		}
		parts = append(parts, rows)
	}
	parts = append(parts, pendingAtEnd(period, ends, open))
	return func(yield func(report.CutOffRow, error) bool) {
		for _, rows := range parts {
			for row, err := range rows {
				if !yield(row, err) {
					return
				}
			}
		}
	}, nil
}

// datedElsewhere walks a day's rows that move money and are dated in another
// month, own rows that only came again left out.
func (e *Engine) datedElsewhere(ctx context.Context, reader *reader, period calendar.Month, day state.Day) (iter.Seq2[report.CutOffRow, error], error) {
	files, err := e.State.ManifestOf(ctx, day.DayKey)
	if err != nil {
		return nil, err
	}
	s, err := parseSummary(day.Summary)
	if err != nil {
		return nil, err
	}
	names := map[int32]string{}
	for _, f := range s.Files {
		names[f.No] = f.ShownName()
	}
	entries, err := reader.view(ctx, e, "entry", files)
	if err != nil {
		return nil, err
	}
	repeated, err := reader.view(ctx, e, "repeated", files)
	if err != nil {
		return nil, err
	}
	query := `select e.side, e.kind, e.order_ref, e.order_no, e.refund_ref, e.ref, e.currency, e.gross_minor, e.business_date, e.file_no, e.line
from ` + entries + ` as e
where e.business_date not between cast(? as date) and cast(? as date)
  and (e.side = 'statement' or (e.status <> 'pending' and e.status <> 'closed'))
  and not exists (select 1 from ` + repeated + ` as r where r.file_no = e.file_no and r.line = e.line)
order by e.file_no, e.line`
	return stream(ctx, reader, query, func(rows *sql.Rows) (r report.CutOffRow, err error) {
		var business time.Time
		var file int32
		err = rows.Scan(&r.Side, &r.Kind, &r.OrderRef, &r.OrderNo, &r.RefundRef, &r.Ref, &r.Currency, &r.GrossMinor, &business, &file, &r.Line)
		r.BusinessDate, r.ArrivedOn, r.File = dateOf(business), day.Date, names[file]
		r.Belongs, r.Why = calendar.MonthOf(r.BusinessDate), "dated_after"
		if r.Belongs < period {
			r.Why = "dated_before"
		}
		return r, err
	}, period.First().String(), period.Last().String()), nil
}

// pendingAtEnd are the breaks that a file of a later month is to close, as they
// are due in it. A row of the days ends that is dated in another month is listed
// by its date already, and must not count twice.
func pendingAtEnd(period calendar.Month, ends []state.Day, open iter.Seq2[report.Break, error]) iter.Seq2[report.CutOffRow, error] {
	return func(yield func(report.CutOffRow, error) bool) {
		for b, err := range open {
			belongs := calendar.MonthOf(b.Due)
			listed := calendar.MonthOf(b.BusinessDate) != period && slices.ContainsFunc(ends, func(d state.Day) bool { return d.Date == b.FirstSeen })
			if err == nil && (b.Reason != "pending" || belongs <= period || listed) {
				continue
			}
			r := report.CutOffRow{Why: "pending", Belongs: belongs, Side: "statement", Kind: b.Kind, OrderRef: b.OrderRef, OrderNo: b.OrderNo,
				RefundRef: b.RefundRef, Ref: b.Ref, Currency: b.Currency, GrossMinor: b.Statement.Minor, BusinessDate: b.BusinessDate,
				ArrivedOn: b.FirstSeen, File: b.Statement.File, Line: b.Statement.Line, BreakID: b.ID}
			if !b.Statement.Present() {
				r.Side, r.GrossMinor, r.File, r.Line = "ledger", b.Ledger.Minor, b.Ledger.File, b.Ledger.Line
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// monthPayouts are what the period's payout batches took from payees' balances,
// drafts left out, as those can still be thrown away.
func (e *Engine) monthPayouts(ctx context.Context, reader *reader, period calendar.Month) ([]report.MonthPayouts, error) {
	batches, err := e.State.Batches(ctx)
	if err != nil {
		return nil, err
	}
	var list []report.MonthPayouts
	for _, b := range batches {
		if b.Period != period.String() || b.State == state.BatchComputing || b.State == state.BatchDraft || b.State == state.BatchDiscarded {
			continue
		}
		name := state.SettlementName
		if b.Part > 1 {
			name += fmt.Sprintf("-part%d", b.Part)
		}
		files, err := e.State.Current(ctx, "payee_balance", name, period.Last(), period.Last())
		if err != nil {
			return nil, err
		}
		r, err := e.balancesOf(ctx, reader, b.ID, files)
		if err != nil {
			return nil, err
		}
		list = append(list, r...)
	}
	return list, nil
}

func (e *Engine) balancesOf(ctx context.Context, reader *reader, batchID string, files []state.ManifestRow) (list []report.MonthPayouts, err error) {
	if len(files) == 0 {
		return nil, fmt.Errorf("batch %s: its table payee_balance is not published: settle --period finishes it", batchID)
	}
	view, err := reader.view(ctx, e, "payee_balance", files)
	if err != nil {
		return nil, err
	}
	query := "select b.currency, cast(sum(b.paid_minor) as bigint), cast(sum(b.returned_minor) as bigint) from " + view + " as b where b.batch_id = ? group by b.currency order by b.currency"
	for row, err := range stream(ctx, reader, query, func(rows *sql.Rows) (p report.MonthPayouts, err error) {
		p.BatchID = batchID
		return p, rows.Scan(&p.Currency, &p.PaidMinor, &p.ReturnedMinor)
	}, batchID) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}
