// Package approval is the second pair of eyes: the sheet that an approver reads
// and signs on a machine of its own, and the check of that signature. Keys are
// ed25519; nothing of it needs a network.
package approval

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Sheet is the approval sheet of a batch as `settle sign` reads it. NewSheet
// works out what follows from the payouts; Check does it again, so that nobody
// signs a list that is not the one he was shown.
type Sheet struct {
	Version      int           `json:"version"` // 1
	BatchID      string        `json:"batch_id"`
	BatchHash    string        `json:"batch_hash"` // 64 hexadecimal digits
	Period       string        `json:"period"`
	Part         int64         `json:"part"`
	Cutoff       string        `json:"cutoff"` // RFC 3339, in UTC
	Maker        string        `json:"maker"`
	Payouts      int64         `json:"payouts"`      // worked out
	PayoutsHash  string        `json:"payouts_hash"` // worked out
	Totals       []Total       `json:"totals"`       // worked out, by currency
	Largest      []string      `json:"largest"`      // worked out: keys of the ten largest of each currency, the largest first
	Funding      []Funding     `json:"funding"`
	Destinations []Destination `json:"destinations"` // new and changed ones
	Skipped      []Skipped     `json:"skipped"`
	Deviation    []Deviation   `json:"deviation"` // from the batch before
	Overrides    []Override    `json:"overrides"`
	Items        []Payout      `json:"items"`
}

// Payout is one payout of a sheet.
type Payout struct {
	Key         string `json:"key"`
	Payee       string `json:"payee"`
	Currency    string `json:"currency"`
	AmountMinor int64  `json:"amount_minor"`
	Status      string `json:"status"` // as the batch made it: review or pending
	Rail        string `json:"rail"`
	RailRef     string `json:"rail_ref"`
	Fingerprint string `json:"fingerprint"` // of the destination
	LastFour    string `json:"last_four"`
}

// Total is the sum of the payouts in one currency, those in review included.
type Total struct {
	Currency    string `json:"currency"`
	Payouts     int64  `json:"payouts"`
	AmountMinor int64  `json:"amount_minor"`
	Review      int64  `json:"review"`
	ReviewMinor int64  `json:"review_minor"`
}

// Funding is what a debtor account has to hold.
type Funding struct {
	Rail        string `json:"rail"`
	LastFour    string `json:"debtor_last_four"`
	Currency    string `json:"currency"`
	Payouts     int64  `json:"payouts"`
	AmountMinor int64  `json:"amount_minor"`
}

// Destination is one that a payee did not have before. Old is empty for a new payee.
type Destination struct {
	Payee       string `json:"payee"`
	Currency    string `json:"currency"`
	OldLastFour string `json:"old_last_four"`
	NewLastFour string `json:"new_last_four"`
}

// Skipped counts payees that are not paid.
type Skipped struct {
	Reason      string `json:"reason"`
	Currency    string `json:"currency"`
	Count       int64  `json:"count"`
	AmountMinor int64  `json:"amount_minor"`
}

// Deviation compares a currency's total with that of the batch before.
type Deviation struct {
	Currency      string `json:"currency"`
	PreviousMinor int64  `json:"previous_minor"`
	PerMille      int64  `json:"per_mille"` // of the one before, + is more; 0 when there was none
}

// Override is a rule that somebody set aside for the batch.
type Override struct {
	Name string `json:"name"`
	By   string `json:"by"`
	Why  string `json:"why"`
}

// The states that a batch makes payouts in.
const (
	Review  = "review"
	Pending = "pending"
)

// version is the one that is written, and the only one that is read.
const version = 1

// NewSheet completes a sheet by what follows from its items, which it puts into
// the order of their keys. Amounts that are not positive, sums beyond int64 and a key that is there twice are errors.
func NewSheet(s Sheet) (Sheet, error) {
	s.Version = version
	slices.SortFunc(s.Items, func(a, b Payout) int { return cmp.Compare(a.Key, b.Key) })
	totals, err := total(s.Items)
	if err != nil {
		return Sheet{}, fmt.Errorf("approval sheet of batch %s: %w", s.BatchID, err)
	}
	s.Funding, s.Destinations, s.Skipped = orEmpty(s.Funding), orEmpty(s.Destinations), orEmpty(s.Skipped)
	s.Deviation, s.Overrides, s.Items = orEmpty(s.Deviation), orEmpty(s.Overrides), orEmpty(s.Items)
	s.Payouts, s.Totals, s.Largest, s.PayoutsHash = int64(len(s.Items)), totals, largest(s.Items), PayoutsHash(s.Items)
	return s, nil
}

// orEmpty keeps null out of the JSON.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// total sums payouts by currency.
func total(items []Payout) ([]Total, error) {
	sums := map[string]*Total{}
	keys := make(map[string]bool, len(items))
	for _, p := range items {
		if err := p.check(); err != nil {
			return nil, err
		}
		if keys[p.Key] {
			return nil, fmt.Errorf("payout %s is there twice", p.Key)
		}
		keys[p.Key] = true
		t := sums[p.Currency]
		if t == nil {
			t = &Total{Currency: p.Currency}
			sums[p.Currency] = t
		}
		if t.AmountMinor+p.AmountMinor < 0 {
			return nil, fmt.Errorf("the sum of the payouts in %s is beyond the range of an amount", p.Currency)
		}
		t.Payouts, t.AmountMinor = t.Payouts+1, t.AmountMinor+p.AmountMinor
		if p.Status == Review {
			t.Review, t.ReviewMinor = t.Review+1, t.ReviewMinor+p.AmountMinor
		}
	}
	out := []Total{}
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		out = append(out, *sums[currency])
	}
	return out, nil
}

func (p Payout) check() error {
	switch {
	case p.Key == "":
		return errors.New("a payout without a key")
	case p.AmountMinor <= 0:
		return fmt.Errorf("payout %s: amount %d, wanted more than 0", p.Key, p.AmountMinor)
	case p.Status != Review && p.Status != Pending:
		return fmt.Errorf("payout %s: status %q, wanted %s or %s", p.Key, p.Status, Review, Pending)
	}
	return nil
}

// mostLargest is how many payouts of a currency are shown as its largest.
const mostLargest = 10

func largest(items []Payout) []string {
	most := map[string][]Payout{}
	order := func(a, b Payout) int {
		return cmp.Or(cmp.Compare(b.AmountMinor, a.AmountMinor), cmp.Compare(a.Key, b.Key))
	}
	for _, p := range items {
		top := most[p.Currency]
		at, _ := slices.BinarySearchFunc(top, p, order)
		if at < mostLargest {
			top = slices.Insert(top, at, p)
			most[p.Currency] = top[:min(len(top), mostLargest)]
		}
	}
	out := []string{}
	for _, currency := range slices.Sorted(maps.Keys(most)) {
		for _, p := range most[currency] {
			out = append(out, p.Key)
		}
	}
	return out
}

// PayoutsHash stands for who is paid how much and where to: SHA-256 over one
// line per payout, in the order of the lines, as 64 hexadecimal digits.
func PayoutsHash(items []Payout) string {
	lines := make([]string, len(items))
	var line []byte
	for i, p := range items {
		line = strconv.AppendQuote(line[:0], p.Key)
		line = strconv.AppendQuote(append(line, ' '), p.Currency)
		line = strconv.AppendInt(append(line, ' '), p.AmountMinor, 10)
		line = strconv.AppendQuote(append(line, ' '), p.Status)
		line = strconv.AppendQuote(append(line, ' '), p.RailRef)
		line = strconv.AppendQuote(append(line, ' '), p.Fingerprint)
		lines[i] = string(append(line, '\n'))
	}
	slices.Sort(lines)
	sum := sha256.New()
	for _, line := range lines {
		io.WriteString(sum, line)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Check works out what follows from the items and compares it with what the
// sheet shows. The rest of the sheet follows from the batch, whose hash is signed.
func (s Sheet) Check() error {
	if s.Version != version {
		return fmt.Errorf("approval sheet: version %d, wanted %d; sign with the program that made it", s.Version, version)
	}
	if s.BatchID == "" || len(s.BatchHash) != 64 || strings.Trim(s.BatchHash, "0123456789abcdef") != "" {
		return errors.New("approval sheet: without batch_id or batch_hash, wanted the file that `settle approval-sheet` wrote")
	}
	again := s
	again.Items = slices.Clone(s.Items)
	again, err := NewSheet(again)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		name string
		same bool
	}{
		{"payouts", s.Payouts == again.Payouts}, {"totals", slices.Equal(s.Totals, again.Totals)},
		{"largest", slices.Equal(s.Largest, again.Largest)}, {"payouts_hash", s.PayoutsHash == again.PayoutsHash},
	} {
		if !c.same {
			return fmt.Errorf("approval sheet of batch %s: %s is not that of its payouts: the file was changed, do not sign it", s.BatchID, c.name)
		}
	}
	return nil
}

// maxSheet bounds a sheet in bytes; one of 200 000 payouts has 80 MB.
const maxSheet = 1 << 30

// Write writes the sheet as JSON.
func (s Sheet) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(s)
}

// ReadSheet reads what Write wrote and checks it. name is printed in errors.
func ReadSheet(r io.Reader, name string) (Sheet, error) {
	var s Sheet
	if err := readJSON(r, maxSheet, &s); err != nil {
		return Sheet{}, fmt.Errorf("%s: %w", name, err)
	}
	if err := s.Check(); err != nil {
		return Sheet{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// readJSON reads one value whose fields are all known, and nothing after it.
func readJSON(r io.Reader, most int64, into any) error {
	limited := &io.LimitedReader{R: r, N: most + 1}
	in := json.NewDecoder(limited)
	in.DisallowUnknownFields()
	err := in.Decode(into)
	if err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something after the JSON object")
		}
	}
	if limited.N <= 0 {
		return fmt.Errorf("larger than %d bytes", most)
	}
	return err
}
