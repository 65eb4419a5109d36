package settle

import (
	"context"
	"flag"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/store"
)

// checks is how many times a property is looked at; a batch takes about as
// long as fifty small queries. go test -rapid.checks=N overrides it.
const checks, rapidsOwn = "6", "100"

func check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	if flag.Lookup("rapid.checks").Value.String() == rapidsOwn {
		must(t, flag.Set("rapid.checks", checks))
		defer func() { must(t, flag.Set("rapid.checks", rapidsOwn)) }()
	}
	rapid.Check(t, property)
}

var periods = []string{"2026-08", "2026-09", "2026-10"}

// edges are instants at which an entry of a batch's files may have occurred.
func edges(period string) []string {
	return []string{period + "-15 12:00:00", period + "-20 12:00:00", "2026-07-31 23:59:59.999999", "2026-08-01 00:00:00",
		period + "-01 00:00:00", "2026-08-31 23:59:59.999999", "2026-09-01 00:00:00", "2026-10-01 00:00:00", "2026-09-30 23:59:59.999999"}
}

// drawFile makes the rows of a file: few payees, orders and ids, so that all
// rules have work.
func drawFile(t *rapid.T, period string, fileNo int) []record {
	var rows []record
	ids := rapid.SliceOfNDistinct(rapid.IntRange(0, 30), 0, 16, rapid.ID[int]).Draw(t, "ids")
	for i, id := range ids {
		kind := rapid.SampledFrom([]string{"sale", "sale", "sale", "refund", "chargeback", "adjustment", "fee", "external_payout"}).Draw(t, "kind")
		amount := rapid.SampledFrom([]int{0, 1, 400, 999, 1000, 1001, 5000}).Draw(t, "amount")
		if kind != "sale" && (kind != "adjustment" || rapid.Bool().Draw(t, "negative")) {
			amount = -amount
		}
		rows = append(rows, record{
			"file_no": strconv.Itoa(fileNo), "line": strconv.Itoa(i + 2), "entry_id": "E" + strconv.Itoa(id), "kind": kind, "amount_minor": strconv.Itoa(amount),
			"payee":     "P" + strconv.Itoa(id%3+rapid.SampledFrom([]int{0, 0, 0, 0, 0, 1}).Draw(t, "moved")),
			"currency":  rapid.SampledFrom([]string{"EUR", "EUR", "EUR", "USD"}).Draw(t, "currency"),
			"status":    rapid.SampledFrom([]string{"confirmed", "confirmed", "confirmed", "confirmed", "pending", "void"}).Draw(t, "status"),
			"at":        rapid.SampledFrom(edges(period)).Draw(t, "at"),
			"order_ref": rapid.SampledFrom([]string{"", "", "A", "B", "C", "D"}).Draw(t, "order"),
		})
	}
	return rows
}

// drawBatch makes what a batch is given beside the acceptances.
func drawBatch(t *rapid.T, no int) given {
	g := given{period: periods[no-1], part: 1, tables: map[string][]record{}}
	for i := range rapid.IntRange(1, 2).Draw(t, "files") {
		g.tables["ledger_entry"] = append(g.tables["ledger_entry"], drawFile(t, g.period, 10*no+i)...)
	}
	g.tables["rule"] = []record{{
		"on_open_break": rapid.SampledFrom([]string{"hold_entry", "hold_entry", "hold_payee", "ignore"}).Draw(t, "mode"),
		"has_exception": strconv.FormatBool(rapid.IntRange(0, 3).Draw(t, "exception") == 0),
		"cooling_days":  "0"}}
	g.tables["currency_rule"] = []record{{"currency": "EUR", "minimum_minor": "1000", "maximum_minor": "5000"}, {"currency": "USD", "minimum_minor": "0", "maximum_minor": ""}}
	for _, order := range []string{"A", "B", ""} {
		for i := range rapid.IntRange(0, 2).Draw(t, "breaks") {
			g.tables["hold_ref"] = append(g.tables["hold_ref"], record{"order_ref": order, "break_id": "B" + strconv.Itoa(i) + order})
		}
	}
	for _, order := range []string{"A", "C", ""} {
		if rapid.Bool().Draw(t, "reconciled") {
			g.tables["unreconciled_ok"] = append(g.tables["unreconciled_ok"], record{"order_ref": order})
		}
	}
	if no == 1 && rapid.Bool().Draw(t, "has opening") {
		g.tables["posting"] = []record{{"payee": "P1", "what": "opening", "amount_minor": rapid.SampledFrom([]string{"-300", "1", "2000"}).Draw(t, "opening")}}
	}
	return g
}

// TestRowOrder: the order of rows in their files and tables changes nothing.
func TestRowOrder(t *testing.T) {
	check(t, func(rt *rapid.T) {
		seed := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}).Draw(rt, "seed")
		straight, shuffled := newMonths(), newMonths()
		shuffled.shuffle = func(rows []record) {
			slices.Reverse(rows)
			for i := range rows {
				j := seed[i%len(seed)] % len(rows)
				rows[i], rows[j] = rows[j], rows[i]
			}
		}
		for no := range 2 {
			g := drawBatch(rt, no+1)
			before, _, err := straight.run(t, g)
			must(t, err)
			after, _, err := shuffled.run(t, g)
			must(t, err)
			if diff := cmp.Diff(outcome(t, before), outcome(t, after)); diff != "" {
				rt.Fatalf("-before +after:\n%s", diff)
			}
		}
	})
}

// TestFileAgain: the rows of a file once more in a later file change nothing:
// no sale counts twice (antiwork/gumroad #650).
func TestFileAgain(t *testing.T) {
	check(t, func(rt *rapid.T) {
		once, again := newMonths(), newMonths()
		for no := range 2 {
			g := drawBatch(rt, no+1)
			rows := latest(g.tables["ledger_entry"])
			g.tables["ledger_entry"] = rows
			before, _, err := once.run(t, g)
			must(t, err)
			twice := given{g.period, g.part, maps.Clone(g.tables)}
			twice.tables["ledger_entry"] = slices.Clone(rows)
			for _, e := range rows {
				later := maps.Clone(e)
				later["file_no"], later["line"] = strconv.Itoa(10*(no+1)+5), text(number(e["line"])+100*number(e["file_no"]))
				twice.tables["ledger_entry"] = append(twice.tables["ledger_entry"], later)
			}
			after, _, err := again.run(t, twice)
			must(t, err)
			if diff := cmp.Diff(outcome(t, before), outcome(t, after)); diff != "" {
				rt.Fatalf("-once +again:\n%s", diff)
			}
		}
	})
}

// latest keeps of every id the row of its last file.
func latest(rows []record) []record {
	last := map[string]record{}
	for _, e := range rows {
		if other := last[e["entry_id"]]; other == nil || number(other["file_no"]) < number(e["file_no"]) {
			last[e["entry_id"]] = e
		}
	}
	var list []record
	for _, id := range slices.Sorted(maps.Keys(last)) {
		list = append(list, last[id])
	}
	return list
}

// TestOtherPayees: what other payees have changes nothing for these.
func TestOtherPayees(t *testing.T) {
	check(t, func(rt *rapid.T) {
		g, more := drawBatch(rt, 1), drawFile(rt, periods[0], 40)
		alone, _, err := newMonths().run(t, g)
		must(t, err)
		both := given{g.period, g.part, maps.Clone(g.tables)}
		both.tables["ledger_entry"] = slices.Clone(g.tables["ledger_entry"])
		for _, e := range more {
			e["payee"], e["entry_id"] = "Z-other", "Z-"+e["entry_id"]
			both.tables["ledger_entry"] = append(both.tables["ledger_entry"], e)
		}
		together, _, err := newMonths().run(t, both)
		must(t, err)
		got := slices.DeleteFunc(outcome(t, together), func(r record) bool { return r["payee"] == "Z-other" })
		if diff := cmp.Diff(outcome(t, alone), got); diff != "" {
			rt.Fatalf("-alone +together:\n%s", diff)
		}
	})
}

// TestConservation: over all months and whatever came back, balances and
// payouts together are what was earned.
func TestConservation(t *testing.T) {
	check(t, func(rt *rapid.T) {
		m, paid, back := newMonths(), int64(0), int64(0)
		for no := range periods {
			g := drawBatch(rt, no+1)
			for _, a := range slices.Sorted(maps.Keys(m.posted)) {
				if p := m.posted[a]; p.reserved > 0 && rapid.Bool().Draw(rt, "comes back") {
					g.tables["posting"] = append(g.tables["posting"], record{"payee": a[:2], "currency": a[3:], "what": "returned", "amount_minor": text(p.reserved)})
					back, p.reserved = back+p.reserved, 0
				}
			}
			ws, summary, err := m.run(t, g)
			must(t, err)
			for _, total := range summary.Totals {
				paid += total.AmountMinor
			}
			earned := sumOfColumn(t, ws, "amount_minor from last_counted") + sumOfColumn(t, ws, "change_minor from counted_entry") +
				sumOfColumn(t, ws, "amount_minor from held_entry") + sumOfColumn(t, ws, "opening_minor from posted")
			if closing := sumOfColumn(t, ws, "closing_minor from payee_balance"); closing+paid-back != earned {
				rt.Fatalf("%s: closing %d + paid %d - back %d is not what was earned, %d", g.period, closing, paid, back, earned)
			}
		}
	})
}

func sumOfColumn(t *testing.T, ws *store.Store, from string) (sum int64) {
	t.Helper()
	for _, r := range rowsOf(t, ws, "select "+from) {
		for _, cell := range r {
			sum += number(cell)
		}
	}
	return sum
}

// outcome is everything that a batch comes to, but for where rows stand and
// what is summed over all payees.
func outcome(t *testing.T, ws *store.Store) []record {
	t.Helper()
	all := []record{}
	for _, s := range shown {
		if s.table == "counted_entry" {
			s.query = "select entry_id, payee, currency, kind, amount_minor, change_minor, occurred_at, order_ref from counted_entry order by entry_id, payee, currency"
		}
		if s.table == "batch_total" {
			continue
		}
		must(t, ws.Exec(context.Background(), "drop macro if exists when_at"))
		must(t, ws.Exec(context.Background(), whenAt))
		for _, r := range rowsOf(t, ws, s.query) {
			r["table"] = s.table
			delete(r, "item")
			all = append(all, r)
		}
	}
	return all
}
