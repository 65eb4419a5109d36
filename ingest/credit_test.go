package ingest

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"recon/internal/config"
	"recon/internal/store"
)

const (
	creditHeader = "id,user_id,entry_type,amount_cents,currency,order_id,state,created_at\n"
	creditRow    = "e1,u1,sale,12500,EUR,O-1,confirmed,2026-08-03T10:00:00Z\n"
)

// creditText is a file of the ledger with one row per amount.
func creditText(prefix string, amounts ...int64) []byte {
	text := []byte(creditHeader)
	for i, n := range amounts {
		text = fmt.Appendf(text, "%s%d,u1,adjustment,%d,EUR,,confirmed,2026-08-03T10:00:00Z\n", prefix, i+1, n)
	}
	return text
}

func writeFile(t testing.TB, name string, content []byte) File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return File{Path: path, Name: name}
}

// loadCredits prints what came of one file of the ledger.
func loadCredits(t testing.TB, ws *store.Store, src *config.CreditSource, zone *time.Location, file File) string {
	t.Helper()
	receipts, err := LoadCredits(context.Background(), ws, []File{file}, src, zone, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, r := range receipts {
		printCredits(t, &out, ws, r)
	}
	return out.String()
}

// creditMappings change the mapping of the good fixture.
var creditMappings = []struct {
	name      string
	change    func(m *config.CreditTable)
	row, want string
}{
	{"as it is", nil, creditRow, `0:2: ["e1" "u1" "O-1"] sale confirmed EUR 12500 at 2026-08-03T10:00:00Z`},
	{"no order number", func(m *config.CreditTable) { m.OrderRef = config.Field{} }, creditRow, `["e1" "u1" ""] sale`},
	{"one payee for all", func(m *config.CreditTable) { m.Payee = config.Field{Const: "house"} }, creditRow, `["e1" "house" "O-1"] sale`},
	{"one currency for all", func(m *config.CreditTable) { m.Currency = config.Field{Const: "JPY"} }, creditRow, "sale confirmed JPY 12500"},
	{"one that is none", func(m *config.CreditTable) { m.Currency = config.Field{Const: "EURO"} }, creditRow, `credits.csv: settle.ledger: table.currency: "EURO" is no currency of ISO 4217, wanted one like CNY, in capitals`},
	{"one kind and status for all", func(m *config.CreditTable) {
		m.Kind, m.Status = config.Choice{Const: "external_payout"}, config.Choice{Const: "void"}
	}, strings.Replace(creditRow, "12500", "-1", 1), "external_payout void EUR -1 at"},
	{"a kind of entries", func(m *config.CreditTable) { m.Kind = config.Choice{Const: "payment"} }, creditRow, `settle.ledger: table.kind: "payment", wanted one of sale refund chargeback adjustment fee external_payout`},
	{"a status of entries", func(m *config.CreditTable) { m.Status = config.Choice{Const: "paid"} }, creditRow, `settle.ledger: table.status: "paid", wanted one of confirmed pending void`},
	{"major units", func(m *config.CreditTable) { m.Amount.Unit = "major" }, strings.Replace(creditRow, "12500", "125.0", 1), "EUR 12500 at"},
	{"too many decimals", func(m *config.CreditTable) { m.Amount.Unit = "major" }, strings.Replace(creditRow, "12500", "125.005", 1), `credits.csv:2: column "amount_cents": "125.005" has more than 2 decimals (read as EUR in major units)`},
	{"the opposite sign", func(m *config.CreditTable) { m.Amount.Sign = "negate" }, strings.Replace(creditRow, "12500", "-12500", 1), "sale confirmed EUR 12500"},
	{"the opposite sign of one kind", func(m *config.CreditTable) { m.Amount.Sign, m.Kind = "negate", config.Choice{Const: "sale"} }, creditRow,
		`credits.csv:2: column "amount_cents": the sale takes money from the payee, wanted money owed to the payee; if the file writes the sign itself, remove sign: negate from table.amount`},
	{"refunds written positive", func(m *config.CreditTable) { m.Kind = config.Choice{Const: "refund"} }, creditRow,
		`credits.csv:2: column "amount_cents": the refund is money owed to the payee, wanted money taken from the payee; if it is written with the opposite sign here, set sign: negate in table.amount`},
	{"fees without sign", func(m *config.CreditTable) { m.Amount.Sign = "by_kind" }, strings.Replace(creditRow, "sale", "fee", 1), "fee confirmed EUR -12500"},
	{"adjustments keep theirs", func(m *config.CreditTable) { m.Amount.Sign = "by_kind" }, strings.Replace(creditRow, "sale", "adjustment", 1), "adjustment confirmed EUR 12500"},
	{"a payee without end", nil, strings.Replace(creditRow, "u1", strings.Repeat("u", maxID+1), 1), `column "user_id": 201 bytes long, wanted the id of a payee, at most 200`},
	{"a pending row without time", nil, "e1,u1,sale,12500,EUR,O-1,pending,\n", `column "created_at": empty in a row that is pending, wanted the time it was earned, which decides its period`},
	{"a fallback for rows that do not count", func(m *config.CreditTable) { m.OccurredAt.Fallback = "order_id" }, "e1,u1,sale,1,EUR,2026-08-04T10:00:00Z,void,\n", "sale void EUR 1 at 2026-08-04T10:00:00Z"},
	{"and not for those that do", func(m *config.CreditTable) { m.OccurredAt.Fallback = "order_id" }, "e1,u1,sale,1,EUR,2026-08-04T10:00:00Z,confirmed,\n", `column "created_at": empty in a row that is confirmed`},
}

func TestCreditMapping(t *testing.T) {
	for _, c := range creditMappings {
		t.Run(c.name, func(t *testing.T) {
			src := ledgers()["credits"]
			if c.change != nil {
				c.change(&src.Table)
			}
			got := loadCredits(t, emptyStore(t), src, nil, writeFile(t, "credits.csv", []byte(creditHeader+c.row)))
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}

// Times are those of the table's zone, then of the zone that is given; without
// both they are a fault, unless they state their offset.
func TestCreditZones(t *testing.T) {
	const noZone = `credits.csv: column "created_at": times like 2006-01-02 15:04:05 have no offset and the settings name no zone, wanted zone in table.occurred_at of settle.ledger, like Europe/Berlin, or times with an offset`
	berlin := load(t, "Europe/Berlin")
	for _, c := range []struct {
		layout, zone string
		given        *time.Location
		time, want   string
	}{
		{time.DateTime, "", nil, "2026-08-03 10:00:00", noZone},
		{"", "", nil, "2026-08-03 10:00:00", noZone},
		{"", "Asia/Shanghai", berlin, "2026-08-03 10:00:00", "at 2026-08-03T02:00:00Z"},
		{"", "", berlin, "2026-08-03 10:00:00", "at 2026-08-03T08:00:00Z"},
		{"2006-01-02 15:04:05 -0700", "", nil, "2026-08-03 10:00:00 +0200", "at 2026-08-03T08:00:00Z"},
		{"2006-01-02 15:04Z07", "", nil, "2026-08-03 10:00+02", "at 2026-08-03T08:00:00Z"},
		{"unix", "", nil, "1785740400", "at 2026-08-03T07:00:00Z"},
		{"rfc3339", "", nil, "2026-08-03 10:00:00", `"2026-08-03 10:00:00" is no time like rfc3339`},
		{"rfc3339", "", berlin, "2026-08-03T10:00:00", `"2026-08-03T10:00:00" has no zone, wanted a time like 2026-08-03T10:00:00Z`},
		{"2006-01-02 15:04 MST", "", berlin, "2026-08-03 10:00 CST", `column "created_at": times like 2006-01-02 15:04 MST name zones by letters, which several zones share`},
	} {
		src := ledgers()["credits"]
		src.Table.OccurredAt.Layout, src.Table.OccurredAt.Zone = c.layout, c.zone
		text := creditHeader + "e1,u1,sale,1,EUR,,confirmed," + c.time + "\n"
		if got := loadCredits(t, emptyStore(t), src, c.given, writeFile(t, "credits.csv", []byte(text))); !strings.Contains(got, c.want) {
			t.Errorf("%q in %q: got %s\nwant %s", c.layout, c.zone, got, c.want)
		}
	}
}

// A column that needs a zone is a fault also where no row is, and once.
func TestCreditZoneIsMissedOnce(t *testing.T) {
	src := ledgers()["credits"]
	src.Table.OccurredAt.Layout, src.Table.OccurredAt.Fallback = "", "created_at"
	for _, rows := range []string{"", "e1,u1,sale,1,EUR,,confirmed,x\ne2,u1,sale,1,EUR,,confirmed,x\n"} {
		got := loadCredits(t, emptyStore(t), src, nil, writeFile(t, "credits.csv", []byte(creditHeader+rows)))
		if n := strings.Count(got, "have no offset"); n != 1 || strings.Contains(got, "0:2") {
			t.Errorf("%d faults: %s", n, got)
		}
	}
}

// Files are numbered in their order, one with a fault has no rows, and the view
// shows what the table holds.
func TestCreditFiles(t *testing.T) {
	files := []File{writeFile(t, "a.csv", creditText("a", 1, 2)), writeFile(t, "b.csv", creditText("b", 3, 1<<62, 1<<62)), writeFile(t, "c.csv", creditText("c")), writeFile(t, "d.csv", creditText("a", 5))}
	for _, opts := range []Options{{}, {Dir: t.TempDir(), Threads: 3}} {
		ws := emptyStore(t)
		receipts, err := LoadCredits(context.Background(), ws, files, ledgers()["credits"], nil, opts)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		for _, r := range receipts {
			fmt.Fprintln(&got, r.File.No, r.File.Name, len(r.Faults), len(r.Pieces))
		}
		printCredits(t, &got, ws, receipts[1])
		pieces := map[bool]int{true: 1}[opts.Dir != ""]
		want := fmt.Sprintf(`0 a.csv 0 %d
64 b.csv 1 0
128 c.csv 0 0
192 d.csv 0 %d
rows 3, kept 2, unclaiming 0
b.csv:4: column "amount_cents": the sum of the file is beyond the range of an amount; is the unit right?
0:2: ["a1" "u1" ""] adjustment confirmed EUR 1 at 2026-08-03T10:00:00Z
0:3: ["a2" "u1" ""] adjustment confirmed EUR 2 at 2026-08-03T10:00:00Z
192:2: ["a1" "u1" ""] adjustment confirmed EUR 5 at 2026-08-03T10:00:00Z
`, pieces, pieces)
		if got.String() != want {
			t.Errorf("got %s\nwant %s", got.String(), want)
		}
	}
}

// No file at all is an empty ledger, of the same columns.
func TestCreditsOfNoFile(t *testing.T) {
	var first string
	for _, opts := range []Options{{Dir: t.TempDir()}, {}} {
		ws := emptyStore(t)
		if _, err := LoadCredits(context.Background(), ws, nil, ledgers()["credits"], nil, opts); err != nil {
			t.Fatal(err)
		}
		columns := describe(t, ws)
		if first == "" {
			first = columns
		}
		if columns != first || strings.Count(columns, "BIGINT") != 3 || strings.Count(columns, "INTEGER") != 1 || !strings.HasPrefix(columns, "file_no INTEGER, line BIGINT, entry_id VARCHAR, payee") {
			t.Errorf("got %s, before %s", columns, first)
		}
	}
	ws := emptyStore(t)
	if _, err := LoadCredits(context.Background(), ws, []File{writeFile(t, "a.csv", creditText("a", 1))}, ledgers()["credits"], nil, Options{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	if columns := describe(t, ws); columns != first {
		t.Errorf("got %s, without a file %s", columns, first)
	}
}

// describe is the columns of ledger_entry with their types.
func describe(t testing.TB, ws *store.Store) (out string) {
	if err := ws.DB().QueryRow("select string_agg(column_name || ' ' || column_type, ', ') from (describe ledger_entry)").Scan(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestCreditFileNumbersMustRise(t *testing.T) {
	files := []File{writeFile(t, "a.csv", creditText("a", 1)), writeFile(t, "b.csv", creditText("b", 1))}
	for _, c := range []struct {
		first, second int32
		want          string
	}{{MaxParts, 2 * MaxParts, ""}, {0, MaxParts, ""}, {0, 1, "b.csv: number 1 after number 0"}, {MaxParts, 0, "b.csv: number 0 after number 64"}} {
		files[0].No, files[1].No = c.first, c.second
		_, err := LoadCredits(context.Background(), emptyStore(t), files, ledgers()["credits"], nil, Options{})
		if got := fmt.Sprint(err); c.want == "" && err != nil || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%d, %d: got %v, want %q", c.first, c.second, err, c.want)
		}
	}
}

// Ids and sums are looked at over all pieces of a file.
func TestCreditPieces(t *testing.T) {
	defer SetPieceRows(2)()
	const big = 1<<62 + 1
	for _, c := range []struct {
		text []byte
		want string
	}{
		{append(creditText("a", 1, 2, 3, 4, 5), "a2,u1,sale,1,EUR,,void,2026-08-03T10:00:00Z\n"...), `credits.csv:7: column "id": the same id as in line 3, wanted each id once`},
		{creditText("a", big, 1, -big, 1), `credits.csv: column "amount_cents": the sum of the file is beyond the range of an amount; is the unit right?`},
		{creditText("a", 1, 2, 3, 4, 5), "total EUR adjustment: count 5, sum 15\n0:2: "},
	} {
		got := loadCredits(t, emptyStore(t), ledgers()["credits"], nil, writeFile(t, "credits.csv", c.text))
		if !strings.Contains(got, c.want) {
			t.Errorf("got %s\nwant %s", got, c.want)
		}
	}
}

func gzipped(t testing.TB, text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zipped(t testing.TB, texts ...[]byte) []byte {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, text := range texts {
		f, err := w.Create(fmt.Sprintf("credits_%d.csv", i+1))
		if err == nil {
			_, err = f.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestCreditContainers(t *testing.T) {
	text := creditText("a", 7)
	const row = `0:2: ["a1" "u1" ""] adjustment confirmed EUR 7`
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"credits.csv.gz", gzipped(t, text), row},
		{"credits.zip", zipped(t, text), row},
		{"marked.csv", append([]byte("\xef\xbb\xbf"), text...), row},
		{"two.zip", zipped(t, text, creditText("b", 7)), "two.zip!credits_2.csv: one of several files in a container, wanted one; pack each export by itself"},
		{"empty.csv", nil, "empty.csv: the file is empty"},
		{"cut.csv.gz", gzipped(t, text)[:30], "cannot be unpacked"},
		{"utf16.csv", []byte("\xff\xfei\x00d\x00"), "utf16.csv:1: the file is UTF-16, wanted UTF-8"},
	} {
		got := loadCredits(t, emptyStore(t), ledgers()["credits"], nil, writeFile(t, c.name, c.content))
		if !strings.Contains(got, c.want) || c.want != row && strings.Contains(got, "0:2: ") {
			t.Errorf("%s: got %s\nwant %s", c.name, got, c.want)
		}
	}
}

const creditParquet = `'e1' as id, 'u1' as user_id, 'sale' as entry_type, 12500 as amount_cents, 'EUR' as currency, null as order_id, 'confirmed' as state,
  timestamptz '2026-08-03 10:00:00.5+02' as created_at`

func TestCreditParquet(t *testing.T) {
	for _, c := range []struct{ name, query, want string }{
		{"as it should be", "select " + creditParquet, `0:1: ["e1" "u1" ""] sale confirmed EUR 12500 at 2026-08-03T08:00:00.5Z`},
		{"time as text", "select * replace ('2026-08-03T10:00:00+02:00' as created_at) from (select " + creditParquet + ")", "at 2026-08-03T08:00:00Z"},
		{"timestamp without zone", "select * replace (timestamp '2026-08-03 10:00:00' as created_at) from (select " + creditParquet + ")", `refunds.parquet: column "created_at": times like 2006-01-02 15:04:05 have no offset and the settings name no zone`},
		{"money as float", "select * replace (12.5::double as amount_cents) from (select " + creditParquet + ")", `column "amount_cents": the column is of type double, which cannot hold amounts or numbers exactly`},
		{"missing column", "select * exclude (state) from (select " + creditParquet + ")", `missing column "state" (table.status)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			ws := emptyStore(t)
			path := writeParquet(t, ws, c.query)
			got := loadCredits(t, ws, ledgers()["credits"], nil, File{Path: path, Name: filepath.Base(path)})
			if !strings.Contains(got, c.want) {
				t.Errorf("got %s\nwant %s", got, c.want)
			}
		})
	}
}
