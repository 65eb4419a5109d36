package ingest

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/text/currency"

	"recon/internal/config"
	"recon/internal/money"
)

// amount is a money column.
type amount struct {
	cell  int // none: no column
	minor bool
	sign  [kindCount]int64 // 1 or -1, what to multiply the written amount by
}

// signs are the factors of a sign setting. By kind a column has no signs: then
// refunds and chargebacks are money from us, and their fees come back to us.
func signs(setting string, fee bool) (out [kindCount]int64) {
	for k := range out {
		fromUs := Kind(k) == Refund || Kind(k) == Chargeback
		if out[k] = 1; setting == "negate" || setting == "by_kind" && fromUs != fee {
			out[k] = -1
		}
	}
	return out
}

// read is an amount in minor units, as the file writes its sign.
func (a amount) read(text []byte, exponent int) (int64, error) {
	if !a.minor {
		if n, ok := hundredths(text); ok && exponent == 2 {
			return n, nil
		}
		return money.Parse(text, exponent)
	}
	if bytes.IndexByte(text, '.') >= 0 {
		return 0, fmt.Errorf("%q has decimals, wanted a whole number of the smallest unit; if amounts are written like 12.30, set unit: major", text)
	}
	return money.Parse(text, 0)
}

// unit names how the column is read.
func (a amount) unit() string {
	if a.minor {
		return "in minor units"
	}
	return "in major units"
}

// mapped is the amount in our sign.
func (a amount) mapped(written int64, k Kind) int64 { return written * a.sign[k] }

// newCurrencies entered ISO 4217 after the table of x/text was made.
var newCurrencies = []string{"MRU", "SLE", "STN", "UYW", "VED", "VES", "XAD", "XCG", "ZWG"}

// knownCurrency reports whether code is one of ISO 4217, in capitals.
func knownCurrency(code []byte) bool {
	if !money.IsCurrency(code) {
		return false
	}
	for _, c := range newCurrencies {
		if string(code) == c {
			return true
		}
	}
	_, err := currency.ParseISO(string(code))
	return err == nil
}

// notCurrency says why a text is none.
func notCurrency(code []byte) error {
	if len(code) == 0 {
		return errors.New("empty, wanted a currency of ISO 4217 like CNY")
	}
	if string(code) == "RMB" {
		return errors.New(`"RMB" is no currency of ISO 4217, wanted "CNY"`)
	}
	return fmt.Errorf("%q is no currency of ISO 4217, wanted one like CNY, in capitals", code)
}

// checkCurrency refuses a currency of the settings that there is not.
func checkCurrency(b *binder, f config.Field) error {
	if f.Const == "" || knownCurrency([]byte(f.Const)) {
		return nil
	}
	return Fault{Text: fmt.Sprintf("%s: table.currency: %s", b.owner, notCurrency([]byte(f.Const)))}
}

// purse sums one currency.
type purse struct {
	code     [3]byte
	exponent int
	gross    int64
	written  int64
}

// purses are the sums of a piece, one per currency.
type purses []purse

// of is the sum of a currency; nil when there is no such currency.
func (p *purses) of(code []byte) *purse {
	if len(code) != 3 {
		return nil
	}
	key := [3]byte(code)
	for i := range *p {
		if (*p)[i].code == key {
			return &(*p)[i]
		}
	}
	if !knownCurrency(code) {
		return nil
	}
	*p = append(*p, purse{code: key, exponent: money.Exponent(string(code))})
	return &(*p)[len(*p)-1]
}

// add puts n into a sum; it is false when the sum is beyond the range of an amount.
func add(sum *int64, n int64) bool {
	total := *sum + n
	if (total > *sum) != (n > 0) && n != 0 {
		return false
	}
	*sum = total
	return true
}
