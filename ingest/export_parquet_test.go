package ingest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/internal/store"
)

// parquetConfig maps refunds and says that their times are text in UTC; a
// timestamp of the file must not mind.
func parquetConfig() *config.Config {
	src := config.Source{
		Name: "refunds", Side: "ledger", Format: TableID, Zone: "Asia/Shanghai", Charset: charsetGBK,
		Fetch: config.Fetch{Pattern: "refunds_{yyyy-mm-dd}.parquet"},
		Table: &config.Table{
			EntryID: config.Field{Column: "id"}, Kind: config.Choice{Const: "refund"},
			OrderRef: config.Field{Column: "out_trade_no"}, RefundRef: config.Field{Column: "refund no"},
			Amount: config.Amount{Column: "amount", Unit: "major", Sign: "negate"}, Currency: config.Field{Const: "CNY"},
			Status:     config.Choice{Column: "status", Values: map[string][]string{"refunded": {"成功"}, "pending": {"处理中"}}},
			OccurredAt: config.Instant{Column: "moment", Fallback: "made", Layout: "2006/01/02 15:04", Zone: "Asia/Shanghai"},
		},
	}
	return &config.Config{
		Sources:         []config.Source{src},
		Reconciliations: []config.Reconciliation{{Name: "shop", Ledger: []config.LedgerUse{{Source: "refunds"}}}},
	}
}

// writeParquet stores a query's rows and returns the path.
func writeParquet(t *testing.T, ws *store.Store, query string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "refunds.parquet")
	if err := ws.Exec(context.Background(), "copy ("+query+") to '"+path+"' (format parquet, row_group_size 2048)"); err != nil {
		t.Fatal(err)
	}
	return path
}

const parquetRow = `'r1' as id, 'T1' as out_trade_no, 'F1' as "refund no", 12.30::decimal(18,2) as amount, '成功' as status,
  timestamp '2026-08-15 20:00:00.123456' as moment, null::timestamptz as made, [1, 2] as items`

func TestParquetExport(t *testing.T) {
	for _, c := range []struct{ name, query, want string }{
		{"as it should be", "select " + parquetRow, `1: ["r1" "refund" "refunded" "T1" "" "" "F1" "" "" "CNY"] gross -12.30 fee 0.00 net -12.30 at 2026-08-15T12:00:00.123456Z on 2026-08-15 keyed true`},
		{"timestamp with zone", "select * replace (timestamptz '2026-08-15 20:00:00.5+02' as moment) from (select " + parquetRow + ")", "at 2026-08-15T18:00:00.5Z on 2026-08-16"},
		{"time as text", "select * replace ('2026/08/15 20:00' as moment) from (select " + parquetRow + ")", "at 2026-08-15T12:00:00Z"},
		{"nanoseconds", "select * replace ('2026-08-15 20:00:00.123456789'::timestamp_ns as moment) from (select " + parquetRow + ")", "at 2026-08-15T12:00:00.123456Z"},
		{"fallback with zone", "select * replace (null::timestamp as moment, '处理中' as status, timestamptz '2026-08-15 20:00:00+08' as made) from (select " + parquetRow + ")", `"pending" "T1" "" "" "F1" "" "" "CNY"] gross -12.30 fee 0.00 net -12.30 at 2026-08-15T12:00:00Z`},
		{"integers", "select * replace (7 as id, 12 as amount) from (select " + parquetRow + ")", `["7" "refund" "refunded" "T1" "" "" "F1" "" "" "CNY"] gross -12.00`},
		{"bytes without a type", "select * replace ('T2'::blob as out_trade_no) from (select " + parquetRow + ")", `"T2"`},
		{"money as float", "select * replace (12.3::double as amount) from (select " + parquetRow + ")", `refunds.parquet:1: column "amount": the column is of type double, which cannot hold amounts or numbers exactly; export as decimal or text`},
		{"id as float", "select * replace (12.3::float as id) from (select " + parquetRow + ")", `column "id": the column is of type float`},
		{"list", "select * replace (['F1'] as \"refund no\") from (select " + parquetRow + ")", `column "refund no": the column is of type varchar[], wanted text`},
		{"missing column", "select * exclude (amount), 1 as amounts from (select " + parquetRow + ")", `missing column "amount" (table.amount, nearest is "amounts")`},
		{"too fine", "select * replace (12.345::decimal(18,3) as amount) from (select " + parquetRow + ")", `refunds.parquet:1: column "amount": "12.345" has more than 2 decimals`},
		{"no time", "select * replace (null::timestamp as moment) from (select " + parquetRow + ")", `column "moment": empty, but the row claims money (refunded)`},
		{"id twice", "select " + parquetRow + " from range(2)", `refunds.parquet:2: column "id": the same id as in line 1`},
		{"no rows", "select * from (select " + parquetRow + ") where id = 'x'", "rows 0, kept 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ws := tempStore(t)
			var out bytes.Buffer
			printReceipt(&out, loadExport(t, ws, parquetConfig(), "refunds", writeParquet(t, ws, c.query)))
			printEntries(t, &out, ws)
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("got %s\nwant %s", out.String(), c.want)
			}
		})
	}
}

// Rows keep their numbers over the batches they are asked for in.
func TestParquetExportOfManyBatches(t *testing.T) {
	ws := tempStore(t)
	const rows = 2*parquetBatch + 17
	path := writeParquet(t, ws, "select i as id, 'T'||i::varchar as out_trade_no, 'F' as \"refund no\", (i / 100)::decimal(18,2) as amount, '成功' as status, timestamp '2026-08-15 20:00:00' as moment, null as made from range(131089) as r(i)")
	r := loadExport(t, ws, parquetConfig(), "refunds", path)
	if r.Kept != rows || len(r.Faults) > 0 {
		t.Fatalf("kept %d, faults %v, want %d rows", r.Kept, r.Faults, rows)
	}
	var wrong int64
	if err := ws.DB().QueryRow("select count(*) from entry where own_id <> (line - 1)::varchar or gross_minor <> 1 - line").Scan(&wrong); err != nil || wrong != 0 {
		t.Errorf("%d rows are not at their line (%v)", wrong, err)
	}
}

func TestParquetExportThatIsDamaged(t *testing.T) {
	ws := tempStore(t)
	path := writeParquet(t, ws, "select "+parquetRow+" from range(1000)")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"cut": whole[:len(whole)/2], "text": []byte("id,amount\n")} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{"cut": "cannot be read as Parquet", "text": "not a Parquet file"}[name]
		r := loadExport(t, ws, parquetConfig(), "refunds", path)
		if len(r.Faults) != 1 || !strings.Contains(r.Faults[0].Text, want) || strings.Contains(r.Faults[0].Text, path) {
			t.Errorf("%s: got %v, want %q without the path", name, r.Faults, want)
		}
	}
}
