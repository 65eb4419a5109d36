package payrun

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"recon/internal/money"
	"recon/settle"
	"recon/settle/rail"
)

// compute works out the plan. A payment that its rail cannot carry with its
// real amount changes what the rail says of the payee, and the plan is worked
// out once more.
func (e *Engine) compute(ctx context.Context, m *making) (err error) {
	if m.summary, err = settle.Compute(ctx, m.ws); err != nil {
		return err
	}
	changed, err := e.refuseAmounts(ctx, m)
	if err != nil || !changed {
		return err
	}
	m.summary, err = settle.Replan(ctx, m.ws)
	return err
}

// refuseAmounts asks the rails about every planned payment.
func (e *Engine) refuseAmounts(ctx context.Context, m *making) (changed bool, err error) {
	writers, err := writersOf(m.settings)
	if err != nil {
		return false, err
	}
	refused := map[accountKey]string{}
	err = e.planned(ctx, m, func(p plannedRow) error {
		l := m.payees[accountKey{p.payee, p.currency}]
		text := m.amountFault(l, writers[p.rail], p.amount)
		if text != "" && text != l.refusal {
			refused[accountKey{p.payee, p.currency}] = text
		}
		return nil
	})
	for k, text := range refused {
		m.payees[k].refusal = text
		query := "update payee set rail_refusal = ? where payee = ? and currency = ?"
		if err == nil {
			err = m.ws.Exec(ctx, query, text, k.payee, k.currency)
		}
	}
	return len(refused) > 0, err
}

// amountFault is what a rail says to a payment of an amount: nothing, why it
// cannot carry it, or after review: why people must look first.
func (m *making) amountFault(l *listed, writer rail.Rail, amount int64) string {
	payment := l.payment
	payment.AmountMinor, payment.RailRef = amount, railRef("", 1, m.period.String())
	if text := writer.CheckPayment(payment); text != "" {
		return text
	}
	return aboveFile(m.settings.Rails[l.Rail].MaxFileSum, amount, l)
}

// aboveFile says that a payout alone is more than the bank takes in one file.
// It goes to review, as one above the largest amount does.
func aboveFile(limit string, amount int64, l *listed) string {
	if limit == "" {
		return ""
	}
	exponent := money.Exponent(l.Currency)
	most, err := money.Parse(limit, exponent)
	if err != nil || amount <= most {
		return ""
	}
	return fmt.Sprintf("%s amount %s is above the %s of settle.rails.%s.max_file_sum", reviewPrefix, money.Format(amount, exponent), money.Format(most, exponent), l.Rail)
}

// reviewPrefix begins what a rail says of a payment that it can carry when
// people have looked.
const reviewPrefix = "review:"

// plannedRow is one row of the plan.
type plannedRow struct {
	payee, currency, rail, status, why, fingerprint, lastFour string
	amount                                                    int64
}

func (e *Engine) planned(ctx context.Context, m *making, fn func(plannedRow) error) error {
	return eachRow(ctx, m.ws.DB(), `select payee, currency, amount_minor, rail, status, why, fingerprint, last_four
from payout_plan order by item`, func(rows *sql.Rows) error {
		var p plannedRow
		if err := rows.Scan(&p.payee, &p.currency, &p.amount, &p.rail, &p.status, &p.why, &p.fingerprint, &p.lastFour); err != nil {
			return err
		}
		return fn(p)
	})
}

func eachRow(ctx context.Context, db *sql.DB, query string, fn func(*sql.Rows) error) error {
	rows, err := db.QueryContext(ctx, query)
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

// checkPlan refuses a plan that must not become a batch: money from before the
// start that nobody spoke of, or far more than ever before.
func (e *Engine) checkPlan(ctx context.Context, m *making) error {
	if m.batch.No > 0 {
		return nil // it was checked before its row was stored
	}
	if m.summary.EarlyRows > 0 && m.settings.Opening == nil {
		return m.early()
	}
	return e.brake(ctx, m)
}

// early says what lies before the start.
func (m *making) early() error {
	var sums []string
	for _, t := range m.summary.Early {
		sums = append(sums, fmt.Sprintf("%d of %s %s", t.Count, money.Format(t.SumMinor, money.Exponent(t.Currency)), t.Currency))
	}
	stop := &Stop{Kind: Unfit, Cause: fmt.Sprintf(
		"confirmed entries before settle.start %s: %s; they would be paid again. Say what payees were owed then: settle.opening with a file, or opening: none when nothing is owed from before",
		m.settings.Start, strings.Join(sums, ", "))}
	for _, o := range m.summary.OldestEarly {
		stop.Faults = append(stop.Faults, fmt.Sprintf("%s:%d: entry %s, payee %s, %s %s at %s", m.nameOf(o.FileNo), o.Line, o.EntryID, o.Payee,
			money.Format(o.AmountMinor, money.Exponent(o.Currency)), o.Currency, o.OccurredAt.In(m.settings.Location()).Format("2006-01-02 15:04:05")))
	}
	return stop
}

// nameOf is the name of the ledger file with a number.
func (m *making) nameOf(fileNo int32) string {
	for _, f := range files(m.of(ledgerRole)) {
		if f.No <= fileNo && fileNo < f.No+64 {
			return f.Name
		}
	}
	return "ledger"
}
