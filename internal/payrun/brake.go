package payrun

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"recon/internal/money"
	"recon/internal/state"
	"recon/report"
	"recon/settle"
)

// brakeBatches is how many batches back a batch is compared with.
const brakeBatches = 3

// highest is the most that was paid before, by measure, of one currency.
type highest struct{ total, count, largest int64 }

// brake stops a batch that is more than twice the highest of the last three in
// total, count or largest payout, unless its total was typed in. Before the
// second batch the opening's last payouts stand for what was paid before.
func (e *Engine) brake(ctx context.Context, m *making) error {
	before, err := e.highestBefore(ctx, m)
	if err != nil {
		return err
	}
	if before == nil {
		return nil // nothing is known to compare with
	}
	var found []string
	for _, t := range m.summary.Totals {
		if text := tooMuch(t, before[t.Currency]); text != "" && !m.confirmed(t) {
			found = append(found, text)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return &Stop{Kind: Refused, Faults: found, Cause: "the batch is far above what was paid before; if it is right, type its total: --confirm-total " + m.totals()}
}

// tooMuch says what is more than twice the highest before.
func tooMuch(t settle.Total, h highest) string {
	exponent := money.Exponent(t.Currency)
	for _, c := range []struct {
		name     string
		now, was int64
		amount   bool
	}{{"total", t.AmountMinor, h.total, true}, {"count", t.Payouts, h.count, false}, {"largest payout", t.LargestMinor, h.largest, true}} {
		if c.now/2 < c.was || c.now == 2*c.was && c.now%2 == 0 {
			continue
		}
		now, was := fmt.Sprint(c.now), fmt.Sprint(c.was)
		if c.amount {
			now, was = money.Format(c.now, exponent), money.Format(c.was, exponent)
		}
		return fmt.Sprintf("%s: %s %s, more than twice the highest before, %s", t.Currency, c.name, now, was)
	}
	return ""
}

// confirmed reports whether a currency's total was typed in.
func (m *making) confirmed(t settle.Total) bool {
	text := money.Format(t.AmountMinor, money.Exponent(t.Currency))
	return slices.Contains(m.ask.ConfirmTotal, t.Currency+":"+text) || len(m.summary.Totals) == 1 && slices.Contains(m.ask.ConfirmTotal, text)
}

// totals are the batch's totals as they are to be typed.
func (m *making) totals() string {
	var list []string
	for _, t := range m.summary.Totals {
		list = append(list, t.Currency+":"+money.Format(t.AmountMinor, money.Exponent(t.Currency)))
	}
	return strings.Join(list, " --confirm-total ")
}

// highestBefore is the most of the last batches by currency, or of the opening
// file for the first one; nil when neither says anything.
func (e *Engine) highestBefore(ctx context.Context, m *making) (map[string]highest, error) {
	if m.before == nil {
		return m.openingHighest(), nil
	}
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return nil, err
	}
	found := map[string]highest{}
	for i, seen := len(all)-1, 0; i >= 0 && seen < brakeBatches; i-- {
		b := all[i]
		if b.Complete == nil || b.Discarded != nil {
			continue
		}
		if b.Part == 1 {
			seen++ // a supplement belongs to the batch that it completes
		}
		s, err := summaryOf(b)
		if err != nil {
			return nil, err
		}
		for _, t := range s.Totals {
			h := found[t.Currency]
			found[t.Currency] = highest{max(h.total, t.AmountMinor), max(h.count, t.Payouts), max(h.largest, t.LargestMinor)}
		}
	}
	return found, nil
}

func (m *making) openingHighest() map[string]highest {
	var found map[string]highest
	for _, o := range m.opening {
		if o.LastPaidMinor <= 0 {
			continue
		}
		if found == nil {
			found = map[string]highest{}
		}
		h := found[o.Currency]
		found[o.Currency] = highest{h.total + o.LastPaidMinor, h.count + 1, max(h.largest, o.LastPaidMinor)}
	}
	return found
}

// batchSummary is what a complete batch's row says of it.
type batchSummary struct {
	settle.Summary
	Confirmed []string              `json:"confirm_total,omitempty"` // as typed
	Funding   []report.Funding      `json:"funding"`
	Skips     []report.SkippedTotal `json:"skips"`
	Warnings  []string              `json:"warnings,omitempty"`
	Remarks   []report.RemarkRow    `json:"remarks,omitempty"`
}

func summaryOf(b state.Batch) (s batchSummary, err error) {
	if b.Complete == nil {
		return s, fmt.Errorf("batch %s: not complete", b.ID)
	}
	if err = json.Unmarshal([]byte(b.Complete.Summary), &s); err != nil {
		err = fmt.Errorf("batch %s: its summary: %w", b.ID, err)
	}
	return s, err
}
