package csv

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"recon/internal/money"
	"recon/settle/rail"
)

// maxFile bounds a file that is read.
const maxFile = 256 << 20

// readAll reads a file up to the bound.
func readAll(r io.Reader, most int64) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(raw)) > most {
		err = fmt.Errorf("larger than %d MiB", most>>20)
	}
	return raw, err
}

// Validate reads a file again by the template: every line must be one that the
// template makes, and the sums it states those of its rows.
func (t *template) Validate(r io.Reader) (count int64, sumMinor int64, err error) {
	raw, err := readAll(r, maxFile)
	if err != nil {
		return 0, 0, err
	}
	v := &validation{template: t, faults: rail.FaultsOf("submission"), decimals: -1, seen: map[string]bool{}}
	if err := v.read(raw); err != nil {
		return 0, 0, err
	}
	if err := v.faults.Err(); err != nil {
		return 0, 0, err
	}
	return v.count, v.sum, nil
}

// validation is a file while it is read again.
type validation struct {
	*template
	faults   *rail.Faults
	count    int64
	sum      int64
	decimals int // of amounts in major units; -1: none read yet
	seen     map[string]bool
}

func (v *validation) read(raw []byte) error {
	if hasMark := strings.HasPrefix(string(raw[:min(len(raw), len(byteOrder))]), byteOrder); hasMark != (v.set == setUTF8BOM) {
		return fmt.Errorf("submission:1: a byte order mark is there: %v, wanted by the template: %v", hasMark, v.set == setUTF8BOM)
	}
	set := v.set
	if set == setUTF8BOM {
		set = setUTF8
	}
	text, err := decode(raw, set)
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	lines, err := v.lines(text)
	if err != nil {
		return fmt.Errorf("submission: %w", err)
	}
	head := len(v.top)
	if v.titles != "" {
		head++
	}
	if len(lines) < head+1+len(v.bottom) {
		return fmt.Errorf("submission: %d lines, wanted at least %d", len(lines), head+1+len(v.bottom))
	}
	tail := len(lines) - len(v.bottom)
	for i := head; i < tail; i++ {
		v.row(int64(i+1), lines[i])
	}
	for i, line := range v.top {
		v.stated(int64(i+1), line, lines[i])
	}
	if v.titles != "" && lines[head-1] != v.titles {
		v.faults.Add(int64(head), "not the titles of the template")
	}
	for i, line := range v.bottom {
		v.stated(int64(tail+i+1), line, lines[tail+i])
	}
	return nil
}

// lines cuts a text at the line ends of the template, which end every line.
func (v *validation) lines(text string) ([]string, error) {
	if !strings.HasSuffix(text, v.end) {
		return nil, errors.New("the last line does not end; the file was cut")
	}
	lines := strings.Split(strings.TrimSuffix(text, v.end), v.end)
	for i, line := range lines {
		if strings.ContainsAny(line, "\r\n") {
			return nil, fmt.Errorf("line %d: a line end that is not the template's", i+1)
		}
	}
	return lines, nil
}

// row reads a payment's row.
func (v *validation) row(no int64, line string) {
	cells, ok := v.cells(line)
	if !ok || len(cells) != len(v.columns) {
		v.faults.Add(no, "%d cells, wanted %d, or quotes do not fit", len(cells), len(v.columns))
		return
	}
	v.count++
	minor, amounts := int64(0), 0
	for i := range v.columns {
		c := &v.columns[i]
		if fault := c.fault(v.template, cells[i]); fault != "" {
			v.faults.Add(no, "%s", fault)
		}
		held, ok := c.value.extract(cells[i])
		if !ok {
			v.faults.Add(no, "column %q: not what the template makes", c.name)
			continue
		}
		for _, h := range held {
			n, is := v.rowField(no, c.name, h)
			if is && amounts > 0 && n != minor {
				v.faults.Add(no, "column %q: another amount than before in the row", c.name)
			}
			if is {
				minor, amounts = n, amounts+1
			}
		}
	}
	if minor <= 0 {
		v.faults.Add(no, "no amount above zero")
	}
	if v.sum += minor; v.sum < minor {
		v.faults.Add(no, "the sum is beyond the range of an amount")
	}
}

// rowField checks a field of a row, and gives the amount that it is, if it is.
func (v *validation) rowField(no int64, column string, h held) (minor int64, isAmount bool) {
	switch h.field {
	case "row":
		if h.value != strconv.FormatInt(v.count, 10) {
			v.faults.Add(no, "column %q: found %q, wanted row %d", column, h.value, v.count)
		}
	case "rail_ref":
		if v.seen[h.value] {
			v.faults.Add(no, "column %q: %s stands in the file twice", column, h.value)
		}
		v.seen[h.value] = true
	case "amount":
		return v.major(no, column, h.value), true
	case "amount_minor":
		n, err := money.Parse(h.value, 0)
		if err != nil {
			v.faults.Add(no, "column %q: %v", column, err)
		}
		return n, true
	}
	return 0, false
}

// major reads an amount as it was printed: with all decimals of its currency,
// and so with as many as every other.
func (v *validation) major(no int64, where, value string) int64 {
	decimals := 0
	if i := strings.IndexByte(value, '.'); i >= 0 {
		decimals = len(value) - i - 1
	}
	if v.decimals < 0 {
		v.decimals = decimals
	}
	n, err := money.Parse(value, v.decimals)
	if err == nil && decimals != v.decimals {
		err = fmt.Errorf("%d decimals, wanted %d like before", decimals, v.decimals)
	}
	if err != nil {
		v.faults.Add(no, "column %q: %v", where, err)
	}
	return n
}

// stated reads a line above or below the rows, and compares what it says.
func (v *validation) stated(no int64, t text, line string) {
	held, ok := t.extract(line)
	if !ok {
		v.faults.Add(no, "not what the template makes")
		return
	}
	for _, h := range held {
		switch h.field {
		case "count":
			if h.value != strconv.FormatInt(v.count, 10) {
				v.faults.Add(no, "states %s payouts, and has %d", h.value, v.count)
			}
		case "total":
			if n := v.major(no, "total", h.value); n != v.sum {
				v.faults.Add(no, "states a sum of %s, and has %s", h.value, money.Format(v.sum, max(v.decimals, 0)))
			}
		case "total_minor":
			if h.value != strconv.FormatInt(v.sum, 10) {
				v.faults.Add(no, "states a sum of %s, and has %d", h.value, v.sum)
			}
		}
	}
}
