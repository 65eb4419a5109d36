package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/report"
)

func (a *app) monthCommand() *cobra.Command {
	var period string
	c := &cobra.Command{
		Use:   "month",
		Short: "Write the reports of a month end: roll-up, cut-off, reconciliation statement, fees, journal",
		Long: `Write reports/month-PERIOD: month.html with the reconciliation statement of every account and currency, and
reconciliation.csv, cutoff.csv, open_breaks.csv, fees.csv and summary.json; and journal.csv, when journal: accounts is
configured and every day is reconciled. It says what is published and reads no clock, so that it can be written again.

Exit codes: 0 every day is reconciled and nothing but pending is open; 3 every day is reconciled, breaks are open;
4 days are not reconciled yet; 1 a day was refused, is suspect, failed or was left out, or figures do not add up; 2 wrong
usage, or an account that the journal needs is not configured.`,
		Example: "  recon month --period 2026-08",
		RunE: func(c *cobra.Command, _ []string) error {
			month, err := calendar.ParseMonth(period)
			if err != nil {
				return usageError(fmt.Errorf("--period: %w", err))
			}
			return a.month(c.Context(), month)
		},
	}
	c.Flags().StringVar(&period, "period", "", "month, like 2026-08 (required)")
	return c
}

func (a *app) month(ctx context.Context, period calendar.Month) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	s, err := a.open(ctx, cfg, false)
	if err != nil {
		return err
	}
	err = a.writeMonth(ctx, s, period)
	return errors.Join(err, s.close(ctx, exitCode(err)))
}

func (a *app) writeMonth(ctx context.Context, s *session, period calendar.Month) error {
	sum, err := s.engine.WriteMonth(ctx, period)
	var missing *report.AccountsMissing
	var none *chain.NoMonth
	switch {
	case errors.As(err, &none) && none.Ended:
		return usageError(err)
	case errors.As(err, &none):
		return &codeError{exitNotReady, err}
	case errors.As(err, &missing):
		err = a.accountFaults(s.cfg, missing)
	case err != nil:
		return err
	}
	if told := a.tellMonth(s.cfg, sum); told != nil || err != nil {
		return errors.Join(err, told)
	}
	return monthCode(sum.State)
}

// monthCode is the exit code of how a month stands.
func monthCode(state report.MonthState) error {
	code := map[report.MonthState]int{report.MonthOpen: exitOpen, report.MonthNotReady: exitNotReady, report.MonthFailed: exitFailed}[state]
	if code == exitClean {
		return nil
	}
	return &codeError{code, nil}
}

// accountFaults says where in the configuration which accounts are to be added.
func (a *app) accountFaults(cfg *config.Config, missing *report.AccountsMissing) error {
	faults := &config.Error{Path: a.configPath}
	for _, n := range missing.Needs {
		faults.List = append(faults.List, config.Fault{Line: cfg.Journal.Line, Text: "journal: accounts: " + n.Say()})
	}
	slices.SortFunc(faults.List, func(a, b config.Fault) int { return strings.Compare(a.Text, b.Text) })
	return faults
}

func (a *app) tellMonth(cfg *config.Config, sum report.MonthSummary) error {
	sum.Files = monthSeenFromHere(cfg.Home, sum.Files)
	if a.json {
		return a.printJSON(sum)
	}
	if err := report.WriteMonthText(a.stdout, cfg.Language, sum); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.stdout, sum.Files.MonthHTML)
	return err
}

// monthSeenFromHere are paths as the caller's shell takes them.
func monthSeenFromHere(home string, f report.MonthFiles) report.MonthFiles {
	seePaths(home, &f.MonthHTML, &f.ReconciliationCSV, &f.CutOffCSV, &f.OpenBreaksCSV, &f.FeesCSV, &f.JournalCSV, &f.SummaryJSON)
	return f
}
