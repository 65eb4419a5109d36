package report

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"strings"

	"recon/internal/calendar"
)

// page is what the template of a day prints, in its order.
type page struct {
	*look
	Language, Engine string
	Date             calendar.Date
	Alerts           []alert
	Calm             *calm // when everything is reconciled
	Whole            bool  // everything is reconciled

	Rely     []relyRow
	Agree    []agreeRow
	Unproved []amount // what roll-forwards leave unexplained, if anything
	Act      []act
	ActMore  int64
	Carried  tally
	*answers
	Trend    *trendView
	Sections []*section
	Files    []string // beside the page
}

// look is what every page carries to be read alone: its style, its script, and
// the policy that allows exactly these two.
type look struct {
	Style  template.CSS
	Script template.JS
	Policy string
}

// newLook reads style sheets and a script ("" is none).
func newLook(script string, styles ...string) (*look, error) {
	var style strings.Builder
	style.WriteByte('\n')
	for _, name := range styles {
		text, err := templates.ReadFile("template/" + name)
		if err != nil {
			return nil, err
		}
		style.Write(text)
	}
	l := &look{Style: template.CSS(style.String()), Policy: "default-src 'none'; style-src " + policyHash(style.String())}
	if script == "" {
		return l, nil
	}
	text, err := templates.ReadFile("template/" + script)
	l.Script = template.JS("\n" + string(text))
	l.Policy += "; script-src " + policyHash(string(l.Script))
	return l, err
}

// policyHash is how a content security policy names a text.
func policyHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// alert says that a reconciliation is not reconciled.
type alert struct {
	Line, Cause, Who, NextTry string
}

// calm is the first line of a day without alerts.
type calm struct {
	Class, Line string
}

func newPage(d *Day) (*page, error) {
	look, err := newLook("page.js", "style.css", "day.css")
	if err != nil {
		return nil, err
	}
	p := &page{look: look, Language: d.Language, Engine: d.Engine, Date: d.Date, Files: besideFiles(d.Files)}
	v := newOverview()
	for i := range d.Reconciliations {
		s, err := newSection(d, &d.Reconciliations[i], i, v)
		if err != nil {
			return nil, err
		}
		p.Sections = append(p.Sections, s)
	}
	if p.Alerts, err = alerts(d); err != nil {
		return nil, err
	}
	p.Whole = len(p.Alerts) == 0
	if p.Whole {
		if p.Calm, err = p.calm(); err != nil {
			return nil, err
		}
	}
	p.first(d, v)
	if p.answers, err = newAnswers(d, v, p.Sections); err != nil {
		return nil, err
	}
	p.Trend, err = newTrendView(d)
	return p, err
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
	a := alert{Line: line, Cause: causeText(d.Language, r.Cause), Who: r.Who, NextTry: r.NextTry}
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

// besideFiles are the names of the files beside the page.
func besideFiles(f Files) []string {
	var names []string
	for _, path := range []string{f.ReportXLSX, f.BreaksCSV, f.CustomerCSV, f.ProofCSV, f.SummaryJSON} {
		if path != "" {
			names = append(names, base(path))
		}
	}
	return names
}
