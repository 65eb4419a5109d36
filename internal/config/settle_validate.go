package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"recon/internal/money"
)

// settleName is how settlement names its published files, beside those that
// bear the name of a reconciliation.
const settleName = "settle"

// validate notes what no single value of the section shows.
func (s *Settle) validate(d *document, path string) {
	s.Ledger.Fetch.validate(d, under(path, "ledger.fetch"))
	s.Ledger.Table.validate(d, under(path, "ledger.table"))
	s.Payees.Fetch.validate(d, under(path, "payees.fetch"))
	s.Payees.Table.validate(d, under(path, "payees.table"), s.Rails)
	if s.Opening != nil && !s.Opening.None {
		s.Opening.Table.validate(d, under(path, "opening.table"))
	}
	s.Rules.validate(d, under(path, "rules"))
	for i, p := range s.People {
		at := fmt.Sprintf("%s.people[%d]", path, i)
		unique(d, at, "name", p.Name, i, func(j int) string { return s.People[j].Name })
		unique(d, at, "key", p.Key, i, func(j int) string { return s.People[j].Key })
	}
	for _, name := range s.RailNames() {
		s.Rails[name].validate(d, under(path, "rails."+name), name, s.Rules.Minimum)
	}
	for i, e := range s.Events {
		at := fmt.Sprintf("%s.events[%d]", path, i)
		unique(d, at, "name", e.Name, i, func(j int) string { return s.Events[j].Name })
		e.validate(d, at)
	}
}

func (t *CreditTable) validate(d *document, path string) {
	varies(d, under(path, "entry_id"), t.EntryID)
	varies(d, under(path, "payee"), t.Payee)
	currency(d, under(path, "currency"), t.Currency)
	if at := t.OccurredAt; at.Column != "" && at.Zone == "" && !hasOffset(at.Layout) && !d.has(under(path, "occurred_at.zone")) {
		d.bad(under(path, "occurred_at.layout"), at.Layout, "times have no zone: add zone, the time zone they are written in, like zone: "+zoneExample)
	}
}

// zoneExample is not the settlement zone on purpose: the zone of an export's
// times is a fact to look up, not a setting to repeat.
const zoneExample = "UTC"

func (t *PayeeTable) validate(d *document, path string, rails map[string]Rail) {
	varies(d, under(path, "payee"), t.Payee)
	varies(d, under(path, "destination"), Field{Const: masked(t.Destination.Const)})
	currency(d, under(path, "currency"), t.Currency)
	if _, ok := rails[t.Rail.Const]; t.Rail.Const != "" && !ok && len(rails) > 0 {
		d.bad(under(path, "rail"), t.Rail.Const, unknown(t.Rail.Const, slices.Sorted(maps.Keys(rails))))
	}
}

func (t *OpeningTable) validate(d *document, path string) {
	varies(d, under(path, "payee"), t.Payee)
	currency(d, under(path, "currency"), t.Currency)
	hasNoKind(d, under(path, "balance"), t.Balance)
	hasNoKind(d, under(path, "last_paid"), t.LastPaid)
}

// varies notes a field that says the same of every row where each row must
// have its own.
func varies(d *document, path string, f Field) {
	if f.Const != "" {
		d.bad(path, f.Const, "the same for every row, wanted a column")
	}
}

// currency notes a constant that is no currency.
func currency(d *document, path string, f Field) {
	if f.Const == "" {
		return
	}
	if text := checkCurrency(f.Const); text != "" {
		d.bad(path, f.Const, text)
	}
}

// hasNoKind notes an amount whose sign would come from a kind that its rows
// do not have.
func hasNoKind(d *document, path string, a Amount) {
	if a.Sign == "by_kind" {
		d.bad(under(path, "sign"), a.Sign, "the rows have no kind, wanted keep or negate")
	}
}

// hasOffset reports whether times of a layout say how far they are from UTC.
// A zone's abbreviation does not: several zones share it.
func hasOffset(layout string) bool {
	switch layout {
	case "rfc3339", "unix", "unix_milli", "unix_micro":
		return true
	}
	moment := time.Date(2023, 11, 28, 17, 46, 0, 0, time.FixedZone("X", 3*3600+1800))
	back, err := time.Parse(layout, moment.Format(layout))
	return err == nil && back.Equal(moment)
}

func (r *SettleRules) validate(d *document, path string) {
	minimum := amounts(d, under(path, "minimum"), r.Minimum, 0)
	maximum := amounts(d, under(path, "maximum"), r.Maximum, 1)
	for _, code := range slices.Sorted(maps.Keys(r.Maximum)) {
		at := under(path, "maximum."+code)
		if _, ok := r.Minimum[code]; !ok && len(r.Minimum) > 0 {
			d.at(at, fmt.Sprintf("key %q: has a maximum but no minimum, and a currency without a minimum is not paid", code))
			continue
		}
		low, ok := minimum[code]
		high, ok2 := maximum[code]
		if ok && ok2 && low > high {
			d.bad(at, r.Maximum[code], fmt.Sprintf("below the minimum %s of line %d, wanted at least that", r.Minimum[code], d.line(under(path, "minimum."+code))))
		}
	}
}

// amounts reads the amounts of a list by currency, in minor units, and notes
// those that are none or below least.
func amounts(d *document, path string, list map[string]string, least int64) map[string]int64 {
	minor := map[string]int64{}
	for code, text := range list {
		n, err := money.Parse(text, money.Exponent(code))
		switch {
		case text == "": // refused on reading
		case err != nil:
			d.at(under(path, code), fmt.Sprintf("key %q: %v", code, err))
		case n < least:
			d.bad(under(path, code), text, "wanted at least "+money.Format(least, money.Exponent(code)))
		default:
			minor[code] = n
		}
	}
	return minor
}

// builtInEvents are the senders whose webhooks need no mapping.
var builtInEvents = []string{"stripe"}

func (e *EventMapping) validate(d *document, path string) {
	if slices.Contains(builtInEvents, e.Name) {
		d.bad(under(path, "name"), e.Name, "read without a mapping, wanted another name")
	}
	if e.Layout != "" && !hasOffset(e.Layout) {
		d.bad(under(path, "layout"), e.Layout, "times have no zone, wanted a layout with an offset, or rfc3339, unix, unix_milli, unix_micro")
	}
	if e.Type.Const != "" {
		d.bad(under(path, "type"), e.Type.Const, "the same for every event, wanted "+strconv.Quote("column")+", the path of the type")
	}
}
