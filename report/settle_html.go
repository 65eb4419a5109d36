package report

import (
	"bufio"
	"html/template"
	"io"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
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
	seen := transform.NewWriter(out, runes.Map(inSight))
	if err := t.ExecuteTemplate(seen, name, page); err != nil {
		return err
	}
	if err := seen.Close(); err != nil {
		return err
	}
	return out.Flush()
}

// inSight replaces what would make a page show other than what it says: marks
// that turn the direction of the text after them, amounts included, and control
// characters. Files come from outside.
func inSight(r rune) rune {
	turns := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	if turns || unicode.IsControl(r) && r != '\n' {
		return unicode.ReplacementChar
	}
	return r
}
