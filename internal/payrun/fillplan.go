package payrun

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"recon/internal/store"
	"recon/report"
)

// fillPlan fills in what the plan's tables say: roll-forward, holds, restated
// entries, and when the first and last counted entry was earned.
func fillPlan(ctx context.Context, s *report.Settlement, ws *store.Store) error {
	s.Payees = balances(ctx, ws, "select "+balanceColumns+" from payee_balance as p order by p.payee, p.currency")
	s.Negative = balances(ctx, ws, "select "+balanceColumns+" from payee_balance as p where p.closing_minor < 0 order by p.payee, p.currency")
	s.Restated = restatedRows(ctx, ws)
	var first, last sql.NullInt64
	err := ws.DB().QueryRowContext(ctx, "select min(c.occurred_at), max(c.occurred_at) from counted_entry as c").Scan(&first, &last)
	if err != nil {
		return err
	}
	if first.Valid {
		s.FirstEntry, s.LastEntry = time.UnixMicro(first.Int64).UTC(), time.UnixMicro(last.Int64).UTC()
	}
	if s.Roll, err = gather(ctx, ws, `select p.currency, sum(p.opening_minor)::bigint, sum(p.earned_minor)::bigint, sum(p.adjustments_minor)::bigint,
 sum(p.refunds_minor)::bigint, sum(p.fees_minor)::bigint, sum(p.withheld_minor)::bigint, sum(p.paid_minor)::bigint, sum(p.returned_minor)::bigint,
 sum(p.closing_minor)::bigint, sum(p.available_minor)::bigint, sum(p.held_minor)::bigint, sum(p.reserve_minor)::bigint
from payee_balance as p group by p.currency order by p.currency`, scanRollTotal); err != nil {
		return err
	}
	s.Held, err = gather(ctx, ws, `select h.reconciliation, h.reason, h.currency, count(distinct h.payee), count(*), sum(h.amount_minor)::bigint
from held_entry as h group by h.reconciliation, h.reason, h.currency order by h.reconciliation, h.reason, h.currency`, scanHeld)
	return err
}

const balanceColumns = "p.payee, p.currency, " + rollColumns

const rollColumns = `p.opening_minor, p.earned_minor, p.adjustments_minor, p.refunds_minor, p.fees_minor, p.withheld_minor,
 p.paid_minor, p.returned_minor, p.closing_minor, p.available_minor, p.held_minor, p.reserve_minor`

func balances(ctx context.Context, ws *store.Store, query string) iter.Seq2[report.BalanceRow, error] {
	return stream(ctx, ws, query, func(rows *sql.Rows) (b report.BalanceRow, err error) {
		return b, rows.Scan(append([]any{&b.Payee, &b.Currency}, rollFields(&b.Roll)...)...)
	})
}

func rollFields(r *report.Roll) []any {
	return []any{&r.OpeningMinor, &r.EarnedMinor, &r.AdjustmentsMinor, &r.RefundsMinor, &r.FeesMinor, &r.WithheldMinor,
		&r.PaidMinor, &r.ReturnedMinor, &r.ClosingMinor, &r.AvailableMinor, &r.HeldMinor, &r.ReserveMinor}
}

func scanRollTotal(rows *sql.Rows) (t report.RollTotal, err error) {
	return t, rows.Scan(append([]any{&t.Currency}, rollFields(&t.Roll)...)...)
}

func scanHeld(rows *sql.Rows) (h report.HeldTotal, err error) {
	return h, rows.Scan(&h.Reconciliation, &h.Reason, &h.Currency, &h.Payees, &h.Entries, &h.AmountMinor)
}

func restatedRows(ctx context.Context, ws *store.Store) iter.Seq2[report.RestatedRow, error] {
	return stream(ctx, ws, `select r.entry_id, r.payee, r.currency, r.change, r.was_minor, coalesce(r.now_minor, 0), r.was_payee, r.was_currency, r.was_kind,
 r.was_at, r.now_at, r.content from restated as r order by r.entry_id`, func(rows *sql.Rows) (r report.RestatedRow, err error) {
		var was int64
		var now sql.NullInt64
		err = rows.Scan(&r.EntryID, &r.Payee, &r.Currency, &r.Change, &r.WasMinor, &r.NowMinor, &r.WasPayee, &r.WasCurrency, &r.WasKind, &was, &now, &r.Content)
		r.WasAt = time.UnixMicro(was).UTC()
		if now.Valid {
			r.NowAt = time.UnixMicro(now.Int64).UTC()
		}
		return r, err
	})
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

func gather[T any](ctx context.Context, ws *store.Store, query string, scan func(*sql.Rows) (T, error), args ...any) (list []T, err error) {
	for row, err := range stream(ctx, ws, query, scan, args...) {
		if err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, nil
}
