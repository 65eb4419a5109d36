package chain

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// Breaks are the breaks of a reconciliation open at the end of a date, or of
// its last day when date is report.NoDate. The function ends the reading.
func (e *Engine) Breaks(ctx context.Context, rec string, date calendar.Date) (rows iter.Seq2[report.Break, error], on calendar.Date, done func() error, err error) {
	day, known, err := e.dayOrLast(ctx, rec, date)
	if err != nil || !known {
		return report.Rows[report.Break](nil), date, func() error { return nil }, err
	}
	reader := e.openReader()
	var r report.Reconciliation
	if _, err := reader.fill(ctx, e, &r, day); err != nil {
		return nil, 0, nil, errors.Join(err, reader.Close())
	}
	return r.Breaks, day.Date, reader.Close, nil
}

// dayOrLast is a reconciliation's day, or its last one.
func (e *Engine) dayOrLast(ctx context.Context, rec string, date calendar.Date) (day state.Day, known bool, err error) {
	if date == report.NoDate {
		_, last, ok, err := e.State.Through(ctx, rec)
		if err != nil || !ok {
			return day, false, err
		}
		date = last
	}
	return e.State.LatestDay(ctx, rec, date)
}

// NoBreak says that an id is not that of one open break.
type NoBreak struct{ Text string }

func (n *NoBreak) Error() string { return n.Text }

// FindBreak finds an open break by its id, or by the start of it, in the last
// day of every reconciliation. Without just one of it the error is a *NoBreak.
func (e *Engine) FindBreak(ctx context.Context, id string) (report.Break, calendar.Date, error) {
	var found []report.Break
	var on calendar.Date
	for _, rec := range e.Config.Reconciliations {
		rows, date, done, err := e.Breaks(ctx, rec.Name, report.NoDate)
		if err != nil {
			return report.Break{}, 0, err
		}
		for b, err := range rows {
			if err != nil {
				return report.Break{}, 0, err
			}
			if strings.HasPrefix(b.ID, strings.ToUpper(id)) {
				found, on = append(found, b), date
			}
		}
		if err := done(); err != nil {
			return report.Break{}, 0, err
		}
	}
	switch {
	case id == "" || len(found) == 0:
		return report.Break{}, 0, &NoBreak{fmt.Sprintf("break %q: not open; `recon breaks list` shows what is", id)}
	case len(found) > 1:
		return report.Break{}, 0, &NoBreak{fmt.Sprintf("break %q: %d open breaks begin so; give more of the id", id, len(found))}
	}
	return found[0], on, nil
}

// ClosedByPeople finds the reconciliation of a break that a person's decision
// closed and that nobody reopened since.
func (e *Engine) ClosedByPeople(ctx context.Context, id string) (rec string, err error) {
	decisions, err := e.State.DecisionsOn(ctx, id)
	if err != nil {
		return "", err
	}
	word := ""
	for _, d := range decisions {
		if d.Kind == state.Closure {
			word, rec = d.Word, d.Reconciliation
		}
	}
	if word == "" || word == state.Reopen {
		return "", fmt.Errorf("break %q: no decision closed it, so there is nothing to take back", id)
	}
	return rec, nil
}

// Show gathers everything about a break: both rows as they stand in their
// files, and its history.
func (e *Engine) Show(ctx context.Context, b report.Break) (report.Shown, error) {
	s := report.Shown{Break: b, Rule: report.RuleText(e.Config.Language, b.Reason)}
	for _, side := range []struct {
		row  report.Row
		into *report.RawRow
	}{{b.Statement, &s.Statement}, {b.Ledger, &s.Ledger}} {
		if !side.row.Present() {
			continue
		}
		raw, err := e.rawRow(ctx, b.Reconciliation, side.row)
		if err != nil {
			return s, err
		}
		*side.into = raw
	}
	var err error
	s.History, err = e.historyOf(ctx, b)
	return s, err
}

// rawRow reads a row again from the archived file.
func (e *Engine) rawRow(ctx context.Context, rec string, row report.Row) (report.RawRow, error) {
	days, err := e.State.Days(ctx, rec, calendar.Of(1970, 1, 1), calendar.Of(9999, 12, 31))
	if err != nil {
		return report.RawRow{}, err
	}
	for i := len(days) - 1; i >= 0; i-- {
		s, err := parseSummary(days[i].Summary)
		if err != nil {
			return report.RawRow{}, err
		}
		for _, f := range s.Files {
			if f.ShownName() != row.File {
				continue
			}
			src := e.Config.Source(f.Source)
			if src == nil {
				return report.RawRow{}, fmt.Errorf("%s: source %s is not configured any more", row.File, f.Source)
			}
			file := e.file(src, days[i].Date, filepath.Join(e.Config.Home, f.Path), f.Name)
			if file.Side == ingest.Ledger {
				file.Format = ingest.NewTable(e.Config, rec, days[i].Date)
			}
			header, cells, err := ingest.ReadLine(ctx, file, f.Entry, row.Line, ingest.Options{Formats: e.Formats, MaxBytes: e.Config.Limits.MaxUnzipped()})
			return report.RawRow{Columns: header, Cells: cells}, err
		}
	}
	return report.RawRow{}, fmt.Errorf("%s: no day of %s was made from it", row.File, rec)
}

// historyOf says how a break stood on each day it was open, and what people
// said.
func (e *Engine) historyOf(ctx context.Context, b report.Break) ([]report.Event, error) {
	var events []report.Event
	reason := ""
	_, last, _, err := e.State.Through(ctx, b.Reconciliation)
	if err != nil {
		return nil, err
	}
	for d := b.FirstSeen; d <= last; d++ {
		rows, _, done, err := e.Breaks(ctx, b.Reconciliation, d)
		if err != nil {
			return nil, err
		}
		for then, err := range rows {
			if err != nil {
				return nil, err
			}
			if then.ID == b.ID && then.Reason != reason {
				reason = then.Reason
				events = append(events, report.Event{Date: d, Text: report.OpenedText(e.Config.Language, reason)})
			}
		}
		if err := done(); err != nil {
			return nil, err
		}
	}
	decisions, err := e.State.DecisionsOn(ctx, b.ID)
	for _, d := range decisions {
		events = append(events, report.Event{Date: dateOf(d.At), Text: report.SpokenText(e.Config.Language, report.Spoken{
			Kind: d.Kind, Decision: d.Word, EffectiveOn: d.EffectiveOn, Owner: d.Owner, By: d.By, Comment: d.Comment})})
	}
	return events, err
}
