package report

import (
	"html/template"
	"strconv"
)

// A night with thousands of breaks is nearly all rows of findings, and a
// template looks up every field of every row by its name. So these rows alone
// are written here, the markup around them stands in breaks.html.

// findingRows writes the rows of findings in a language.
type findingRows struct {
	language string
	out      []byte
	name     rowWords
}

// rowWords are the words of a row, escaped: the titles of its columns, and what
// stands before its parts.
type rowWords struct {
	order, refund, ref, difference, statement, ledger, date, age, due, owner, unowned, where, over, short string
}

// rows are the rows of a finding, escaped as the template escapes them.
func (v findingView) rows(language string) (template.HTML, error) {
	w := findingRows{language: language, out: make([]byte, 0, rowBytes*len(v.Rows)), name: newRowWords(language)}
	for line := range v.Lines() {
		if err := w.row(&line); err != nil {
			return "", err
		}
	}
	return template.HTML(w.out), nil
}

// headBytes and rowBytes are about how long a finding's head and a row are.
const (
	headBytes = 1500
	rowBytes  = 700
)

func newRowWords(language string) rowWords {
	word := func(key string) string { return string(appendEscaped(nil, Word(language, key))) }
	return rowWords{order: word("order"), refund: word("refund"), ref: word("ref"), difference: word("difference"), statement: word("statement"),
		ledger: word("ledger"), date: word("date"), age: word("age"), due: word("due"), owner: word("owner"), unowned: word("unowned"),
		where: word("where"), over: word("over"), short: word("short")}
}

func (w *findingRows) row(l *breakLine) error {
	w.raw("\n<tr>\n")
	w.orders(l)
	w.difference(l.Difference)
	w.side(w.name.statement, l.Statement)
	w.side(w.name.ledger, l.Ledger)
	if err := w.dates(l); err != nil {
		return err
	}
	w.people(l)
	w.places(l)
	w.raw("</tr>")
	return nil
}

// orders names the row by the numbers that people look for.
func (w *findingRows) orders(l *breakLine) {
	w.cell(w.name.order, "cell")
	w.raw("><div>\n<div>")
	w.text(l.OrderRef)
	w.raw(` <span class="soft small">`)
	w.text(code(w.language, "kind", l.Kind))
	if l.Reason == "status" {
		w.raw(" · ")
		w.text(code(w.language, "own", l.OwnStatus))
	}
	w.raw("</span></div>")
	w.part("small", w.name.order, l.OrderNo)
	w.part("small", w.name.refund, l.RefundRef)
	w.part("soft small", w.name.ref, l.Ref)
	w.raw("</div></td>\n")
}

func (w *findingRows) difference(a *amount) {
	w.cell(w.name.difference, "n")
	if a == nil {
		w.raw("></td>\n")
		return
	}
	w.value(a.Minor)
	w.text(signedText(a.Minor, a.Currency))
	w.currency(a.Currency)
	switch {
	case a.Minor > 0:
		w.raw(`<em class="way amber">`, w.name.over, "</em>")
	case a.Minor < 0:
		w.raw(`<em class="way red">`, w.name.short, "</em>")
	}
	w.raw("</div></td>\n")
}

// side is the amount of the statement's or our own row, if there is one.
func (w *findingRows) side(title string, r Row) {
	w.cell(title, "n")
	if !r.Present() {
		w.raw("></td>\n")
		return
	}
	w.value(r.Minor)
	w.text(amountText(r.Minor, r.Currency))
	w.currency(r.Currency)
	w.raw("</div></td>\n")
}

func (w *findingRows) dates(l *breakLine) error {
	age, err := sentence(w.language, "days", l.Age)
	if err != nil {
		return err
	}
	w.cell(w.name.date, "day")
	w.raw("><div>", dateText(l.BusinessDate), `<br><span class="soft small">`, w.name.age, " ")
	w.text(age)
	if l.Reason == "pending" {
		w.raw("<br>", w.name.due, " ", dateText(l.Due))
	}
	w.raw("</span></div></td>\n")
	return nil
}

// people says who looks after the break, and what was said of it.
func (w *findingRows) people(l *breakLine) {
	w.cell(w.name.owner, "cell")
	w.raw("><div>")
	if l.Owner == "" {
		w.raw(`<span class="soft">`, w.name.unowned, "</span>")
	} else {
		w.text(l.Owner)
	}
	w.part("small", "", l.Note)
	w.part("soft small", "", l.Detail)
	w.raw("</div></td>\n")
}

// places says where the rows stand.
func (w *findingRows) places(l *breakLine) {
	w.cell(w.name.where, "cell small")
	w.raw("><div>")
	for _, r := range []Row{l.Statement, l.Ledger} {
		if r.Present() {
			w.raw("<div>")
			w.text(place(r.File, r.Line))
			w.raw("</div>")
		}
	}
	w.raw("\n<div class=\"soft id\">")
	w.text(l.ID)
	w.raw("</div></div></td>\n")
}

// cell begins a cell; title is shown beside it on a small screen.
func (w *findingRows) cell(title, class string) {
	w.raw(`<td data-l="`, title, `" class="`, class, `"`)
}

// value is the number that the page's script sorts a cell by, and the cell's
// beginning.
func (w *findingRows) value(minor int64) {
	w.raw(` data-v="`)
	w.out = strconv.AppendInt(w.out, minor, 10)
	w.raw(`"><div>`)
}

func (w *findingRows) currency(name string) {
	w.raw(` <span class="cur">`)
	w.text(name)
	w.raw("</span>")
}

// part is a line of a cell, nothing when there is no text.
func (w *findingRows) part(class, before, text string) {
	if text == "" {
		return
	}
	w.raw(`<div class="`, class, `">`, before)
	if before != "" {
		w.raw(" ")
	}
	w.text(text)
	w.raw("</div>")
}

// raw writes what is markup or escaped already.
func (w *findingRows) raw(texts ...string) {
	for _, t := range texts {
		w.out = append(w.out, t...)
	}
}

func (w *findingRows) text(t string) { w.out = appendEscaped(w.out, t) }

// escapes are the characters that html/template writes otherwise in a text or
// in a quoted attribute; all others stand as they are.
var escapes = [128]string{0: "\uFFFD", '"': "&#34;", '&': "&amp;", '\'': "&#39;", '+': "&#43;", '<': "&lt;", '>': "&gt;"}

// appendEscaped appends a text as html/template escapes it.
func appendEscaped(out []byte, text string) []byte {
	done := 0
	for i := range len(text) {
		b := text[i]
		if b >= byte(len(escapes)) || escapes[b] == "" {
			continue
		}
		out = append(out, text[done:i]...)
		out = append(out, escapes[b]...)
		done = i + 1
	}
	return append(out, text[done:]...)
}
