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
	Faults  []Fault  // of the file itself: cut off, not UTF-8, ragged
}

// ColumnWords are the words of a column that settings list: kind, status,
// where and ignore.
type ColumnWords struct {
	Column string
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
	s := &surveyor{table: t, rows: &surveyRows{words: map[string]*tally{}}}
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

	mu   sync.Mutex
	rows *surveyRows
}

// surveyRows is what one piece, or all of them, saw.
type surveyRows struct {
	sample []sampleRow
	words  map[string]*tally // by column
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
	h, err := bestHeader(src, head[skip:])
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
	listed := s.listed(src)
	l.Row = func(r *Row, _ *Entry) { s.row(r, listed) }
	return l
}

// listed are the positions of columns whose words settings list.
func (s *surveyor) listed(src *config.Source) []int {
	var out []int
	for _, c := range listedColumns(src, s.table.routes[src.Name]) {
		if i := slices.Index(s.columns, c); i >= 0 {
			out = append(out, i)
		}
	}
	return out
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

func (s *surveyor) row(r *Row, listed []int) {
	r.Skip = true
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, i := range listed {
		name := s.columns[i]
		if s.rows.words[name] == nil {
			s.rows.words[name] = &tally{}
		}
		s.rows.words[name].note(r.Text(i), r.Line)
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
		row.cells = append(row.cells, string(r.Text(i)))
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
	for _, column := range listedColumns(src, routes) {
		t := s.rows.words[column]
		if t == nil {
			continue
		}
		words := ColumnWords{Column: column, More: t.more}
		for _, w := range t.list() {
			words.Words = append(words.Words, WordUse{w, meaning(src, routes, column, w.Word)})
		}
		out.Words = append(out.Words, words)
	}
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
