package chain

import (
	"context"
	"database/sql"

	"recon/match"
	"recon/report"
)

// summarize turns what matching found into the figures kept with the day.
func (d *day) summarize(ctx context.Context, m match.Summary) error {
	s := &d.summary
	r := m.Reasons
	s.Counts = report.Counts{
		Matched: m.Matched, Repeated: m.Repeated, Closed: m.Closed,
		Duplicate: r["duplicate"], Ambiguous: r["ambiguous"], Status: r["status"], Currency: r["currency"],
		Amount: r["amount"], Fee: r["fee"], Pending: r["pending"], Missing: r["missing"], Extra: r["extra"],
	}
	s.Carried = report.Carried{In: m.Carried.In, New: m.Carried.New, Closed: m.Carried.Closed, Out: m.Carried.Out}
	s.Amounts = map[string]map[string]int64{}
	for _, a := range m.Amounts {
		s.addAmount(a.Reason, a.Currency, a.Statement-a.Ledger)
	}
	for _, p := range m.Proof {
		left := p.Opening + p.Statement - p.ByNature - p.Ledger - p.Tolerance - p.ClosedByPeople
		s.Proof = append(s.Proof, report.ProofRow{Currency: p.Currency, OpeningMinor: p.Opening, StatementMinor: p.Statement,
			NatureMinor: p.ByNature, LedgerMinor: p.Ledger, ToleranceMinor: p.Tolerance, ClosedByPeopleMinor: p.ClosedByPeople,
			ClosingMinor: p.Closing, CheckMinor: left - p.Closing})
	}
	for _, read := range []func(context.Context) error{d.readShares, d.readNature, d.readTolerated, d.readOpenMoney} {
		if err := read(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *Summary) addAmount(name, currency string, minor int64) {
	if s.Amounts[name] == nil {
		s.Amounts[name] = map[string]int64{}
	}
	s.Amounts[name][currency] += minor
}

// sharesText adds up the pool and what of it stayed open or was closed by
// people, in absolute amounts. Within a kind amounts have one sign.
const sharesText = `
with part as (
  select t.currency as currency, t.entries as entries, abs(t.gross_minor) as minor, 'pool' as name
  from entry_total as t where t.claims and not t.by_nature
  union all
  select c.currency, 1, abs(c.gross_minor), 'pool' from carried as c
  union all
  select r.currency, -1, 0 - abs(r.gross_minor), 'pool' from repeated as r
  union all
  select a.earlier_currency, -1, 0 - abs(a.earlier_minor), 'pool' from again as a where a.how = 'replaces'
  union all
  select o.currency, 1, abs(o.gross_minor), 'rest' from open_entry as o
  union all
  select c.currency, 1, abs(c.gross_minor), 'rest' from closed_row as c
)
select
  p.currency,
  cast(coalesce(sum(p.minor) filter (where p.name = 'pool'), 0) as bigint),
  cast(coalesce(sum(p.minor) filter (where p.name = 'rest'), 0) as bigint),
  cast(coalesce(sum(p.entries) filter (where p.name = 'pool'), 0) as bigint),
  cast(coalesce(sum(p.entries) filter (where p.name = 'rest'), 0) as bigint)
from part as p
group by p.currency
order by p.currency`

func (d *day) readShares(ctx context.Context) error {
	return d.eachRow(ctx, sharesText, func(rows *sql.Rows) error {
		var share report.Share
		var openMinor, open int64
		if err := rows.Scan(&share.Currency, &share.PoolMinor, &openMinor, &share.PoolEntries, &open); err != nil {
			return err
		}
		share.MatchedMinor, share.MatchedEntries = share.PoolMinor-openMinor, share.PoolEntries-open
		d.summary.Shares = append(d.summary.Shares, share)
		// Both sides of a match hold the money, so one half is what agreed.
		d.summary.addAmount("matched", share.Currency, share.MatchedMinor/2)
		return nil
	})
}

const natureText = `
select e.kind, e.currency, count(*), cast(sum(e.gross_minor) as bigint), cast(sum(e.fee_minor) as bigint), cast(sum(e.net_minor) as bigint)
from entry as e
where e.side = 'statement' and not exists (select 1 from own_kind as k where k.kind = e.kind)
group by e.kind, e.currency
order by e.kind, e.currency`

func (d *day) readNature(ctx context.Context) error {
	var kinds int64
	if err := d.ws.DB().QueryRowContext(ctx, "select count(*) from by_nature").Scan(&kinds); err != nil || kinds == 0 {
		return err
	}
	return d.eachRow(ctx, natureText, func(rows *sql.Rows) error {
		var n report.NatureTotal
		err := rows.Scan(&n.Kind, &n.Currency, &n.Count, &n.GrossMinor, &n.FeeMinor, &n.NetMinor)
		d.summary.Nature = append(d.summary.Nature, n)
		return err
	})
}

const toleratedText = `
select o.currency, count(*), cast(sum(o.difference_minor) as bigint)
from one_to_one as o
where o.outcome = 'tolerance'
group by o.currency
order by o.currency`

func (d *day) readTolerated(ctx context.Context) error {
	return d.eachRow(ctx, toleratedText, func(rows *sql.Rows) error {
		var t report.Tolerated
		err := rows.Scan(&t.Currency, &t.Count, &t.DiffMinor)
		d.summary.Tolerated = append(d.summary.Tolerated, t)
		return err
	})
}

// openMoneyText adds up what open breaks leave open, in absolute amounts. Two
// currencies cannot be subtracted: each side counts by itself.
const openMoneyText = `
with part as (
  select b.currency as currency, abs(b.difference_minor) as minor from break as b where b.reason <> 'pending' and b.reason <> 'currency'
  union all
  select b.currency, abs(b.statement_minor) from break as b where b.reason = 'currency'
  union all
  select b.ledger_currency, abs(b.ledger_minor) from break as b where b.reason = 'currency'
)
select p.currency, cast(coalesce(sum(p.minor), 0) as bigint)
from part as p
group by p.currency
order by p.currency`

func (d *day) readOpenMoney(ctx context.Context) error {
	d.summary.OpenMinor = map[string]int64{}
	return d.eachRow(ctx, openMoneyText, func(rows *sql.Rows) error {
		var currency string
		var minor int64
		err := rows.Scan(&currency, &minor)
		d.summary.OpenMinor[currency] = minor
		return err
	})
}

func (d *day) eachRow(ctx context.Context, query string, fn func(*sql.Rows) error) error {
	rows, err := d.ws.DB().QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := fn(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
