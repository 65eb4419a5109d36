package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// pairsOf makes n payments of 1.00 on both sides, spread over the day from
// 00:00, five minutes apart at most; change may alter or drop (nil) a row.
func pairsOf(n int, change func(i int, e record) record) []record {
	var entries []record
	for i := range n {
		second := i * 86000 / n
		clock := fmt.Sprintf("%02d:%02d:%02d", second/3600, second/60%60, second%60)
		for _, side := range []string{"statement", "ledger"} {
			e := record{"side": side, "line": strconv.Itoa(i + 2), "order_ref": "O" + strconv.Itoa(i), "gross_minor": "100", "time": clock}
			if e = change(i, e); e != nil {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// own applies f to the own rows only.
func own(f func(i int, e record) record) func(int, record) record {
	return func(i int, e record) record {
		if e["side"] == "statement" {
			return e
		}
		return f(i, e)
	}
}

func drop(side string, when func(i int) bool) func(int, record) record {
	return func(i int, e record) record {
		if e["side"] == side && when(i) {
			return nil
		}
		return e
	}
}

func set(column string, value func(i int) string) func(int, record) record {
	return own(func(i int, e record) record {
		e[column] = value(i)
		return e
	})
}

// before shifts own times of the first n rows by hours and minutes.
func before(n int, by time.Duration) func(int, record) record {
	return own(func(i int, e record) record {
		if i < n {
			at, _ := time.ParseInLocation("15:04:05", e["time"], shanghai)
			at = at.AddDate(2026, 7, 14)
			e["occurred_at"] = strconv.FormatInt(at.Add(-by).UnixMicro(), 10)
		}
		return e
	})
}

// suspects are days and what Side, Setting and Text say of them; "" where
// nothing is suspect.
var suspects = []struct {
	name    string
	entries []record
	want    string // of Side, Setting and Text; "" for nothing suspect
}{
	{"nothing is wrong", pairsOf(200, func(_ int, e record) record { return e }), ""},
	{"a fifth of the statement rows is missing", pairsOf(500, drop("ledger", func(i int) bool { return i < 100 })), ""},
	{"one more than a fifth", pairsOf(500, drop("ledger", func(i int) bool { return i < 101 })),
		"ledger  the own exports look incomplete: 101 of 500 statement rows (20 %, 101.00 CNY) are not in our books, most of them between 00:00 and 05:00"},
	{"99 rows are too few", pairsOf(150, drop("ledger", func(i int) bool { return i < 99 })), ""},
	{"100 rows are enough", pairsOf(150, drop("ledger", func(i int) bool { return i < 100 })),
		"ledger  the own exports look incomplete: 100 of 150 statement rows (66 %, 100.00 CNY) are not in our books, most of them between 00:00 and 16:00"},
	// The last row lies in the cut window: it is pending, not missing.
	{"the export ends at 18:00", pairsOf(500, drop("ledger", func(i int) bool { return i >= 377 })),
		"ledger  the own exports look incomplete: 122 of 500 statement rows (24 %, 122.00 CNY) are not in our books, most of them between 18:00 and 24:00"},
	{"every third row of the statement is gone", pairsOf(500, drop("statement", func(i int) bool { return i%3 == 0 })),
		"statement  the statement looks incomplete: 167 of 500 own rows (33 %, 167.00 CNY) are not at the provider, spread over the whole day"},
	{"few rows but much money", pairsOf(1000, func(i int, e record) record {
		if e["side"] == "ledger" && i < 100 {
			return nil
		}
		if i < 100 {
			e["gross_minor"] = "10000"
		}
		return e
	}), "ledger  the own exports look incomplete: 100 of 1000 statement rows (10 %, 10000.00 CNY) are not in our books, most of them between 00:00 and 02:00"},
	{"own times eight hours early", pairsOf(200, before(200, 8*time.Hour)),
		" zone the times of orders are 8 hours earlier than the provider's: they look like UTC, add `zone: UTC` to occurred_at"},
	{"own times an hour late, give or take five minutes", pairsOf(200, before(200, -time.Hour-5*time.Minute)),
		" zone the times of orders are 1 hour later than the provider's: check `zone` of occurred_at"},
	{"more than five minutes is no zone", pairsOf(200, before(200, time.Hour+5*time.Minute+time.Microsecond)), ""},
	{"nine of ten is not over 90 %", pairsOf(200, before(180, 8*time.Hour)), ""},
	{"over 90 %", pairsOf(200, before(181, 8*time.Hour-5*time.Minute)),
		" zone the times of orders are 8 hours earlier than the provider's: they look like UTC, add `zone: UTC` to occurred_at"},
	{"half of the amounts", pairsOf(200, set("gross_minor", func(i int) string { return []string{"10000", "100"}[i%2] })), ""},
	{"more than half of the amounts", pairsOf(201, set("gross_minor", func(i int) string { return []string{"10000", "100"}[i%2] })),
		" unit the amounts of the payments of orders are 100 times the provider's: set `unit: minor`"},
	{"a hundredth", pairsOf(200, set("gross_minor", func(int) string { return "1" })),
		" unit the amounts of the payments of orders are a hundredth of the provider's: set `unit: major`"},
	{"the other sign", pairsOf(200, set("gross_minor", func(int) string { return "-100" })),
		" sign the amounts of the payments of orders have the other sign than the provider's: change `sign: negate`"},
	{"99 pairs are too few for a setting", pairsOf(99, set("gross_minor", func(int) string { return "-100" })), ""},
	{"every key is read from the wrong column", pairsOf(200, own(func(i int, e record) record {
		e["order_no"], e["order_ref"] = e["order_ref"], "X"+strconv.Itoa(i)
		return e
	})), "ledger order_ref the own exports look incomplete: 200 of 200 statement rows (100 %, 200.00 CNY) are not in our books, spread over the whole day; " +
		"hardly any key of the two sides joins: the column of `order_no` joins 100 %, use it for `order_ref`"},
	{"5 % of the keys join", pairsOf(200, own(func(i int, e record) record {
		if i >= 10 {
			e["order_ref"] = "X" + strconv.Itoa(i)
		}
		return e
	})), "ledger  the own exports look incomplete: 190 of 200 statement rows (95 %, 190.00 CNY) are not in our books, most of them between 01:00 and 24:00"},
}

func TestSuspect(t *testing.T) {
	for _, c := range suspects {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			t.Parallel()
			ws, _, err := (&chain{dir: t.TempDir()}).run(t, given{date: theDay, tables: map[string][]record{"entry": c.entries}})
			must(t, err)
			s, err := Suspect(context.Background(), ws, shanghai)
			must(t, err)
			got := ""
			if s != nil {
				got = s.Side + " " + s.Setting + " " + s.Text
			}
			if got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
