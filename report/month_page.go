package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"recon/internal/calendar"
)

// Up to itemsMost items of a list are printed; of more, only the itemsFew with
// the most money.
const (
	itemsMost = 200
	itemsFew  = 50
)

// monthPage is what the template prints.
type monthPage struct {
	*look
	M       *Month
	Alerts  []monthAlert
	Calm    *calm
	Whole   bool // every day is reconciled
	Views   []*monthSection
	Also    string
	Journal []amount
}

// monthAlert says which days of an account are not reconciled.
type monthAlert struct{ Line, Cause string }

// monthSection is an account with what the page says around its figures.
type monthSection struct {
	*monthView
	Lines    []proofLine
	AgeLines []tallyLine
	Balances []balanceView
	Start    string
}

// Through is the last day that is published; empty without any.
func (v *monthView) Through() string { return dateText(v.A.through()) }

// DaysText is how many of the expected days are published.
func (v *monthView) DaysText() string {
	return fmt.Sprintf("%d / %d", len(v.A.Days), len(v.A.Days)+len(v.A.Missing)+len(v.A.LeftOut))
}

// dailyLine is a day and currency of the roll-forward.
type dailyLine struct {
	Date, Version, Currency string
	Amounts                 []amount
}

// Daily are the days as lines, those of version 1 without its number.
func (v *monthView) Daily() (lines []dailyLine, err error) {
	for _, d := range v.A.Days {
		for _, p := range d.Proof {
			other, err := total(p.ToleranceMinor, p.ClosedByPeopleMinor)
			if err != nil {
				return nil, err
			}
			l := dailyLine{Date: d.Date.String(), Currency: p.Currency}
			if d.Version > 1 {
				l.Version = fmt.Sprintf("v%d", d.Version)
			}
			for _, n := range []int64{p.OpeningMinor, p.StatementMinor, p.NatureMinor, p.LedgerMinor, other, p.ClosingMinor} {
				l.Amounts = append(l.Amounts, amount{p.Currency, n})
			}
			lines = append(lines, l)
		}
	}
	return lines, nil
}

// balanceView is a reconciliation statement as the page prints it.
type balanceView struct {
	*balanceSheet
	Whole bool // every day is reconciled, so that it can be signed
	Lists []itemView
}

// itemView is one list of reconciling items.
type itemView struct {
	Name     string // provider_only, books_only or differing
	Currency string
	Items    []itemLine
	CapLine  string
}

type itemLine struct {
	item
	Label string
	Age   int
}

// WriteMonthHTML writes month.html: one file that needs nothing else, no script
// and no network. What does not add up is an error.
func WriteMonthHTML(w io.Writer, m *Month) error {
	m = maskedMonth(m)
	p, err := newMonthPage(m)
	if err != nil {
		return err
	}
	funcs := pageFuncs(m.Language)
	funcs["lineof"] = func(l adjustLine, side, currency string) (balanceLine, error) {
		return l.view(m.Language, side, currency)
	}
	t, err := template.New("month").Funcs(funcs).ParseFS(templates, "template/month/*.html")
	if err != nil {
		return err
	}
	return execute(w, t, "page.html", p)
}

// balanceLine is a line of a reconciliation statement as the page prints it.
type balanceLine struct {
	Label, Class string
	Count        int64
	Amount       amount
}

// view is the line in words; side is provider or books.
func (l adjustLine) view(language, side, currency string) (v balanceLine, err error) {
	v = balanceLine{Count: l.Count, Amount: amount{currency, l.Minor}}
	switch l.Name {
	case "by_nature":
		v.Count = 0 // rows, not breaks
		v.Label, err = sentence(language, side+"."+l.Name, code(language, "kind", l.Code))
	case "decision":
		v.Label, err = sentence(language, side+"."+l.Name, code(language, "decision", l.Code))
	default:
		v.Label, err = sentence(language, side+"."+l.Name)
	}
	switch l.Name {
	case "balance":
		v.Class = "sum"
	case "adjusted":
		v.Class = "result"
	}
	return v, err
}

// WriteMonthSummary writes summary.json of a month.
func WriteMonthSummary(w io.Writer, m *Month) error {
	s, err := SummarizeMonth(m)
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(s)
}

func newMonthPage(m *Month) (*monthPage, error) {
	look, err := newLook("", "style.css", "month/style.css")
	if err != nil {
		return nil, err
	}
	p := &monthPage{look: look, M: m}
	views, state, err := m.views()
	if err != nil {
		return nil, err
	}
	for i, v := range views {
		v.Anchor = fmt.Sprintf("r%d", i+1)
		s, err := m.section(v)
		if err != nil {
			return nil, err
		}
		p.Views = append(p.Views, s)
		if err := p.alert(v); err != nil {
			return nil, err
		}
	}
	p.Whole = len(p.Alerts) == 0
	if m.Journal != nil {
		p.Journal = m.Journal.Totals
	}
	p.Also = m.also()
	if p.Whole {
		p.Calm, err = m.calm(views, state)
	}
	return p, err
}

// alert adds the red line of an account with days that are not reconciled.
func (p *monthPage) alert(v *monthView) error {
	l, a := p.M.Language, v.A
	if len(a.LeftOut) > 0 {
		line, err := sentence(l, "month.leftout", a.Name, ranges(l, a.LeftOut))
		if err != nil {
			return err
		}
		p.Alerts = append(p.Alerts, monthAlert{Line: line})
	}
	if len(a.Missing) == 0 {
		return nil
	}
	days := make([]calendar.Date, len(a.Missing))
	for i, d := range a.Missing {
		days[i] = d.Date
	}
	line, err := sentence(l, "month.missing", a.Name, countText(int64(len(a.Missing))), countText(int64(len(a.Missing)+len(a.LeftOut)+len(a.Days))), ranges(l, days))
	if err != nil {
		return err
	}
	alert := monthAlert{Line: line}
	for _, d := range a.Missing {
		if d.Cause != "" && alert.Cause == "" {
			alert.Cause = d.Date.String() + ": " + causeText(l, d.Cause)
		}
	}
	p.Alerts = append(p.Alerts, alert)
	return nil
}

// ranges prints ascending days, those that follow one another as a range.
func ranges(language string, days []calendar.Date) string {
	var texts []string
	for i := 0; i < len(days); {
		k := i
		for k+1 < len(days) && days[k+1] == days[k]+1 {
			k++
		}
		text := days[i].String()
		if k > i {
			text = fmt.Sprintf(Word(language, "month.range"), days[i], days[k])
		}
		texts = append(texts, text)
		i = k + 1
	}
	return strings.Join(texts, Word(language, "month.comma"))
}

func (m *Month) calm(views []*monthView, state MonthState) (*calm, error) {
	if state == MonthClean {
		line, err := sentence(m.Language, "month.clean")
		return &calm{"green", line}, err
	}
	open := int64(0)
	for _, v := range views {
		open += v.Unsettled
	}
	line, err := sentence(m.Language, "month.open", breaksText(m.Language, open))
	return &calm{"amber", line}, err
}

// section says what stands around an account's figures.
func (m *Month) section(v *monthView) (s *monthSection, err error) {
	s = &monthSection{monthView: v}
	lines := section{R: &Reconciliation{Proof: v.Proofs}}
	lines.proof()
	s.Lines = lines.ProofLines
	if s.AgeLines, err = ageLines(m.Language, v.Ages); err != nil {
		return nil, err
	}
	if v.A.Starts != NoDate {
		if s.Start, err = sentence(m.Language, "month.starts", v.A.Starts); err != nil {
			return nil, err
		}
	}
	for _, b := range v.Sheets {
		view := balanceView{balanceSheet: b, Whole: len(v.A.Missing)+len(v.A.LeftOut) == 0}
		for _, l := range []struct {
			name string
			list *itemList
		}{{"provider_only", &b.ProviderOnly}, {"books_only", &b.BooksOnly}, {"differing", &b.Differing}} {
			items, err := m.items(l.name, b.Currency, l.list)
			if err != nil {
				return nil, err
			}
			if items != nil {
				view.Lists = append(view.Lists, *items)
			}
		}
		s.Balances = append(s.Balances, view)
	}
	return s, nil
}

// items are a list as the page prints it; nil when it is empty.
func (m *Month) items(name, currency string, l *itemList) (*itemView, error) {
	if l.Count == 0 {
		return nil, nil
	}
	v := &itemView{Name: name, Currency: currency}
	if l.Count > itemsMost {
		l.cut(itemsFew)
		var err error
		if v.CapLine, err = sentence(m.Language, "capped", breaksText(m.Language, l.Count), itemsFew, fileName(m.Files.ReconciliationCSV, "reconciliation.csv")); err != nil {
			return nil, err
		}
	}
	for _, i := range l.Items {
		v.Items = append(v.Items, itemLine{i, i.advice(m.Language).Label, i.age(m.Period.Last())})
	}
	return v, nil
}

// also names the files beside the page.
func (m *Month) also() string {
	f := m.Files
	var names []string
	for _, path := range []string{f.ReconciliationCSV, f.CutOffCSV, f.OpenBreaksCSV, f.FeesCSV, f.JournalCSV, f.SummaryJSON} {
		if path != "" {
			names = append(names, base(path))
		}
	}
	return strings.Join(names, ", ")
}
