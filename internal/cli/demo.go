package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"recon/fixtures/gen"
	"recon/internal/calendar"
)

// demoFirst is the first night of the small company; the last one ends August.
var demoFirst = calendar.Of(2026, time.August, 29)

func (a *app) demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo DIR",
		Short: "Make a small company in a new folder, reconcile three of its nights and settle its months",
		Args:  cobra.ExactArgs(1),
		RunE:  func(c *cobra.Command, args []string) error { return a.demo(c.Context(), args[0]) },
	}
}

// demo makes the company anew and runs its nights. Open breaks are what it is
// there to show, so they are no failure.
func (a *app) demo(ctx context.Context, dir string) error {
	if err := clearDemo(dir); err != nil {
		return err
	}
	if err := gen.Company(dir, demoFirst); err != nil {
		return err
	}
	if err := demoMarket(dir); err != nil {
		return err
	}
	a.configPath = filepath.Join(dir, "recon.yaml")
	a.ended = func() time.Time { return a.now } // its nights begin and end when they are played
	for night := range gen.CompanyNights {
		date := demoFirst + calendar.Date(night)
		// The night runs at eleven on the day after, when the files are due.
		a.now = date.Start(beijing).Add(35 * time.Hour)
		fmt.Fprintf(a.stdout, "$ recon run --config %s --date %s\n", a.configPath, date)
		if err := a.run(ctx, runFlags{date: date.String()}); err != nil && exitCode(err) != exitOpen {
			return err
		}
		fmt.Fprintln(a.stdout)
	}
	if err := a.demoMonths(ctx, dir); err != nil {
		return err
	}
	last := demoFirst + gen.CompanyNights - 1
	fmt.Fprintf(a.stdout, "Open %[1]s and %[2]s in a browser.\nAsk: recon query --config %[3]s \"select date, reason, count(*) as breaks from break group by all order by all\"\n"+
		"Look: recon serve --config %[3]s --read-only; recon month --config %[3]s --period 2026-08\n",
		filepath.Join(dir, "reports", last.String(), "report.html"), filepath.Join(dir, "reports", "settle-2026-08", "report.html"), a.configPath)
	return nil
}

// clearDemo removes an earlier demo, and nothing that is not one.
func clearDemo(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "key")); err != nil {
		return usageError(fmt.Errorf("%s is not empty and no earlier demo: name a new folder", dir))
	}
	return os.RemoveAll(dir)
}
