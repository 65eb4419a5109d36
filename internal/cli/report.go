package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
)

func (a *app) reportCommand() *cobra.Command {
	var date string
	c := &cobra.Command{
		Use:     "report",
		Short:   "Write the reports of a date again from what is published",
		Example: "  recon report --date 2026-08-15",
		RunE: func(c *cobra.Command, _ []string) error {
			d, err := calendar.Parse(date)
			if err != nil {
				return usageError(fmt.Errorf("--date: %w", err))
			}
			return a.rewrite(c.Context(), d)
		},
	}
	c.Flags().StringVar(&date, "date", "", "business date")
	return c
}

func (a *app) rewrite(ctx context.Context, date calendar.Date) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	s, err := a.open(ctx, cfg, false)
	if err != nil {
		return err
	}
	day, err := s.engine.WriteReports(ctx, date)
	if err == nil && len(day.Reconciliations) == 0 {
		err = usageError(fmt.Errorf("nothing was run for %s: `recon run --date %s`", date, date))
	}
	if err == nil {
		fmt.Fprintln(a.stdout, seenFromHere(cfg.Home, day.Files).ReportHTML)
	}
	return errors.Join(err, s.close(ctx, exitCode(err)))
}
