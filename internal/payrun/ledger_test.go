package payrun

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/state"
)

// line is one row of a ledger file.
type line struct {
	id, payee, currency, kind, status string
	minor                             int64
	at                                time.Time
}

func (l line) text() string {
	return fmt.Sprintf("%s,%s,%s,%d,%s,,%s,%s", l.id, l.payee, l.kind, l.minor, l.currency, l.status, l.at.UTC().Format("2006-01-02T15:04:05.999999Z"))
}

// counts is what a row counts once it is known: nothing unless confirmed.
func (l line) counts() int64 {
	if l.status != "confirmed" {
		return 0
	}
	return l.minor
}

// paper is the ledger on paper: who earned what, worked out entry by entry and
// without a query.
type paper struct {
	start, next calendar.Month
	files       map[calendar.Month][]line
	opening     map[accountKey]int64
	counted     map[int64][]line          // by batch number: what it counted, with the change as minor units
	seen        map[int64]map[string]line // by batch number: restated entries as it saw them
	accepted    map[string]bool           // id and what it counts
}

func newPaper(start calendar.Month) *paper {
	return &paper{start: start, next: start, files: map[calendar.Month][]line{}, opening: map[accountKey]int64{}, counted: map[int64][]line{},
		seen: map[int64]map[string]line{}, accepted: map[string]bool{}}
}

// accounts are all accounts there can be; p4 is in no payee file.
var accounts = []accountKey{{"p0", "EUR"}, {"p1", "EUR"}, {"p2", "EUR"}, {"p2", "CNY"}, {"p3", "CNY"}, {"p4", "EUR"}}

// drawMonth makes the file of the next month: new entries of any time around
// it, and earlier ones again, some changed.
func (p *paper) drawMonth(t *rapid.T) calendar.Month {
	month, zone := p.next, berlin
	first, cutoff := month.Previous().Cutoff(zone), month.Cutoff(zone)
	var rows []line
	for i := range rapid.IntRange(2, 9).Draw(t, "entries") {
		a := rapid.SampledFrom(accounts).Draw(t, "account")
		kind := rapid.SampledFrom([]string{"sale", "sale", "sale", "sale", "refund", "chargeback", "fee", "external"}).Draw(t, "kind")
		minor := rapid.SampledFrom([]int64{0, 1, 999, 1000, 1001, 3000, 7007, 60_000}).Draw(t, "minor")
		if kind != "sale" {
			minor = -minor / 2
		}
		rows = append(rows, line{fmt.Sprintf("E%s-%d", month, i), a.payee, a.currency, kind,
			rapid.SampledFrom([]string{"confirmed", "confirmed", "confirmed", "confirmed", "pending", "void"}).Draw(t, "status"), minor,
			rapid.SampledFrom([]time.Time{first, first.Add(240 * time.Hour), cutoff.Add(-time.Microsecond), cutoff, cutoff.Add(time.Hour),
				first.Add(-time.Microsecond), first.Add(-240 * time.Hour)}).Draw(t, "at")})
	}
	again := p.current(month.Previous())
	for _, id := range slices.Sorted(maps.Keys(again)) {
		l := again[id]
		switch rapid.IntRange(0, 11).Draw(t, "again") {
		case 0:
			l.minor *= 2
		case 1, 2:
			l.status = rapid.SampledFrom([]string{"confirmed", "void"}).Draw(t, "then")
		case 3:
		default:
			continue
		}
		rows = append(rows, l)
	}
	p.files[month], p.next = rows, month.Next()
	return month
}

// current are the rows that hold at the end of a month, by id.
func (p *paper) current(through calendar.Month) map[string]line {
	rows := map[string]line{}
	for month := p.start; month <= through; month = month.Next() {
		for _, l := range p.files[month] {
			rows[l.id] = l
		}
	}
	return rows
}

// standing is what each entry counts now, by id.
func (p *paper) standing() map[string]int64 {
	all := map[string]int64{}
	for _, rows := range p.counted {
		for _, l := range rows {
			all[l.id] += l.minor
		}
	}
	return all
}

// count lets a batch count what is new in its period, and what people accepted.
func (p *paper) count(b state.Batch, period calendar.Month) {
	before, seen := p.standing(), map[string]line{}
	for id, l := range p.current(period) {
		switch was, known := before[id]; {
		case !known && l.status == "confirmed" && !l.at.Before(b.StartAt) && l.at.Before(b.Cutoff):
			p.counted[b.No] = append(p.counted[b.No], l)
		case known && was != l.counts() && p.accepted[acceptance(l)]:
			l.minor = l.counts() - was
			p.counted[b.No] = append(p.counted[b.No], l)
		case known && was != l.counts():
			seen[id] = l
		}
	}
	p.seen[b.No] = seen
}

func acceptance(l line) string {
	if l.status != "confirmed" {
		return l.id + " void"
	}
	return fmt.Sprintf("%s %d", l.id, l.minor)
}

// accept accepts what a batch saw restated.
func (p *paper) accept(batch int64) {
	for _, l := range p.seen[batch] {
		p.accepted[acceptance(l)] = true
	}
}

// discard forgets what a batch counted.
func (p *paper) discard(batch int64) {
	delete(p.counted, batch)
	delete(p.seen, batch)
}

// earned is what every account earned so far, with what it began with.
func (p *paper) earned() map[accountKey]int64 {
	sums := maps.Clone(p.opening)
	for _, rows := range p.counted {
		for _, l := range rows {
			sums[accountKey{l.payee, l.currency}] += l.minor
		}
	}
	return sums
}
