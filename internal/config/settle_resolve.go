package config

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// Formats of rails.
const (
	railSepa = "sepa"
	railCSV  = "csv"
)

// resolve makes paths absolute, file: secrets against folder and the rest
// against home, and fills what the section leaves out.
func (s *Settle) resolve(home, folder string) {
	s.Home = home
	s.eachPath(
		func(dir string) string { return absolute(dir, home) },
		func(secret string) string { return absoluteSecret(secret, folder) },
	)
	s.Ledger.Charset = first(s.Ledger.Charset, "utf-8")
	s.Payees.Charset = first(s.Payees.Charset, "utf-8")
	if s.Opening != nil && !s.Opening.None {
		s.Opening.Charset = first(s.Opening.Charset, "utf-8")
	}
	for name, r := range s.Rails {
		r.resolve(name)
		s.Rails[name] = r
	}
}

// resolve fills what a rail leaves out from its format.
func (r *Rail) resolve(name string) {
	r.Format = first(r.Format, name)
	if r.Format == railSepa {
		r.Profile = first(r.Profile, "pain.001.001.09")
		r.MaxAmount = first(r.MaxAmount, "999999999.99")
		r.Execution.Calendar = first(r.Execution.Calendar, calendar.Target)
		if r.Currencies == nil {
			r.Currencies = []string{"EUR"}
		}
	}
	r.Execution.Calendar = first(r.Execution.Calendar, calendar.Every)
	if r.Result != nil {
		r.Result.Charset = first(r.Result.Charset, "utf-8")
	}
}

// eachPath replaces every folder and every secret of the section. What hangs
// on pointers is copied first, so that a copy of the section stays apart.
func (s *Settle) eachPath(dir, secret func(string) string) {
	s.FingerprintKey = secret(s.FingerprintKey)
	s.Ledger.Fetch.Dir = dir(s.Ledger.Fetch.Dir)
	s.Payees.Fetch.Dir = dir(s.Payees.Fetch.Dir)
	if s.Opening != nil && !s.Opening.None {
		opening := *s.Opening
		opening.Fetch.Dir = dir(opening.Fetch.Dir)
		s.Opening = &opening
	}
	s.Rails = maps.Clone(s.Rails)
	for name, r := range s.Rails {
		r.Debtor.IBAN, r.Debtor.Account = secret(r.Debtor.IBAN), secret(r.Debtor.Account)
		if r.Deliver != nil {
			r.Deliver = &Deliver{Dir: dir(r.Deliver.Dir)}
		}
		s.Rails[name] = r
	}
}

// Location is the settlement zone. It panics on a zone that Load would have refused.
func (s *Settle) Location() *time.Location { return location(s.Zone) }

// StartMonth is the first period. It panics on a start that Load would have refused.
func (s *Settle) StartMonth() calendar.Month {
	m, err := calendar.ParseMonth(s.Start)
	if err != nil {
		panic(err)
	}
	return m
}

// RailNames are the names of the rails, sorted.
func (s *Settle) RailNames() []string { return slices.Sorted(maps.Keys(s.Rails)) }

// MinimumMinor is the smallest payout of a currency in minor units, false for
// a currency that is not paid.
func (s *Settle) MinimumMinor(currency string) (int64, bool) {
	return amountOf(s.Rules.Minimum, currency)
}

// MaximumMinor is the largest payout of a currency in minor units that needs
// no review, false when there is no bound.
func (s *Settle) MaximumMinor(currency string) (int64, bool) {
	return amountOf(s.Rules.Maximum, currency)
}

func amountOf(list map[string]string, currency string) (int64, bool) {
	text, ok := list[currency]
	if !ok {
		return 0, false
	}
	minor, err := money.Parse(text, money.Exponent(currency))
	if err != nil {
		panic(err) // Load would have refused it
	}
	return minor, true
}

// Resolve is the debtor with the values of its secrets in the place of the
// references. It belongs into a submission and nowhere else: no state, no log.
// Errors name the variable or the file, never the value.
func (d Debtor) Resolve() (Debtor, error) {
	var err error
	if d.IBAN, err = Secret(d.IBAN); err != nil {
		return Debtor{}, fmt.Errorf("iban of the debtor: %w", err)
	}
	if d.Account, err = Secret(d.Account); err != nil {
		return Debtor{}, fmt.Errorf("account of the debtor: %w", err)
	}
	return d, nil
}
