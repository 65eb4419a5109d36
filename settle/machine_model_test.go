package settle

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"recon/settle/rail"
)

// facts is a second, simpler machine for signals about one payout: what is
// true of the money, whatever order it was told in.
type facts struct {
	known    bool // the bank has said that it has it
	out      bool // the money left
	back     bool // and came back
	released bool // it never left
}

func (f *facts) hear(next rail.State) {
	switch next {
	case rail.Processing:
		f.known = true
	case rail.Paid:
		f.out = f.out || !f.released
	case rail.Failed, rail.Cancelled:
		f.back, f.released = f.out, !f.out
	case rail.Returned:
		f.out = !f.released
		f.back = f.out
	}
}

func (f facts) state() rail.State {
	switch {
	case f.back:
		return rail.Returned
	case f.out:
		return rail.Paid
	case f.released:
		return rail.Failed
	case f.known:
		return rail.Processing
	}
	return rail.Submitted
}

// purse counts the money of one payout as the postings of its transitions do.
type purse struct{ available, reserved, clearing int64 }

func (p *purse) post(tr Transition, amount int64) {
	switch {
	case tr.From == tr.To:
	case tr.To == rail.Failed:
		p.reserved, p.available = p.reserved-amount, p.available+amount
	case tr.To == rail.Paid:
		p.reserved, p.clearing = p.reserved-amount, p.clearing+amount
	case tr.To == rail.Returned:
		p.clearing, p.available = p.clearing-amount, p.available+amount
	}
}

// drawn is a signal about one of n payouts, right or wrong, or about all.
func drawn(n int) *rapid.Generator[rail.Signal] {
	return rapid.Custom(func(t *rapid.T) rail.Signal {
		next := rapid.SampledFrom([]rail.State{
			rail.Submitted, rail.Processing, rail.Processing, rail.Paid, rail.Failed, rail.Cancelled, rail.Returned, "",
		}).Draw(t, "next")
		s := about(string(rune('a'+rapid.IntRange(0, n).Draw(t, "payout"))), next) // the last one is unknown
		switch rapid.IntRange(0, 12).Draw(t, "form") {
		case 0:
			s.HasAmount, s.AmountMinor = true, 7
		case 1:
			s.MessageID = "ME2"
		case 2:
			s.Unclear = true
		case 3:
			s = ofFile(next)
		case 4:
			s = ofGroup(next)
		case 5:
			s = debit(rapid.SampledFrom([]int64{100, 300, 600}).Draw(t, "debit"))
		case 6:
			s = changed(ofFile(next), func(s *rail.Signal) { s.Unclear = true })
		}
		return s
	})
}

// TestLawsHold feeds any signals in any files, twice and out of order. What
// comes of it must be a payout's life, and its money must stay whole.
func TestLawsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 3
		b := newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
		purses, ends, outs := make([]purse, n), make([]int, n), make([]int, n)
		for i := range purses {
			purses[i].reserved = b.all[i].AmountMinor
		}
		for range rapid.IntRange(1, 5).Draw(t, "files") {
			signals := rapid.SliceOfN(drawn(n), 1, 6).Draw(t, "signals")
			o := Apply(b, fmt.Sprint("sha-", len(b.past)), statusOf(signals...), time.Time{})
			b.keep(t, o)
			for _, tr := range o.Transitions {
				i := tr.AttemptNo - 1
				purses[i].post(tr, b.all[i].AmountMinor)
				if tr.To == rail.Paid {
					outs[i]++
				}
				if tr.To == rail.Failed || tr.To == rail.Returned {
					ends[i]++
				}
				if tr.To == rail.Failed && outs[i] > 0 || tr.To == rail.Returned && outs[i] != 1 || ends[i] > 1 || outs[i] > 1 {
					t.Fatalf("%s: %+v after %d times paid, %d ends", b.all[i].RailRef, tr, outs[i], ends[i])
				}
			}
		}
		for i, p := range purses {
			a := b.all[i]
			live := atBank(a.State)
			if p.available+p.reserved+p.clearing != a.AmountMinor || (p.reserved != 0) != live || (p.clearing != 0) != (a.State == rail.Paid) {
				t.Fatalf("%s is %s with %+v", a.RailRef, a.State, p)
			}
		}
	})
}

// TestOnePayoutAgainstTheModel compares signals about single payouts with the
// facts, over any cut into files.
func TestOnePayoutAgainstTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const n = 2
		b := newBooks(rail.Submitted, rail.Submitted)
		model := make([]facts, n)
		for range rapid.IntRange(1, 4).Draw(t, "files") {
			var signals []rail.Signal
			for range rapid.IntRange(0, 5).Draw(t, "signals") {
				i := rapid.IntRange(0, n-1).Draw(t, "payout")
				next := rapid.SampledFrom([]rail.State{rail.Processing, rail.Paid, rail.Failed, rail.Cancelled, rail.Returned}).Draw(t, "next")
				signals = append(signals, about(b.all[i].RailRef, next))
				if !model[i].back && !model[i].released {
					model[i].hear(next)
				}
			}
			b.keep(t, Apply(b, fmt.Sprint("sha-", len(b.past)), statusOf(signals...), time.Time{}))
			for i, f := range model {
				if b.all[i].State != f.state() {
					t.Fatalf("%s is %s, the facts are %+v", b.all[i].RailRef, b.all[i].State, f)
				}
			}
		}
	})
}

// TestFilesAgainstTheModel compares signals about whole files, with some
// payouts listed, with the rule in one sentence: the listed ones hear their
// own word, the others, if the bank has them, the file's.
func TestFilesAgainstTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBooks(rail.Submitted, rail.Submitted, rail.Submitted)
		model := make([]facts, len(b.all))
		for range rapid.IntRange(1, 4).Draw(t, "files") {
			whole := rapid.SampledFrom([]rail.State{rail.Processing, rail.Paid, rail.Failed}).Draw(t, "whole")
			signals := []rail.Signal{ofFile(whole)}
			for i := range b.all {
				open := !model[i].out && !model[i].released
				if !rapid.Bool().Draw(t, "listed") {
					if open {
						model[i].hear(whole)
					}
					continue
				}
				next := rapid.SampledFrom([]rail.State{rail.Processing, rail.Paid, rail.Failed, rail.Returned}).Draw(t, "next")
				signals = append(signals, about(b.all[i].RailRef, next))
				if !model[i].back && !model[i].released {
					model[i].hear(next)
				}
			}
			b.keep(t, Apply(b, fmt.Sprint("sha-", len(b.past)), statusOf(rapid.Permutation(signals).Draw(t, "order")...), time.Time{}))
			for i, f := range model {
				if b.all[i].State != f.state() {
					t.Fatalf("%s is %s, the facts are %+v", b.all[i].RailRef, b.all[i].State, f)
				}
			}
		}
	})
}
