package report

import (
	"fmt"
	"slices"
)

// trendView is the trend as the page draws it: panels of bars, and the same
// figures as a table.
type trendView struct {
	From        string // the first slot
	First, Last string
	Holes       int // days that are not reconciled
	Panels      []trendPanel
	Rows        []trendRow
}

// trendPanel is one row of bars, a slot per day.
type trendPanel struct {
	Title, Says string
	Bars        []dayBar
}

// dayBar is a day's bar in the units of the drawing. New is the part of it,
// from the top, that came that day.
type dayBar struct {
	X, Y, Height, New int
	Hole              bool
	Tip               string
}

type trendRow struct {
	Date      string
	Whole     bool
	Matched   []string // share of the money, by currency
	New, Open int64
	Money     []amount
}

// The drawing: TrendDays slots of trendSlot, bars up to trendHigh in them.
const (
	trendSlot = 20
	trendHigh = 64
	trendMost = 3 // currencies drawn
)

// newTrendView is nil for fewer than two days, which have no trend.
func newTrendView(d *Day) (*trendView, error) {
	if len(d.Trend) < 2 {
		return nil, nil
	}
	v := &trendView{From: (d.Date - TrendDays + 1).String(), First: d.Trend[0].Date.String(), Last: d.Trend[len(d.Trend)-1].Date.String()}
	for i := range d.Trend {
		if !d.Trend[i].Whole() {
			v.Holes++
		}
		v.Rows = append(v.Rows, d.Trend[i].row())
	}
	slices.Reverse(v.Rows)
	measures, err := d.measures()
	if err != nil {
		return nil, err
	}
	for _, m := range measures {
		p, err := m.panel(d)
		if err != nil {
			return nil, err
		}
		v.Panels = append(v.Panels, p)
	}
	return v, nil
}

// measure is what a panel draws of each day: all of it, and what of that is new.
type measure struct {
	title string
	of    func(*TrendDay) (all, fresh int64)
	text  func(int64) string
}

func (d *Day) measures() ([]measure, error) {
	all := []measure{{Word(d.Language, "trend.open"), func(t *TrendDay) (int64, int64) { return t.Open, min(t.New, t.Open) }, countText}}
	for _, c := range d.currencies() {
		title, err := sentence(d.Language, "trend.money", c)
		if err != nil {
			return nil, err
		}
		all = append(all, measure{title, func(t *TrendDay) (int64, int64) { return t.OpenMinor[c], 0 }, func(n int64) string { return amountText(n, c) }})
	}
	return all, nil
}

// currencies are those in which money was ever open in the trend, the first few.
func (d *Day) currencies() []string {
	all := map[string]bool{}
	for _, t := range d.Trend {
		for c, minor := range t.OpenMinor {
			if minor != 0 {
				all[c] = true
			}
		}
	}
	list := currenciesOf(all, map[string]bool{})
	return list[:min(len(list), trendMost)]
}

func (m measure) panel(d *Day) (trendPanel, error) {
	days, most := d.Trend, int64(0)
	for i := range days {
		all, _ := m.of(&days[i])
		most = max(most, all)
	}
	says, err := m.says(d, most)
	p := trendPanel{Title: m.title, Says: says}
	for i := range days {
		t := &days[i]
		all, fresh := m.of(t)
		slot := TrendDays - len(days) + i // a young trend stands at the right
		bar := dayBar{X: slot*trendSlot + 3, Height: scaled(all, most), New: scaled(fresh, most), Hole: !t.Whole()}
		bar.Y = trendHigh - bar.Height
		bar.Tip = fmt.Sprintf("%s: %s", t.Date, m.text(all))
		p.Bars = append(p.Bars, bar)
	}
	return p, err
}

// says is where the measure stands and how high it was. A day that is not
// wholly reconciled does not know, so the last one that is has the word.
func (m measure) says(d *Day, most int64) (string, error) {
	last := len(d.Trend) - 1
	for i := last; i >= 0; i-- {
		t := &d.Trend[i]
		if !t.Whole() {
			continue
		}
		n, _ := m.of(t)
		if i == last {
			return sentence(d.Language, "trend.says", m.text(n), m.text(most))
		}
		return sentence(d.Language, "trend.last", m.text(n), t.Date, m.text(most))
	}
	return Word(d.Language, "trend.hole"), nil
}

// scaled is a value in the units of the drawing; what is not nothing shows.
func scaled(n, most int64) int {
	if n <= 0 {
		return 0
	}
	for most > 1<<40 { // far from overflow, and finer than a drawing is
		n, most = n>>8, most>>8
	}
	return max(2, int(n*trendHigh/most))
}

func (t *TrendDay) row() trendRow {
	row := trendRow{Date: t.Date.String(), Whole: t.Whole(), New: t.New, Open: t.Open, Money: sums(t.OpenMinor).List()}
	row.Money = slices.DeleteFunc(row.Money, func(a amount) bool { return a.Minor == 0 })
	for _, s := range t.Shares {
		row.Matched = append(row.Matched, s.Currency+" "+percentText(s.MatchedMinor, s.PoolMinor, t.Open > 0))
	}
	return row
}
