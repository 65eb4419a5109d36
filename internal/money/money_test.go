package money

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text     string
		exponent int
		want     int64
	}{
		{"0.04000", 2, 4}, {"12.30", 2, 1230}, {"-12.3", 2, -1230}, {"+5", 2, 500}, {"007", 2, 700},
		{"0", 0, 0}, {"-0.00", 2, 0}, {"1500", 0, 1500}, {"1500.00", 0, 1500}, {"1.234", 3, 1234},
		{"92233720368547758.07", 2, math.MaxInt64}, {"-92233720368547758.07", 2, -math.MaxInt64},
		{"9223372036854775807", 0, math.MaxInt64}, {strings.Repeat("0", 40) + "1.00", 2, 100},
	} {
		got, err := Parse(c.text, c.exponent)
		if err != nil || got != c.want {
			t.Errorf("%q: got %d, %v; wanted %d", c.text, got, err, c.want)
		}
		if fromBytes, err := Parse([]byte(c.text), c.exponent); err != nil || fromBytes != got {
			t.Errorf("%q as bytes: got %d, %v", c.text, fromBytes, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	const noAmount, tooLarge = " is not an amount, wanted like -12.30", " is beyond the range of an amount"
	for text, want := range map[string]string{
		"":       "empty, wanted an amount",
		"1,000":  `"1,000" has a comma, wanted digits with a decimal point`,
		"12,34":  `"12,34" has a comma, wanted digits with a decimal point`,
		"12.345": `"12.345" has more than 2 decimals`,
		"-0.001": `"-0.001" has more than 2 decimals`,
		"-":      `"-"` + noAmount, ".": `"."` + noAmount, "-.": `"-."` + noAmount, ".5": `".5"` + noAmount,
		"5.": `"5."` + noAmount, "1e2": `"1e2"` + noAmount, " 1": `" 1"` + noAmount, "1 ": `"1 "` + noAmount,
		"--1": `"--1"` + noAmount, "+-1": `"+-1"` + noAmount, "1.2.3": `"1.2.3"` + noAmount, "0x10": `"0x10"` + noAmount,
		"１２": `"１２"` + noAmount, "¥5": `"¥5"` + noAmount, "NaN": `"NaN"` + noAmount, "1-": `"1-"` + noAmount,
		"92233720368547758.08":  `"92233720368547758.08"` + tooLarge,
		"92233720368547759":     `"92233720368547759"` + tooLarge,
		"-99999999999999999999": `"-99999999999999999999"` + tooLarge,
	} {
		got, err := Parse(text, 2)
		if err == nil || err.Error() != want || got != 0 {
			t.Errorf("%q: got %d, %v; wanted %s", text, got, err, want)
		}
	}
}

func TestParseRefusesShortly(t *testing.T) {
	if _, err := Parse(strings.Repeat("金", 1<<20), 2); err == nil || len(err.Error()) > 120 {
		t.Errorf("error of %d bytes", len(err.Error()))
	}
}

// TestFormatParse: every amount that is printed reads back as itself.
func TestFormatParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minor := rapid.Int64Range(-math.MaxInt64, math.MaxInt64).Draw(t, "minor")
		exponent := rapid.IntRange(0, 4).Draw(t, "exponent")
		text := Format(minor, exponent)
		if got, err := Parse(text, exponent); err != nil || got != minor {
			t.Fatalf("%s: got %d, %v; wanted %d", text, got, err, minor)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "-", ".", "1,000", "1e2", " 1", "12.345", "0.04000", "92233720368547758.08"} {
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, exponent int) {
		exponent = int(uint(exponent) % 5)
		got, err := Parse(text, exponent)
		if err != nil {
			return
		}
		want, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%q is read as %d", text, got)
		}
		scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
		if new(big.Rat).SetFrac(big.NewInt(got), scale).Cmp(want) != 0 {
			t.Fatalf("%q is read as %d", text, got)
		}
	})
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		minor    int64
		exponent int
		want     string
	}{
		{0, 2, "0.00"}, {-4, 2, "-0.04"}, {1230, 2, "12.30"}, {-1500, 0, "-1500"}, {7, 3, "0.007"},
		{math.MinInt64, 2, "-92233720368547758.08"},
	} {
		if got := Format(c.minor, c.exponent); got != c.want {
			t.Errorf("%d: got %s, wanted %s", c.minor, got, c.want)
		}
	}
}

func TestExponents(t *testing.T) {
	for _, c := range []struct {
		provider, currency string
		want               int
	}{
		{"", "CNY", 2}, {"", "JPY", 0}, {"", "KWD", 3}, {"", "CLF", 4}, {"", "ISK", 0}, {"", "HUF", 2}, {"alipay", "JPY", 0},
		{"stripe", "ISK", 2}, {"stripe", "UGX", 2}, {"stripe", "CLP", 0}, {"adyen", "CLP", 2}, {"adyen", "ISK", 2},
		{"adyen", "CVE", 0}, {"adyen", "IDR", 0}, {"adyen", "UGX", 0}, {"paypal", "HUF", 0}, {"paypal", "TWD", 0}, {"paypal", "JPY", 0},
	} {
		if got := ExponentFor(c.provider, c.currency); got != c.want {
			t.Errorf("%s %s: got %d, wanted %d", c.provider, c.currency, got, c.want)
		}
	}
}

func TestIsCurrency(t *testing.T) {
	for text, want := range map[string]bool{"CNY": true, "EUR": true, "": false, "cny": false, "CN": false, "CNYX": false, "C1Y": false, "元": false} {
		if IsCurrency(text) != want || IsCurrency([]byte(text)) != want {
			t.Errorf("%q: wanted %v", text, want)
		}
	}
}

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		a, b, sum int64
		ok        bool
	}{{1, 2, 3, true}, {math.MaxInt64, 0, math.MaxInt64, true}, {math.MaxInt64, 1, math.MinInt64, false}, {math.MaxInt64, math.MinInt64, -1, true},
		{math.MinInt64, -1, math.MaxInt64, false}, {math.MinInt64, math.MinInt64, 0, false}, {-1, math.MinInt64 + 1, math.MinInt64, true}} {
		if sum, ok := Add(c.a, c.b); sum != c.sum || ok != c.ok {
			t.Errorf("%d and %d: found %d %t, wanted %d %t", c.a, c.b, sum, ok, c.sum, c.ok)
		}
	}
}
