package report

import (
	"bufio"
	"html/template"
	"io"
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
	out := bufio.NewWriter(w)
	if err := t.ExecuteTemplate(out, name, page); err != nil {
		return err
	}
	return out.Flush()
}

func settleTemplates(language string) (*template.Template, error) {
	return template.New("settle").Funcs(pageFuncs(language)).ParseFS(templates, "template/settle_*.html")
}
