package match

import (
	"context"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"recon/internal/store"
)

// TestLaws breaks a finished day in every way that a law forbids, and expects
// the law to say so.
func TestLaws(t *testing.T) {
	ctx := context.Background()
	entries := []record{
		{"side": "statement", "line": "6", "order_ref": "A1", "gross_minor": "100"},
		{"side": "statement", "line": "7", "order_ref": "A2", "gross_minor": "70"},
		{"side": "statement", "line": "8", "order_ref": "A3", "gross_minor": "50"},
		{"side": "ledger", "line": "2", "order_ref": "A1", "gross_minor": "100"},
		{"side": "ledger", "line": "3", "order_ref": "A2", "gross_minor": "60"},
	}
	for _, c := range []struct{ law, broken string }{
		{"", "select 1"},
		{"90_assert_control", "update control set entries = entries + 1 where kind = 'payment'"},
		{"90_assert_control", "update control set gross_minor = gross_minor - 1 where file_no = 1"},
		{"90_assert_control", "delete from control where file_no = 2"},
		{"90_assert_control", "insert into control values (9, 'CNY', 'payment', 1, 1)"},
		{"91_assert_once", "delete from open_entry where order_ref = 'A3'"},
		{"91_assert_once", "insert into matched_row select n, 'key', 0, n from pool where order_ref = 'A3'"},
		{"92_assert_pool", "delete from settled"},
		{"92_assert_pool", "update settled set gross_minor = gross_minor + 1"},
		{"92_assert_pool", "update repeated set gross_minor = 0; insert into repeated values (2, 9, 'repeated', 'CNY', 0)"},
		{"93_assert_proof", "update proof set closing_minor = closing_minor + 1"},
		{"94_assert_open_entry", "update open_entry set entry_id = 'x' where order_ref = 'A2'"},
		{"94_assert_open_entry", "update open_entry set entry_id = '' where order_ref = 'A3'"},
		{"94_assert_open_entry", "update open_entry set entry_id = null where order_ref = 'A3'"},
		{"94_assert_open_entry", "update open_entry set break_id = '' where order_ref = 'A3'"},
		{"95_assert_break", "update break set break_id = 'B'"},
		{"95_assert_break", "update break set reason = 'late' where order_ref = 'A3'"},
		{"96_assert_carried", "update day_count set entries = entries + 1 where name = 'closed'"},
		{"96_assert_carried", "update day_count set entries = entries + 1 where name = 'carried_new'"},
	} {
		t.Run(c.law, func(t *testing.T) {
			t.Parallel()
			ws, _, err := (&chain{dir: t.TempDir()}).run(t, given{date: theDay, tables: map[string][]record{"entry": copyOf(entries)}})
			must(t, err)
			must(t, ws.Exec(ctx, c.broken))
			err = runLaws(ctx, ws)
			switch {
			case c.law == "" && err != nil:
				t.Errorf("a day that nobody broke: %v", err)
			case c.law != "" && (err == nil || !strings.Contains(err.Error(), c.law)):
				t.Errorf("%s: got %v, wanted %s to fail", c.broken, err, c.law)
			}
		})
	}
}

// runLaws runs the assertions alone.
func runLaws(ctx context.Context, ws *store.Store) error {
	return ws.RunDir(ctx, laws{steps}, "match", "sql/5_judge")
}

// laws shows of a folder the assertions only.
type laws struct{ fs.FS }

func (l laws) ReadDir(name string) ([]fs.DirEntry, error) {
	all, err := fs.ReadDir(l.FS, name)
	return slices.DeleteFunc(all, func(e fs.DirEntry) bool { return !strings.Contains(e.Name(), "_assert_") }), err
}
