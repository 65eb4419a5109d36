package report

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// letter is a mail before it is put into words: blocks of rows, which become
// tables of HTML and of plain text alike.
type letter struct {
	Language, Severity, Title, First string
	Blocks                           []*block
	Trend                            []byte
	TrendAlt                         string
	Files                            []fileLink
	Link                             string
	rules                            MailRules
	troubles                         []string // what is in the way, an account each
}

// block is one table with its heading.
type block struct {
	Heading string
	Columns []column
	Rows    []*mailRow
	Note    string // below the table
	Quiet   bool   // in chat only its red rows
}

// mailRow is one row of a block, and lines below it.
type mailRow struct {
	Cells []mailCell
	Tone  string // red, green or empty
	Notes []string
}

// mailCell is one cell.
type mailCell struct {
	Text  string
	Right bool
	Whole bool // not broken into lines: a date ends where its month does otherwise
}

// fileLink is a file and where it is: an address or a path.
type fileLink struct{ Name, Place string }

// Address reports whether the place can be clicked on.
func (f fileLink) Address() bool { return strings.HasPrefix(f.Place, "http") }

func (l *letter) block(heading string, columns ...column) *block {
	b := &block{Heading: Word(l.Language, heading), Columns: columns}
	l.Blocks = append(l.Blocks, b)
	return b
}

var isDate = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)

func (b *block) row(cells ...string) *mailRow {
	r := &mailRow{}
	for i, c := range cells {
		r.Cells = append(r.Cells, mailCell{printable(c), i < len(b.Columns) && b.Columns[i].Right, isDate.MatchString(c)})
	}
	b.Rows = append(b.Rows, r)
	return r
}

// Width is how many columns the table has.
func (b *block) Width() int { return max(len(b.Columns), 1) }

// message puts the letter into all its forms. Blocks without rows are left out.
func (l *letter) message() (*Message, error) {
	filled := l.Blocks[:0]
	for _, b := range l.Blocks {
		if len(b.Rows) > 0 {
			filled = append(filled, b)
		}
	}
	l.Blocks = filled
	m := &Message{Severity: l.Severity, Title: l.Title, Lines: l.lines(), Link: l.Link, LinkText: Word(l.Language, "mail.report"), Trend: l.Trend}
	var err error
	if m.Text, err = l.text(); err != nil {
		return nil, err
	}
	m.HTML, err = l.html()
	return m, err
}

var mailTemplate = sync.OnceValues(func() (*template.Template, error) {
	return template.ParseFS(templates, "template/mail.html")
})

func (l *letter) html() (string, error) {
	t, err := mailTemplate()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, l)
	return b.String(), err
}

// Words are for the template, which has no functions of its own.
func (l *letter) Word(key string) string { return Word(l.Language, key) }

// text is the letter for programs that show no HTML.
func (l *letter) text() (string, error) {
	var s strings.Builder
	s.WriteString(l.First + "\n")
	for _, b := range l.Blocks {
		s.WriteString("\n" + b.Heading + "\n" + strings.Repeat("-", columnsOf(b.Heading)) + "\n")
		for _, r := range b.Rows {
			s.WriteString(r.line() + "\n")
			for _, n := range r.Notes {
				s.WriteString("    " + n + "\n")
			}
		}
		if b.Note != "" {
			s.WriteString(b.Note + "\n")
		}
	}
	if len(l.Files) > 0 {
		s.WriteString("\n" + l.Word("mail.files") + "\n")
	}
	for _, f := range l.Files {
		s.WriteString(f.Name + "  " + f.Place + "\n")
	}
	s.WriteString("\n-- \n" + l.Word("mail.footer") + "\n")
	return s.String(), nil
}

// line is a row as one line: in a proportional font columns would not stand
// below one another.
func (r *mailRow) line() string {
	var cells []string
	for _, c := range r.Cells {
		if c.Text != "" {
			cells = append(cells, c.Text)
		}
	}
	return strings.Join(cells, "  |  ")
}

// lines are the short form: every row that is not as it should be, and what is new.
func (l *letter) lines() []string {
	var lines []string
	for _, b := range l.Blocks {
		rows := slices.DeleteFunc(slices.Clone(b.Rows), func(r *mailRow) bool { return b.Quiet && r.Tone != "red" })
		if len(rows) == 0 {
			continue
		}
		lines = append(lines, b.Heading)
		for _, r := range rows {
			lines = append(lines, "· "+r.line())
			if r.Tone == "red" {
				lines = append(lines, r.Notes...)
			}
		}
	}
	return lines
}
