package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/store"
)

// queryFlags are the flags of recon query.
type queryFlags struct {
	list           bool
	name           string
	date, from, to string
	args           []string
	output, out    string
	csv            bool
}

func (a *app) queryCommand() *cobra.Command {
	var f queryFlags
	c := &cobra.Command{
		Use:   `query ["select ..."]`,
		Short: "Ask the published tables a question in SQL",
		Long: `Query reads the current version of every published day, consistent across tables. docs/lake.md describes them.
A question reads the published tables and nothing else. $from and $to in it are --from and --to, $NAME is --arg NAME=...`,
		Example: `  recon query "select date, reason, count(*) as breaks from break group by all order by all"
  recon query --list                                          the questions that are already written down
  recon query --name match_rate --from 2026-08-01 --to 2026-08-31
  recon query --name order --arg order=A20260815000042
  recon query --output parquet --out open.parquet "select * from open_entry where date = $from" --date 2026-08-15`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.query(c.Context(), f, args) },
	}
	c.Flags().BoolVar(&f.list, "list", false, "list the named questions")
	c.Flags().StringVar(&f.name, "name", "", "ask a named question")
	c.Flags().StringVar(&f.date, "date", "", "one day: --from and --to at once")
	c.Flags().StringVar(&f.from, "from", "", "first day, $from (yyyy-mm-dd, yesterday, today)")
	c.Flags().StringVar(&f.to, "to", "", "last day, $to")
	c.Flags().StringArrayVar(&f.args, "arg", nil, "value of a parameter, name=value")
	c.Flags().StringVar(&f.output, "output", "", "table, csv, json (an object per line) or parquet; table without it")
	c.Flags().StringVar(&f.out, "out", "", "write to a file instead of stdout")
	c.Flags().BoolVar(&f.csv, "csv", false, "the same as --output csv")
	c.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(queryFormats, cobra.ShellCompDirectiveNoFileComp))
	c.RegisterFlagCompletionFunc("name", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return questionNames(), cobra.ShellCompDirectiveNoFileComp
	})
	return c
}

func (a *app) query(ctx context.Context, f queryFlags, args []string) error {
	if f.list {
		return a.listQuestions()
	}
	format, err := a.queryFormat(f)
	if err != nil {
		return err
	}
	ask := question{}
	switch {
	case (f.name == "") == (len(args) == 0):
		return usageError(errors.New(`wanted a query, like recon query "select ...", or --name; recon query --list shows what there is`))
	case f.name != "":
		if ask, err = findQuestion(f.name); err != nil {
			return err
		}
	default:
		ask.text = args[0]
	}
	cfg, err := a.load()
	if err != nil {
		return err
	}
	from, to, err := f.days(a.now, cfg)
	if err != nil {
		return usageError(err)
	}
	return a.answer(ctx, cfg, ask, from, to, f, format)
}

var queryFormats = []string{"table", "csv", "json", "parquet"}

// queryFormat is how the answer is printed.
func (a *app) queryFormat(f queryFlags) (string, error) {
	format := f.output
	for name, wanted := range map[string]bool{"csv": f.csv, "json": a.json} {
		if !wanted {
			continue
		}
		if format != "" && format != name {
			return "", usageError(fmt.Errorf("--%s and %s: wanted one form of output", name, format))
		}
		format = name
	}
	switch format {
	case "":
		return "table", nil
	case "table", "csv", "json":
		return format, nil
	case "parquet":
		if stdout, ok := a.stdout.(*os.File); f.out == "" && ok && term.IsTerminal(int(stdout.Fd())) {
			return "", usageError(errors.New("--output parquet: is not for a terminal, add --out FILE"))
		}
		return format, nil
	}
	return "", usageError(fmt.Errorf("--output %q: wanted table, csv, json or parquet", format))
}

// days are the first and last day that are asked for; without a flag all.
func (f queryFlags) days(now time.Time, cfg *config.Config) (from, to calendar.Date, err error) {
	from, to = calendar.Of(1, 1, 1), calendar.Of(9999, 12, 31)
	if f.date != "" && f.from+f.to != "" {
		return 0, 0, errors.New("--date is --from and --to at once: wanted it without them")
	}
	zone, err := time.LoadLocation(cfg.Zone)
	if err != nil {
		return 0, 0, err
	}
	for _, d := range []struct {
		text string
		into []*calendar.Date
	}{{f.date, []*calendar.Date{&from, &to}}, {f.from, []*calendar.Date{&from}}, {f.to, []*calendar.Date{&to}}} {
		if d.text == "" {
			continue
		}
		date, err := dateIn(d.text, now, zone)
		if err != nil {
			return 0, 0, err
		}
		for _, into := range d.into {
			*into = date
		}
	}
	return from, to, nil
}

// answer answers a question from the files of the manifests, in a workspace that
// reads these files and no others.
func (a *app) answer(ctx context.Context, cfg *config.Config, q question, from, to calendar.Date, f queryFlags, format string) (err error) {
	ws, err := openLake(ctx, cfg, q.text)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ws.Close()) }()
	sealed, err := ws.Seal(ctx, filepath.Join(cfg.Home, "versions"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sealed.Close()) }()
	params, err := sealed.Params(q.text)
	if err != nil {
		return usageError(err)
	}
	bound, err := q.bind(params, from, to, f.args)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return writeAnswer(ctx, w, sealed, format, q.text, bound) }
	if f.out == "" {
		return write(a.stdout)
	}
	return disk.WriteFile(f.out, 0o640, write)
}

// openLake is a workspace with views of the published tables that a question names.
func openLake(ctx context.Context, cfg *config.Config, question string) (*store.Store, error) {
	st, err := state.Open(ctx, filepath.Join(cfg.Home, "state.db"), true)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	rows, err := st.CurrentFiles(ctx)
	if err != nil {
		return nil, err
	}
	files := map[string][]string{}
	for _, r := range rows {
		files[r.Table] = append(files[r.Table], filepath.Join(cfg.Home, r.Path))
	}
	ws, err := store.Open(ctx, store.Options{Memory: cfg.Limits.Memory, Threads: cfg.Limits.Threads})
	if err != nil {
		return nil, err
	}
	if err := ws.ViewLake(ctx, question, files); err != nil {
		return nil, errors.Join(err, ws.Close())
	}
	return ws, nil
}
