package chain

import (
	"context"
	"database/sql"
	"fmt"
	"sync"

	"recon/report"
)

// made are the tables that say how the day was made, beside what came of it.
// The run comes last, as it holds the digest of the others.
var made = []tableCopy{
	{"statement", "select r.reconciliation, t.* from statement as t cross join run as r order by file_no"},
	{"gate_check", "select r.reconciliation, t.* from gate_check as t cross join run as r order by check_no"},
	{"fee", "select r.reconciliation, t.* from fee as t cross join run as r order by file_no, currency, kind"},
}

var runCopy = tableCopy{"run", "select r.reconciliation, t.* from day_version as t cross join run as r order by t.version"}

// fillMade fills the tables of made from the day's summary.
func (e *Engine) fillMade(ctx context.Context, d *day) error {
	if err := d.countFees(ctx); err != nil {
		return err
	}
	var statements, checks, fees [][]any
	for _, f := range d.summary.Files {
		statements = append(statements, []any{int64(f.No), f.Side, f.Source, f.Format, f.Provider, f.Account4, f.ShownName(), f.Part, f.SHA256,
			f.Bytes, f.Digest, f.Rows, f.Kept, f.Ignored, f.Unclaiming, micros(f.Oldest), micros(f.Newest), f.Gate, report.Hide(f.Account4, f.GateDetail)})
		if f.Side != "statement" {
			continue
		}
		for _, t := range f.Totals {
			fees = append(fees, []any{int64(f.No), f.Source, f.Provider, f.Account4, t.Kind, t.Currency, t.Count, t.GrossMinor, *t.FeeMinor, *t.NetMinor})
		}
	}
	for i, c := range d.summary.Checks {
		checks = append(checks, []any{int64(i + 1), c.Source, c.File, c.Name, c.Subject, c.Found, c.Wanted, c.Value, c.Least, c.Most, c.Outcome, c.By, c.Why})
	}
	for table, rows := range map[string][][]any{"statement": statements, "gate_check": checks, "fee": fees} {
		if err := insert(ctx, d.ws, table, rows...); err != nil {
			return err
		}
	}
	return nil
}

// micros is an instant of a file, null when it has none.
func micros(at int64) any {
	if at == 0 {
		return nil
	}
	return at
}

const feeText = `
select e.file_no, e.currency, e.kind, cast(sum(e.fee_minor) as bigint), cast(sum(e.net_minor) as bigint)
from entry as e
group by e.file_no, e.currency, e.kind
order by e.file_no, e.currency, e.kind`

// countFees sums the fees of files that an early build read and did not sum.
func (d *day) countFees(ctx context.Context) error {
	missing := map[[3]any]*KindTotal{}
	for i := range d.summary.Files {
		f := &d.summary.Files[i]
		for k := range f.Totals {
			if t := &f.Totals[k]; t.FeeMinor == nil {
				missing[[3]any{f.No, t.Currency, t.Kind}] = t
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	err := d.eachRow(ctx, feeText, func(rows *sql.Rows) error {
		var no int32
		var currency, kind string
		var fee, net int64
		err := rows.Scan(&no, &currency, &kind, &fee, &net)
		if t := missing[[3]any{no, currency, kind}]; t != nil {
			t.FeeMinor, t.NetMinor = &fee, &net
			delete(missing, [3]any{no, currency, kind})
		}
		return err
	})
	if err == nil && len(missing) > 0 {
		err = fmt.Errorf("%d sums of fees have no entries", len(missing))
	}
	return err
}

// copyRun writes the row of the day's version.
func (e *Engine) copyRun(ctx context.Context, d *day, version int64, output string) error {
	row := []any{version, d.digest, output, e.Version, digestOf(d.rules.text), d.opening, d.gap, d.summary.AcceptedFor, d.accepted.By, d.accepted.Why}
	if err := insert(ctx, d.ws, "day_version", row); err != nil {
		return err
	}
	return d.files.Copy(ctx, d.ws.DB(), runCopy.table, runCopy.query)
}

// copyAll writes small tables side by side: what they cost is planning and
// waiting for the disk.
func (d *day) copyAll(ctx context.Context, tables []tableCopy) error {
	errs := make([]error, len(tables))
	var copying sync.WaitGroup
	for i, c := range tables {
		copying.Go(func() { errs[i] = d.files.Copy(ctx, d.ws.DB(), c.table, c.query) })
	}
	copying.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
