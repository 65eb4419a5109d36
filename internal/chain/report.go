package chain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"sync"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/report"
)

// Reports writes the reports of every date that outcomes touch, and returns
// them for printing, in order of date.
func (e *Engine) Reports(ctx context.Context, outcomes []Outcome) ([]*report.Day, error) {
	var days []*report.Day
	for _, date := range dates(outcomes) {
		day, err := e.endReport(ctx, date, outcomes)
		if err != nil {
			return nil, err
		}
		days = append(days, day)
	}
	return days, nil
}

// endReport is the report of a date at the end of a run, written if it is not.
// What is printed of it are figures, so its breaks are not read again.
func (e *Engine) endReport(ctx context.Context, date calendar.Date, outcomes []Outcome) (day *report.Day, err error) {
	reader := e.openReader()
	defer func() { err = errors.Join(err, reader.Close()) }()
	if day, err = e.reportOf(ctx, date, outcomes, reader); err != nil || !e.unwritten(day, outcomes) {
		return day, err
	}
	return day, e.writeReport(day)
}

// unwritten reports whether a date's report has to be written at the end of a
// run. Publishing a day wrote it; a day that stopped did not.
func (e *Engine) unwritten(day *report.Day, outcomes []Outcome) bool {
	for _, o := range outcomes {
		if o.Date == day.Date && o.Stop != nil {
			return true
		}
	}
	_, err := os.Stat(filepath.Join(e.Config.Home, day.Files.ReportHTML))
	return err != nil
}

// RewriteReports writes the reports of a reconciliation's last day again, after
// a person said something about one of its breaks.
func (e *Engine) RewriteReports(ctx context.Context, rec string) error {
	_, last, ok, err := e.State.Through(ctx, rec)
	if err != nil || !ok {
		return err
	}
	_, err = e.WriteReports(ctx, last)
	return err
}

// WriteReports writes a date's reports from what is committed. A date that
// nothing was tried for has none.
func (e *Engine) WriteReports(ctx context.Context, date calendar.Date) (*report.Day, error) {
	return e.writeReports(ctx, date, e.openReader())
}

// writeReports is WriteReports with a reader, which it closes.
func (e *Engine) writeReports(ctx context.Context, date calendar.Date, reader *reader) (day *report.Day, err error) {
	defer func() { err = errors.Join(err, reader.Close()) }()
	if day, err = e.reportOf(ctx, date, nil, reader); err != nil || len(day.Reconciliations) == 0 {
		return day, err
	}
	return day, e.writeReport(day)
}

// writeReport writes the files of a date's report, each only when its bytes
// are not there already.
func (e *Engine) writeReport(day *report.Day) error {
	if e.DryRun {
		return nil
	}
	folder := filepath.Join(e.Config.Home, filepath.Dir(day.Files.ReportHTML))
	if err := disk.MkdirAll(folder, 0o750); err != nil {
		return disk.Explain(e.Config.Home, err)
	}
	files := []reportFile{
		{day.Files.BreaksCSV, e.csv(func(w io.Writer) error { return report.WriteBreaks(w, day) })},
		{day.Files.ProofCSV, e.csv(func(w io.Writer) error { return report.WriteProof(w, day) })},
		{day.Files.CustomerCSV, e.csv(func(w io.Writer) error { return report.WriteCustomer(w, day) })},
		{day.Files.SummaryJSON, func(w io.Writer) error { return report.WriteSummary(w, report.Summarize(day).Published()) }},
		{day.Files.ReportHTML, func(w io.Writer) error { return report.WriteHTML(w, day) }},
	}
	files = append(files, e.workbook(day)...)
	// Each file walks the breaks for itself, so they are written side by side.
	errs := make([]error, len(files))
	var writing sync.WaitGroup
	for i, f := range files {
		writing.Go(func() { errs[i] = disk.WriteFile(filepath.Join(e.Config.Home, f.name), 0o640, f.write) })
	}
	writing.Wait()
	return disk.Explain(e.Config.Home, errors.Join(errs...))
}

// reportFile is one file of a report.
type reportFile struct {
	name  string
	write func(io.Writer) error
}

// reportOf gathers a date's report: what is committed, and for the rest what
// the last try said. Its breaks can be read until the reader is closed.
func (e *Engine) reportOf(ctx context.Context, date calendar.Date, outcomes []Outcome, reader *reader) (*report.Day, error) {
	folder := path.Join("reports", date.String())
	day := &report.Day{Date: date, Language: e.Config.Language, Engine: e.Version, Files: report.Files{
		ReportHTML: path.Join(folder, "report.html"), BreaksCSV: path.Join(folder, "breaks.csv"),
		ProofCSV: path.Join(folder, "proof.csv"), CustomerCSV: path.Join(folder, "customer.csv"), SummaryJSON: path.Join(folder, "summary.json"),
	}}
	day.Files.ReportXLSX = e.workbookName(folder)
	if e.DryRun {
		day.Files = report.Files{}
	}
	attempts, err := e.State.LatestAttempts(ctx, date)
	if err != nil {
		return nil, err
	}
	return day, e.gather(ctx, reader, day, attempts, outcomes)
}

// gather fills a date's report.
func (e *Engine) gather(ctx context.Context, reader *reader, day *report.Day, attempts []state.Attempt, outcomes []Outcome) (err error) {
	pasts := map[string]past{}
	for i := range e.Config.Reconciliations {
		rec := &e.Config.Reconciliations[i]
		if pasts[rec.Name], err = e.readPast(ctx, rec.Name, day.Date); err != nil {
			return err
		}
		r, committedBy, err := e.reconciliation(ctx, reader, rec, pasts[rec.Name], day.Date)
		if err != nil {
			return err
		}
		if err := markState(r, rec.Name, day.Date, committedBy, attempts, outcomes); err != nil {
			return err
		}
		if r.State != "" {
			day.Reconciliations = append(day.Reconciliations, *r)
		}
	}
	if day.Trend, err = e.trend(ctx, day.Date, pasts); err != nil {
		return err
	}
	day.Desk, err = e.desk(ctx, reader, day.Date)
	return err
}

// markState says how far the reconciliation came: what this run saw, else what
// a try after the run that committed the day stored, else that it is published.
func markState(r *report.Reconciliation, name string, date calendar.Date, committedBy int64, attempts []state.Attempt, outcomes []Outcome) (err error) {
	for _, a := range attempts {
		if a.Reconciliation == name && a.RunID > committedBy {
			r.State, r.Cause, r.Faults = report.State(a.State), a.Message, a.Faults
		}
	}
	for _, o := range outcomes {
		if o.Reconciliation == name && o.Date == date {
			if o.preview != nil {
				err = show(r, *o.preview)
			}
			r.State, r.Cause, r.Faults = report.State(o.State), "", nil
			if o.Stop != nil {
				r.Cause, r.Faults, r.MoreFaults = o.Stop.Cause, o.Stop.Faults, o.Stop.MoreFaults
			}
		}
	}
	if r.State == "" && r.Version > 0 {
		r.State = report.Done
	}
	return err
}

// reconciliation is one reconciliation's published day, or as much as is known,
// and the run that committed it.
func (e *Engine) reconciliation(ctx context.Context, reader *reader, rec *config.Reconciliation, p past, date calendar.Date) (*report.Reconciliation, int64, error) {
	r := &report.Reconciliation{Name: rec.Name, Through: report.NoDate}
	_, last, ok, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return nil, 0, err
	}
	if ok {
		r.Through = min(last, date)
	}
	of, known := p[date]
	if !known {
		return r, 0, nil
	}
	day, s := of.Day, of.summary
	r.Version, r.Opening = int(day.Version), day.Opening
	if err := show(r, s); err != nil {
		return nil, 0, fmt.Errorf("%s %s: %w", rec.Name, date, err)
	}
	r.Sources, r.Inputs = e.reportSources(s.Files, date)
	r.Checks = s.Checks
	if day.AcceptedBy != "" {
		r.Overrides = []report.Override{{Gate: s.AcceptedFor, By: day.AcceptedBy, Why: day.AcceptedWhy}}
	}
	r.Volumes = p.volumes(date)
	if r.DayBefore, err = e.dayBefore(ctx, rec, day); err != nil {
		return nil, 0, err
	}
	if r.Previous, err = e.previous(ctx, day); err != nil {
		return nil, 0, err
	}
	return r, day.RunID, reader.fillDay(ctx, e, r, day)
}

// show puts a day's figures into its report.
func show(r *report.Reconciliation, s Summary) (err error) {
	r.Counts, r.Amounts, r.Shares, r.Carried, r.Proof = s.Counts, s.Amounts, s.Shares, s.Carried, s.Proof
	r.Nature, r.Tolerated = s.Nature, s.Tolerated
	r.Fees, err = s.fees()
	return err
}

// reportSources turns the day's files into the report's, one per source.
func (e *Engine) reportSources(files []FileSummary, date calendar.Date) (sources []report.Source, inputs []report.InputFile) {
	at := map[string]int{}
	for _, f := range files {
		inputs = append(inputs, report.InputFile{Source: f.Source, Name: f.FullName(), SHA256: f.SHA256, Bytes: f.Bytes})
		i, known := at[f.Source]
		if !known {
			i = len(sources)
			at[f.Source] = i
			sources = append(sources, report.Source{Name: f.Source, Side: f.Side, Format: f.Format, Account: f.Account4, Gate: f.Gate, GateDetail: f.GateDetail})
			if f.Side == "statement" {
				sources[i].StatementID = f.Source + "/" + date.String()
			}
		}
		src := &sources[i]
		src.Files = append(src.Files, f.FullName())
		src.Rows += f.Rows
		src.Ignored += f.Ignored
		for _, t := range f.Totals {
			src.Totals = append(src.Totals, report.SourceTotal{Currency: t.Currency, Kind: t.Kind, Count: t.Count, GrossMinor: t.GrossMinor})
		}
	}
	return sources, inputs
}

// previous says what a restated day replaces and which inputs changed.
func (e *Engine) previous(ctx context.Context, day state.Day) (*report.Previous, error) {
	if day.Version == 1 {
		return nil, nil
	}
	versions, err := e.State.DayVersions(ctx, day.Reconciliation, day.Date)
	if err != nil {
		return nil, err
	}
	before := versions[day.Version-2]
	s, err := parseSummary(before.Summary)
	if err != nil {
		return nil, err
	}
	return &report.Previous{Version: int(before.Version), Counts: s.Counts, Inputs: changes(before, versions[day.Version-1])}, nil
}

// dates are the dates of outcomes, each once, ascending.
func dates(outcomes []Outcome) []calendar.Date {
	var all []calendar.Date
	for _, o := range outcomes {
		all = append(all, o.Date)
	}
	return sortedUnique(all)
}
