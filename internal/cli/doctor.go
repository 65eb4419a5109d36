package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/health"
	"recon/internal/state"
	"recon/providers"
)

func (a *app) doctorCommand() *cobra.Command {
	var expect string
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Look whether the machine, the settings and the last runs are in order",
		Long: "Doctor looks at the clock, zones, home, disk, permissions, drop folders, secrets, mail server, last run and every reconciliation, and changes\n" +
			"nothing. It ends with exit code 1 when something fails: the next run would, or with --expect, a reconciliation is behind. Warnings end with 0.",
		Example: `  recon doctor
  recon doctor --expect yesterday            for the monitor: fails when a reconciliation is behind`,
		RunE: func(c *cobra.Command, _ []string) error { return a.doctor(c.Context(), expect) },
	}
	c.Flags().StringVar(&expect, "expect", "", "date through which every reconciliation must be reconciled, like yesterday")
	return c
}

func (a *app) doctor(ctx context.Context, expect string) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	if expect != "" {
		if _, err := dateIn(expect, a.now, time.UTC); err != nil {
			return usageError(fmt.Errorf("--expect: %w", err))
		}
	}
	st, err := state.Open(ctx, filepath.Join(cfg.Home, "state.db"), true)
	if err != nil {
		return err
	}
	defer st.Close()
	checks, err := a.look(ctx, cfg, st, expect)
	if err != nil {
		return err
	}
	if err := a.printHealth(checks); err != nil {
		return err
	}
	if health.Worst(checks) == health.Fail {
		return coded(exitFailed)
	}
	return nil
}

func (a *app) look(ctx context.Context, cfg *config.Config, st *state.State, expect string) ([]health.Check, error) {
	d := &health.Doctor{Config: cfg, State: st, Now: a.now, Pinned: os.Getenv("RECON_NOW") != "",
		Engine: &chain.Engine{Config: cfg, State: st, Formats: providers.All(), Now: a.now, Version: engineVersion(), DryRun: true}}
	if expect != "" {
		d.Expect = func(zone *time.Location) (calendar.Date, error) { return dateIn(expect, a.now, zone) }
	}
	if cfg.Mail != nil {
		d.Mail = func(ctx context.Context) error {
			server, err := mailServer(cfg.Mail)
			if err != nil {
				return err
			}
			return server.Check(ctx)
		}
	}
	return d.Look(ctx)
}

func (a *app) printHealth(checks []health.Check) error {
	if a.json {
		e := json.NewEncoder(a.stdout)
		e.SetEscapeHTML(false)
		return e.Encode(struct {
			Result health.Result  `json:"result"`
			Checks []health.Check `json:"checks"`
		}{health.Worst(checks), checks})
	}
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, c := range checks {
		fmt.Fprintf(t, "%s\t%s\t%s\n", c.Result, c.Name, c.Found)
		if c.Cure != "" {
			fmt.Fprintf(t, "\t\t-> %s\n", c.Cure)
		}
	}
	return t.Flush()
}
