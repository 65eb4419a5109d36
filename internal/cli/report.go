package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
)

// reportFlags are the flags of `recon report`.
type reportFlags struct {
	date                  string
	send, morning, dryRun bool
}

func (a *app) reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report",
		Short: "Write the reports of a date again, send what waits, say where everything stands",
		Long: `Report writes the reports of a date again from what is published, sends the mails and chat messages that wait,
or says in the morning how far every account is reconciled, what is open, what is overdue and whose, and what is late.

Exit codes: 0 done, 1 failed, or with --send something still cannot be sent, 2 usage or configuration.`,
		Example: `  recon report --date 2026-08-15
  recon report --send                    what a mail server that was down did not take
  recon report --morning                 the cron line of 08:00: prints it, mails it, sends it to chat
  recon report --morning --dry-run       only prints it`,
		RunE: func(c *cobra.Command, _ []string) error { return a.report(c.Context(), f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.date, "date", "", "business date whose reports are written again")
	flags.BoolVar(&f.send, "send", false, "send what waits")
	flags.BoolVar(&f.morning, "morning", false, "say where everything stands")
	flags.BoolVar(&f.dryRun, "dry-run", false, "with --morning: print it and leave no trace")
	return c
}

func (a *app) report(ctx context.Context, f reportFlags) error {
	ways := 0
	for _, set := range []bool{f.date != "", f.send, f.morning} {
		if set {
			ways++
		}
	}
	switch {
	case ways != 1:
		return usageError(errors.New("wanted one of --date, --send and --morning"))
	case f.dryRun && !f.morning:
		return usageError(errors.New("--dry-run goes with --morning"))
	case f.send:
		return a.writing(ctx, a.sendWaiting)
	case f.morning:
		return a.sayMorning(ctx, f.dryRun)
	}
	d, err := calendar.Parse(f.date)
	if err != nil {
		return usageError(fmt.Errorf("--date: %w", err))
	}
	return a.writing(ctx, func(ctx context.Context, s *session) error { return a.rewrite(ctx, s, d) })
}

// writing runs fn in a session that writes.
func (a *app) writing(ctx context.Context, fn func(context.Context, *session) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	s, err := a.open(ctx, cfg, false)
	if err != nil {
		return err
	}
	err = fn(ctx, s)
	return errors.Join(err, s.close(ctx, exitCode(err)))
}

func (a *app) rewrite(ctx context.Context, s *session, date calendar.Date) error {
	day, err := s.engine.WriteReports(ctx, date)
	if err != nil {
		return err
	}
	if len(day.Reconciliations) == 0 {
		return usageError(fmt.Errorf("nothing was run for %s: `recon run --date %s`", date, date))
	}
	_, err = fmt.Fprintln(a.stdout, seenFromHere(s.cfg.Home, day.Files).ReportHTML)
	return err
}

// sendWaiting sends what waits and lists what still does.
func (a *app) sendWaiting(ctx context.Context, s *session) error {
	unsent, err := newOutbox(s).deliver(ctx)
	if err != nil {
		return err
	}
	if a.json {
		if unsent == nil {
			unsent = []unsentMessage{}
		}
		if err := json.NewEncoder(a.stdout).Encode(map[string]any{"unsent": unsent}); err != nil {
			return err
		}
	}
	for _, u := range unsent {
		if !a.json {
			fmt.Fprintf(a.stdout, "%s, %s of %s: %s\n", u.Target, u.Kind, u.Date, u.Why)
		}
	}
	if len(unsent) > 0 {
		return coded(exitFailed)
	}
	return nil
}

// sayMorning prints where everything stands and, unless it is a dry run, sends it.
func (a *app) sayMorning(ctx context.Context, dryRun bool) error {
	if dryRun {
		cfg, err := a.load()
		if err != nil {
			return err
		}
		s, err := a.open(ctx, cfg, true)
		if err != nil {
			return err
		}
		return errors.Join(newOutbox(s).morning(ctx, a.stdout, false), s.close(ctx, exitClean))
	}
	return a.writing(ctx, func(ctx context.Context, s *session) error {
		o := newOutbox(s)
		if err := o.morning(ctx, a.stdout, true); err != nil {
			return err
		}
		unsent, err := o.deliver(ctx)
		warn(unsent)
		return err
	})
}
