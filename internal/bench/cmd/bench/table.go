package main

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"recon/internal/bench/cost"
)

// bar is one line of the table: a ratio of two contenders that may not be
// above most; 0 is a ratio that is only shown.
type bar struct {
	what, against string
	byCPU         bool
	most          float64
}

// bars are what a million and ten million rows are held to.
func (b *bencher) bars() []bar {
	if b.large() {
		return []bar{{what: recon, against: shell, most: 1.0}, {what: recon, against: tenth, most: 13}}
	}
	return []bar{
		{what: table, against: readEntry, byCPU: true},
		{what: table, against: readAll, byCPU: true, most: 0.9},
		{what: classify, against: shell, most: 0.55},
		{what: classify, against: plaingo, most: 0.3},
		{what: recon, against: shell, most: 1.2},
	}
}

// mostRSS is what a run of ten million rows may use, bytes.
const mostRSS = 1.5 * (1 << 30)

// print writes the figures, then the ratios with their bars.
func (b *bencher) print(w io.Writer, list []*contender) error {
	fmt.Fprintf(w, "%d orders, %d rounds, %d processors, %s\n\n", b.rows, b.runs, runtime.NumCPU(), processor())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "median of\twall s\tCPU s\tpeak MB")
	medians := map[string]cost.Cost{}
	for _, c := range list {
		m := cost.Median(c.costs)
		medians[c.name] = m
		fmt.Fprintf(t, "%s\t%.2f\t%.2f\t%d\n", c.name, m.Wall.Seconds(), m.CPU.Seconds(), m.RSS/1_000_000)
	}
	fmt.Fprintln(t, "\t\t\t\nmeasured\tratio\tbar\t")
	for _, r := range b.bars() {
		printRatio(t, r, medians)
	}
	if m, ok := medians[recon]; ok && b.large() {
		fmt.Fprintf(t, "%s, peak memory in GiB\t%.2f\t%.2f\t%s\n", recon, float64(m.RSS)/(1<<30), mostRSS/(1<<30), verdict(float64(m.RSS) <= mostRSS))
	}
	return t.Flush()
}

// printRatio writes one line, when both sides were measured.
func printRatio(w io.Writer, r bar, medians map[string]cost.Cost) {
	a, okA := medians[r.what]
	o, okO := medians[r.against]
	if !okA || !okO {
		return
	}
	of, unit := func(c cost.Cost) time.Duration { return c.Wall }, "wall"
	if r.byCPU {
		of, unit = func(c cost.Cost) time.Duration { return c.CPU }, "CPU"
	}
	ratio := of(a).Seconds() / of(o).Seconds()
	if r.most == 0 {
		fmt.Fprintf(w, "%s / %s, %s\t%.2f\t\t\n", r.what, r.against, unit, ratio)
		return
	}
	fmt.Fprintf(w, "%s / %s, %s\t%.2f\t%.2f\t%s\n", r.what, r.against, unit, ratio, r.most, verdict(ratio <= r.most))
}

func verdict(ok bool) string {
	if ok {
		return "pass"
	}
	return "FAIL"
}

// processor is the machine's processor as Linux names it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
