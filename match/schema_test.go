package match

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/store"
)

// TestOutputsHaveTheSharedSchema holds the tables that Run makes against the
// schema that later days and reports read them by.
func TestOutputsHaveTheSharedSchema(t *testing.T) {
	c := &chain{dir: t.TempDir()}
	made, _, err := c.run(t, given{date: calendar.Of(2026, 8, 15), tables: map[string][]record{}})
	must(t, err)
	shared, err := store.Open(context.Background(), store.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, shared.Close()) })
	for _, table := range []string{"match", "break", "open_entry", "closed", "closed_entry", "reopened", "repeated", "by_nature", "chargeback", "proof"} {
		must(t, shared.CreateTable(context.Background(), table))
		want, _ := printCSV(t, shared, columnsOf(table))
		got, _ := printCSV(t, made, columnsOf(table))
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s (-schema +made):\n%s", table, diff)
		}
	}
}

func columnsOf(table string) string {
	return "select column_name, data_type from duckdb_columns() where database_name = 'work' and table_name = '" + table + "' order by column_index"
}
