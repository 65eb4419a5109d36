package payrun

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/internal/store"
	"recon/settle"
)

// work reads the inputs into a workspace and computes the plan.
func (e *Engine) work(ctx context.Context, m *making) error {
	if err := e.openWorkspace(ctx, m); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *making) error{
		e.readLedger, e.readPayees, e.readOpening, giveBack, e.fill, e.compute, e.checkPlan, e.lookAhead,
	} {
		if err := step(ctx, m); err != nil {
			return disk.Explain(e.Config.Home, err)
		}
	}
	return nil
}

// giveBack returns the memory that reading needed before the engine takes its share.
func giveBack(context.Context, *making) error {
	debug.FreeOSMemory()
	return nil
}

// scratch is a new folder for working files. They lie below home, so that what
// a killed run leaves, names and accounts of payees among it, is removed by the
// next command. A dry run leaves nothing below home.
func (e *Engine) scratch() (string, error) {
	if e.DryRun {
		return os.MkdirTemp("", "settle-")
	}
	if err := disk.MkdirAll(e.home("tmp"), 0o700); err != nil {
		return "", err
	}
	return os.MkdirTemp(e.home("tmp"), "settle-")
}

func (e *Engine) openWorkspace(ctx context.Context, m *making) (err error) {
	if m.scratch, err = e.scratch(); err != nil {
		return err
	}
	limits := e.Config.Limits
	m.ws, err = store.Open(ctx, store.Options{Dir: m.scratch, Memory: limits.Memory, Threads: limits.Threads})
	if err != nil {
		return err
	}
	return settle.CreateInputs(ctx, m.ws, "counted_before")
}

func (e *Engine) options(m *making) ingest.Options {
	return ingest.Options{Dir: m.scratch, Reconciliation: "ledger", Threads: e.Config.Limits.Threads,
		MaxBytes: e.Config.Limits.MaxUnzipped(), Progress: e.Progress}
}

func files(inputs []Input) []ingest.File {
	var list []ingest.File
	for i, in := range inputs {
		list = append(list, ingest.File{Side: ingest.Ledger, Path: in.here, Name: in.Name, No: int32((i + 1) * ingest.MaxParts), Date: in.Date})
	}
	return list
}

func (e *Engine) readLedger(ctx context.Context, m *making) error {
	e.stage("read ledger")
	receipts, err := ingest.LoadCredits(ctx, m.ws, files(m.of(ledgerRole)), &m.settings.Ledger, nil, e.options(m))
	if err != nil {
		return err
	}
	return faulty("the ledger was refused", receipts...)
}

// faulty is the Stop of receipts with faults.
func faulty(cause string, receipts ...ingest.Receipt) error {
	stop := &Stop{Kind: Refused, Cause: cause + "; nothing was posted"}
	for _, r := range receipts {
		for _, f := range r.Faults {
			stop.Faults = append(stop.Faults, f.Error())
		}
		stop.More += r.MoreFaults
	}
	if len(stop.Faults) == 0 {
		return nil
	}
	return stop
}

func (e *Engine) readOpening(ctx context.Context, m *making) error {
	for _, f := range files(m.of(openingRole)) {
		list, receipt, err := ingest.ReadOpening(ctx, f, &m.settings.Opening.Table, m.settings.Opening.Charset, e.options(m))
		if err == nil {
			err = faulty("the opening file was refused", receipt)
		}
		if err != nil {
			return err
		}
		m.opening = append(m.opening, list...)
	}
	return nil
}

// fill makes the tables that the computation reads beside ledger and payees.
func (e *Engine) fill(ctx context.Context, m *making) error {
	e.stage("compute")
	for _, step := range []func(context.Context, *making) error{
		e.fillRun, e.fillRules, e.fillPosted, e.fillBefore, e.fillAccepted, e.fillHolds, e.fillInPart,
	} {
		if err := step(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) fillRun(ctx context.Context, m *making) error {
	cooling := m.asOf.AddDate(0, 0, -m.settings.Rules.DestinationCoolingDays)
	return put(ctx, m.ws, "settle_run", []driver.Value{m.period.String(), m.part, m.startAt.UnixMicro(), m.cutoff.UnixMicro(),
		m.settings.Rules.OnOpenBreak, len(m.except) > 0, m.asOf.UnixMicro(), cooling.UnixMicro(), m.before == nil})
}

func (e *Engine) fillRules(ctx context.Context, m *making) error {
	var currencies, countries [][]driver.Value
	for _, c := range sortedKeys(m.settings.Rules.Minimum) {
		minimum, _ := m.settings.MinimumMinor(c)
		var maximum driver.Value
		if n, ok := m.settings.MaximumMinor(c); ok {
			maximum = n
		}
		currencies = append(currencies, []driver.Value{c, minimum, maximum})
	}
	for _, c := range m.settings.Rules.Countries {
		countries = append(countries, []driver.Value{c})
	}
	return errors.Join(put(ctx, m.ws, "currency_rule", currencies...), put(ctx, m.ws, "country_rule", countries...))
}

// put appends rows to a table of the workspace.
func put(ctx context.Context, ws *store.Store, table string, rows ...[]driver.Value) error {
	err := ws.Append(ctx, table, func(add func(...driver.Value) error) error {
		for _, r := range rows {
			if err := add(r...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("table %s: %w", table, err)
	}
	return nil
}

// settlementDay is the day under which the files of a period's part are published.
func settlementDay(period calendar.Month) calendar.Date { return period.Last() }
