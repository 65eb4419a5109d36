package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

func (a *app) runsCommand() *cobra.Command {
	c := &cobra.Command{Use: "runs", Short: "What was run, when, and how it ended"}
	var limit int
	list := &cobra.Command{
		Use: "list", Short: "List runs, newest first",
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withState(c.Context(), func(ctx context.Context, st *state.State) error { return a.listRuns(ctx, st, limit) })
		},
	}
	list.Flags().IntVar(&limit, "limit", 30, "at most so many")
	show := &cobra.Command{
		Use: "show RUN", Short: "Show one run: what it tried, what came of it, its configuration", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			id, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return usageError(fmt.Errorf("%q: wanted the number of a run, as `recon runs list` shows it", args[0]))
			}
			return a.withState(c.Context(), func(ctx context.Context, st *state.State) error { return a.showRun(ctx, st, id) })
		},
	}
	c.AddCommand(list, show)
	return c
}

// withState runs fn over the state, read only.
func (a *app) withState(ctx context.Context, fn func(context.Context, *state.State) error) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	st, err := state.Open(ctx, filepath.Join(cfg.Home, "state.db"), true)
	if err != nil {
		return err
	}
	defer st.Close()
	return fn(ctx, st)
}

func (a *app) listRuns(ctx context.Context, st *state.State, limit int) error {
	runs, err := st.Runs(ctx, limit)
	if err != nil {
		return err
	}
	if a.json {
		return json.NewEncoder(a.stdout).Encode(runs)
	}
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "RUN\tSTARTED\tTOOK\tEXIT\tOUTCOME\tCOMMAND")
	for _, r := range runs {
		took, exit := "-", "-"
		if !r.EndedAt.IsZero() {
			took, exit = r.EndedAt.Sub(r.StartedAt).Round(time.Millisecond).String(), strconv.Itoa(r.ExitCode)
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.StartedAt.Format(time.RFC3339), took, exit, r.Outcome, r.Command)
	}
	return t.Flush()
}

func (a *app) showRun(ctx context.Context, st *state.State, id int64) error {
	r, err := st.RunByID(ctx, id)
	if err != nil {
		return usageError(err)
	}
	attempts, err := st.AttemptsOf(ctx, id)
	if err != nil {
		return err
	}
	if a.json {
		return json.NewEncoder(a.stdout).Encode(struct {
			Run      state.Run       `json:"run"`
			Config   json.RawMessage `json:"config"`
			Attempts []state.Attempt `json:"attempts"`
		}{r, json.RawMessage(r.Config), attempts})
	}
	fmt.Fprintf(a.stdout, "run %d, engine %s\n%s\nstarted %s, exit code %d %s\n", r.ID, r.Engine, r.Command, r.StartedAt.Format(time.RFC3339), r.ExitCode, r.Outcome)
	for _, t := range attempts {
		fmt.Fprintf(a.stdout, "\n%s %s: %s\n", t.Reconciliation, t.Date, t.State)
		if t.Message != "" {
			fmt.Fprintf(a.stdout, "  %s\n", t.Message)
		}
	}
	var config bytes.Buffer
	if err := json.Indent(&config, []byte(r.Config), "", "  "); err != nil {
		return fmt.Errorf("configuration of run %d: %w", r.ID, err)
	}
	fmt.Fprintf(a.stdout, "\nconfiguration:\n%s\n", config.Bytes())
	return nil
}

func (a *app) statementsCommand() *cobra.Command {
	c := &cobra.Command{Use: "statements", Short: "The statements and own exports that were admitted"}
	var source, date string
	list := &cobra.Command{
		Use: "list", Short: "List admitted files, every version",
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withState(c.Context(), func(ctx context.Context, st *state.State) error { return a.listStatements(ctx, st, source, date) })
		},
	}
	list.Flags().StringVar(&source, "source", "", "only this source")
	list.Flags().StringVar(&date, "date", "", "only this business date")
	show := &cobra.Command{
		Use: "show SOURCE DATE", Short: "Show the files of a source and date with their totals", Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withState(c.Context(), func(ctx context.Context, st *state.State) error { return a.showStatements(ctx, st, args[0], args[1]) })
		},
	}
	c.AddCommand(list, show)
	return c
}

// statements are the admitted files, account numbers hidden in their names.
func (a *app) statements(ctx context.Context, st *state.State, source string, from, to calendar.Date) ([]state.Statement, error) {
	cfg, err := a.load()
	if err != nil {
		return nil, err
	}
	all, err := st.StatementVersions(ctx, source, from, to)
	for i := range all {
		if src := cfg.Source(all[i].Source); src != nil {
			all[i].Name = report.Hide(src.Account, all[i].Name)
		}
	}
	return all, err
}

func (a *app) listStatements(ctx context.Context, st *state.State, source, date string) error {
	from, to := calendar.Of(1970, 1, 1), calendar.Of(9999, 12, 31)
	if date != "" {
		d, err := calendar.Parse(date)
		if err != nil {
			return usageError(err)
		}
		from, to = d, d
	}
	all, err := a.statements(ctx, st, source, from, to)
	if err != nil {
		return err
	}
	if a.json {
		return json.NewEncoder(a.stdout).Encode(all)
	}
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "SOURCE\tDATE\tPART\tVERSION\tFORMAT\tROWS\tSHA256\tFILE")
	for _, s := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%d\t%.12s\t%s\n", s.Source, s.Date, s.Part, s.Version, s.Format, s.Rows, s.SHA256, s.Name)
	}
	return t.Flush()
}

func (a *app) showStatements(ctx context.Context, st *state.State, source, date string) error {
	d, err := calendar.Parse(date)
	if err != nil {
		return usageError(err)
	}
	all, err := a.statements(ctx, st, source, d, d)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return usageError(fmt.Errorf("no statement of %s for %s was admitted: `recon statements list` shows what was", source, date))
	}
	if a.json {
		return json.NewEncoder(a.stdout).Encode(all)
	}
	for _, s := range all {
		fmt.Fprintf(a.stdout, "%s %s part %q version %d\n  %s, %s, %d rows\n  sha256 %s\n  admitted %s by run %d\n",
			s.Source, s.Date, s.Part, s.Version, s.Name, s.Format, s.Rows, s.SHA256, s.AdmittedAt.Format(time.RFC3339), s.RunID)
		for _, t := range s.Totals {
			fmt.Fprintf(a.stdout, "  %s %s: %d rows, gross %d minor units\n", t.Currency, t.Kind, t.Count, t.Gross)
		}
	}
	return nil
}
