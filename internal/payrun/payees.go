package payrun

import (
	"context"
	"database/sql/driver"
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/state"
	"recon/settle/rail"
	"recon/settle/rails"
)

// listed is one row of the payee file with what its rail says of it.
type listed struct {
	ingest.Payee
	payment     rail.Payment // with the destination in its normal form
	wrong       string       // what is wrong with the destination
	refusal     string       // why the rail cannot carry the payment
	warnings    []string
	fingerprint string
	lastFour    string
}

// readPayees reads the payee file, has each rail look at its destinations, and
// makes the table of payees.
func (e *Engine) readPayees(ctx context.Context, m *making) error {
	if err := e.listPayees(ctx, m); err != nil {
		return err
	}
	return e.fillPayees(ctx, m)
}

func (e *Engine) listPayees(ctx context.Context, m *making) error {
	writers, err := writersOf(m.settings)
	if err != nil {
		return err
	}
	key, err := e.fingerprintKey(ctx, m.settings)
	if err != nil {
		return err
	}
	m.payees = map[accountKey]*listed{}
	for _, f := range files(m.of(payeesRole)) {
		rows, receipt, err := ingest.ReadPayees(ctx, f, &m.settings.Payees, e.options(m))
		if err == nil {
			err = faulty("the payee file was refused", receipt)
		}
		if err == nil {
			err = m.list(f.Name, rows, writers, key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writersOf are the rails of the settings, by name.
func writersOf(s *config.Settle) (map[string]rail.Rail, error) {
	all := map[string]rail.Rail{}
	for _, name := range sortedKeys(s.Rails) {
		writer, err := rails.New(name, s.Rails[name])
		if err != nil {
			return nil, unfit("settle.rails.%s: %v", name, err)
		}
		all[name] = writer
	}
	return all, nil
}

// CheckRails says what of the rails' settings no file could be written with.
func CheckRails(s *config.Settle) error {
	_, err := writersOf(s)
	return err
}

// list takes over the rows of a payee file.
func (m *making) list(name string, rows []ingest.Payee, writers map[string]rail.Rail, key []byte) error {
	stop := &Stop{Kind: Refused, Cause: "the payee file names rails that are not configured; nothing was posted"}
	for i := range rows {
		l := &listed{Payee: rows[i]}
		if l.Rail != "" && writers[l.Rail] == nil {
			if len(stop.Faults) == ingest.MaxFaults {
				stop.More++
				continue
			}
			stop.Faults = append(stop.Faults, ingest.Fault{Path: name, Line: l.Line, Column: m.settings.Payees.Table.Rail.Column,
				Text: fmt.Sprintf("%q is no rail of the configuration, wanted %s", l.Rail, strings.Join(sortedKeys(writers), " or "))}.Error())
			continue
		}
		l.judge(m.settings, writers[l.Rail], key)
		m.payees[accountKey{l.Payee.Payee, l.Currency}] = l
	}
	if len(stop.Faults) > 0 {
		return stop
	}
	return nil
}

// judge asks the rail about the destination and, as far as no amount is known,
// about the payment.
func (l *listed) judge(s *config.Settle, writer rail.Rail, key []byte) {
	l.payment = rail.Payment{Payee: l.Payee.Payee, Name: l.Name, Country: l.Country, Currency: l.Currency, Destination: l.Destination,
		BIC: l.BIC, Bank: l.Bank, Branch: l.Branch, Province: l.Province, City: l.City, Corporate: l.Corporate}
	switch {
	case writer == nil:
		l.wrong = "no rail"
		return
	case l.Destination == "":
		l.wrong = "missing"
		return
	}
	normal, wrong, warnings := writer.CheckDestination(l.payment)
	l.payment.Destination, l.wrong, l.warnings = normal, wrong, warnings
	l.fingerprint, l.lastFour = fingerprint(key, l.Rail, l.payment), lastFour(normal)
	if wrong == "" {
		minimum, _ := s.MinimumMinor(l.Currency)
		l.payment.AmountMinor = max(minimum, 1)
		l.payment.RailRef, l.payment.PayoutKey = railRef("", 1, s.Start), "check"
		l.refusal = writer.CheckPayment(l.payment)
		l.payment.AmountMinor = 0
	}
}

// fillPayees makes the table of payees, with when each destination was first
// listed and whether it is blocked.
func (e *Engine) fillPayees(ctx context.Context, m *making) error {
	eventSeq := m.batch.EventSeq
	if m.batch.No == 0 {
		eventSeq = math.MaxInt64
	}
	seen, err := e.State.Destinations(ctx, m.batch.No)
	if err != nil {
		return err
	}
	blocked, err := e.State.BlockedDestinations(ctx, eventSeq)
	if err != nil {
		return err
	}
	known := knownDestinations(seen)
	blocks := map[destinationKey]string{}
	for _, b := range blocked {
		blocks[destinationKey{accountKey{b.Payee, b.Currency}, b.Fingerprint}] = b.Code
	}
	keys := slices.Collect(maps.Keys(m.payees))
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		return a.payee < b.payee || a.payee == b.payee && a.currency < b.currency
	})
	return m.ws.Append(ctx, "payee", func(add func(...driver.Value) error) error {
		for _, k := range keys {
			l := m.payees[k]
			var since driver.Value
			if at, ok := known.first[destinationKey{k, l.fingerprint}]; ok {
				since = at.UnixMicro()
			}
			err := add(k.payee, k.currency, l.Rail, l.Country, l.KYC, l.Frozen, l.wrong, l.refusal, l.fingerprint, l.lastFour,
				since, known.other(k, l.fingerprint), blocks[destinationKey{k, l.fingerprint}], l.Line)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

type destinationKey struct {
	accountKey
	fingerprint string
}

// destinations are those listed before, and how many each account had.
type destinations struct {
	first map[destinationKey]time.Time
	count map[accountKey]int
}

// other reports whether an account had another destination than this one: only
// then is this one a change, for which some companies wait.
func (d destinations) other(k accountKey, fingerprint string) bool {
	n := d.count[k]
	if _, listed := d.first[destinationKey{k, fingerprint}]; listed {
		n--
	}
	return n > 0
}

func knownDestinations(seen []state.Destination) destinations {
	d := destinations{map[destinationKey]time.Time{}, map[accountKey]int{}}
	for _, s := range seen {
		k := accountKey{s.Payee, s.Currency}
		d.first[destinationKey{k, s.Fingerprint}] = s.SeenAt
		d.count[k]++
	}
	return d
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
