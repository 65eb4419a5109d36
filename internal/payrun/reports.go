package payrun

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"recon/internal/disk"
	"recon/internal/state"
	"recon/report"
)

// told is a batch whose reports were just written. What the caller prints is
// the same, and reading it again would take as long as writing it.
type told struct {
	batchID string
	model   *report.Settlement
	done    func() error
}

// writeReports writes a batch's folder of reports.
func (e *Engine) writeReports(ctx context.Context, b state.Batch) error {
	e.stage("reports")
	s, done, err := e.model(ctx, b)
	if err != nil {
		return err
	}
	if err := e.write(s); err != nil {
		return errors.Join(disk.Explain(e.Config.Home, err), done())
	}
	err = e.forget()
	e.told = &told{b.ID, s, done}
	return err
}

// forget ends the reading of the batch that was told last.
func (e *Engine) forget() error {
	if e.told == nil {
		return nil
	}
	t := e.told
	e.told = nil
	return t.done()
}

func (e *Engine) write(s *report.Settlement) error {
	if err := disk.MkdirAll(e.home(filepath.Dir(s.Files.ReportHTML)), 0o750); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer, *report.Settlement) error
	}{
		{s.Files.PayoutsCSV, report.WritePayouts}, {s.Files.SkippedCSV, report.WriteSkipped}, {s.Files.PayeesCSV, report.WritePayees},
		{s.Files.RestatedCSV, report.WriteRestated}, {s.Files.ReportXLSX, report.WriteSettleXLSX}, {s.Files.ReportHTML, report.WriteSettleHTML},
		{s.Files.SummaryJSON, writeSummary},
	} {
		if f.name == "" {
			continue // a stop has only a page
		}
		bom := e.Config.Reports.CSVBOM && filepath.Ext(f.name) == ".csv"
		if err := disk.WriteFile(e.home(f.name), 0o640, report.CSVFile(bom, func(w io.Writer) error { return f.write(w, s) })); err != nil {
			return err
		}
	}
	return nil
}

// hasReports reports whether a batch's reports were written to the end. The
// last of them is the summary, which names the batch.
func (e *Engine) hasReports(b state.Batch) bool {
	var summary struct {
		BatchID string `json:"batch_id"`
	}
	text, err := os.ReadFile(e.home(reportFiles(b.Period, b.Part).SummaryJSON))
	return err == nil && json.Unmarshal(text, &summary) == nil && summary.BatchID == b.ID
}

func writeSummary(w io.Writer, s *report.Settlement) error {
	summary, err := report.SummarizeSettlement(s)
	if err != nil {
		return err
	}
	return report.WriteSettleSummary(w, summary)
}
