// Command steps measures parts of a night, through the functions that the
// night uses: a bill into a table, and a bill and the own exports into
// classified breaks without publishing anything.
//
// usage: steps table DATA DATE | steps classify DATA DATE OUT
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"syscall"
	"time"

	"recon/ingest"
	"recon/internal/bench"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/keyjoin"
	"recon/internal/store"
	"recon/match"
	"recon/providers"
)

func main() {
	if err := profiled(func() error { return run(context.Background(), os.Args[1:]) }); err != nil {
		fmt.Fprintln(os.Stderr, "steps:", err)
		os.Exit(1)
	}
}

// profiled writes a CPU profile to the file that PROFILE names, if any.
func profiled(work func() error) error {
	path := os.Getenv("PROFILE")
	if path == "" {
		return work()
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return work()
}

func run(ctx context.Context, args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: steps table DATA DATE | steps classify DATA DATE OUT")
	}
	n, err := open(args[1], args[2])
	if err != nil {
		return err
	}
	defer os.RemoveAll(n.scratch)
	defer n.ws.Close()
	switch {
	case args[0] == "table":
		return n.table(ctx)
	case args[0] == "classify" && len(args) == 4:
		return n.classify(ctx, args[3])
	}
	return fmt.Errorf("%q: wanted table or classify", args[0])
}

// night is one day without a home.
type night struct {
	data, date, scratch string
	day                 calendar.Date
	cfg                 *config.Config
	keys                *keyjoin.Rows
	ws                  *store.Store
}

func open(data, date string) (*night, error) {
	n := &night{data: data, date: date}
	var err error
	if n.day, err = calendar.Parse(date); err != nil {
		return nil, err
	}
	if n.scratch, err = os.MkdirTemp("", "steps-"); err != nil {
		return nil, err
	}
	settings := filepath.Join(n.scratch, "recon.yaml")
	if err := bench.WriteConfig(settings, "2GiB"); err != nil {
		return nil, err
	}
	if n.cfg, err = config.Load(settings, providers.Defaults()); err != nil {
		return nil, err
	}
	n.ws, err = store.Open(context.Background(), store.Options{Dir: n.scratch, Memory: n.cfg.Limits.Memory})
	return n, err
}

// file is one of the day's files; %s stands for the date.
func (n *night) file(no int32, source, pattern string, format ingest.Format) ingest.File {
	path := filepath.Join(n.data, strings.ReplaceAll(pattern, "%s", n.date))
	f := ingest.File{Source: n.cfg.Source(source), Format: format, Path: path, Name: filepath.Base(path), No: no * ingest.MaxParts, Date: n.day}
	if f.Source.Side == "ledger" {
		f.Side = ingest.Ledger
	}
	return f
}

// load reads files as a night does; dir is where pieces go, "" the table entry.
func (n *night) load(ctx context.Context, dir string, files ...ingest.File) ([]ingest.Receipt, error) {
	receipts, err := ingest.Load(ctx, n.ws, files, ingest.Options{Formats: providers.All(), Dir: dir, Reconciliation: "alipay",
		Keys: n.keys, OwnKinds: []string{"payment", "refund"}})
	if err != nil {
		return nil, err
	}
	for _, r := range receipts {
		if len(r.Faults) > 0 {
			return nil, r.Faults[0]
		}
	}
	return receipts, nil
}

// table loads the bill into a table and prints the CPU time of that alone.
func (n *night) table(ctx context.Context) error {
	if err := n.ws.CreateTable(ctx, "entry"); err != nil {
		return err
	}
	before, err := cpu()
	if err != nil {
		return err
	}
	receipts, err := n.load(ctx, "", n.file(1, "alipay-main", "peers/bill_%s.gbk.csv", nil))
	if err != nil {
		return err
	}
	after, err := cpu()
	if err != nil {
		return err
	}
	fmt.Printf("rows,%d\ncpu_ms,%d\n", receipts[0].Rows, after-before)
	return nil
}

// cpu is the process's CPU time in milliseconds.
func cpu() (int64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return (u.Utime.Nano() + u.Stime.Nano()) / 1_000_000, nil
}

// stage says on standard error how long a part of the work took.
func stage(name string, work func() error) error {
	start := time.Now()
	before, err := cpu()
	if err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	after, err := cpu()
	fmt.Fprintf(os.Stderr, "%s: %d ms, %d CPU ms\n", name, time.Since(start).Milliseconds(), after-before)
	return err
}

// classify matches the day and writes its breaks to a file, as the peers do.
func (n *night) classify(ctx context.Context, out string) error {
	table := ingest.NewTable(n.cfg, "alipay", n.day)
	dir := filepath.Join(n.scratch, "entry")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	n.keys = keyjoin.New(n.scratch, n.cfg.Limits.MemoryBytes()/4)
	defer n.keys.Close()
	files := []ingest.File{
		n.file(1, "alipay-main", "peers/bill_%s.gbk.csv", nil),
		n.file(2, "orders", "inbox/orders/orders_%s.csv", table),
		n.file(3, "refunds", "inbox/refunds/refunds_%s.parquet", table),
	}
	var receipts []ingest.Receipt
	err := stage("load", func() (err error) {
		receipts, err = n.load(ctx, dir, files...)
		return err
	})
	if err != nil {
		return err
	}
	if err := n.fill(ctx, receipts); err != nil {
		return err
	}
	var summary match.Summary
	err = stage("match", func() (err error) {
		summary, err = match.Run(ctx, n.ws, match.Options{Due: n.due, Keys: n.keys, Entries: n.keys.Count(), Again: func(ctx context.Context, rows []keyjoin.Row) ([]string, error) {
			return ingest.ReadAgain(ctx, files, rows, ingest.Options{Formats: providers.All(), Dir: n.scratch, Reconciliation: "alipay"})
		}})
		return err
	})
	if err != nil {
		return err
	}
	quoted := "'" + strings.ReplaceAll(out, "'", "''") + "'"
	if err := n.ws.Exec(ctx, "copy (select b.* from break as b order by b.break_id) to "+quoted+" (format csv)"); err != nil {
		return err
	}
	fmt.Printf("matched,%d\n", summary.Matched)
	for _, name := range bench.Classes[1:] {
		fmt.Printf("%s,%d\n", name, summary.Reasons[name])
	}
	return nil
}

// due says when a row is due: on its day, a day later in the cut window.
func (n *night) due(source, _ string, date calendar.Date) (match.Due, error) {
	window := n.cfg.Reconciliation("alipay").CutWindow()
	from := n.cfg.Source(source).DayCut().End(date).Add(-window).UnixMicro()
	return match.Due{WindowFrom: from, On: date, OnLate: date + 1}, nil
}

// fill makes the tables that matching reads; the day is the first of its chain.
func (n *night) fill(ctx context.Context, receipts []ingest.Receipt) error {
	var entries store.Part
	for _, r := range receipts {
		for _, p := range r.Pieces {
			entries.Files = append(entries.Files, p.Path)
		}
	}
	if err := n.ws.ViewParts(ctx, "entry", "entry", "", []store.Part{entries}); err != nil {
		return err
	}
	for _, empty := range []string{"carried", "closed_key", "closure", "history_entry", "history_match", "history_reopened"} {
		if err := n.ws.CreateTable(ctx, empty); err != nil {
			return err
		}
	}
	return n.fillRows(ctx, receipts)
}

func (n *night) fillRows(ctx context.Context, receipts []ingest.Receipt) error {
	for _, table := range []string{"run", "rule", "own_kind", "file", "control"} {
		if err := n.ws.CreateTable(ctx, table); err != nil {
			return err
		}
	}
	if err := n.ws.Exec(ctx, "insert into run values (?, 'alipay', 1, true, false)", n.date); err != nil {
		return err
	}
	if err := n.ws.Exec(ctx, "insert into rule values (0, 20, 100)"); err != nil {
		return err
	}
	if err := n.ws.Exec(ctx, "insert into own_kind values ('payment'), ('refund')"); err != nil {
		return err
	}
	for _, r := range receipts {
		if err := n.ws.Exec(ctx, "insert into file values (?, ?, ?, ?, ?, '', ?, '', '')",
			n.date, r.File.No, r.File.Side.String(), r.File.Source.Name, r.Provider, r.Name()); err != nil {
			return err
		}
		for _, t := range r.Totals {
			if err := n.ws.Exec(ctx, "insert into control values (?, ?, ?, ?, ?)", r.File.No, t.Currency, t.Kind.String(), t.Count, t.Gross); err != nil {
				return err
			}
		}
	}
	return nil
}
