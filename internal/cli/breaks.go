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
	"recon/report"
)

// breakFilter picks breaks.
type breakFilter struct {
	reasons []string
	only    []string
	date    string
	owner   string
	minAge  int
	csv     bool
}

func (a *app) breaksCommand() *cobra.Command {
	c := &cobra.Command{Use: "breaks", Short: "The open breaks, and what people say of them"}
	var f breakFilter
	list := &cobra.Command{
		Use: "list", Short: "List open breaks",
		Example: `  recon breaks list --reason missing,extra --min-age 3
  recon breaks list --date 2026-08-15 --csv > breaks.csv`,
		RunE: func(c *cobra.Command, _ []string) error { return a.listBreaks(c.Context(), f) },
	}
	list.Flags().StringSliceVar(&f.reasons, "reason", nil, "only these reasons")
	list.Flags().StringSliceVar(&f.only, "reconciliation", nil, "only these reconciliations")
	list.Flags().StringVar(&f.date, "date", "", "as of the end of this business date (default: the last day run)")
	list.Flags().StringVar(&f.owner, "owner", "", "only those of this owner")
	list.Flags().IntVar(&f.minAge, "min-age", 0, "only those at least so many days old")
	list.Flags().BoolVar(&f.csv, "csv", false, "print the columns of breaks.csv")
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

func (a *app) listBreaks(ctx context.Context, f breakFilter) error {
	s, err := a.reading(ctx)
	if err != nil {
		return err
	}
	defer s.release()
	date := report.NoDate
	if f.date != "" {
		if date, err = calendar.Parse(f.date); err != nil {
			return usageError(err)
		}
	}
	for _, r := range f.reasons {
		if !slices.Contains(report.Reasons, r) {
			return usageError(fmt.Errorf("--reason %q: wanted one of %s", r, strings.Join(report.Reasons, ", ")))
		}
	}
	rows, on, done, err := s.filtered(ctx, f, date)
	if err != nil {
		return err
	}
	defer done()
	language := s.cfg.Language
	switch {
	case a.json:
		return a.jsonBreaks(rows, on, language)
	case f.csv:
		return report.WriteBreakRows(a.stdout, on, language, rows)
	}
	return report.WriteBreakList(a.stdout, on, language, rows)
}

// filtered walks the breaks that a filter picks, of all reconciliations; ages
// are as of the latest of their days.
func (s *session) filtered(ctx context.Context, f breakFilter, date calendar.Date) (iter.Seq2[report.Break, error], calendar.Date, func(), error) {
	var parts []iter.Seq2[report.Break, error]
	var closers []func() error
	done := func() {
		for _, c := range closers {
			c()
		}
	}
	on := date
	for _, rec := range s.cfg.Reconciliations {
		if len(f.only) > 0 && !slices.Contains(f.only, rec.Name) {
			continue
		}
		rows, day, closer, err := s.engine.Breaks(ctx, rec.Name, date)
		if err != nil {
			done()
			return nil, 0, nil, err
		}
		parts, closers, on = append(parts, rows), append(closers, closer), max(on, day)
	}
	return func(yield func(report.Break, error) bool) {
		for _, rows := range parts {
			for b, err := range rows {
				if err != nil || f.picks(b, on) {
					if !yield(b, err) {
						return
					}
				}
			}
		}
	}, on, done, nil
}

func (f breakFilter) picks(b report.Break, on calendar.Date) bool {
	return (len(f.reasons) == 0 || slices.Contains(f.reasons, b.Reason)) &&
		(f.owner == "" || b.Owner == f.owner) && int(on-b.BusinessDate) >= f.minAge
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
