package settle

import (
	"context"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/store"
)

// lawfulMonths is a batch with something of everything: counted and held
// entries, an opening, a payout, one in review, skips, and one of an earlier part.
func lawfulMonths(t *testing.T) *store.Store {
	t.Helper()
	m := newMonths()
	m.paidIn["2026-08"] = []record{{"payee": "P6", "currency": "EUR"}}
	ws, _, err := m.run(t, given{period: "2026-08", part: 2, tables: map[string][]record{
		"currency_rule": {{"currency": "EUR", "minimum_minor": "1000", "maximum_minor": "5000"}},
		"hold_ref":      {{"order_ref": "A", "break_id": "B1"}},
		"posting":       {{"payee": "P1", "what": "opening", "amount_minor": "300"}},
		"ledger_entry": {
			{"payee": "P1", "amount_minor": "1000"}, {"payee": "P1", "amount_minor": "70", "order_ref": "A"}, {"payee": "P2", "amount_minor": "6000"},
			{"payee": "P3", "amount_minor": "10"}, {"payee": "P6", "amount_minor": "2000"},
			{"file_no": "2", "entry_id": "again", "payee": "P3", "amount_minor": "1"}, {"file_no": "3", "entry_id": "again", "payee": "P3", "amount_minor": "2"},
		}}})
	must(t, err)
	return ws
}

// TestLaws breaks a finished batch in every way that a law forbids, and expects
// the law to say so.
func TestLaws(t *testing.T) {
	ctx, ws := context.Background(), lawfulMonths(t)
	ws.DB().SetMaxOpenConns(1) // so that what is broken can be rolled back
	for _, c := range []struct{ law, broken string }{
		{"", "select 1"},
		{"1_past/10_assert_given", "insert into settle_run select * from settle_run"},
		{"1_past/10_assert_given", "insert into posted select * from posted"},
		{"1_past/10_assert_given", "insert into balance_before values ('P1', 'EUR', 1), ('P1', 'EUR', 1)"},
		{"1_past/10_assert_given", "update settle_run set cutoff = start_at"},
		{"1_past/10_assert_given", "update settle_run set on_open_break = 'hold'"},
		{"1_past/11_assert_run", "delete from settle_run"},
		{"1_past/15_assert_entry_once", "insert into repeated_row select * from repeated_row where file_no = 3"},
		{"1_past/21_assert_changes", "insert into counted_before values ('X', 'P1', 'EUR', 'sale', 100, 99, 0, 1); insert into counted_again values ('X', 1)"},
		{"1_past/21_assert_changes", "insert into counted_before values ('X', 'P1', 'EUR', 'sale', 100, 100, 0, 1), ('X', 'P1', 'EUR', 'sale', 100, 100, 0, 2); insert into counted_again values ('X', 2)"},
		{"1_past/21_assert_changes", "insert into counted_before values ('X', 'P1', 'EUR', 'sale', 100, 100, 0, 1), ('X', 'P2', 'EUR', 'sale', 100, 100, 0, 2); insert into counted_again values ('X', 2)"},
		{"3_count/90_assert_entry", "update ledger_entry set status = 'void' where amount_minor = 70"},
		{"3_count/90_assert_entry", "update ledger_entry set amount_minor = 71 where amount_minor = 70"},
		{"3_count/90_assert_entry", "update counted_now set entries = entries + 1 where payee = 'P1'"},
		{"3_count/90_assert_entry", "update counted_now set counted_minor = counted_minor + 1 where payee = 'P1'"},
		{"3_count/90_assert_entry", "update held_now set held_minor = held_minor + 1 where payee = 'P1'"},
		{"3_count/91_assert_held", "delete from held_entry"},
		{"3_count/92_assert_account", "update balance set available_minor = available_minor + 1 where payee = 'P3'"},
		{"3_count/92_assert_account", "update balance set held_minor = held_minor - 1 where payee = 'P3'"},
		{"3_count/92_assert_account", "update balance set opening_minor = opening_minor + 1 where payee = 'P3'"},
		{"3_count/92_assert_account", "delete from balance where payee = 'P3'"},
		{"4_plan/10_assert_rule", "insert into currency_rule select * from currency_rule"},
		{"4_plan/10_assert_rule", "insert into payee select * from payee where payee = 'P1'"},
		{"4_plan/90_assert_roll", "update payee_balance set available_minor = available_minor + 1 where payee = 'P1'"},
		{"4_plan/90_assert_roll", "update payee_balance set withheld_minor = 1 where payee = 'P2'"},
		{"4_plan/91_assert_place", "delete from skip_plan where payee = 'P3'"},
		{"4_plan/91_assert_place", "delete from payee_balance where payee = 'P3'"},
		{"4_plan/91_assert_place", "insert into skip_plan values ('P1', 'EUR', 'zero', 0, '')"},
		{"4_plan/91_assert_place", "insert into skip_plan values ('P9', 'EUR', 'zero', 0, '')"},
		{"4_plan/91_assert_place", "delete from in_part"},
		{"4_plan/92_assert_payout", "update payout_plan set amount_minor = amount_minor + 1 where payee = 'P1'"},
		{"4_plan/92_assert_payout", "update payout_plan set status = 'pending'"},
		{"4_plan/92_assert_payout", "update payout_plan set status = 'review' where payee = 'P1'"},
		{"4_plan/92_assert_payout", "delete from skip_plan where reason = 'review'"},
		{"4_plan/92_assert_payout", "update skip_plan set amount_minor = 1 where reason = 'review'"},
		{"4_plan/92_assert_payout", "insert into skip_plan values ('P9', 'EUR', 'review', 0, '')"},
		{"4_plan/92_assert_payout", "update payee set frozen = true where payee = 'P1'"},
		{"4_plan/92_assert_payout", "update payee set fingerprint = 'other' where payee = 'P1'"},
		{"4_plan/92_assert_payout", "update payee set rail = 'other' where payee = 'P1'"},
		{"4_plan/92_assert_payout", "update currency_rule set minimum_minor = 1301"},
		{"4_plan/92_assert_payout", "update currency_rule set currency = 'USD'"},
		{"4_plan/92_assert_payout", "update currency_rule set maximum_minor = 1299"},
		{"4_plan/92_assert_payout", "insert into payout_plan select 9, payee, currency, 2000, rail, 'pending', '', fingerprint, last_four from payee where payee = 'P6'"},
		{"4_plan/93_assert_total", "update payout_plan set amount_minor = 0 where payee = 'P1'"},
		{"4_plan/93_assert_total", "update batch_total set payouts = payouts + 1"},
		{"4_plan/93_assert_total", "update batch_total set amount_minor = amount_minor - 1"},
		{"4_plan/93_assert_total", "update payee_balance set closing_minor = closing_minor + 1"},
	} {
		t.Run(c.law, func(t *testing.T) {
			must(t, ws.Exec(ctx, "begin"))
			defer func() { must(t, ws.Exec(ctx, "rollback")) }()
			must(t, ws.Exec(ctx, c.broken))
			found := brokenLaws(ws)
			if c.law == "" && len(found) > 0 || c.law != "" && !slices.Contains(found, c.law) {
				t.Errorf("%s: found %v, wanted %q", c.broken, found, c.law)
			}
		})
	}
}

// brokenLaws runs every assertion alone and names those that fail.
func brokenLaws(ws *store.Store) (found []string) {
	for _, dir := range []string{"1_past", "3_count", "4_plan"} {
		names, _ := fs.Glob(planSteps, "sql/"+dir+"/*_assert_*.sql")
		for _, name := range names {
			one := oneFile{planSteps, name}
			if err := ws.RunDir(context.Background(), one, "settle", "sql/"+dir); err != nil {
				found = append(found, strings.TrimSuffix(strings.TrimPrefix(name, "sql/"), ".sql"))
			}
		}
	}
	return found
}

// oneFile shows of a folder one file only.
type oneFile struct {
	fs.FS
	name string
}

func (o oneFile) ReadDir(dir string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(o.FS, dir)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool { return dir+"/"+e.Name() != o.name }), err
}

// TestSumBeyond64Bits: a sum that does not fit is an error, not another number;
// one that fits is right though parts of it do not.
func TestSumBeyond64Bits(t *testing.T) {
	most := text(math.MaxInt64)
	for _, c := range []struct {
		name   string
		tables map[string][]record
		fails  bool
	}{
		{"one payee", map[string][]record{"ledger_entry": {{"amount_minor": most}, {"amount_minor": "1"}}}, true},
		{"the most", map[string][]record{"ledger_entry": {{"amount_minor": text(math.MaxInt64 - 1)}, {"amount_minor": "1"}}}, false},
		{"two payees", map[string][]record{"ledger_entry": {{"amount_minor": most}, {"amount_minor": "1000", "payee": "P2"}}}, true},
		{"with the opening", map[string][]record{"ledger_entry": {{"amount_minor": most}}, "posting": {{"payee": "P1", "what": "opening", "amount_minor": "1"}}}, true},
		{"below", map[string][]record{"ledger_entry": {{"amount_minor": "-" + most, "kind": "fee"}, {"amount_minor": "-2", "kind": "fee"}}}, true},
		{"parts that do not fit", map[string][]record{"ledger_entry": {{"amount_minor": most}, {"amount_minor": "1"}, {"amount_minor": "-5000"}}}, false},
		{"before the start", map[string][]record{"ledger_entry": {{"amount_minor": most, "at": "2026-07-01 00:00:00"}, {"amount_minor": "1", "at": "2026-07-01 00:00:00"}}}, true},
	} {
		_, _, err := newMonths().run(t, given{period: "2026-08", part: 1, tables: c.tables})
		if c.fails && (err == nil || !strings.Contains(err.Error(), "a sum of amounts is beyond 64 bits")) || !c.fails && err != nil {
			t.Errorf("%s: got %v, wanted an error: %v", c.name, err, c.fails)
		}
	}
}

// TestAgain: computing twice changes nothing, and Replan sees new payees.
func TestAgain(t *testing.T) {
	ctx := context.Background()
	ws := lawfulMonths(t)
	first := outcome(t, ws)
	_, err := Compute(ctx, ws)
	must(t, err)
	if diff := cmp.Diff(first, outcome(t, ws)); diff != "" {
		t.Errorf("computed again: -first +second:\n%s", diff)
	}
	must(t, ws.Exec(ctx, "update payee set rail_refusal = 'review: ask' where payee = 'P1'; update currency_rule set minimum_minor = 10"))
	replanned, err := Replan(ctx, ws)
	must(t, err)
	after := outcome(t, ws)
	computed, err := Compute(ctx, ws)
	must(t, err)
	if diff := cmp.Diff(replanned, computed); diff != "" || replanned.Reviews != 2 || replanned.Payouts != 3 {
		t.Errorf("-replanned +computed (%+v):\n%s", replanned, diff)
	}
	if diff := cmp.Diff(after, outcome(t, ws)); diff != "" {
		t.Errorf("-replanned +computed:\n%s", diff)
	}
}
