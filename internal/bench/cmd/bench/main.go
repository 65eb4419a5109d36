// Command bench measures whole runs against what people would use instead.
// It makes the files, checks the results with the key, runs everything in turn
// several times, and prints medians and ratios with the bars they are held to.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"recon/internal/bench"
	"recon/internal/bench/cost"
)

// bencher is one benchmark.
type bencher struct {
	source, dir, data string
	rows, runs        int
	memory            string
	only              string
	log               io.Writer
}

func main() {
	b := &bencher{log: os.Stderr}
	flag.IntVar(&b.rows, "rows", 1_000_000, "orders of the day")
	flag.IntVar(&b.runs, "runs", 5, "rounds")
	flag.StringVar(&b.source, "source", ".", "folder of the module")
	flag.StringVar(&b.dir, "dir", "", "folder for data and homes; default: a temporary one, removed at the end")
	flag.StringVar(&b.memory, "memory", "", "limits.memory of the run; default 2GiB, 1GiB from ten million rows")
	flag.StringVar(&b.only, "only", "", "contenders to run, by parts of their names, comma separated")
	flag.Parse()
	if err := b.main(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// large reports whether only the whole run is measured.
func (b *bencher) large() bool { return b.rows > 2_000_000 }

func (b *bencher) main(ctx context.Context) error {
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "recon-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.dir = dir
	}
	if b.memory == "" {
		b.memory = "2GiB"
		if b.large() {
			b.memory = "1GiB"
		}
	}
	var err error
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	b.data = b.dataOf(b.rows)
	for _, step := range []func(context.Context) error{b.build, b.generate, b.measure} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// dataOf is the folder of a day of so many orders.
func (b *bencher) dataOf(rows int) string { return filepath.Join(b.dir, fmt.Sprintf("data-%d", rows)) }

// bin is the program that build made of a folder.
func (b *bencher) bin(pkg string) string { return filepath.Join(b.dir, "bin", filepath.Base(pkg)) }

// build makes the programs of the contenders, the generator and the check.
// Those two are processes of their own because Linux counts the memory of the
// process that starts another to the peak of that other.
func (b *bencher) build(ctx context.Context) error {
	pkgs := []string{generator, checker}
	for _, c := range b.chosen() {
		if c.pkg != "" {
			pkgs = append(pkgs, c.pkg)
		}
	}
	for _, pkg := range pkgs {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", b.bin(pkg), "./"+pkg)
		cmd.Dir, cmd.Stdout, cmd.Stderr = b.source, b.log, b.log
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("go build %s: %w", pkg, err)
		}
	}
	return nil
}

// generate makes the day's files once per folder, and those of a tenth beside
// a large day.
func (b *bencher) generate(ctx context.Context) error {
	if b.large() {
		if err := b.write(ctx, b.rows/10); err != nil {
			return err
		}
	}
	return b.write(ctx, b.rows)
}

func (b *bencher) write(ctx context.Context, rows int) error {
	done := filepath.Join(b.dataOf(rows), "done")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	if _, _, err := cost.Measure(ctx, b.dir, nil, b.bin(generator), "--rows", strconv.Itoa(rows), "--date", bench.Date, "--peers", b.dataOf(rows)); err != nil {
		return err
	}
	return os.WriteFile(done, nil, 0o640)
}

// measure runs the rounds and prints the table.
func (b *bencher) measure(ctx context.Context) error {
	list := b.chosen()
	for round := range b.runs {
		for _, c := range list {
			took, err := c.run(ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Fprintf(b.log, "round %d: %-44s %6.2f s, %6.2f CPU s, %5d MB\n", round+1, c.name, took.Wall.Seconds(), took.CPU.Seconds(), took.RSS/1_000_000)
			c.costs = append(c.costs, took)
		}
	}
	return b.print(os.Stdout, list)
}

// chosen are the contenders that -only names, or all.
func (b *bencher) chosen() []*contender {
	var list []*contender
	for _, c := range b.contenders() {
		for part := range strings.SplitSeq(b.only, ",") {
			if strings.Contains(c.name, part) {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// file is one of the data; %s stands for the date.
func (b *bencher) file(pattern string) string {
	return filepath.Join(b.data, filepath.FromSlash(strings.ReplaceAll(pattern, "%s", bench.Date)))
}

// outcome is the key's count per class.
func (b *bencher) outcome() map[string]int64 {
	text, err := os.ReadFile(b.file("key/outcome_%s.csv"))
	if err != nil {
		return nil
	}
	var alipay strings.Builder
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "alipay,"); ok {
			alipay.WriteString(rest)
		}
	}
	return cost.Counts(alipay.String())
}

// statementRows is the key's number of rows in the bill.
func (b *bencher) statementRows() (n int64) {
	f, err := os.Open(b.file("key/%s.csv"))
	if err != nil {
		return -1
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() && (n == 0 || strings.HasPrefix(lines.Text(), "alipay,statement,")) {
		n++
	}
	return n - 1
}
