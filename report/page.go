package report

import (
	"html/template"
	"strings"

	"recon/internal/calendar"
)

// page is what the template of a day prints.
type page struct {
	Language, Engine string
	Date             calendar.Date
	Style            template.CSS
	Alerts           []alert
	Calm             *calm // when everything is reconciled
	Whole            bool  // everything is reconciled
	Sections         []*section
	Act              []act
	ActMore          int64
	Also             string
}

// alert says that a reconciliation is not reconciled.
type alert struct {
	Line, Cause, Who, NextTry string
}

// calm is the first line of a day without alerts.
type calm struct {
	Class, Line string
}

// act is a finding that needs a person today.
type act struct {
	*finding
	Name, Anchor string
}

// actMost is how many findings the list of what to do today has at most.
const actMost = 10

func newPage(d *Day) (*page, error) {
	style, err := templates.ReadFile("template/style.css")
	if err != nil {
		return nil, err
	}
	p := &page{Language: d.Language, Engine: d.Engine, Date: d.Date, Style: template.CSS(style), Also: also(d.Files)}
	for i := range d.Reconciliations {
		s, err := newSection(d, &d.Reconciliations[i], i)
		if err != nil {
			return nil, err
		}
		p.Sections = append(p.Sections, s)
		p.addActs(s)
	}
	if p.Alerts, err = alerts(d); err != nil {
		return nil, err
	}
	p.Whole = len(p.Alerts) == 0
	if p.Whole {
		p.Calm, err = p.calm()
	}
	return p, err
}

func (p *page) addActs(s *section) {
	for _, f := range s.FreshFindings {
		if len(p.Act) == actMost {
			p.ActMore++
			continue
		}
		p.Act = append(p.Act, act{f.finding, s.R.Name, s.Anchor})
	}
}

// alerts are the red first lines, in the order of the reconciliations.
func alerts(d *Day) ([]alert, error) {
	var out []alert
	for i := range d.Reconciliations {
		r := &d.Reconciliations[i]
		if r.State.Reconciled() {
			continue
		}
		a, err := newAlert(d, r)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func newAlert(d *Day, r *Reconciliation) (alert, error) {
	state := code(d.Language, "alert", string(r.State))
	line, err := sentence(d.Language, "not.done", r.Name, d.Date, state)
	a := alert{Line: line, Cause: r.Cause, Who: r.Who, NextTry: r.NextTry}
	if a.Cause == "" && len(r.Faults) > 0 {
		a.Cause = r.Faults[0]
	}
	if a.Who == "" {
		a.Who = code(d.Language, "who", string(r.State))
	}
	if a.NextTry == "" {
		a.NextTry = code(d.Language, "next", string(r.State))
	}
	return a, err
}

func (p *page) calm() (*calm, error) {
	open := int64(0)
	for _, s := range p.Sections {
		open += s.unsettled
	}
	if open == 0 {
		line, err := sentence(p.Language, "all.clean")
		return &calm{"green", line}, err
	}
	line, err := sentence(p.Language, "all.open", breaksText(p.Language, open))
	return &calm{"amber", line}, err
}

// also names the files beside the page.
func also(f Files) string {
	var names []string
	for _, path := range []string{f.ReportXLSX, f.BreaksCSV, f.CustomerCSV, f.ProofCSV, f.SummaryJSON} {
		if path != "" {
			names = append(names, base(path))
		}
	}
	return strings.Join(names, ", ")
}
