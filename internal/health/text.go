package health

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"recon/internal/money"
)

// exposition is a file in Prometheus's text format, version 0.0.4. It is written
// here and not by Prometheus's own library, whose numbers are floating point:
// an amount is written with all its digits.
type exposition struct{ families []*family }

// family is the gauges of one name.
type family struct {
	name, help string
	labels     []string
	lines      []string
}

func (x *exposition) gauge(name, help string, labels ...string) *family {
	f := &family{name: name, help: help, labels: labels}
	x.families = append(x.families, f)
	return f
}

// set gives a gauge its value under the values of its labels.
func (f *family) set(value int64, labels ...string) {
	f.add(strconv.FormatInt(value, 10), labels)
}

// seconds gives a gauge a length of time, to the microsecond.
func (f *family) seconds(d time.Duration, labels ...string) {
	f.add(money.Format(d.Microseconds(), 6), labels)
}

// escape is how the format writes the value of a label.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func (f *family) add(value string, labels []string) {
	var pairs []string
	for i, name := range f.labels {
		pairs = append(pairs, name+`="`+escape.Replace(labels[i])+`"`)
	}
	line := f.name
	if len(pairs) > 0 {
		line += "{" + strings.Join(pairs, ",") + "}"
	}
	f.lines = append(f.lines, line+" "+value)
}

// write writes the families that have a value, in their order, their lines sorted.
func (x *exposition) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, f := range x.families {
		if len(f.lines) == 0 {
			continue
		}
		slices.Sort(f.lines)
		fmt.Fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n%s\n", f.name, f.help, f.name, strings.Join(f.lines, "\n"))
	}
	return out.Flush()
}
