package chain

import (
	"cmp"
	"context"
	"slices"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/report"
)

// usualMost is how many earlier weeks a usual volume is the median of.
const usualMost = 8

// past is what the state keeps of a reconciliation's last days, by date.
type past map[calendar.Date]pastDay

type pastDay struct {
	state.Day
	summary Summary
}

// readPast reads the days that a report of a date looks back to.
func (e *Engine) readPast(ctx context.Context, rec string, date calendar.Date) (past, error) {
	days, err := e.State.Days(ctx, rec, date-7*usualMost, date)
	if err != nil {
		return nil, err
	}
	p := past{}
	for _, day := range days {
		s, err := parseSummary(day.Summary)
		if err != nil {
			return nil, err
		}
		p[day.Date] = pastDay{day, s}
	}
	return p, nil
}

// trend is the last days up to a date, beginning with the first on which any
// reconciliation has a day.
func (e *Engine) trend(ctx context.Context, date calendar.Date, pasts map[string]past) ([]report.TrendDay, error) {
	days := make([]report.TrendDay, report.TrendDays)
	for i := range days {
		days[i].Date = date - calendar.Date(len(days)-1-i)
	}
	for i := range e.Config.Reconciliations {
		rec := &e.Config.Reconciliations[i]
		first, _, ok, err := e.State.Through(ctx, rec.Name)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if err := e.addTrend(days, rec, first, pasts[rec.Name]); err != nil {
			return nil, err
		}
	}
	for len(days) > 0 && days[0].Expected == 0 {
		days = days[1:]
	}
	return days, nil
}

// addTrend adds a reconciliation's days from the first of its chain on.
func (e *Engine) addTrend(days []report.TrendDay, rec *config.Reconciliation, first calendar.Date, p past) error {
	for i := range days {
		t := &days[i]
		day, done := p[t.Date]
		if done || t.Date >= first && e.expected(rec, t.Date) {
			t.Expected++
		}
		if !done {
			continue
		}
		if err := t.Add(day.summary.Counts, day.summary.Carried, day.summary.open(), day.summary.Shares); err != nil {
			return err
		}
	}
	return nil
}

// open is the money of the open breaks by currency. Days of early builds only
// have the sums by reason, in which over and short are netted.
func (s Summary) open() map[string]int64 {
	if s.OpenMinor != nil {
		return s.OpenMinor
	}
	all := map[string]int64{}
	for reason, amounts := range s.Amounts {
		if slices.Contains([]string{"matched", "repeated", "pending", "closed"}, reason) {
			continue
		}
		for currency, minor := range amounts {
			all[currency] += max(minor, -minor)
		}
	}
	return all
}

// volumes are the statement side's traffic of a date by currency, with what is
// usual on its weekday.
func (p past) volumes(date calendar.Date) []report.Volume {
	list := p[date].summary.volumes()
	for i := range list {
		var weeks []int64
		for n := range calendar.Date(usualMost) {
			if day, known := p[date-7*(n+1)]; known {
				weeks = append(weeks, day.summary.payments(list[i].Currency))
			}
		}
		list[i].Weeks, list[i].UsualMinor = len(weeks), median(weeks)
	}
	return list
}

// volumes are payments and refunds on the statement side, by currency.
func (s Summary) volumes() (list []report.Volume) {
	for _, f := range s.Files {
		if f.Side != "statement" {
			continue
		}
		for _, t := range f.Totals {
			i := slices.IndexFunc(list, func(v report.Volume) bool { return v.Currency == t.Currency })
			if i < 0 {
				i, list = len(list), append(list, report.Volume{Currency: t.Currency})
			}
			list[i].Add(t.Kind, t.Count, t.GrossMinor)
		}
	}
	list = slices.DeleteFunc(list, func(v report.Volume) bool { return v.Payments == 0 && v.Refunds == 0 })
	slices.SortFunc(list, func(a, b report.Volume) int { return cmp.Compare(a.Currency, b.Currency) })
	return list
}

// payments is the money of a currency's payments, 0 for none.
func (s Summary) payments(currency string) int64 {
	for _, v := range s.volumes() {
		if v.Currency == currency {
			return v.PaymentMinor
		}
	}
	return 0
}

// median is the middle of numbers; of an even count the lower of the two.
func median(numbers []int64) int64 {
	if len(numbers) == 0 {
		return 0
	}
	slices.Sort(numbers)
	return numbers[(len(numbers)-1)/2]
}

// dayBefore says what of the making of a day differs from the day before it.
func (e *Engine) dayBefore(ctx context.Context, rec *config.Reconciliation, day state.Day) (*report.DayBefore, error) {
	before, ok, err := e.State.DayBefore(ctx, day.Reconciliation, day.Date)
	if err != nil || !ok {
		return nil, err
	}
	rules, err := changedRules(before.Rules, day.Rules)
	out := &report.DayBefore{Date: before.Date, Rules: rules, Gap: e.firstMissing(rec, before.Date, day.Date) < day.Date}
	if before.Engine != day.Engine {
		out.Engine = before.Engine
	}
	return out, err
}
