package check

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"recon/fixtures/gen"
	"recon/internal/calendar"
)

const date = "2026-08-15"

// generated makes a day's key.
func generated(t *testing.T) (keys string) {
	t.Helper()
	data := t.TempDir()
	g, err := gen.New(gen.Options{Rows: 2000, Date: calendar.Of(2026, 8, 15), Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Write(data, gen.Beside{Key: true}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(data, "key")
}

// published makes a home that published exactly what the key says, after the
// statement change was executed on the tables.
func published(t *testing.T, keys, change string) (home string) {
	t.Helper()
	home = t.TempDir()
	for _, dir := range []string{"lake/entry/date=" + date, "lake/match/date=" + date, "lake/open_entry/date=" + date, "reports/" + date} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	execute(t, append(fabricate(keys), change), home)
	return home
}

// fabricate makes the published tables from the key.
func fabricate(keys string) []string {
	return []string{
		"create table k as " + csvRows(filepath.Join(keys, date+".csv")),
		"create table o as " + csvRows(filepath.Join(keys, "open_"+date+".csv")),
		"create table entry as select side, source, line, kind, order_ref, refund_ref, case source when 'alipay-main' then 64 when 'orders' then 128 else 192 end as file_no from k where class <> 'ignored'",
		"create table match as with r as (select k.*, row_number() over (partition by side, kind, order_ref order by line) as turn from k where class = 'matched') " +
			"select date '" + date + "' as statement_arrived_on, 64 as statement_file_no, s.line as statement_line, date '" + date + "' as ledger_arrived_on, " +
			"case l.source when 'orders' then 128 else 192 end as ledger_file_no, l.line as ledger_line " +
			"from r as s join r as l on s.kind = l.kind and s.order_ref = l.order_ref and s.turn = l.turn and s.side = 'statement' and l.side = 'ledger'",
		"create table open_entry as select source, line, side, kind, order_ref, refund_ref, reason, cast(business_date as date) as business_date, cast(first_seen as date) as first_seen from o",
		"create table breaks as select reconciliation, kind, order_ref, reason, case side when 'statement' then line end as statement_line, case side when 'ledger' then line end as ledger_line from o",
	}
}

func execute(t *testing.T, statements []string, home string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"entry", "match", "open_entry"} {
		statements = append(statements, "copy "+table+" to "+quoted(filepath.Join(home, "lake", table, "date="+date, "alipay.parquet")))
	}
	statements = append(statements, "copy breaks to "+quoted(filepath.Join(home, "reports", date, "breaks.csv"))+" (header)")
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestHome(t *testing.T) {
	keys := generated(t)
	for _, c := range []struct{ name, change, question string }{
		{"right", "select 1", ""},
		{"row not matched", "delete from match where statement_line = (select min(statement_line) from match)", "1_rows.sql"},
		{"row lost", "delete from entry where side = 'ledger' and line = (select max(line) from entry where source = 'orders')", "0_counts.sql"},
		{"row twice", "insert into entry select * from entry limit 1", "0_counts.sql"},
		{"row replaced", "update entry set line = -1 where side = 'ledger' and line = (select max(line) from entry where source = 'orders')", "1_rows.sql"},
		{"number changed", "update entry set order_ref = lower(order_ref) where line = 100 and source = 'orders'", "1_rows.sql"},
		{"break row matched", "insert into match select statement_arrived_on, 64, (select min(line) from o where side = 'statement'), ledger_arrived_on, ledger_file_no, ledger_line from match limit 1", "1_rows.sql"},
		{"pairs crossed", "update match set ledger_line = case ledger_line when (select min(ledger_line) from match where ledger_file_no = 128) then (select max(ledger_line) from match where ledger_file_no = 128) else (select min(ledger_line) from match where ledger_file_no = 128) end " +
			"where ledger_file_no = 128 and (ledger_line = (select min(ledger_line) from match where ledger_file_no = 128) or ledger_line = (select max(ledger_line) from match where ledger_file_no = 128))", "2_pairs.sql"},
		{"other reason", "update open_entry set reason = 'extra' where reason = 'missing'", "3_open.sql"},
		{"closed too early", "delete from open_entry where line = (select min(line) from open_entry)", "3_open.sql"},
		{"break not listed", "delete from breaks where reason = 'extra'", "4_breaks.sql"},
		{"break listed twice", "insert into breaks select * from breaks limit 1", "4_breaks.sql"},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := published(t, keys, c.change)
			err := Home(t.Context(), home, keys, date, t.TempDir())
			var found *Error
			switch {
			case c.question == "" && err != nil:
				t.Fatal(err)
			case c.question != "" && (!errors.As(err, &found) || found.Question != c.question):
				t.Fatalf("wanted a difference in %s, found %v", c.question, err)
			}
		})
	}
}
