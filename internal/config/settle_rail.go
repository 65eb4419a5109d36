package config

import (
	"fmt"
	"maps"
	"slices"

	"recon/internal/money"
)

// onlyRail are the keys of a rail that make sense for one format.
var onlyRail = map[string][]string{
	railSepa: {"profile", "batch_booking", "acsc_is_paid"},
	railCSV:  {"template", "debtor.account"},
}

// validate notes what no single value of a rail shows. Paid are the currencies
// that have a minimum.
func (r Rail) validate(d *document, path, name string, paid map[string]string) {
	format := r.Format
	if format == "" && d.has(under(path, "format")) {
		return // refused on reading, and everything below depends on it
	}
	if format = first(format, name); onlyRail[format] == nil {
		d.at(path, fmt.Sprintf(`key "format": missing, and the name %q is none; wanted %s or %s`, name, railSepa, railCSV))
		return
	}
	r.validateFormat(d, path, format)
	currencies := r.Currencies
	if currencies == nil && format == railSepa {
		currencies = []string{"EUR"}
	} else if currencies == nil {
		currencies = slices.Sorted(maps.Keys(paid))
	}
	limit(d, under(path, "max_amount"), r.MaxAmount, currencies)
	limit(d, under(path, "max_file_sum"), r.MaxFileSum, currencies)
	if r.Result != nil {
		hasNoKind(d, under(path, "result.amount"), r.Result.Amount)
	}
}

// validateFormat notes keys that the format needs, or has no use for.
func (r Rail) validateFormat(d *document, path, format string) {
	for other, keys := range onlyRail {
		for _, key := range keys {
			if other != format && d.has(under(path, key)) {
				d.at(under(path, key), fmt.Sprintf("key %q: only for format %s", keyOf(key), other))
			}
		}
	}
	debtor := under(path, "debtor")
	if format == railCSV {
		if !d.has(under(path, "template")) {
			d.at(path, `key "template": missing, wanted the columns of the bank's template`)
		}
		if d.has(under(debtor, "name")) {
			d.oneOf(debtor, "iban", "account")
		}
		return
	}
	if d.has(under(debtor, "name")) && !d.has(under(debtor, "iban")) {
		d.at(debtor, `key "iban": missing, wanted env:NAME or file:PATH`)
	}
	for i, code := range r.Currencies {
		if code != "EUR" && code != "" {
			d.bad(fmt.Sprintf("%s.currencies[%d]", path, i), code, "not carried by SEPA, wanted EUR")
		}
	}
}

// limit notes an amount that is none in a currency of the rail.
func limit(d *document, path, text string, currencies []string) {
	if text == "" {
		return
	}
	for _, code := range currencies {
		n, err := money.Parse(text, money.Exponent(code))
		switch {
		case err != nil:
			d.at(path, fmt.Sprintf("key %q: %v, in %s", keyOf(path), err, code))
			return
		case n <= 0:
			d.bad(path, text, "wanted an amount above zero")
			return
		}
	}
}
