package chain

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/money"
	"recon/internal/state"
	"recon/report"
)

// NoMonth is why there is nothing to say about a period: no day of it was ever
// reconciled. Ended is true when it lies before every chain.
type NoMonth struct {
	Period calendar.Month
	Text   string
	Ended  bool
}

func (e *NoMonth) Error() string { return e.Text }

// Month gathers the report of a month from what is published. A period without
// any day is a *NoMonth. The function it returns ends the reading.
func (e *Engine) Month(ctx context.Context, period calendar.Month) (m *report.Month, done func() error, err error) {
	if err := e.hasDays(ctx, period); err != nil {
		return nil, nil, err
	}
	reader := e.openReader()
	defer func() {
		if err != nil {
			err = errors.Join(err, reader.Close())
		}
	}()
	m = &report.Month{Period: period, Language: e.Config.Language, Engine: e.Version, Files: monthFiles(period)}
	for i := range e.Config.Reconciliations {
		rec := &e.Config.Reconciliations[i]
		first, _, started, err := e.State.Through(ctx, rec.Name)
		if err != nil {
			return nil, nil, err
		}
		if started && first > period.Last() {
			continue // its chain began later, so it has no part in the month
		}
		a, err := e.monthAccount(ctx, reader, rec, period)
		if err != nil {
			return nil, nil, err
		}
		m.Accounts = append(m.Accounts, *a)
	}
	m.Payouts, err = e.monthPayouts(ctx, reader, period)
	return m, reader.Close, err
}

// monthFiles are the paths of a month's reports, relative to home; the journal
// is added when there is one.
func monthFiles(period calendar.Month) report.MonthFiles {
	folder := path.Join("reports", "month-"+period.String())
	return report.MonthFiles{MonthHTML: path.Join(folder, "month.html"), ReconciliationCSV: path.Join(folder, "reconciliation.csv"),
		CutOffCSV: path.Join(folder, "cutoff.csv"), OpenBreaksCSV: path.Join(folder, "open_breaks.csv"),
		FeesCSV: path.Join(folder, "fees.csv"), SummaryJSON: path.Join(folder, "summary.json")}
}

// hasDays refuses a period of which no reconciliation has a day.
func (e *Engine) hasDays(ctx context.Context, period calendar.Month) error {
	first, last := report.NoDate, report.NoDate
	for _, rec := range e.Config.Reconciliations {
		days, err := e.State.Days(ctx, rec.Name, period.First(), period.Last())
		if err != nil || len(days) > 0 {
			return err
		}
		a, z, ok, err := e.State.Through(ctx, rec.Name)
		if err != nil {
			return err
		}
		if ok && (first == report.NoDate || a < first) {
			first = a
		}
		if ok {
			last = max(last, z)
		}
	}
	tried, err := e.triedInVain(ctx, period)
	switch {
	case err != nil:
		return err
	case tried != "":
		return &Stop{State: state.Failed, Cause: fmt.Sprintf("%s: no day of it is reconciled: %s", period, tried)}
	case first == report.NoDate:
		return &NoMonth{period, fmt.Sprintf("%s: nothing was reconciled yet: recon run", period), false}
	case period.Last() < first:
		return &NoMonth{period, fmt.Sprintf("%s: lies before the first day that was reconciled, %s", period, first), true}
	}
	return &NoMonth{period, fmt.Sprintf("%s: no day of it is reconciled yet, the last one is %s: recon run --until yesterday", period, last), false}
}

// triedInVain is the last day of a period that was tried and did not go, with
// what was found; empty when none was. What is only awaited is not meant.
func (e *Engine) triedInVain(ctx context.Context, period calendar.Month) (string, error) {
	for date := period.Last(); date >= period.First(); date-- {
		attempts, err := e.State.LatestAttempts(ctx, date)
		if err != nil {
			return "", err
		}
		for _, a := range attempts {
			if a.State == state.Refused || a.State == state.Suspect || a.State == state.Failed {
				return fmt.Sprintf("%s %s: %s: %s", a.Reconciliation, a.Date, a.State, a.Message), nil
			}
		}
	}
	return "", nil
}

// monthAccount gathers a reconciliation's month.
func (e *Engine) monthAccount(ctx context.Context, reader *reader, rec *config.Reconciliation, period calendar.Month) (*report.MonthAccount, error) {
	a := &report.MonthAccount{Name: rec.Name, Starts: report.NoDate}
	days, err := e.State.Days(ctx, rec.Name, period.First(), period.Last())
	if err != nil {
		return nil, err
	}
	if err := e.monthGaps(ctx, rec, period, days, a); err != nil {
		return nil, err
	}
	for _, day := range days {
		d, sources, err := e.monthDay(ctx, reader, day)
		if err != nil {
			return nil, err
		}
		a.Days = append(a.Days, d)
		a.Sources = addSources(a.Sources, sources)
	}
	if len(days) == 0 {
		return a, nil
	}
	var shown report.Reconciliation
	if _, err := reader.fill(ctx, e, &shown, days[len(days)-1]); err != nil {
		return nil, err
	}
	a.Breaks = shown.Breaks
	a.CutOff, err = e.cutOff(ctx, reader, period, days, a.Breaks)
	return a, err
}

// monthGaps finds the expected days that are not published: those still to be
// run, and those that the chain has passed over.
func (e *Engine) monthGaps(ctx context.Context, rec *config.Reconciliation, period calendar.Month, days []state.Day, a *report.MonthAccount) error {
	from := period.First()
	first, last, started, err := e.State.Through(ctx, rec.Name)
	if err != nil {
		return err
	}
	if started && first > from && first <= period.Last() {
		from, a.Starts = first, first
	}
	for _, date := range e.Expected(rec, from, period.Last()) {
		if slices.ContainsFunc(days, func(d state.Day) bool { return d.Date == date }) {
			continue
		}
		if started && date < last {
			a.LeftOut = append(a.LeftOut, date)
			continue
		}
		missing := report.MissingDay{Date: date}
		attempts, err := e.State.LatestAttempts(ctx, date)
		if err != nil {
			return err
		}
		for _, t := range attempts {
			if t.Reconciliation == rec.Name {
				missing.State, missing.Cause = report.State(t.State), t.Message
			}
		}
		a.Missing = append(a.Missing, missing)
	}
	return nil
}

// monthDay is what a day's summary and closures say.
func (e *Engine) monthDay(ctx context.Context, reader *reader, day state.Day) (report.MonthDay, []report.MonthSource, error) {
	s, err := parseSummary(day.Summary)
	if err != nil {
		return report.MonthDay{}, nil, err
	}
	d := report.MonthDay{Date: day.Date, Version: int(day.Version), Proof: s.Proof, Nature: s.Nature}
	if d.Fees, err = s.fees(); err != nil {
		return d, nil, fmt.Errorf("%s %s: %w", day.Reconciliation, day.Date, err)
	}
	if d.Discounts, d.FeesKnown, err = s.discounts(); err != nil {
		return d, nil, fmt.Errorf("%s %s: %w", day.Reconciliation, day.Date, err)
	}
	d.Decided, err = e.decided(ctx, reader, day, s.Proof)
	var sources []report.MonthSource
	for _, f := range s.Files {
		if f.Side == "statement" {
			sources = append(sources, report.MonthSource{Name: f.Source, Provider: f.Provider, Account: f.Account4})
		}
	}
	return d, sources, err
}

// discounts are what stands between gross and net beside the fee, by currency,
// and whether the day's version kept fees at all.
func (s Summary) discounts() (list []report.Discount, known bool, err error) {
	for _, f := range s.Files {
		if f.Side != "statement" {
			continue
		}
		for _, t := range f.Totals {
			if t.FeeMinor == nil || t.NetMinor == nil {
				return nil, false, nil
			}
			i := slices.IndexFunc(list, func(x report.Discount) bool { return x.Currency == t.Currency })
			if i < 0 {
				i = len(list)
				list = append(list, report.Discount{Currency: t.Currency})
			}
			for _, minor := range []int64{*t.NetMinor, -*t.FeeMinor, -t.GrossMinor} {
				sum, fits := money.Add(list[i].Minor, minor)
				if !fits {
					return nil, false, fmt.Errorf("%s: the sum of discounts in %s is beyond the range of an amount", f.Source, t.Currency)
				}
				list[i].Minor = sum
			}
		}
	}
	return list, true, nil
}

// addSources adds the sources that are not in the list yet.
func addSources(list, more []report.MonthSource) []report.MonthSource {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
