package report

import (
	"bufio"
	"html/template"
	"io"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
)

// WriteSettleHTML writes report.html of a batch: one file that needs nothing
// else, no script and no network. Rows that do not add up to the totals are an
// error.
func WriteSettleHTML(w io.Writer, s *Settlement) error {
	s = s.masked()
	p, err := newSettlePage(s)
	if err != nil {
		return err
	}
	return writeSettlePage(w, s.Language, "settle_report.html", p)
}

// writeSettlePage writes one of the pages of settlement.
func writeSettlePage(w io.Writer, language, name string, page any) error {
	t, err := settleTemplates(language)
	if err != nil {
		return err
	}
	return execute(w, t, name, page)
}

func settleTemplates(language string) (*template.Template, error) {
	return template.New("settle").Funcs(pageFuncs(language)).ParseFS(templates, "template/settle_*.html")
}

// execute writes a page with a template.
func execute(w io.Writer, t *template.Template, name string, page any) error {
	out := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(inSight{out}, name, page); err != nil {
		return err
	}
	return out.Flush()
}

// inSight writes a page without what would make it show other than what it
// says: marks that turn the direction of the text after them, amounts included,
// and control characters. Files come from outside. A template writes whole texts,
// so that no character is cut in two.
type inSight struct{ to io.Writer }

func (s inSight) Write(text []byte) (int, error) {
	seen := text
	if !plainToSee(text) {
		seen = sighted.Bytes(text)
	}
	if _, err := s.to.Write(seen); err != nil {
		return 0, err
	}
	return len(text), nil
}

// sighted replaces what may not be seen, and what is no character.
var sighted = runes.Map(func(r rune) rune {
	turns := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	if turns || unicode.IsControl(r) && r != '\n' {
		return unicode.ReplacementChar
	}
	return r
})

// plainToSee reports whether a text holds nothing that sighted replaces. It may
// say no of a text that does not; a page of megabytes is nearly always plain, and
// looking at its bytes takes a tenth of the time.
func plainToSee(text []byte) bool {
	for i, b := range text {
		switch {
		case b < ' ' && b != '\n', b == 0x7f:
			return false
		case b == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0: // control characters
			return false
		case b == 0xe2 && i+2 < len(text) && (text[i+1] == 0x80 && text[i+2] >= 0xaa || text[i+1] == 0x81 && text[i+2] >= 0xa6): // marks
			return false
		}
	}
	return utf8.Valid(text)
}
