package report

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"recon/internal/money"
)

// amount is money of one currency, minor units.
type amount struct {
	Currency string
	Minor    int64
}

// amountText prints an amount in major units with its thousands grouped:
// "1,234.00". Pages and terminals use it, files for machines never do.
func amountText(minor int64, currency string) string {
	return group(money.Format(minor, money.Exponent(currency)))
}

// signedText is amountText with a plus before what is above zero.
func signedText(minor int64, currency string) string {
	if minor > 0 {
		return "+" + amountText(minor, currency)
	}
	return amountText(minor, currency)
}

// moneys prints several amounts with their currencies.
func moneys(list []amount) string {
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = amountText(a.Minor, a.Currency) + " " + a.Currency
	}
	return strings.Join(texts, ", ")
}

// countText prints a count with its thousands grouped.
func countText(n int64) string { return group(strconv.FormatInt(n, 10)) }

// group puts commas between the thousands of a decimal number.
func group(s string) string {
	start := 0
	if strings.HasPrefix(s, "-") {
		start = 1
	}
	end := len(s)
	if dot := strings.IndexByte(s, '.'); dot >= 0 {
		end = dot
	}
	for i := end - 3; i > start; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// percentText is part of whole with two decimals, cut and never rounded up.
// While open is true it stays below 100 %.
func percentText(part, whole int64, open bool) string {
	if whole <= 0 || part < 0 {
		return "–"
	}
	if part > whole {
		part = whole
	}
	high, low := bits.Mul64(uint64(part), 10000)
	hundredths, _ := bits.Div64(high, low, uint64(whole))
	if open && hundredths == 10000 {
		hundredths--
	}
	return money.Format(int64(hundredths), 2) + " %"
}

// sums adds money up by currency.
type sums map[string]int64

// add adds money of which a bound holds everything.
func (s sums) add(currency string, minor int64) { s[currency] += minor }

// addFitting adds money that nothing bounds; what names the sum.
func (s sums) addFitting(what, currency string, minor int64) error {
	sum, ok := money.Add(s[currency], minor)
	if !ok {
		return fmt.Errorf("%s: the sum in %s is beyond the range of an amount", what, currency)
	}
	s[currency] = sum
	return nil
}

// bound is the money of breaks by currency, whatever its direction. As long as
// it fits, no sum over some of them leaves the range of an amount. Every walk
// that adds breaks up takes one.
type bound struct{ all sums }

func (x *bound) take(b *Break) error {
	if x.all == nil {
		x.all = sums{}
	}
	sides := [2]amount{{b.Currency, b.DifferenceMinor}}
	if !b.hasDifference() {
		sides = [2]amount{{b.Statement.Currency, b.Statement.Minor}, {b.Ledger.Currency, b.Ledger.Minor}}
	}
	for _, a := range sides {
		n := magnitude(a.Minor)
		if n > math.MaxInt64 {
			return fmt.Errorf("break %s: %d of %s is beyond the range of an amount", b.ID, a.Minor, a.Currency)
		}
		if err := x.all.addFitting("open breaks", a.Currency, int64(n)); err != nil {
			return err
		}
	}
	return nil
}

// List is the sums in the order of the currencies.
func (s sums) List() []amount {
	out := make([]amount, 0, len(s))
	for c, n := range s {
		out = append(out, amount{c, n})
	}
	slices.SortFunc(out, func(a, b amount) int { return cmp.Compare(a.Currency, b.Currency) })
	return out
}

// addBreak adds what a break leaves open. Two currencies cannot be subtracted:
// each counts with its own side.
func (s sums) addBreak(b *Break) {
	if b.hasDifference() {
		s.add(b.Currency, b.DifferenceMinor)
		return
	}
	s.add(b.Statement.Currency, b.Statement.Minor)
	s.add(b.Ledger.Currency, -b.Ledger.Minor)
}

// addStake adds what is at stake in a break, whatever its direction. Of two
// currencies the provider's side counts.
func (s sums) addStake(b *Break) {
	a := b.stakeAmount()
	s.add(a.Currency, max(a.Minor, -a.Minor))
}

// stakeAmount is what a break is about, with its direction.
func (b *Break) stakeAmount() amount {
	if b.hasDifference() {
		return amount{b.Currency, b.DifferenceMinor}
	}
	return amount{b.Statement.Currency, b.Statement.Minor}
}
