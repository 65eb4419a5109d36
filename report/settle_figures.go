package report

import (
	"fmt"
	"maps"
	"slices"

	"recon/internal/money"
)

// batchTile is one currency of a batch on the first screen.
type batchTile struct {
	Total   amount
	Payouts string
	Change  string // against the batch before; empty for none
	Review  string
	NotPaid string
}

// tiles are the currencies that are paid, in their order.
func (s *Settlement) tiles() ([]batchTile, error) {
	skipped := map[string]int64{}
	for _, k := range s.Skips {
		if k.Reason != "review" {
			skipped[k.Currency] += k.Count
		}
	}
	var out []batchTile
	for _, total := range s.Totals {
		if total.Payouts == 0 {
			continue
		}
		t, err := s.tile(total, skipped[total.Currency])
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

func (s *Settlement) tile(t BatchTotal, skipped int64) (batchTile, error) {
	out := batchTile{Total: amount{t.Currency, t.AmountMinor}, Payouts: payoutsText(s.Language, t.Payouts)}
	if skipped > 0 {
		out.NotPaid = payeesText(s.Language, skipped)
	}
	if t.ReviewCount > 0 {
		out.Review = payoutsText(s.Language, t.ReviewCount) + " · " + amountText(t.ReviewMinor, t.Currency)
	}
	if s.Previous == nil {
		return out, nil
	}
	before := totalsBy(s.Previous.Totals)[t.Currency].AmountMinor
	var err error
	out.Change, err = sentence(s.Language, "settle.from", changeText(s.Language, t.AmountMinor, before), s.Previous.Period)
	return out, err
}

// changeGroup is what one currency, or the skipped payees, were and are.
type changeGroup struct {
	Name string
	Rows []changeView
}

type changeView struct{ Label, Before, Now, Change string }

// changes are the totals beside those of the batch before.
func (s *Settlement) changes() ([]changeGroup, error) {
	now, before := totalsBy(s.Totals), map[string]BatchTotal{}
	if s.Previous != nil {
		before = totalsBy(s.Previous.Totals)
	}
	var out []changeGroup
	for _, c := range currenciesOf(now, before) {
		n, b := now[c], before[c]
		out = append(out, changeGroup{c, []changeView{
			{Word(s.Language, "settle.count"), countText(b.Payouts), countText(n.Payouts), changeText(s.Language, n.Payouts, b.Payouts)},
			{Word(s.Language, "settle.sum"), amountText(b.AmountMinor, c), amountText(n.AmountMinor, c), changeText(s.Language, n.AmountMinor, b.AmountMinor)},
			{Word(s.Language, "settle.largest"), amountText(b.LargestMinor, c), amountText(n.LargestMinor, c), changeText(s.Language, n.LargestMinor, b.LargestMinor)},
		}})
	}
	skips, err := s.skipChanges()
	if err != nil || len(skips.Rows) == 0 {
		return out, err
	}
	return append(out, skips), nil
}

// skipChanges are the payees that are not paid, by reason, over all currencies.
func (s *Settlement) skipChanges() (changeGroup, error) {
	now, before := skipCounts(s.Skips), map[string]int64{}
	if s.Previous != nil {
		before = skipCounts(s.Previous.Skips)
	}
	group := changeGroup{Name: Word(s.Language, "settle.skipped")}
	for _, reason := range reasonsOf(now, before) {
		group.Rows = append(group.Rows, changeView{
			code(s.Language, "skip", reason), countText(before[reason]), countText(now[reason]), changeText(s.Language, now[reason], before[reason])})
	}
	return group, nil
}

// changeText is how far now is from before, as "+12.5 %", cut towards zero.
func changeText(language string, now, before int64) string {
	change, ok := perMille(now, before)
	switch {
	case ok && change > 0:
		return "+" + group(money.Format(change, 1)) + " %"
	case ok:
		return group(money.Format(change, 1)) + " %"
	case before == 0 && now > 0:
		return Word(language, "settle.fresh")
	}
	return "–"
}

func totalsBy(totals []BatchTotal) map[string]BatchTotal {
	out := map[string]BatchTotal{}
	for _, t := range totals {
		out[t.Currency] = t
	}
	return out
}

func skipCounts(skips []SkippedTotal) map[string]int64 {
	out := map[string]int64{}
	for _, k := range skips {
		out[k.Reason] += k.Count
	}
	return out
}

func skipMoney(skips []SkippedTotal) map[string]sums {
	out := map[string]sums{}
	for _, k := range skips {
		if out[k.Reason] == nil {
			out[k.Reason] = sums{}
		}
		out[k.Reason].add(k.Currency, k.AmountMinor)
	}
	return out
}

// currenciesOf are the keys of two maps, sorted.
func currenciesOf[A, B any](a map[string]A, b map[string]B) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// reasonsOf are the reasons of two maps in the order in which they are looked
// for; reasons without a place in it come last.
func reasonsOf[A, B any](a map[string]A, b map[string]B) []string {
	all := currenciesOf(a, b)
	slices.SortStableFunc(all, func(x, y string) int { return reasonPlace(x) - reasonPlace(y) })
	return all
}

func reasonPlace(reason string) int {
	if i := slices.Index(skipReasons, reason); i >= 0 {
		return i
	}
	return len(skipReasons)
}

// The counts of things in words.

func payoutsText(language string, n int64) string {
	return numberText(language, "settle.paid.one", "settle.paid.many", n)
}

func payeesText(language string, n int64) string {
	return numberText(language, "settle.payees.one", "settle.payees", n)
}

func rowsText(language string, n int64) string {
	return numberText(language, "settle.rows.one", "settle.rows", n)
}

func numberText(language, one, many string, n int64) string {
	if n == 1 {
		return Word(language, one)
	}
	return fmt.Sprintf(Word(language, many), countText(n))
}
