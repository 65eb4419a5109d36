package ingest

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"recon/internal/config"
)

// Survey is what an own export holds, for people who write or check its
// mapping: it needs no column of the mapping to exist.
type Survey struct {
	Columns []string   // all of the file, in its order
	Rows    int64      // of the file
	Sample  [][]string // cells of the first rows, as many as Columns
	Words   []ColumnWords
	Missing []string // columns that settings name and the file does not have
	// Unclaimed and Twice are rows that no reconciliation claims, and that two
	// do: their words in the columns of where and ignore.
	Unclaimed, Twice []WordCount
	Faults           []Fault // of the file itself: cut off, not UTF-8, ragged
}

// ColumnWords are the words of a column that settings list.
type ColumnWords struct {
	Column string
	Closed bool      // kind or status: a word without a meaning is a fault
	Words  []WordUse // in the order of their first lines
	More   int64     // rows with other words, when there are too many to keep
}

// WordUse is a word with what settings make of it: paid, or the name of a
// reconciliation, or ignore; empty when no setting has the word.
type WordUse struct {
	WordCount
	Meaning string
}

// sampleRows is how many rows a survey shows.
const sampleRows = 10

// SurveyExport reads an own export whole and says what is in it.
func (t *Table) SurveyExport(ctx context.Context, file File, opts Options) (Survey, error) {
	s := &surveyor{table: t}
	opts.Formats = []Format{s}
	receipts, err := Inspect(ctx, file, opts)
	if err != nil {
		return Survey{}, err
	}
	out := s.result(file.Source)
	for _, r := range receipts {
		out.Rows += r.Rows
		out.Faults = append(out.Faults, r.Faults...)
	}
	return out, nil
}

// surveyor is a Format that keeps words and the first rows of a file.
type surveyor struct {
	table   *Table
	columns []string
	listed  []int   // positions of the columns whose words settings list
	routes  *router // nil when the file lacks a column of it

	mu   sync.Mutex
	rows surveyRows
}

// surveyRows is what was seen so far.
type surveyRows struct {
	sample        []sampleRow
	words         []tally // of each listed column
	nobody, twice tally
}

type sampleRow struct {
	line  int64
	cells []string
}

func (s *surveyor) ID() string                 { return TableID }
func (s *surveyor) Provider() string           { return "" }
func (s *surveyor) Detect(string, []byte) bool { return false }

// Open finds the columns and asks for all of them.
func (s *surveyor) Open(src *config.Source, _ string, head []byte) (*Layout, error) {
	skip, err := skipMark(head)
	if err != nil {
		return nil, err
	}
	if isObject(head[skip:]) {
		lines := newJSONLines(&binder{columns: firstKeys(head[skip:]), cells: identity(len(firstKeys(head[skip:])))}, head[skip:])
		l := s.layout(src, lines.names)
		l.Split, l.Body, l.BodyLine = lines.split, int64(skip), 1
		return l, nil
	}
	h, err := bestHeader(newBinder(src, nil), head[skip:])
	if err != nil {
		return nil, err
	}
	l := s.layout(src, h.columns)
	l.Comma, l.Quoted, l.Body, l.BodyLine = h.comma, true, int64(skip+h.size), 1+h.lines
	return l, nil
}

// OpenRows does the same for Parquet.
func (s *surveyor) OpenRows(ctx context.Context, db *sql.DB, src *config.Source, path string) (*Layout, Rows, error) {
	ok, err := isParquet(path)
	if err != nil || !ok {
		return nil, nil, err
	}
	p := &parquetRows{ctx: ctx, db: db, path: path}
	columns, _, err := p.describe()
	if err != nil {
		return nil, nil, err
	}
	plain := *src
	plain.Charset = ""
	l := s.layout(&plain, columns)
	p.show(columns)
	return l, p, nil
}

func (s *surveyor) layout(src *config.Source, columns []string) *Layout {
	s.columns = columns
	l := &Layout{Columns: columns, Cells: identity(len(columns)), Zone: src.Location(), Keep: routeNone}
	if src.Charset == charsetGBK {
		l.Charset = GB18030
	}
	l.Row = func(r *Row, _ *Entry) { s.row(r) }
	s.list(src)
	return l
}

// list finds the columns that settings speak of.
func (s *surveyor) list(src *config.Source) {
	routes := s.table.routes[src.Name]
	s.listed, s.routes = nil, nil
	for _, c := range listedColumns(src, routes) {
		if i := slices.Index(s.columns, c); i >= 0 {
			s.listed = append(s.listed, i)
		}
	}
	s.rows = surveyRows{words: make([]tally, len(s.listed))}
	b := &binder{src: src, columns: s.columns, cells: identity(len(s.columns))}
	r, err := b.router(routes)
	lacks := func(c routeColumn) bool { return !slices.Contains(s.columns, c.name) }
	if err == nil && len(routes) > 0 && !slices.ContainsFunc(r.columns, lacks) {
		s.routes = &r
	}
}

func listedColumns(src *config.Source, routes []route) []string {
	list := []string{src.Table.Kind.Column, src.Table.Status.Column}
	if src.Ignore != nil {
		list = append(list, src.Ignore.Column)
	}
	for _, r := range routes {
		if r.where != nil {
			list = append(list, r.where.Column)
		}
	}
	var out []string
	for _, c := range list {
		if c != "" && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

func (s *surveyor) row(r *Row) {
	r.Skip = true
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, cell := range s.listed {
		s.rows.words[i].note(r.Text(cell), r.Line)
	}
	if s.routes != nil {
		switch s.routes.claim(r) {
		case routeNobody:
			s.rows.nobody.note(s.routes.values(r), r.Line)
		case routeTwice:
			s.rows.twice.note(s.routes.values(r), r.Line)
		}
	}
	s.sample(r)
}

// sample keeps the row if it is among the first of the file.
func (s *surveyor) sample(r *Row) {
	list := s.rows.sample
	if len(list) == sampleRows && list[len(list)-1].line < r.Line {
		return
	}
	row := sampleRow{line: r.Line}
	for i := range s.columns {
		// Free text may hold anything, and is no fault here.
		row.cells = append(row.cells, r.layout.Charset.lenient(r.Cells[i]))
	}
	list = append(list, row)
	slices.SortFunc(list, func(a, b sampleRow) int { return int(a.line - b.line) })
	s.rows.sample = list[:min(len(list), sampleRows)]
}

// result puts the words beside their meanings.
func (s *surveyor) result(src *config.Source) Survey {
	routes := s.table.routes[src.Name]
	out := Survey{Columns: s.columns}
	for _, row := range s.rows.sample {
		out.Sample = append(out.Sample, row.cells)
	}
	for i, cell := range s.listed {
		column, t := s.columns[cell], s.rows.words[i]
		words := ColumnWords{Column: column, Closed: column == src.Table.Kind.Column || column == src.Table.Status.Column, More: t.more}
		for _, w := range t.list() {
			words.Words = append(words.Words, WordUse{w, meaning(src, routes, column, w.Word)})
		}
		out.Words = append(out.Words, words)
	}
	out.Unclaimed, out.Twice = s.rows.nobody.list(), s.rows.twice.list()
	b := newBinder(src, s.columns)
	b.where(routes)
	for _, name := range b.mapped() {
		if len(s.columns) > 0 && !slices.Contains(s.columns, name) {
			out.Missing = append(out.Missing, name)
		}
	}
	return out
}

// meaning is what the settings make of a word of a column.
func meaning(src *config.Source, routes []route, column, word string) string {
	for _, c := range []config.Choice{src.Table.Kind, src.Table.Status} {
		for ours, theirs := range c.Values {
			if c.Column == column && slices.Contains(theirs, word) {
				return ours
			}
		}
	}
	if f := src.Ignore; f != nil && f.Column == column && slices.Contains(f.Words(), word) {
		return "ignore"
	}
	for _, r := range routes {
		if f := r.where; f != nil && f.Column == column && slices.Contains(f.Words(), word) {
			return r.reconciliation
		}
	}
	return ""
}
