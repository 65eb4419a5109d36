package match

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/store"
)

// checks is how many days a property looks at; a day takes about as long as a
// hundred small queries. go test -rapid.checks=N overrides it.
const checks, rapidsOwn = "6", "100"

func check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	if flag.Lookup("rapid.checks").Value.String() == rapidsOwn {
		must(t, flag.Set("rapid.checks", checks))
		defer func() { must(t, flag.Set("rapid.checks", rapidsOwn)) }()
	}
	rapid.Check(t, property)
}

const theDay = calendar.Date(20680) // 2026-08-15

// drawEntries makes a day of few keys, so that all passes have work. No two
// rows have the same time unless ties are wanted.
func drawEntries(t *rapid.T, ties bool) []record {
	var entries []record
	n := rapid.IntRange(1, 60).Draw(t, "rows")
	for i := range n {
		second := 7 * i
		if ties {
			second = rapid.IntRange(0, 3).Draw(t, "second")
		}
		hour := rapid.SampledFrom([]int{10, 10, 10, 23}).Draw(t, "hour")
		e := record{
			"line": strconv.Itoa(i + 2), "side": rapid.SampledFrom([]string{"statement", "ledger"}).Draw(t, "side"),
			"kind":        rapid.SampledFrom([]string{"payment", "refund", "refund"}).Draw(t, "kind"),
			"order_ref":   rapid.SampledFrom([]string{"O1", "O2", "O3", "O4", "O5", "O6", "O7", ""}).Draw(t, "order"),
			"currency":    rapid.SampledFrom([]string{"CNY", "CNY", "CNY", "USD"}).Draw(t, "currency"),
			"gross_minor": rapid.SampledFrom([]string{"10", "20", "30", "31", "60"}).Draw(t, "gross"),
			"time":        fmt.Sprintf("%02d:%02d:%02d", hour, 50*(hour/23)+second/60, second%60),
		}
		if e["kind"] == "refund" {
			e["refund_ref"] = rapid.SampledFrom([]string{"", "R1", "R2", e["order_ref"]}).Draw(t, "number")
		}
		if e["side"] == "ledger" {
			e["status"] = rapid.SampledFrom([]string{"paid", "paid", "paid", "pending", "closed"}).Draw(t, "status")
			e["own_id"] = "N" + e["line"]
		} else {
			e["ref"] = "T" + e["line"]
		}
		entries = append(entries, e)
	}
	return entries
}

// TestModel holds every row of a day against the rules written a second time.
func TestModel(t *testing.T) {
	check(t, func(rt *rapid.T) {
		entries := drawEntries(rt, rapid.Bool().Draw(rt, "ties"))
		tolerance := rapid.IntRange(0, 1).Draw(rt, "tolerance")
		var rows []row
		for _, e := range entries {
			rows = append(rows, rowOf(e))
		}
		want := (&model{tolerance: tolerance}).run(rows)
		got := fates(t, (&chain{dir: t.TempDir()}).day(t, theDay, entries, tolerance), record.tag)
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("-model +sql:\n%s", diff)
		}
	})
}

func (e record) tag() string { return e["side"][:1] + e["line"] }

// TestShuffle: the order of rows in their files changes nothing, break ids included.
func TestShuffle(t *testing.T) {
	check(t, func(rt *rapid.T) {
		entries := drawEntries(rt, false)
		before := outcome(t, (&chain{dir: t.TempDir()}).day(t, theDay, entries, 0))
		shuffled := copyOf(rapid.Permutation(entries).Draw(rt, "order"))
		for i, e := range shuffled {
			e["line"] = strconv.Itoa(i + 2)
		}
		after := outcome(t, (&chain{dir: t.TempDir()}).day(t, theDay, shuffled, 0))
		if diff := cmp.Diff(before, after); diff != "" {
			rt.Fatalf("-before +after:\n%s", diff)
		}
	})
}

// TestUnrelatedKeys: rows of other keys change nothing for these.
func TestUnrelatedKeys(t *testing.T) {
	check(t, func(rt *rapid.T) {
		entries := drawEntries(rt, false)
		more := drawEntries(rt, false)
		for _, e := range more {
			e["line"] = strconv.Itoa(atoi(e["line"]) + 1000)
			e["order_ref"] += "-other"
			if strings.HasPrefix(e["refund_ref"], "O") {
				e["refund_ref"] = e["order_ref"]
			}
			if e["side"] == "ledger" {
				e["own_id"] = "M" + e["line"]
			} else {
				e["ref"] = "U" + e["line"]
			}
		}
		alone := outcome(t, (&chain{dir: t.TempDir()}).day(t, theDay, entries, 0))
		both := outcome(t, (&chain{dir: t.TempDir()}).day(t, theDay, append(copyOf(entries), more...), 0))
		maps.DeleteFunc(both, func(name, _ string) bool { return strings.HasPrefix(name, "M") || strings.HasPrefix(name, "U") })
		if diff := cmp.Diff(alone, both); diff != "" {
			rt.Fatalf("-alone +both:\n%s", diff)
		}
	})
}

// TestOwnRowsAgain: own exports overlap. The same own rows once more on the
// next day match nothing, and every break stays what it is.
func TestOwnRowsAgain(t *testing.T) {
	check(t, func(rt *rapid.T) {
		entries := drawEntries(rt, false)
		c := &chain{dir: t.TempDir()}
		first := c.day(t, theDay, copyOf(entries), 1)
		again := slices.DeleteFunc(copyOf(entries), func(e record) bool { return e["side"] == "statement" })
		for _, e := range again {
			e["business_date"] = theDay.String()
		}
		second := c.day(t, theDay+1, again, 1)
		if n := ask(t, second, "select count(*)::varchar, '' from match"); n["0"] != "" || len(n) != 1 {
			rt.Fatalf("the same rows were matched again: %v", n)
		}
		const reasons = `select break_id, case when reason <> 'pending' then reason when statement_entry_id <> '' then 'missing' else 'extra' end from break`
		if diff := cmp.Diff(ask(t, first, reasons), ask(t, second, reasons)); diff != "" {
			rt.Fatalf("-first +second:\n%s", diff)
		}
	})
}

// day runs one day and closes nothing: the workspace is asked afterwards.
func (c *chain) day(t *testing.T, date calendar.Date, entries []record, tolerance int) *store.Store {
	t.Helper()
	ws, summary, err := c.run(t, given{date: date, tables: map[string][]record{
		"entry": copyOf(entries), "rule": {{"tolerance_minor": strconv.Itoa(tolerance)}}}})
	must(t, err)
	checkSummary(t, summary)
	return ws
}

func copyOf(entries []record) []record {
	var list []record
	for _, e := range entries {
		list = append(list, maps.Clone(e))
	}
	return list
}

// fates names what became of every row of the pool as the model does.
func fates(t *testing.T, ws *store.Store, _ func(record) string) map[string]string {
	return ask(t, ws, `
		with member as (
			select rule, case when group_no = 0 then 'p' || row_number() over () else 'g' || group_no end as id, 's' || statement_line as s, 'l' || ledger_line as l from match
		), matched as (
			select id, rule, unnest([s, l]) as tag from member
		)
		select tag, rule || ' [' || string_agg(tag, ' ' order by tag) over (partition by id) || ']' from matched where tag is not null
		union all
		select 's' || statement_line, reason || coalesce(' l' || case when reason in ('amount', 'currency') then ledger_line end, '') from break where statement_entry_id <> ''
		union all
		select 'l' || ledger_line, reason || coalesce(' s' || statement_line, '') from break where ledger_entry_id <> ''`)
}

// outcome names what became of every row by the numbers it carries, not by its
// line.
func outcome(t *testing.T, ws *store.Store) map[string]string {
	return ask(t, ws, `
		with named as (
			select file_no, line, own_id || ref as name from entry
		), member as (
			select m.rule, s.name as s, l.name as l from match as m
			left join named as s on s.file_no = m.statement_file_no and s.line = m.statement_line
			left join named as l on l.file_no = m.ledger_file_no and l.line = m.ledger_line
		)
		select name, rule || case when rule = 'key_sum' then '' else ' ' || s || ' ' || l end from (select unnest([s, l]) as name, * from member) where name is not null
		union all
		select o.own_id || o.ref, o.reason || ' ' || o.break_id || ' ' || o.entry_id from open_entry as o`)
}

// ask reads two columns as a map.
func ask(t *testing.T, ws *store.Store, query string) map[string]string {
	t.Helper()
	got := map[string]string{}
	must(t, each(context.Background(), ws, query, func(r *sql.Rows) error {
		var k, v string
		err := r.Scan(&k, &v)
		if _, twice := got[k]; twice {
			t.Errorf("%s has two fates: %s and %s", k, got[k], v)
		}
		got[k] = v
		return err
	}))
	return got
}
