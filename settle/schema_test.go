package settle

import (
	"context"
	"strings"
	"testing"

	"recon/internal/golden"
	"recon/internal/store"
)

// TestSchema shows the columns of the tables that Compute reads and leaves:
// what others fill, publish and print.
func TestSchema(t *testing.T) {
	ws := lawfulMonths(t)
	data, _ := printCSV(t, ws, `select table_name, column_name, data_type, is_nullable from duckdb_columns() where database_name = 'work' and table_name in
		('settle_run', 'currency_rule', 'country_rule', 'payee', 'counted_before', 'held_before', 'accepted', 'posted', 'balance_before', 'hold_ref',
		'unreconciled_ok', 'in_part', 'counted_entry', 'held_entry', 'early_entry', 'restated', 'payee_balance', 'payout_plan', 'skip_plan',
		'destination_plan', 'batch_total') order by table_name, column_index`)
	golden.Check(t, "testdata/schema.csv", data)
}

// TestCreateInputsLeavesOthers: a table that the caller makes is not made.
func TestCreateInputsLeavesOthers(t *testing.T) {
	ctx := context.Background()
	ws, err := store.Open(ctx, store.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, ws.Close()) })
	must(t, CreateInputs(ctx, ws, "counted_before", "posted"))
	var names []string
	for _, r := range rowsOf(t, ws, "select table_name from duckdb_tables() where database_name = 'work' order by table_name") {
		names = append(names, r["table_name"])
	}
	if got, want := strings.Join(names, " "), "accepted balance_before country_rule currency_rule held_before hold_ref in_part payee settle_run unreconciled_ok"; got != want {
		t.Errorf("made %s, wanted %s", got, want)
	}
}
