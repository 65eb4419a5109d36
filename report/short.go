package report

import (
	"cmp"
	"fmt"
	"iter"
	"strconv"
)

// short is a list of which only the first rows are kept when it is long.
type short[T any] struct {
	Count   int64
	Rows    []T
	CapLine string
}

// shorten keeps what is listed of rows; nil when there are none.
func shorten[T any](language string, rows iter.Seq2[T, error]) (*short[T], error) {
	s := &short[T]{}
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		s.Count++
		if s.Count <= listedMost {
			s.Rows = append(s.Rows, row)
		}
	}
	if s.Count == 0 {
		return nil, nil
	}
	if s.Count <= listedMost {
		return s, nil
	}
	s.Rows = s.Rows[:listedFew]
	var err error
	s.CapLine, err = sentence(language, "capped.rows", countText(s.Count), listedFew)
	return s, err
}

// views are the findings as the page prints them, and their sum.
func (fs findings) views(d *Day) ([]findingView, tally) {
	var out []findingView
	all := tally{Sums: sums{}}
	for _, f := range fs.list() {
		v := findingView{finding: f, date: d.Date}
		if f.Capped() {
			v.CapLine = fmt.Sprintf(Word(d.Language, "capped.finding"), breaksText(d.Language, f.Count), strconv.Itoa(listedFew),
				cmp.Or(base(d.Files.BreaksCSV), "breaks.csv"), f.Reason, f.Rows[0].Reconciliation)
		}
		out = append(out, v)
		all.Count += f.Count
		for c, n := range f.Sums {
			all.Sums.add(c, n)
		}
	}
	return out, all
}
