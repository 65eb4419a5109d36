package chain

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/report"
)

// WriteMonth writes the reports of a month and returns what they sum up to. A
// journal is written when its accounts are configured and every day is
// reconciled; when it cannot be made everything else is written, and the error
// says why: a missing account is *report.AccountsMissing. Other errors are
// those of Month.
func (e *Engine) WriteMonth(ctx context.Context, period calendar.Month) (s report.MonthSummary, err error) {
	m, done, err := e.Month(ctx, period)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, done()) }()
	refused := e.addJournal(m)
	if s, err = report.SummarizeMonth(m); err != nil {
		return s, err
	}
	if err := e.writeMonthFiles(m); err != nil {
		return s, err
	}
	return s, refused
}

// addJournal adds the journal, if it can be made.
func (e *Engine) addJournal(m *report.Month) (err error) {
	if e.Config.Journal == nil || !m.Complete() {
		return nil
	}
	if m.Journal, err = report.NewJournal(m, e.Config.Journal.Of); err != nil {
		return err
	}
	m.Files.JournalCSV = path.Join(path.Dir(m.Files.MonthHTML), "journal.csv")
	return nil
}

// writeMonthFiles writes the files of a month. A journal of an earlier try that
// no longer holds is taken away.
func (e *Engine) writeMonthFiles(m *report.Month) error {
	folder := filepath.Join(e.Config.Home, filepath.Dir(m.Files.MonthHTML))
	if err := disk.MkdirAll(folder, 0o750); err != nil {
		return disk.Explain(e.Config.Home, err)
	}
	if m.Journal == nil {
		if err := os.Remove(filepath.Join(folder, "journal.csv")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, f := range []struct {
		name  string
		csv   bool
		write func(io.Writer, *report.Month) error
	}{
		{m.Files.ReconciliationCSV, true, report.WriteReconciliation}, {m.Files.CutOffCSV, true, report.WriteCutOff},
		{m.Files.OpenBreaksCSV, true, report.WriteOpenBreaks}, {m.Files.FeesCSV, true, report.WriteFees},
		{m.Files.JournalCSV, true, report.WriteJournal}, {m.Files.MonthHTML, false, report.WriteMonthHTML},
		{m.Files.SummaryJSON, false, report.WriteMonthSummary},
	} {
		if f.name == "" {
			continue
		}
		write := func(w io.Writer) error { return f.write(w, m) }
		if f.csv {
			write = e.csv(write)
		}
		if err := disk.WriteFile(filepath.Join(e.Config.Home, f.name), 0o640, write); err != nil {
			return disk.Explain(e.Config.Home, err)
		}
	}
	return nil
}
