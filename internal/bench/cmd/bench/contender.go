package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"recon/internal/bench"
	"recon/internal/bench/cost"
)

// contender is one thing that is measured, again and again in turn with the others.
type contender struct {
	name  string
	pkg   string // the program to build for it, "" for none
	costs []cost.Cost
	run   func(context.Context) (cost.Cost, error)
}

// The contenders' names.
const (
	recon     = "recon run"
	tenth     = "recon run of a tenth"
	shell     = "iconv | sort | join | awk"
	classify  = "load and classify, not published"
	plaingo   = "plain Go"
	table     = "bill into a table, entry columns"
	readEntry = "read_csv of the twin, entry columns"
	readAll   = "read_csv of the twin, all columns"
)

// contenders are the peers and ourselves, in the order of one round.
func (b *bencher) contenders() []*contender {
	bill, twin := b.file("peers/bill_%s.gbk.csv"), b.file("peers/bill_%s.utf8.csv")
	orders, refunds := b.file("inbox/orders/orders_%s.csv"), b.file("peers/refunds_%s.csv")
	out := filepath.Join(b.dir, "breaks.out")
	list := []*contender{
		{name: recon, pkg: "cmd/recon", run: b.recon(b.data)},
		{name: shell, run: b.peer("sh", filepath.Join(b.source, "internal/bench/peers/shell.sh"), bill, orders, refunds, out)},
	}
	if b.large() {
		return append(list, &contender{name: tenth, pkg: "cmd/recon", run: b.recon(b.dataOf(b.rows / 10))})
	}
	return append(list,
		&contender{name: classify, pkg: steps, run: b.exact(b.bin(steps), "classify", b.data, bench.Date, out)},
		&contender{name: plaingo, pkg: plain, run: b.peer(b.bin(plain), bill, orders, refunds, out)},
		&contender{name: table, pkg: steps, run: b.inProcess(b.bin(steps), "table", b.data, bench.Date)},
		&contender{name: readEntry, pkg: readcsv, run: b.inProcess(b.bin(readcsv), twin, "entry")},
		&contender{name: readAll, pkg: readcsv, run: b.inProcess(b.bin(readcsv), twin, "all")},
	)
}

// The programs, by folder.
const (
	generator = "fixtures/gen/cmd/gen"
	checker   = "internal/bench/cmd/check"
	steps     = "internal/bench/cmd/steps"
	plain     = "internal/bench/peers/plaingo"
	readcsv   = "internal/bench/peers/readcsv"
)

// recon runs the night in a fresh home; the first time it checks what was published.
func (b *bencher) recon(data string) func(context.Context) (cost.Cost, error) {
	checked := false
	return func(ctx context.Context) (cost.Cost, error) {
		home := filepath.Join(b.dir, "home")
		if err := os.RemoveAll(home); err != nil {
			return cost.Cost{}, err
		}
		if err := bench.Home(home, data, b.memory); err != nil {
			return cost.Cost{}, err
		}
		const openBreaks = 3
		c, _, err := cost.Measure(ctx, b.dir, []int{openBreaks}, b.bin("cmd/recon"), "run", "--config", filepath.Join(home, "recon.yaml"), "--date", bench.Date)
		if err != nil || checked {
			return c, err
		}
		checked = true
		_, _, err = cost.Measure(ctx, b.dir, nil, b.bin(checker), home, filepath.Join(data, "key"), bench.Date)
		return c, err
	}
}

// peer measures a peer's process and holds its counts against the key. What a
// peer does not know is said, not refused: it is a peer's limit, not a fault.
func (b *bencher) peer(command ...string) func(context.Context) (cost.Cost, error) {
	said := false
	return func(ctx context.Context) (cost.Cost, error) {
		c, out, err := cost.Measure(ctx, b.dir, nil, command...)
		if err != nil || said {
			return c, err
		}
		said = true
		found, wanted := cost.Counts(out), b.outcome()
		for _, name := range bench.Classes {
			if found[name] != wanted[name] {
				fmt.Fprintf(b.log, "%s counts %d %s, the key %d\n", filepath.Base(command[len(command)-5]), found[name], name, wanted[name])
			}
		}
		if off := found["matched"] - wanted["matched"]; off*1000 > wanted["matched"] || -off*1000 > wanted["matched"] {
			return c, fmt.Errorf("%v: %d matched, the key says %d: this is no comparison of like with like", command, found["matched"], wanted["matched"])
		}
		return c, nil
	}
}

// exact is a process of ours whose counts must be those of the key.
func (b *bencher) exact(command ...string) func(context.Context) (cost.Cost, error) {
	return func(ctx context.Context) (cost.Cost, error) {
		c, out, err := cost.Measure(ctx, b.dir, nil, command...)
		if err != nil {
			return c, err
		}
		found, wanted := cost.Counts(out), b.outcome()
		for _, name := range bench.Classes {
			if found[name] != wanted[name] {
				return c, fmt.Errorf("%v: %d %s, the key says %d", command, found[name], name, wanted[name])
			}
		}
		return c, nil
	}
}

// inProcess takes the CPU time that a process measured of one step, and holds
// its rows against the key.
func (b *bencher) inProcess(command ...string) func(context.Context) (cost.Cost, error) {
	return func(ctx context.Context) (cost.Cost, error) {
		c, out, err := cost.Measure(ctx, b.dir, nil, command...)
		if err != nil {
			return c, err
		}
		found := cost.Counts(out)
		if rows := b.statementRows(); found["rows"] != rows {
			return c, fmt.Errorf("%v: %d rows, the key has %d", command, found["rows"], rows)
		}
		c.CPU = time.Duration(found["cpu_ms"]) * time.Millisecond
		return c, nil
	}
}
