package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"recon/ingest"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/money"
)

func (a *app) tryCommand() *cobra.Command {
	var date string
	c := &cobra.Command{
		Use:   "try",
		Short: "See how well the files of a day join, publishing nothing",
		RunE:  func(c *cobra.Command, _ []string) error { return a.try(c.Context(), date) },
	}
	c.Flags().StringVar(&date, "date", "yesterday", "business date")
	return c
}

// try prints, per reconciliation, how a day's files join.
func (a *app) try(ctx context.Context, date string) error {
	s, err := a.reading(ctx)
	if err != nil {
		return err
	}
	defer s.release()
	code := exitClean
	for i := range s.cfg.Reconciliations {
		rec := &s.cfg.Reconciliations[i]
		d, err := dateIn(date, a.now, s.engine.Zone(rec))
		if err != nil {
			return usageError(err)
		}
		t, err := s.engine.Trial(ctx, rec, d)
		if err != nil {
			return err
		}
		a.printTrial(t, s.engine.Zone(rec))
		if t.Stop != nil {
			code = exitFailed
		}
	}
	return coded(code)
}

func (a *app) printTrial(t chain.Trial, zone *time.Location) {
	fmt.Fprintln(a.stdout, t.Reconciliation)
	line := func(format string, args ...any) { fmt.Fprintf(a.stdout, "  "+format+"\n", args...) }
	if t.Stop != nil {
		for _, f := range append([]string{}, t.Stop.Faults...) {
			line("%s", f)
		}
		if len(t.Stop.Faults) == 0 {
			line("%s", t.Stop.Cause)
		}
		return
	}
	for _, f := range t.Files {
		line("%s: %s, %d rows, %d of this reconciliation, %d ignored", f.FullName(), f.Format, f.Rows, f.Kept, f.Ignored)
	}
	line("statement: %d rows with a key, %d of them join (%s)", t.Statement.Rows, t.Statement.Joined, share(t.Statement))
	line("ledger:    %d rows with a key, %d of them join (%s)", t.Ledger.Rows, t.Ledger.Joined, share(t.Ledger))
	for _, b := range t.Better {
		line("source %s, column %q: %d of %d sampled rows hold order numbers of the statement; is it order_ref?", b.Source, b.Column, b.Joined, b.Sampled)
	}
	for _, c := range t.Amounts {
		line("amounts %s: %d pairs", c.What, c.Pairs)
	}
	for _, c := range t.Hours {
		line("times %s: %d pairs", c.What, c.Pairs)
	}
	clock := func(micros int64) string { return time.UnixMicro(micros).In(zone).Format(time.DateTime) }
	for _, p := range t.Pairs {
		exponent := money.Exponent(p.Currency)
		line("%s  line %d: %s %s  line %d: %s %s  %s", p.OrderRef, p.StatementLine, money.Format(p.StatementMinor, exponent), clock(p.StatementOccurredAt),
			p.LedgerLine, money.Format(p.LedgerMinor, exponent), clock(p.LedgerOccurredAt), p.Currency)
	}
}

// share is how much of a side joins, in per cent, never rounded up to 100.
func share(s chain.TrialSide) string {
	if s.Rows == 0 {
		return "no rows"
	}
	return fmt.Sprintf("%d.%d %%", 1000*s.Joined/s.Rows/10, 1000*s.Joined/s.Rows%10)
}

// checkAgainst says which words of an own export the mapping does not know.
func (a *app) checkAgainst(ctx context.Context, cfg *config.Config, path string) error {
	src := sourceOfFile(cfg, path)
	if src == nil {
		return usageError(fmt.Errorf("%s: no own export's folder and pattern fit it", path))
	}
	if _, err := os.Stat(path); err != nil {
		return usageError(err)
	}
	table := ingest.NewTable(cfg, "", 0)
	file := ingest.File{Source: src, Side: ingest.Ledger, Path: path, Name: filepath.Base(path), No: ingest.MaxParts}
	s, err := table.SurveyExport(ctx, file, ingest.Options{MaxBytes: cfg.Limits.MaxUnzipped()})
	if err != nil {
		return err
	}
	return a.printSurvey(src, s)
}

// sourceOfFile is the own export whose pattern fits a file's name.
func sourceOfFile(cfg *config.Config, path string) *config.Source {
	for i := range cfg.Sources {
		src := &cfg.Sources[i]
		if src.Side != "ledger" {
			continue
		}
		if ok, err := filepath.Match(src.Fetch.Glob(), filepath.Base(path)); ok && err == nil {
			return src
		}
	}
	return nil
}

// printSurvey prints columns and words; a word or column that settings lack is
// a failure.
func (a *app) printSurvey(src *config.Source, s ingest.Survey) error {
	fmt.Fprintf(a.stdout, "source %s: %d rows, columns %s\n", src.Name, s.Rows, strings.Join(s.Columns, ", "))
	failed := len(s.Missing) > 0 || len(s.Faults) > 0
	for _, m := range s.Missing {
		fmt.Fprintf(a.stdout, "  column %q: named by the settings, not in the file\n", m)
	}
	for _, f := range s.Faults {
		fmt.Fprintf(a.stdout, "  %s\n", f.Error())
	}
	for _, c := range s.Words {
		for _, w := range c.Words {
			meaning := w.Meaning
			switch {
			case meaning == "" && c.Closed:
				meaning, failed = "unknown: add it to the settings", true
			case meaning == "":
				meaning = "named by no where and no ignore"
			}
			fmt.Fprintf(a.stdout, "  %s %q: %d rows, %s\n", c.Column, w.Word, w.Rows, meaning)
		}
	}
	for _, w := range s.Unclaimed {
		fmt.Fprintf(a.stdout, "  %q: %d rows that no reconciliation claims: add it to a where or to ignore\n", w.Word, w.Rows)
	}
	for _, w := range s.Twice {
		fmt.Fprintf(a.stdout, "  %q: %d rows that are claimed twice: leave one where or ignore\n", w.Word, w.Rows)
	}
	failed = failed || len(s.Unclaimed)+len(s.Twice) > 0
	if failed {
		return coded(exitFailed)
	}
	return nil
}
