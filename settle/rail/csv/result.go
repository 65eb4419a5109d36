package csv

import (
	stdcsv "encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"recon/internal/config"
	"recon/internal/money"
	"recon/settle/rail"
)

// Result reads the tables that the bank of a rail answers with.
type Result struct {
	key      string // of its settings: settle.rails.alipay.result
	rail     string
	table    config.ResultTable
	currency string // "": not known, then amounts in major units are not compared
	words    map[string]rail.State
}

// NewResult makes the reader of a rail's result files from its settings. The
// amounts are in the rail's currency, if it has exactly one.
func NewResult(name string, cfg config.Rail) *Result {
	r := &Result{key: "settle.rails." + name + ".result", rail: name, table: *cfg.Result, words: map[string]rail.State{}}
	if len(cfg.Currencies) == 1 {
		r.currency = cfg.Currencies[0]
	}
	for state, words := range cfg.Result.Status.Values {
		for _, word := range words {
			r.words[word] = rail.State(state)
		}
	}
	return r
}

// Kind is result.
func (r *Result) Kind() string { return "result" }

// String names the reader by its settings and the columns it is known by.
func (r *Result) String() string {
	key, _ := r.wanted()
	return fmt.Sprintf("a table with the columns %s (%s)", quotedList(key), r.key)
}

// maxResult bounds a result file, which is read whole.
const maxResult = 64 << 20

// Read reads a result file. A word of the bank that the settings do not have
// moves nothing; a reference that a spreadsheet has damaged is a fault.
func (r *Result) Read(from io.Reader, name string) (rail.StatusFile, error) {
	raw, err := readAll(from, maxResult)
	if err != nil {
		return rail.StatusFile{}, fmt.Errorf("%s: %w", name, err)
	}
	text, err := decode(raw, r.set())
	if err != nil {
		return rail.StatusFile{}, fmt.Errorf("%s: %w", name, err)
	}
	t := &table{Result: r, faults: rail.FaultsOf(name), file: rail.StatusFile{Kind: r.Kind(), Sender: r.rail}}
	t.read(text)
	if err := t.faults.Err(); err != nil {
		return rail.StatusFile{}, err
	}
	return t.file, nil
}

func (r *Result) set() string {
	if r.table.Charset == "gbk" {
		return setGB18030
	}
	return setUTF8
}

// table is a result file while it is read.
type table struct {
	*Result
	faults *rail.Faults
	file   rail.StatusFile
	header header
	line   int64
	cells  []string
}

func (t *table) read(text string) {
	body, skipped, ok := after(text, t.table.Skip)
	if !ok {
		t.faults.Add(0, "no header after the %d lines to skip; is it a result file of this rail?", t.table.Skip)
		return
	}
	t.header = t.bestHeader(body)
	if missing := t.header.missing; len(missing) > 0 {
		t.faults.Add(skipped+1, "wanted each of the columns %s once, found %s", quotedList(missing), quotedList(t.header.columns))
		return
	}
	rows := stdcsv.NewReader(strings.NewReader(body))
	rows.Comma, rows.FieldsPerRecord, rows.ReuseRecord = t.header.comma, -1, true
	for first := true; ; first = false {
		cells, err := rows.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.damaged(skipped, err)
			return
		}
		line, _ := rows.FieldPos(0)
		if t.line, t.cells = skipped+int64(line), cells; !first && !blank(cells) {
			t.row()
		}
	}
}

// damaged tells of a row that is no CSV.
func (t *table) damaged(skipped int64, err error) {
	line := int64(0)
	var parse *stdcsv.ParseError
	if errors.As(err, &parse) {
		line, err = skipped+int64(parse.Line), parse.Err
	}
	t.faults.Add(line, "quotes that do not fit: %v", err)
}

// after is the text after lines that are skipped.
func after(text string, skip int) (rest string, skipped int64, ok bool) {
	for range skip {
		_, rest, found := strings.Cut(text, "\n")
		if !found {
			return "", skipped, false
		}
		text, skipped = rest, skipped+1
	}
	return text, skipped, strings.TrimSpace(text) != ""
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

// cell is the value of a field, without the spaces and tabs that banks put
// around numbers so that spreadsheets leave them alone.
func (t *table) cell(column, fixed string) string {
	if column == "" {
		return fixed
	}
	return strings.Trim(t.cells[t.header.place[column]], " \t\u00a0\ufeff")
}

// row reads what became of one payout.
func (t *table) row() {
	if n := len(t.header.columns); len(t.cells) != n {
		t.faults.Add(t.line, "%d cells, wanted %d as in the header", len(t.cells), n)
		return
	}
	s := rail.Signal{Level: rail.Payout, Line: t.line, RailRef: inside(t.cell(t.table.RailRef.Column, t.table.RailRef.Const))}
	t.checkReference(s.RailRef)
	t.status(&s)
	t.reason(&s)
	t.amount(&s)
	t.file.Signals = append(t.file.Signals, s)
}

// reference is the form of our references.
var reference = regexp.MustCompile(`\bMP\d{6}[A-Z2-7]{24}\b`)

// inside is the one reference of ours in a text, as banks repeat the whole
// remark that it was sent in; else it is the text.
func inside(text string) string {
	if found := reference.FindAllString(text, 2); len(found) == 1 {
		return found[0]
	}
	return text
}

// checkReference refuses what cannot be a reference of ours, as nobody could
// say which payout the row is about.
func (t *table) checkReference(ref string) {
	column := t.table.RailRef.Column
	switch {
	case ref == "":
		t.faults.Add(t.line, "column %q: empty, wanted the reference that the file was sent with", column)
	case rounded.MatchString(ref):
		t.faults.Add(t.line, "column %q: found %q, a number that a spreadsheet has rounded; get the bank's file again and do not open it with a spreadsheet", column, ref)
	case len(ref) > maxReference:
		t.faults.Add(t.line, "column %q: %d characters, wanted at most %d", column, len(ref), maxReference)
	}
}

const (
	maxReference = 140
	maxShown     = 500 // characters of the bank's words
)

// status maps the bank's word.
func (t *table) status(s *rail.Signal) {
	c := t.table.Status
	if c.Column == "" {
		s.Code, s.Next = c.Const, rail.State(c.Const)
		return
	}
	s.Code = shown(t.cell(c.Column, ""))
	next, known := t.words[t.cell(c.Column, "")]
	if s.Next = next; !known {
		s.Note = fmt.Sprintf("status %q is not in %s.status", shown(s.Code), t.key)
	}
}

func (t *table) reason(s *rail.Signal) {
	r := rail.Reason{Code: shown(t.cell(t.table.Code.Column, t.table.Code.Const)), Text: shown(t.cell(t.table.Reason.Column, t.table.Reason.Const))}
	if r == (rail.Reason{}) {
		return
	}
	s.Reasons = []rail.Reason{r}
	s.Fixable = (s.Next == rail.Failed || s.Next == rail.Returned) && rail.Fixable(r.Code)
}

// amount reads what the bank says that it paid.
func (t *table) amount(s *rail.Signal) {
	a := t.table.Amount
	if a.Column == "" {
		return
	}
	text, exponent := t.cell(a.Column, ""), 0
	switch {
	case text == "" || t.currency == "":
		return // a payout that failed may have none
	case a.Unit != "minor":
		exponent = money.Exponent(t.currency)
	case strings.Contains(text, "."):
		t.faults.Add(t.line, "column %q: found %q, wanted a whole number of the smallest unit", a.Column, shown(text))
		return
	}
	n, err := money.Parse(text, exponent)
	if err != nil {
		t.faults.Add(t.line, "column %q: %v", a.Column, err)
		return
	}
	if a.Sign == "negate" {
		n = -n
	}
	s.AmountMinor, s.Currency, s.HasAmount = n, t.currency, true
}

// shown cuts a text of the bank.
func shown(s string) string {
	if runes := []rune(s); len(runes) > maxShown {
		return string(runes[:maxShown]) + "..."
	}
	return s
}
