package csv

import (
	stdcsv "encoding/csv"
	"slices"
	"strconv"
	"strings"
)

// header is the line of titles, cut at the comma that fits best.
type header struct {
	columns []string
	place   map[string]int
	missing []string // columns of the settings that it does not have once
	comma   rune
}

// commas are the characters that are looked for between cells.
var commas = []rune{',', ';', '\t', '|'}

// wanted are the columns that the settings name; the first are those by which
// a file is known.
func (r *Result) wanted() (key, all []string) {
	t := &r.table
	for _, column := range []string{t.RailRef.Column, t.Status.Column} {
		if column != "" {
			key = append(key, column)
		}
	}
	all = slices.Clone(key)
	for _, column := range []string{t.Amount.Column, t.Code.Column, t.Reason.Column} {
		if column != "" {
			all = append(all, column)
		}
	}
	return key, all
}

// bestHeader cuts the first line at the comma by which the fewest columns are
// missing.
func (r *Result) bestHeader(text string) header {
	line, _, _ := strings.Cut(text, "\n")
	_, all := r.wanted()
	var best header
	for _, comma := range commas {
		h := readHeader(line, comma, all)
		if best.place == nil || len(h.missing) < len(best.missing) {
			best = h
		}
	}
	return best
}

func readHeader(line string, comma rune, wanted []string) header {
	h := header{comma: comma, place: map[string]int{}}
	cells := stdcsv.NewReader(strings.NewReader(line))
	cells.Comma, cells.LazyQuotes = comma, true
	names, _ := cells.Read() // a line that is no CSV has no columns
	twice := map[string]bool{}
	for i, name := range names {
		name = strings.Trim(name, " \t\r\u00a0\ufeff")
		h.columns = append(h.columns, name)
		_, known := h.place[name]
		twice[name] = twice[name] || known
		h.place[name] = i
	}
	for _, column := range wanted {
		if _, ok := h.place[column]; !ok || twice[column] {
			h.missing = append(h.missing, column)
		}
	}
	return h
}

// quotedList shows columns in an error, not too many of them.
func quotedList(columns []string) string {
	const most = 20
	var list []string
	for i, c := range columns {
		if i == most {
			list = append(list, "...")
			break
		}
		list = append(list, strconv.Quote(shown(c)))
	}
	return strings.Join(list, " ")
}

// Detect looks for the columns of reference and status in the header.
func (r *Result) Detect(head []byte) bool {
	line := head
	if r.table.Skip == 0 && len(head) == 0 {
		return false
	}
	if last := strings.LastIndexByte(string(head), '\n'); last > 0 {
		line = head[:last] // a character may be cut at the end of the beginning
	}
	text, err := decode(line, r.set())
	if err != nil {
		return false
	}
	body, _, ok := after(text, r.table.Skip)
	if !ok {
		return false
	}
	key, _ := r.wanted()
	missing := r.bestHeader(body).missing
	return len(key) > 0 && !slices.ContainsFunc(key, func(c string) bool { return slices.Contains(missing, c) })
}
