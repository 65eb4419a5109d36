package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/report"
)

// runFlags are the flags of `recon run`.
type runFlags struct {
	date, until, from, to string
	only                  []string
	dryRun, allowGap      bool
	restate               bool
	rules                 string
	accept                []string
	by, why               string
	quiet                 bool
}

func (a *app) runCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Reconcile a day, or every day that is due",
		Long: `Run takes the day's files from the drop folders, checks them, matches both sides, publishes the tables
and writes reports/<date>/. A day whose inputs did not change is left alone.

Exit codes: 0 clean (pending alone is clean), 1 failed, refused, suspect or late, 2 usage or configuration,
3 done with open breaks, 4 not ready yet (try later). Of several reconciliations the worst in the order 1, 4, 3, 0.`,
		Example: `  recon run --date 2026-08-15
  recon run --until yesterday                       the cron line
  recon run --from 2026-08-01 --to 2026-08-15
  recon run --date 2026-08-15 --dry-run             leaves no trace
  recon run --date 2026-08-15 --restate --rules current
  recon run --date 2026-08-15 --accept-unusual orders --by li.na --why "holiday, half the orders"`,
		RunE: func(c *cobra.Command, _ []string) error { return a.run(c.Context(), f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.date, "date", "", "business date: yyyy-mm-dd, yesterday or today")
	flags.StringVar(&f.until, "until", "", "every day that is due and not done, up to this date")
	flags.StringVar(&f.from, "from", "", "first date of a range")
	flags.StringVar(&f.to, "to", "", "last date of a range")
	flags.StringSliceVar(&f.only, "reconciliation", nil, "only these reconciliations")
	flags.BoolVar(&f.dryRun, "dry-run", false, "work everything out and leave no trace")
	flags.BoolVar(&f.allowGap, "allow-gap", false, "run a day although a day before it was never run")
	flags.BoolVar(&f.restate, "restate", false, "work the days out again; needs --rules")
	flags.StringVar(&f.rules, "rules", "", "with --restate: current, the rules as they are configured now")
	flags.StringSliceVar(&f.accept, "accept-unusual", nil, "publish although this source or reconciliation looks unusual; needs --by and --why")
	flags.StringVar(&f.by, "by", "", "who accepts")
	flags.StringVar(&f.why, "why", "", "why it is right")
	flags.BoolVar(&f.quiet, "quiet", false, "print nothing when all is clean")
	return c
}

// run is the order of a night: lock and state, what an earlier run left
// undone, each reconciliation's days, the reports, the exit code.
func (a *app) run(ctx context.Context, f runFlags) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	if err := f.check(cfg); err != nil {
		return usageError(err)
	}
	s, err := a.open(ctx, cfg, f.dryRun)
	if err != nil {
		return err
	}
	f.apply(s.engine)
	code, runErr := a.runDays(ctx, s, f)
	runErr = errors.Join(runErr, s.post(ctx, runErr))
	return errors.Join(s.close(ctx, exitCode(errors.Join(runErr, coded(code)))), runErr, coded(code))
}

// coded is the error that carries an exit code and prints nothing.
func coded(code int) error {
	if code == exitClean {
		return nil
	}
	return &codeError{code: code}
}

func (a *app) runDays(ctx context.Context, s *session, f runFlags) (int, error) {
	outcomes, err := a.tryDays(ctx, s, f)
	if err != nil {
		return exitFailed, err
	}
	s.tell(outcomes)
	code := exitClean
	for _, o := range outcomes {
		code = worse(code, outcomeCode(o))
	}
	days, err := s.engine.Reports(ctx, outcomes)
	if err != nil {
		return exitFailed, err
	}
	for _, day := range days {
		day.Files = seenFromHere(s.cfg.Home, day.Files)
	}
	return code, a.printRun(days, f.quiet && code == exitClean)
}

// seenFromHere turns paths below home into paths that the caller can open.
func seenFromHere(home string, files report.Files) report.Files {
	seePaths(home, &files.ReportHTML, &files.BreaksCSV, &files.ProofCSV, &files.CustomerCSV, &files.ReportXLSX, &files.SummaryJSON)
	return files
}

// seePaths turns paths below home into paths that the caller can open; empty
// ones stay.
func seePaths(home string, paths ...*string) {
	here, err := os.Getwd()
	if err != nil {
		return
	}
	for _, path := range paths {
		if *path == "" {
			continue
		}
		*path = filepath.Join(home, *path)
		if short, err := filepath.Rel(here, *path); err == nil && filepath.IsLocal(short) {
			*path = short
		}
	}
}

// tryDays works out the days of every reconciliation that was asked for.
func (a *app) tryDays(ctx context.Context, s *session, f runFlags) (outcomes []chain.Outcome, err error) {
	defer a.showProgress(s.engine)()
	for i := range s.cfg.Reconciliations {
		rec := &s.cfg.Reconciliations[i]
		if len(f.only) > 0 && !slices.Contains(f.only, rec.Name) {
			continue
		}
		days, err := a.days(ctx, s, rec, f)
		if err != nil {
			return outcomes, err
		}
		done, err := s.engine.Run(ctx, rec, days)
		outcomes = append(outcomes, done...)
		if err != nil {
			return outcomes, err
		}
	}
	return outcomes, nil
}

// outcomeCode is the exit code of one reconciliation's day.
func outcomeCode(o chain.Outcome) int {
	switch report.State(o.State) {
	case report.Done, report.Current:
		if o.OpenBreaks > 0 {
			return exitOpen
		}
		return exitClean
	case report.NotReady:
		return exitNotReady
	}
	return exitFailed
}

func (a *app) printRun(days []*report.Day, silent bool) error {
	switch {
	case a.json:
		return report.WriteSummary(a.stdout, report.Summarize(days...))
	case silent:
		return nil
	}
	return report.WriteText(a.stdout, days...)
}

// days are the days the flags ask for, of one reconciliation.
func (a *app) days(ctx context.Context, s *session, rec *config.Reconciliation, f runFlags) ([]calendar.Date, error) {
	zone := s.engine.Zone(rec)
	switch {
	case f.until != "":
		until, err := dateIn(f.until, a.now, zone)
		if err != nil {
			return nil, usageError(err)
		}
		return s.engine.Owed(ctx, rec, until)
	case f.date != "":
		date, err := dateIn(f.date, a.now, zone)
		return []calendar.Date{date}, usageErrorOrNil(err)
	}
	from, err1 := dateIn(f.from, a.now, zone)
	to, err2 := dateIn(f.to, a.now, zone)
	if err := errors.Join(err1, err2); err != nil {
		return nil, usageError(err)
	}
	if to < from {
		return nil, usageError(fmt.Errorf("--from %s is after --to %s", from, to))
	}
	return s.engine.Expected(rec, from, to), nil
}

func usageErrorOrNil(err error) error {
	if err == nil {
		return nil
	}
	return usageError(err)
}

// check refuses flags that do not go together.
func (f runFlags) check(cfg *config.Config) error {
	ways := 0
	for _, set := range []bool{f.date != "", f.until != "", f.from != "" || f.to != ""} {
		if set {
			ways++
		}
	}
	switch {
	case ways != 1:
		return errors.New("wanted one of --date, --until, or --from with --to")
	case (f.from == "") != (f.to == ""):
		return errors.New("--from and --to go together")
	case f.restate != (f.rules != "") || f.rules != "" && f.rules != "current":
		return errors.New("wanted --restate --rules current: days are restated with the rules as they are now")
	case len(f.accept) > 0 && (f.by == "" || f.why == ""):
		return errors.New("--accept-unusual needs --by WHO and --why TEXT; both are printed in the report for ever")
	}
	for _, name := range f.only {
		if cfg.Reconciliation(name) == nil {
			return fmt.Errorf("--reconciliation %q: there is none of that name, wanted one of %s", name, strings.Join(names(cfg), ", "))
		}
	}
	for _, name := range f.accept {
		if cfg.Reconciliation(name) == nil && cfg.Source(name) == nil {
			return fmt.Errorf("--accept-unusual %q: neither a source nor a reconciliation has that name", name)
		}
	}
	return nil
}

func (f runFlags) apply(e *chain.Engine) {
	e.DryRun, e.AllowGap, e.Restate = f.dryRun, f.allowGap, f.restate
	e.Accept = map[string]chain.Accept{}
	for _, name := range f.accept {
		e.Accept[name] = chain.Accept{By: f.by, Why: f.why}
	}
}

func names(cfg *config.Config) []string {
	var all []string
	for _, r := range cfg.Reconciliations {
		all = append(all, r.Name)
	}
	return all
}
