package chain

import (
	"encoding/json"
	"fmt"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
)

// rules are the settings by which a day is judged. A day keeps those it was
// first made with until somebody restates it with --rules current; a file that
// arrives later is read as the configuration maps it then.
type rules struct {
	text       string // as stored with the day
	tolerance  int64
	dueDays    int
	refundDays int
	cutWindow  time.Duration
}

// rulesOf are the day's stored rules, or those of now for a new or restated day.
func (e *Engine) rulesOf(l *link) (rules, error) {
	text := string(e.Config.RulesFor(l.rec.Name))
	if l.latest != nil && !e.Restate {
		text = l.latest.Rules
	}
	var stored struct {
		Tolerance struct {
			AmountMinor int64 `json:"amount_minor"`
		} `json:"tolerance"`
		Due struct {
			Days       int    `json:"days"`
			RefundDays int    `json:"refund_days"`
			CutWindow  string `json:"cut_window"`
		} `json:"due"`
	}
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return rules{}, fmt.Errorf("rules of %s %s: %w", l.rec.Name, l.date, err)
	}
	r := rules{text: text, tolerance: stored.Tolerance.AmountMinor, dueDays: stored.Due.Days, refundDays: stored.Due.RefundDays}
	if stored.Due.CutWindow != "" {
		window, err := time.ParseDuration(stored.Due.CutWindow)
		if err != nil {
			return rules{}, fmt.Errorf("rules of %s %s: cut_window: %w", l.rec.Name, l.date, err)
		}
		r.cutWindow = window
	}
	return r, nil
}

// due is when a row of a source, kind and business date is due: on a date, and
// a day later when it lies at or after an instant near the end of its day.
func (r rules) due(src *config.Source, kind string, date calendar.Date) (windowFrom int64, on, late calendar.Date) {
	days := r.dueDays
	if kind == "refund" {
		days = r.refundDays
	}
	on = date + calendar.Date(days)
	return src.DayCut().End(date).Add(-r.cutWindow).UnixMicro(), on, on + 1
}

// Zone is the zone in which a reconciliation's days are counted: that of its
// first statement source.
func (e *Engine) Zone(rec *config.Reconciliation) *time.Location {
	return e.Config.Source(rec.Statement[0]).Location()
}

// Expected returns the days between two dates, both included, for which the
// reconciliation's provider sends a statement.
func (e *Engine) Expected(rec *config.Reconciliation, from, to calendar.Date) []calendar.Date {
	var days []calendar.Date
	for d := from; d <= to; d++ {
		if e.expected(rec, d) {
			days = append(days, d)
		}
	}
	return days
}

// Next is the first expected day after a date.
func (e *Engine) Next(rec *config.Reconciliation, date calendar.Date) calendar.Date {
	for date++; !e.expected(rec, date); date++ {
	}
	return date
}
