package config

import (
	"fmt"
	"strings"
	"time"

	"recon/internal/calendar"
)

// Explain says the rules of every reconciliation in sentences, with the real
// files and hours of one business date, and those of the monthly payouts with
// the real ends of their first periods. Language is zh-CN or else English.
func Explain(cfg *Config, date calendar.Date, language string) string {
	e := &explainer{cfg: cfg, date: date, chinese: language == "zh-CN"}
	e.say(sayTitle, date, e.weekday(date))
	for i := range cfg.Reconciliations {
		e.reconciliation(&cfg.Reconciliations[i])
	}
	if cfg.Settle != nil {
		e.settle(cfg.Settle)
	}
	return e.text.String()
}

type explainer struct {
	cfg     *Config
	date    calendar.Date
	chinese bool
	text    strings.Builder
}

// say writes one phrase and a line end.
func (e *explainer) say(p phrase, args ...any) {
	e.text.WriteString(e.phrase(p, args...))
	e.text.WriteByte('\n')
}

func (e *explainer) phrase(p phrase, args ...any) string {
	format := p.english
	if e.chinese {
		format = p.chinese
	}
	return fmt.Sprintf(format, args...)
}

func (e *explainer) weekday(d calendar.Date) string {
	if e.chinese {
		return "星期" + strings.Split("日一二三四五六", "")[d.Weekday()]
	}
	return d.Weekday().String()
}

func (e *explainer) reconciliation(r *Reconciliation) {
	e.text.WriteByte('\n')
	e.say(sayReconciliation, r.Name)
	e.say(sayFiles)
	for _, name := range r.Statement {
		e.file(e.cfg.Source(name), sayStatement)
	}
	for _, use := range r.Ledger {
		e.file(e.cfg.Source(use.Source), sayExport)
	}
	e.say(sayLate)
	e.say(sayRows)
	for _, use := range r.Ledger {
		e.route(use)
	}
	e.say(sayClaimed)
	e.say(sayAmounts)
	e.amounts(r)
	e.say(sayDue)
	e.due(r)
	e.say(sayGate)
	e.say(saySuspect, e.cfg.Limits.OneSidedPercent)
}

// file says when and where a source's file of the day is expected, and which
// time it covers.
func (e *explainer) file(s *Source, p phrase) {
	if !s.ExpectedOn(e.date) {
		e.say(sayNoFile, s.Name, e.date, e.weekday(e.date))
		return
	}
	e.say(p, s.Name, s.Format, e.date, minute(s.ReadyAt(e.date)), s.Zone, relative(e.cfg.Home, s.Fetch.Dir), s.Fetch.Match(e.date))
	if s.Account != "" {
		e.say(sayAccount, masked(s.Account))
	}
	cut := s.DayCut()
	e.say(sayDay, minute(cut.Begin(e.date)), minute(cut.End(e.date)), s.Zone)
	if s.Table != nil {
		e.table(s.Table)
	}
}

// table says how an own export is read: time and amount, which are most often
// set wrong.
func (e *explainer) table(t *Table) {
	at := t.OccurredAt
	e.say(sayTime, at.Column, at.Zone)
	if at.Fallback != "" {
		e.say(sayFallback, at.Column, at.Fallback)
	}
	e.unit(t.Amount)
	switch t.Amount.Sign {
	case "negate":
		e.say(sayNegate)
	case "by_kind":
		e.say(sayByKind)
	}
}

func (e *explainer) unit(a Amount) {
	p := sayMajor
	if a.Unit == "minor" {
		p = sayMinor
	}
	e.say(p, a.Column)
}

func (e *explainer) route(use LedgerUse) {
	if use.Where == nil {
		e.say(sayAllRows, use.Source)
	} else {
		e.say(sayWhere, use.Source, use.Where.Column, e.list(use.Where.Words()))
	}
	if ignore := e.cfg.Source(use.Source).Ignore; ignore != nil {
		e.say(sayIgnore, use.Source, ignore.Column, e.list(ignore.Words()))
	}
}

func (e *explainer) list(words []string) string {
	return strings.Join(words, e.phrase(sayOr))
}

func (e *explainer) amounts(r *Reconciliation) {
	for _, name := range r.Statement {
		p := sayOrderAmount
		if e.cfg.Source(name).Compare == "received" {
			p = sayReceived
		}
		e.say(p, name)
	}
	if n := r.Tolerance.AmountMinor; n > 0 {
		e.say(sayTolerance, n)
		return
	}
	e.say(sayExact)
}

// due says what becomes of rows without counterpart, by the day cut of the
// first statement.
func (e *explainer) due(r *Reconciliation) {
	cut, window := e.cfg.Source(r.Statement[0]).DayCut(), r.CutWindow()
	e.judged(cut, window, r.Due.Days, sayOrderPending, sayOrderLate, sayOrderAtOnce)
	e.say(sayMirror)
	e.judged(cut, window, r.Due.RefundDays, sayRefundPending, sayRefundLate, sayRefundAtOnce)
}

// judged says on which day a row of the date is judged: one inside the window
// before the day's end, and one before that window.
func (e *explainer) judged(cut calendar.DayCut, window time.Duration, days int, pending, late, atOnce phrase) {
	end, on := cut.End(e.date), e.date+calendar.Date(days)
	if window > 0 {
		e.say(pending, minute(end.Add(-window/2)), on+1)
	}
	edge := minute(end.Add(-window))
	if days == 0 {
		e.say(atOnce, edge, e.date)
		return
	}
	e.say(late, edge, on)
}

// minute prints an instant as clocks of its zone show it; seconds only where
// there are any.
func minute(t time.Time) string {
	if t.Second() != 0 {
		return t.Format(time.DateTime)
	}
	return t.Format("2006-01-02 15:04")
}
