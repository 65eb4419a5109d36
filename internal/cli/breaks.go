package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/report"
)

func (a *app) breaksCommand() *cobra.Command {
	c := &cobra.Command{Use: "breaks", Short: "The open breaks, and what people say of them"}
	var f chain.BreakFilter
	var date string
	var asCSV bool
	list := &cobra.Command{
		Use: "list", Short: "List open breaks",
		Example: `  recon breaks list --reason missing,extra --min-age 3
  recon breaks list --date 2026-08-15 --csv > breaks.csv`,
		RunE: func(c *cobra.Command, _ []string) error { return a.listBreaks(c.Context(), f, date, asCSV) },
	}
	list.Flags().StringSliceVar(&f.Reasons, "reason", nil, "only these reasons")
	list.Flags().StringSliceVar(&f.Reconciliations, "reconciliation", nil, "only these reconciliations")
	list.Flags().StringVar(&date, "date", "", "as of the end of this business date (default: the last day run)")
	list.Flags().StringVar(&f.Owner, "owner", "", "only those of this owner")
	list.Flags().IntVar(&f.MinAge, "min-age", 0, "only those at least so many days old")
	list.Flags().StringVar(&f.Text, "text", "", "only those with this in an order number, a reference or the id")
	list.Flags().BoolVar(&asCSV, "csv", false, "print the columns of breaks.csv")
	show := &cobra.Command{
		Use: "show BREAK", Short: "Show a break: both rows as they stand in their files, the rule, the history, the advice", Args: cobra.ExactArgs(1),
		Example: "  recon breaks show B0123456789ABCDEF",
		RunE:    func(c *cobra.Command, args []string) error { return a.showBreak(c.Context(), args[0]) },
	}
	c.AddCommand(list, show, a.importCommand())
	c.AddCommand(a.decideCommands()...)
	return c
}

// reading opens a session that only reads.
func (a *app) reading(ctx context.Context) (*session, error) {
	cfg, err := a.load()
	if err != nil {
		return nil, err
	}
	return a.open(ctx, cfg, true)
}

func (a *app) listBreaks(ctx context.Context, f chain.BreakFilter, date string, asCSV bool) error {
	s, err := a.reading(ctx)
	if err != nil {
		return err
	}
	defer s.release()
	f.Date = report.NoDate
	if date != "" {
		if f.Date, err = calendar.Parse(date); err != nil {
			return usageError(err)
		}
	}
	for _, r := range f.Reasons {
		if !slices.Contains(report.Reasons, r) {
			return usageError(fmt.Errorf("--reason %q: wanted one of %s", r, strings.Join(report.Reasons, ", ")))
		}
	}
	rows, on, done, err := s.engine.OpenBreaks(ctx, f)
	if err != nil {
		return err
	}
	defer done()
	language := s.cfg.Language
	switch {
	case a.json:
		return a.jsonBreaks(rows, on, language)
	case asCSV:
		return report.WriteBreakRows(a.stdout, on, language, rows)
	}
	return report.WriteBreakList(a.stdout, on, language, rows)
}

// jsonBreaks prints one object per line, with the columns of breaks.csv.
func (a *app) jsonBreaks(rows iter.Seq2[report.Break, error], on calendar.Date, language string) error {
	e := json.NewEncoder(a.stdout)
	e.SetEscapeHTML(false)
	for b, err := range rows {
		if err != nil {
			return err
		}
		if err := e.Encode(report.BreakRecord(b, on, language)); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) showBreak(ctx context.Context, id string) error {
	s, err := a.reading(ctx)
	if err != nil {
		return err
	}
	defer s.release()
	b, on, err := s.engine.FindBreak(ctx, id)
	if err != nil {
		return usageError(err)
	}
	shown, err := s.engine.Show(ctx, b)
	if err != nil {
		return err
	}
	if a.json {
		hidden := shown.Hidden()
		e := json.NewEncoder(a.stdout)
		e.SetEscapeHTML(false)
		return e.Encode(struct {
			Break     map[string]string `json:"break"`
			Statement report.RawRow     `json:"statement"`
			Ledger    report.RawRow     `json:"ledger"`
			Rule      string            `json:"rule"`
			History   []report.Event    `json:"history"`
		}{report.BreakRecord(b, on, s.cfg.Language), hidden.Statement, hidden.Ledger, hidden.Rule, hidden.History})
	}
	return report.WriteBreak(a.stdout, on, s.cfg.Language, shown)
}
