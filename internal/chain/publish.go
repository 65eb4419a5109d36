package chain

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"recon/internal/disk"
	"recon/internal/keyjoin"
	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
)

// tableCopy is a table with the query that writes it.
type tableCopy struct{ table, query string }

// copies are the tables of a day beside its entries, each in a total order, so
// that the same rows are the same bytes.
var copies = []tableCopy{
	{"break", "select r.reconciliation, t.* from break as t cross join run as r order by reason, business_date, break_id"},
	{"open_entry", "select r.reconciliation, t.* from open_entry as t cross join run as r order by arrived_on, file_no, line"},
	{"closed", "select r.reconciliation, t.* from closed as t cross join run as r order by break_id"},
	{"closed_entry", "select r.reconciliation, t.* from closed_entry as t cross join run as r order by arrived_on, file_no, line, decision_no"},
	{"reopened", "select r.reconciliation, t.* from reopened as t cross join run as r order by arrived_on, file_no, line, cause"},
	{"repeated", "select r.reconciliation, t.* from repeated as t cross join run as r order by file_no, line"},
	{"by_nature", "select r.reconciliation, t.* from by_nature as t cross join run as r order by currency, kind"},
	{"chargeback", "select r.reconciliation, t.* from chargeback as t cross join run as r order by file_no, line"},
	{"proof", "select r.reconciliation, t.* from proof as t cross join run as r order by currency"},
}

// startPublication has the entry files hashed and flushed while they are matched.
func (e *Engine) startPublication(d *day) {
	if e.DryRun {
		return
	}
	d.files = report.NewPublication(e.Config.Home, d.rec.Name, d.date)
	d.files.Keep(d.reused...)
	for i, p := range d.pieceList {
		d.files.Add("entry", int64(i+1), p.Path, p.Rows)
	}
}

// publish commits the day and puts it where people and analysts look.
func (e *Engine) publish(ctx context.Context, d *day) (Outcome, error) {
	o := Outcome{Reconciliation: d.rec.Name, Date: d.date, State: state.Done, Version: 1, OpenBreaks: d.summary.openBreaks()}
	if e.DryRun {
		o.preview = &d.summary
		return o, nil
	}
	files := d.files
	if err := e.fillMade(ctx, d); err != nil {
		return o, err
	}
	if err := d.copyTables(ctx); err != nil {
		return o, err
	}
	rows, err := files.Wait()
	if err != nil {
		return o, err
	}
	output := report.DigestOf(rows)
	if err := d.keep(); err != nil {
		return o, err
	}
	if err := e.addStatements(ctx, d); err != nil {
		return o, err
	}
	if d.latest != nil {
		o.Version = d.latest.Version + 1
		same, err := e.reaffirm(ctx, d, output)
		if err != nil || same {
			o.Version, o.State = d.latest.Version, state.Already
			return o, err
		}
	}
	record, err := e.dayRecord(d, o.Version)
	if err != nil {
		return o, err
	}
	if err := e.copyRun(ctx, d, o.Version, output); err != nil {
		return o, err
	}
	return o, e.publisher(d.ws).Publish(ctx, record, files)
}

// poolMatches are the matches that the plain join did not make: the last part
// of the table match.
const poolMatches = `select r.reconciliation, m.* from pool_match as m cross join run as r order by statement_arrived_on nulls last,
 statement_file_no nulls last, statement_line nulls last, ledger_arrived_on nulls last, ledger_file_no nulls last, ledger_line nulls last`

// startMatches has the settled pairs, which are nearly all of the rows, written
// while the rest of the day is matched and judged.
func (e *Engine) startMatches(ctx context.Context, d *day, settled *keyjoin.Result) {
	if e.DryRun {
		return
	}
	matches := make(chan settledParts, 1)
	d.matches = matches
	go func() {
		parts, err := settled.WriteMatches(ctx, d.scratch, d.rec.Name, d.date, e.Config.Limits.Threads)
		for i, p := range parts {
			if err == nil {
				d.files.Add("match", int64(i+1), p.Path, p.Rows)
			}
		}
		matches <- settledParts{int64(len(parts)), disk.Explain(e.Config.Home, err)}
	}()
}

// settledParts is what came of writing the settled pairs: how many files.
type settledParts struct {
	count int64
	err   error
}

// waitForMatches waits for what startMatches began.
func (d *day) waitForMatches() settledParts {
	if d.matches == nil {
		return settledParts{}
	}
	defer func() { d.matches = nil }()
	return <-d.matches
}

// copyTables writes the day's other tables.
func (d *day) copyTables(ctx context.Context) error {
	err := d.copyAll(ctx, slices.Concat(copies, made))
	settled := d.waitForMatches()
	if err = errors.Join(err, settled.err); err != nil {
		return err
	}
	return d.files.CopyPart(ctx, d.ws.DB(), "match", settled.count+1, poolMatches)
}

// reaffirm keeps the stored version of a day whose tables and rules came out
// the same: the state only learns from which inputs they follow as well.
func (e *Engine) reaffirm(ctx context.Context, d *day, output string) (bool, error) {
	if output != d.latest.OutputDigest || d.rules.text != d.latest.Rules || !sameInputs(d.inputs.Files, d.latest.Inputs.Files) {
		return false, nil
	}
	return true, e.State.Reaffirm(ctx, d.latest.DayKey, d.digest, d.inputs, e.RunID, e.Now)
}

func (e *Engine) dayRecord(d *day, version int64) (state.Day, error) {
	summary, err := json.Marshal(d.summary)
	return state.Day{
		DayKey:      state.DayKey{Reconciliation: d.rec.Name, Date: d.date, Version: version},
		InputDigest: d.digest, Inputs: d.inputs, Rules: d.rules.text, Engine: e.Version,
		Opening: d.opening, Gap: d.gap, AcceptedBy: d.accepted.By, AcceptedWhy: d.accepted.Why,
		Summary: string(summary), RunID: e.RunID, CommittedAt: e.Now,
	}, err
}

// addStatements stores what was admitted. It comes before the commit: an
// admitted file without a day is only a file that was read.
func (e *Engine) addStatements(ctx context.Context, d *day) error {
	var admitted []state.Statement
	for _, f := range d.summary.Files {
		st := state.Statement{
			Source: f.Source, Date: d.date, Part: f.Part, Side: f.Side, Format: f.Format, Digest: f.Digest,
			SHA256: f.SHA256, Name: f.FullName(), Rows: f.Rows, Oldest: instant(f.Oldest), Newest: instant(f.Newest),
			RunID: e.RunID, AdmittedAt: e.Now,
		}
		if f.Export != nil {
			// An own export can serve several reconciliations, each with its own
			// rows, so the file as a whole is what is admitted.
			figures, err := json.Marshal(f.Export)
			if err != nil {
				return err
			}
			st.Digest, st.Stated = f.SHA256, string(figures)
		}
		for _, t := range f.Totals {
			st.Totals = append(st.Totals, state.Total{Currency: t.Currency, Kind: t.Kind, Count: t.Count, Gross: t.GrossMinor})
		}
		admitted = append(admitted, st)
	}
	return e.State.AddStatements(ctx, admitted...)
}

func instant(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// publisher publishes on behalf of this run. The reports are read in a workspace,
// nil is one of their own.
func (e *Engine) publisher(ws *store.Store) *report.Publisher {
	return &report.Publisher{Home: e.Config.Home, State: e.State, At: e.Now, Placed: store.WriteCatalogue, Reports: func(ctx context.Context, day state.DayKey) error {
		if day.IsSettlement() {
			return nil // its reports are written by the command that made it
		}
		_, err := e.writeReports(ctx, day.Date, e.readerIn(ws))
		return err
	}}
}

// Recover finishes what a killed run left between commit and publication.
func (e *Engine) Recover(ctx context.Context) error {
	_, err := e.publisher(nil).Recover(ctx)
	return err
}
