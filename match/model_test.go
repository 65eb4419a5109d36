package match

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file is the design's rules for one day without a past, written a second
// time and in the plainest way, to hold the SQL against.

// row is an entry as the rules see it.
type row struct {
	tag, side, kind, order, refundRef, currency, status, clock string
	gross, line                                                int
}

func rowOf(e record) row {
	return row{tag: e["side"][:1] + e["line"], side: e["side"], kind: e["kind"], order: e["order_ref"], refundRef: e["refund_ref"],
		currency: e["currency"], status: e["status"], clock: e["time"], gross: atoi(e["gross_minor"]), line: atoi(e["line"])}
}

func (r row) key() string {
	if r.order == "" || r.kind == "refund" && r.refundRef == "" {
		return ""
	}
	return r.kind + " " + r.order + " " + r.refundRef
}

func (r row) unnumbered() bool {
	return r.kind == "refund" && (r.refundRef == "" || r.refundRef == r.order)
}

func byTime(a, b row) int { return cmp.Or(strings.Compare(a.clock, b.clock), a.line-b.line) }

// model works out what becomes of every row of the pool: what it is matched
// with and by which rule, or the reason and the other row of its break.
type model struct {
	tolerance int
	fate      map[string]string
	quiet     []row // own rows that claim no money
}

func (m *model) run(rows []row) map[string]string {
	m.fate = map[string]string{}
	groups := map[string][]row{}
	var keyless []row
	for _, r := range rows {
		switch {
		case r.status == "pending" || r.status == "closed":
			m.quiet = append(m.quiet, r)
		case r.key() == "":
			keyless = append(keyless, r)
		default:
			groups[r.key()] = append(groups[r.key()], r)
		}
	}
	left := keyless
	for _, g := range groups {
		left = append(left, m.passes(g)...)
	}
	m.secondKey(left)
	for _, r := range left {
		if m.fate[r.tag] == "" {
			m.fate[r.tag] = m.oneSided(r)
		}
	}
	return m.fate
}

// passes runs a to e over the rows of one key; what is left on one side only,
// the other side having had none, is returned.
func (m *model) passes(g []row) (left []row) {
	s, l := sides(g)
	s, l = m.equal(s, l)
	for _, currency := range []string{"CNY", "USD"} {
		s, l = m.sums(s, l, currency)
	}
	had, hadOther := sides(g)
	switch {
	case len(s) == 1 && len(l) == 1:
		m.oneToOne(s[0], l[0])
	case len(s) > 0 && len(l) > 0:
		for _, r := range append(s, l...) {
			m.fate[r.tag] = "ambiguous"
		}
	case len(s) > 0 && len(hadOther) > 0 || len(l) > 0 && len(had) > 0:
		for _, r := range append(s, l...) {
			m.fate[r.tag] = "duplicate"
		}
	default:
		return m.alone(append(s, l...))
	}
	return nil
}

// alone is pass d where the other side had no row: the first is one-sided and
// the rest are duplicates, but for refunds that all have the order's number.
func (m *model) alone(rows []row) (left []row) {
	for i, r := range rows {
		if i > 0 && !r.unnumbered() {
			m.fate[r.tag] = "duplicate"
			continue
		}
		left = append(left, r)
	}
	return left
}

func sides(g []row) (s, l []row) {
	for _, r := range g {
		if r.side == "statement" {
			s = append(s, r)
		} else {
			l = append(l, r)
		}
	}
	slices.SortFunc(s, byTime)
	slices.SortFunc(l, byTime)
	return s, l
}

// equal is pass a.
func (m *model) equal(s, l []row) (restS, restL []row) {
	restL = slices.Clone(l)
	for _, r := range s {
		i := slices.IndexFunc(restL, func(q row) bool { return q.currency == r.currency && q.gross == r.gross })
		if i < 0 {
			restS = append(restS, r)
			continue
		}
		m.match("key", r, restL[i])
		restL = slices.Delete(restL, i, i+1)
	}
	return restS, restL
}

// sums is pass b for one currency.
func (m *model) sums(s, l []row, currency string) (restS, restL []row) {
	other := func(r row) bool { return r.currency != currency }
	inS, inL := slices.DeleteFunc(slices.Clone(s), other), slices.DeleteFunc(slices.Clone(l), other)
	if len(inS) == 0 || len(inL) == 0 || total(inS) != total(inL) {
		return s, l
	}
	m.match("key_sum", append(inS, inL...)...)
	same := func(r row) bool { return r.currency == currency }
	return slices.DeleteFunc(slices.Clone(s), same), slices.DeleteFunc(slices.Clone(l), same)
}

func total(rows []row) (sum int) {
	for _, r := range rows {
		sum += r.gross
	}
	return sum
}

// oneToOne is pass c.
func (m *model) oneToOne(s, l row) {
	d := s.gross - l.gross
	switch {
	case s.currency != l.currency:
		m.fate[s.tag], m.fate[l.tag] = "currency "+l.tag, "currency "+s.tag
	case -m.tolerance <= d && d <= m.tolerance:
		m.match("tolerance", s, l)
	default:
		m.fate[s.tag], m.fate[l.tag] = "amount "+l.tag, "amount "+s.tag
	}
}

// secondKey is key 2.
func (m *model) secondKey(rows []row) {
	groups := map[string][]row{}
	for _, r := range rows {
		if r.kind == "refund" && r.order != "" {
			k := r.order + " " + r.currency + " " + strconv.Itoa(r.gross)
			groups[k] = append(groups[k], r)
		}
	}
	for _, g := range groups {
		s, l := sides(g)
		lackS, lackL := slices.ContainsFunc(s, row.unnumbered), slices.ContainsFunc(l, row.unnumbered)
		s = slices.DeleteFunc(s, func(r row) bool { return !r.unnumbered() && !lackL })
		l = slices.DeleteFunc(l, func(r row) bool { return !r.unnumbered() && !lackS })
		switch {
		case len(s) == 0 || len(l) == 0:
		case len(s) == 1 && len(l) == 1:
			m.match("refund_amount", s[0], l[0])
		default:
			for _, r := range append(s, l...) {
				m.fate[r.tag] = "ambiguous"
			}
		}
	}
}

// oneSided judges a row that no other side has.
func (m *model) oneSided(r row) string {
	isQuiet := func(q row) bool { return r.key() != "" && q.key() == r.key() }
	switch {
	case r.side == "statement" && slices.ContainsFunc(m.quiet, isQuiet):
		return "status"
	case r.clock >= "23:50:00":
		return "pending"
	case r.side == "statement":
		return "missing"
	}
	return "extra"
}

func (m *model) match(rule string, rows ...row) {
	var tags []string
	for _, r := range rows {
		tags = append(tags, r.tag)
	}
	slices.Sort(tags)
	for _, t := range tags {
		m.fate[t] = fmt.Sprint(rule, " ", tags)
	}
}
