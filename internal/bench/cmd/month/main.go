// Command month measures `settle --period` on a large market, from the ledger
// as a file to submission files, tables and reports, and the posting alone
// against one transaction per payee on the same kind of SQLite file. Before a
// figure counts, every payout is compared with what its payee is owed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"recon/internal/bench/cost"
)

// bencher is one benchmark.
type bencher struct {
	source, dir     string
	entries, payees int
	runs, peer      int
}

func main() {
	b := &bencher{}
	flag.IntVar(&b.entries, "entries", 5_000_000, "ledger entries of the month")
	flag.IntVar(&b.payees, "payees", 200_000, "payees")
	flag.IntVar(&b.runs, "runs", 3, "rounds")
	flag.IntVar(&b.peer, "peer", 20_000, "payees that are posted both ways; 0 leaves it out")
	flag.StringVar(&b.source, "source", ".", "folder of the module")
	flag.StringVar(&b.dir, "dir", "", "folder for data and homes; default: a temporary one, removed at the end")
	flag.Parse()
	if err := b.main(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "month:", err)
		os.Exit(1)
	}
}

// The bars.
const (
	maxWall  = 40 * time.Second
	maxRSS   = 2 << 30
	minRatio = 4
)

func (b *bencher) main(ctx context.Context) error {
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "settle-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.dir = dir
	}
	var err error
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{b.build, b.generate, b.measure, b.comparePosting} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *bencher) bin(name string) string { return filepath.Join(b.dir, "bin", name) }

func (b *bencher) data() string { return filepath.Join(b.dir, fmt.Sprintf("market-%d", b.entries)) }

func (b *bencher) build(ctx context.Context) error {
	for name, pkg := range map[string]string{"settle": "./cmd/settle", "market": "./internal/bench/cmd/market"} {
		c := exec.CommandContext(ctx, "go", "build", "-o", b.bin(name), pkg)
		c.Dir, c.Stdout, c.Stderr = b.source, os.Stderr, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("go build %s: %w", pkg, err)
		}
	}
	return nil
}

func (b *bencher) generate(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(b.data(), "owed.csv")); err == nil {
		return nil
	}
	_, _, err := cost.Measure(ctx, b.dir, nil, b.bin("market"), "-entries", strconv.Itoa(b.entries), "-payees", strconv.Itoa(b.payees), b.data())
	return err
}

// measure runs the month several times, each in a home of its own.
func (b *bencher) measure(ctx context.Context) error {
	var costs []cost.Cost
	for round := range b.runs {
		home := filepath.Join(b.dir, fmt.Sprintf("home-%d", round))
		if err := linked(b.data(), home); err != nil {
			return err
		}
		c, _, err := cost.Measure(ctx, b.dir, nil, b.bin("settle"), "--config", filepath.Join(home, "recon.yaml"), "--period", "2026-08", "--as-of", "2026-09-01T10:00:00+02:00")
		if err != nil {
			return err
		}
		if err := check(home, filepath.Join(b.data(), "owed.csv")); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "round %d: %6.2f s, %6.2f CPU s, %5d MB\n", round+1, c.Wall.Seconds(), c.CPU.Seconds(), c.RSS/1_000_000)
		costs = append(costs, c)
		if err := os.RemoveAll(home); err != nil {
			return err
		}
	}
	m := cost.Median(costs)
	fmt.Printf("settle --period, %d entries, %d payees: %.1f s wall (bar %.0f), %.1f s CPU, peak %.2f GiB (bar %.0f)\n",
		b.entries, b.payees, m.Wall.Seconds(), maxWall.Seconds(), m.CPU.Seconds(), float64(m.RSS)/(1<<30), float64(maxRSS)/(1<<30))
	return nil
}

// linked makes a home whose files are those of data.
func linked(data, home string) error {
	if err := os.RemoveAll(home); err != nil {
		return err
	}
	out, err := exec.Command("cp", "-al", data, home).CombinedOutput()
	if err != nil {
		return fmt.Errorf("cp: %w\n%s", err, out)
	}
	return nil
}
