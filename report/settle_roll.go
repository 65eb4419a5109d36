package report

import "math/bits"

// rollTerm is one term of a balance roll-forward. Its sign is that in the sum,
// 0 for the result and for what the result consists of.
type rollTerm struct {
	name  string
	minor int64
	sign  int
}

// terms are the roll-forward in its order, which is that of payees.csv.
func (r *Roll) terms() [12]rollTerm {
	return [...]rollTerm{
		{"opening", r.OpeningMinor, 1}, {"earned", r.EarnedMinor, 1}, {"adjustments", r.AdjustmentsMinor, 1},
		{"refunds", r.RefundsMinor, -1}, {"fees", r.FeesMinor, -1}, {"withheld", r.WithheldMinor, -1},
		{"paid", r.PaidMinor, -1}, {"returned", r.ReturnedMinor, 1}, {"closing", r.ClosingMinor, 0},
		{"available", r.AvailableMinor, 0}, {"held", r.HeldMinor, 0}, {"reserve", r.ReserveMinor, 0},
	}
}

// unexplained is what the roll-forward leaves open: the terms less the closing
// balance or, when those agree, the closing balance less its parts. It must be
// 0. whole is false when the terms cannot be added up in an int64.
func (r *Roll) unexplained() (open int64, whole bool) {
	var sum, parts wide
	for _, t := range r.terms() {
		sum.add(t.minor, t.sign)
	}
	sum.add(r.ClosingMinor, -1)
	parts.add(r.ClosingMinor, 1)
	parts.add(r.AvailableMinor, -1)
	parts.add(r.HeldMinor, -1)
	parts.add(r.ReserveMinor, -1)
	if open, whole = sum.int64(); whole && open == 0 {
		return parts.int64()
	}
	return open, whole
}

// wide is a sum of 128 bits, in two's complement: what is added up on the way
// may leave an int64 although the result does not.
type wide struct{ high, low uint64 }

// add adds minor times sign, which is -1, 0 or 1.
func (w *wide) add(minor int64, sign int) {
	if sign == 0 {
		return
	}
	high, low := uint64(minor>>63), uint64(minor)
	if sign < 0 {
		var borrow uint64
		low, borrow = bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
	}
	var carry uint64
	w.low, carry = bits.Add64(w.low, low, 0)
	w.high, _ = bits.Add64(w.high, high, carry)
}

// int64 is the sum, and whether it fits.
func (w *wide) int64() (int64, bool) {
	n := int64(w.low)
	return n, uint64(n>>63) == w.high
}

// perMille is how far now is from before, in thousandths of before, cut towards
// zero. ok is false without a number to compare with, and for what no int64 holds.
func perMille(now, before int64) (change int64, ok bool) {
	if before <= 0 || now < 0 {
		return 0, false
	}
	difference, down := uint64(now-before), false
	if now < before {
		difference, down = uint64(before-now), true
	}
	high, low := bits.Mul64(difference, 1000)
	if high >= uint64(before) {
		return 0, false
	}
	thousandths, _ := bits.Div64(high, low, uint64(before))
	if change = int64(thousandths); change < 0 {
		return 0, false
	}
	if down {
		change = -change
	}
	return change, true
}
