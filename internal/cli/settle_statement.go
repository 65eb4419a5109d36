package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/internal/payrun"
	"recon/report"
)

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func (a *app) statementCommand() *cobra.Command {
	var period, payee, to string
	c := &cobra.Command{
		Use: "statement", Short: "Write what payees are told about a period: one payee, or all",
		Example: `  settle statement --period 2026-08 --payee seller-17
  settle statement --period 2026-08 --to /srv/statements`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			month, err := calendar.ParseMonth(period)
			if err != nil {
				return usageError(fmt.Errorf("--period: %w", err))
			}
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				if to == "" {
					to = filepath.Join(s.cfg.Home, "reports", "settle-"+period, "statements")
				}
				n, err := a.writeStatements(c.Context(), s, month, payee, to)
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%d statements in %s\n", n, to)
				}
				return exitClean, err
			})
		},
	}
	c.Flags().StringVar(&period, "period", "", "month, like 2026-08 (required)")
	c.Flags().StringVar(&payee, "payee", "", "only this payee")
	c.Flags().StringVar(&to, "to", "", "folder to write to (default: reports/settle-PERIOD/statements)")
	return c
}

// writeStatements writes a page and a CSV for every payee, and one CSV of all.
func (a *app) writeStatements(ctx context.Context, s *settling, month calendar.Month, payee, dir string) (n int, err error) {
	all, done, err := s.pay.Statements(ctx, month, payee)
	if done != nil {
		defer func() { err = errors.Join(err, done()) }()
	}
	if err != nil {
		return 0, err
	}
	if err := disk.MkdirAll(dir, 0o750); err != nil {
		return 0, err
	}
	pages, err := report.NewStatementPages(s.cfg.Language)
	if err != nil {
		return 0, err
	}
	for st, err := range all {
		if err != nil {
			return n, err
		}
		if err := writeStatement(pages, st, filepath.Join(dir, report.StatementName(st.Payee)), s.cfg.Reports.CSVBOM); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func writeStatement(pages *report.StatementPages, st report.Statement, name string, bom bool) error {
	return errors.Join(
		disk.WriteFile(name+".html", 0o640, func(w io.Writer) error { return pages.Write(w, st) }),
		disk.WriteFile(name+".csv", 0o640, report.CSVFile(bom, func(w io.Writer) error { return report.WriteStatementCSV(w, st) })))
}

func (a *app) preflightCommand() *cobra.Command {
	var period string
	c := &cobra.Command{
		Use: "preflight", Short: "Print the month-start checklist: what to look at before a period is settled",
		Long: "Exit code 3 when something should be looked at.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			month, err := calendar.ParseMonth(period)
			if err != nil {
				return usageError(fmt.Errorf("--period: %w", err))
			}
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				checks, err := s.pay.Preflight(c.Context(), payrun.Ask{Period: month})
				if err != nil {
					return exitFailed, err
				}
				return checked(checks), a.printChecks(s, period, checks)
			})
		},
	}
	c.Flags().StringVar(&period, "period", "", "month, like 2026-08 (required)")
	return c
}

func (a *app) printChecks(s *settling, period string, checks []report.Check) error {
	if a.json {
		return a.printJSON(checks)
	}
	return report.WriteChecklist(a.stdout, s.cfg.Language, period, checks)
}

func checked(checks []report.Check) int {
	for _, c := range checks {
		if !c.OK {
			return exitOpen
		}
	}
	return exitClean
}
