package report

import (
	"fmt"
	"html/template"
	"io"
)

// StatementPages writes the statements of payees as pages, one after the other
// or at the same time.
type StatementPages struct {
	language string
	template *template.Template
	look     *look
}

// NewStatementPages makes ready for pages in a language.
func NewStatementPages(language string) (*StatementPages, error) {
	t, err := settleTemplates(language)
	if err != nil {
		return nil, err
	}
	look, err := settleLook()
	return &StatementPages{language, t, look}, err
}

// Write writes a payee's statement: one file that needs nothing else. A balance
// that does not close is an error. Of very many entries the first are listed.
func (p *StatementPages) Write(w io.Writer, st Statement) error {
	st.Language, st.NextPayday = p.language, known(st.NextPayday)
	page, err := newStatementPage(&st, p.look)
	if err != nil {
		return err
	}
	return execute(w, p.template, "settle_statement.html", page)
}

// statementPage is what the template prints.
type statementPage struct {
	*look
	St       *Statement
	Range    string
	Accounts []accountView
	Entries  listed[entryView]
	Holds    []holdView
	Payouts  []StatementPayout
}

// accountView is one currency: what is paid or why not, and the roll-forward
// without the lines that are zero.
type accountView struct {
	Currency string
	Closing  amount
	Paid     []StatementPayout
	Not      string
	Lines    []accountLine
}

type accountLine struct {
	Label, Class string
	Amount       amount
}

type entryView struct {
	When string
	StatementEntry
}

type holdView struct {
	entryView
	Reason, Release string
}

func newStatementPage(st *Statement, look *look) (*statementPage, error) {
	s := Settlement{Language: st.Language, Zone: st.Zone}
	p := &statementPage{look: look, St: st}
	var err error
	if p.Range, err = sentence(st.Language, "settle.range", s.instant(st.Since), s.instant(st.Cutoff), s.zone()); err != nil {
		return nil, err
	}
	for i := range st.Accounts {
		a, err := st.accountView(&st.Accounts[i])
		if err != nil {
			return nil, err
		}
		p.Accounts = append(p.Accounts, a)
	}
	for _, pay := range st.Payouts {
		pay.LastFour, pay.Execution = lastFour(pay.LastFour), known(pay.Execution)
		p.Payouts = append(p.Payouts, pay)
	}
	if err := p.listEntries(&s); err != nil {
		return nil, err
	}
	return p, p.listHolds(&s)
}

func (st *Statement) accountView(a *StatementAccount) (accountView, error) {
	if open, whole := a.unexplained(); !whole || open != 0 {
		return accountView{}, fmt.Errorf("statement of %q in %s: the roll-forward leaves %d unexplained, wanted 0", st.Payee, a.Currency, open)
	}
	v := accountView{Currency: a.Currency, Closing: amount{a.Currency, a.ClosingMinor}}
	for _, p := range st.Payouts {
		if p.Currency == a.Currency && p.Period == st.Period {
			p.LastFour = lastFour(p.LastFour)
			v.Paid = append(v.Paid, p)
		}
	}
	if a.SkipReason != "" {
		v.Not = code(st.Language, "tell", a.SkipReason)
	}
	for _, t := range a.terms() {
		if t.minor == 0 && t.name != "opening" && t.name != "closing" {
			continue
		}
		v.Lines = append(v.Lines, accountLine{code(st.Language, "stmt.roll", t.name), rollClass(t), amount{a.Currency, t.minor}})
	}
	return v, nil
}

// listEntries keeps the first entries and counts all.
func (p *statementPage) listEntries(s *Settlement) error {
	for e, err := range p.St.entries() {
		if err != nil {
			return err
		}
		p.Entries.Count++
		if p.Entries.Count <= listedMost {
			p.Entries.Rows = append(p.Entries.Rows, entryView{s.instant(e.OccurredAt), e})
		}
	}
	rest := p.Entries.Count - int64(len(p.Entries.Rows))
	if rest == 0 {
		return nil
	}
	var err error
	if p.St.CSVName == "" {
		p.Entries.More, err = sentence(s.Language, "settle.more.bare", countText(rest))
	} else {
		p.Entries.More, err = sentence(s.Language, "settle.more", countText(rest), p.St.CSVName)
	}
	return err
}

func (p *statementPage) listHolds(s *Settlement) (err error) {
	release := Word(s.Language, "stmt.freed.bare")
	if day := dateText(p.St.NextPayday); day != "" {
		if release, err = sentence(s.Language, "stmt.freed", day); err != nil {
			return err
		}
	}
	for _, h := range p.St.Holds {
		p.Holds = append(p.Holds, holdView{entryView{s.instant(h.OccurredAt), h.StatementEntry}, code(s.Language, "held", h.Reason), release})
	}
	return nil
}
