package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/config"
)

const mapHeader, mapRow = "id,order ref,amount,time", "i,o,1230,1786752000"

// mappings change the mapping of csvConfig and read rows after a header. What
// is wanted is part of a row in the table, or of the faults.
var mappings = []struct {
	name              string
	change            func(cfg *config.Config, src *config.Source, m *config.Table)
	header, row, want string
}{
	{"as it is", nil, mapHeader, mapRow, `["i" "payment" "paid" "o" "" "" "" "" "" "EUR"] gross 12.30 fee 0.00 net 12.30 at 2026-08-15T00:00:00Z on 2026-08-15 keyed true`},
	{"columns in another order and others between", nil, "x,time,amount,y,order ref,id", ",1786752000,1230,,o,i", `["i" "payment" "paid" "o"`},
	{"the separator is the one that gives the mapped columns", nil, "a;b;c;d;e;f;g," + mapHeader, "x," + mapRow, "rows 1, kept 1"},
	{"one column for two fields", func(_ *config.Config, _ *config.Source, m *config.Table) { m.OrderNo.Column = "id" }, mapHeader, mapRow, `"o" "i" ""`},
	{"no status, a payment", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Status = config.Choice{} }, mapHeader, mapRow, `"payment" "paid"`},
	{"no status, a refund", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Status, m.Kind.Const, m.Amount.Sign = config.Choice{}, "refund", "negate"
	}, mapHeader, mapRow, `"refund" "refunded" "o" "" "" "" "" "" "EUR"] gross -12.30`},
	{"no status, another kind", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Status, m.Kind.Const = config.Choice{}, "adjustment"
	}, mapHeader, mapRow, `"adjustment" ""`},
	{"an adjustment has either sign", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Kind.Const = "adjustment" }, mapHeader, "i,o,-5,1786752000", "gross -0.05"},
	{"kind by column", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Kind = config.Choice{Column: "k", Values: map[string][]string{"payment": {"P", ""}, "refund": {"R"}}}
	}, mapHeader + ",k", mapRow + ",", `"payment"`},
	{"kind not in its list", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Kind.Const = "sale" }, mapHeader, mapRow, `source x: table.kind: "sale", wanted one of payment refund`},
	{"a refund that is positive", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Kind.Const = "refund" }, mapHeader, mapRow, "set sign: negate in table.amount"},
	{"a payment that is negative", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Amount.Sign = "negate" }, mapHeader, mapRow, "remove sign: negate from table.amount"},
	{"payments and refunds without signs", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Amount.Sign, m.Kind = "by_kind", config.Choice{Column: "k", Values: map[string][]string{"payment": {"P"}, "refund": {"R"}}}
		m.Fee = config.Amount{Column: "fee", Unit: "minor", Sign: "by_kind"}
	}, mapHeader + ",k,fee", mapRow + ",P,30\nj,o,200,1786752000,R,5", "2: [\"i\" \"payment\" \"paid\" \"o\" \"\" \"\" \"\" \"\" \"\" \"EUR\"] gross 12.30 fee -0.30 net 12.00 at 2026-08-15T00:00:00Z on 2026-08-15 keyed true\n3: [\"j\" \"refund\" \"paid\" \"o\" \"\" \"\" \"\" \"\" \"\" \"EUR\"] gross -2.00 fee 0.05 net -1.95"},
	{"which it has after all", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Amount.Sign, m.Kind.Const = "by_kind", "refund"
	}, mapHeader, "i,o,-5,1786752000", "remove it if the file has signs"},
	{"payments and refunds, refunds positive", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Kind = config.Choice{Column: "k", Values: map[string][]string{"payment": {"P"}, "refund": {"R"}}}
	}, mapHeader + ",k", mapRow + ",R", "set sign: by_kind in table.amount"},
	{"zero", nil, mapHeader, "i,o,0,1786752000", "gross 0.00"},
	{"major units", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Amount.Unit = "major" }, mapHeader, mapRow, "gross 1230.00"},
	{"minor units with decimals", nil, mapHeader, "i,o,1230.00,1786752000", `column "amount": "1230.00" has decimals, wanted a whole number`},
	{"yen", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Amount.Unit, m.Currency.Const = "major", "JPY"
	}, mapHeader, mapRow, "gross 1230 fee 0 net 1230"},
	{"yen with decimals", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Amount.Unit, m.Currency.Const = "major", "JPY"
	}, mapHeader, "i,o,12.5,1786752000", `"12.5" has more than 0 decimals (read as JPY in major units)`},
	{"dinar", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Amount.Unit, m.Currency.Const = "major", "KWD"
	}, mapHeader, "i,o,1.234,1786752000", "gross 1.234"},
	{"surplus zeros", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Amount.Unit = "major" }, mapHeader, "i,o,12.3000,1786752000", "gross 12.30"},
	{"unknown currency", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Currency = config.Field{Column: "c"} }, mapHeader + ",c", mapRow + ",eur", `column "c": "eur" is no currency of ISO 4217`},
	{"unknown currency for all", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Currency.Const = "RMB" }, mapHeader, mapRow, `source x: table.currency: "RMB" is no currency of ISO 4217, wanted "CNY"`},
	{"a currency of 2025", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Currency.Const = "XCG" }, mapHeader, mapRow, `"XCG"] gross 12.30`},
	{"a charged fee", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Fee = config.Amount{Column: "fee", Unit: "major", Sign: "negate"}
	}, mapHeader + ",fee", mapRow + ",0.30", "gross 12.30 fee -0.30 net 12.00"},
	{"no fee in the row", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.Fee = config.Amount{Column: "fee", Unit: "major"}
	}, mapHeader + ",fee", mapRow + ",", "fee 0.00 net 12.30"},
	{"a row that claims no money needs no amount", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Status.Const = "closed" }, mapHeader, "i,o,,1786752000", `"closed" "o" "" "" "" "" "" "EUR"] gross 0.00`},
	{"nor that of a payment's sign", func(_ *config.Config, _ *config.Source, m *config.Table) { m.Status.Const = "closed" }, mapHeader, "i,o,-1,1786752000", "the payment is money from us"},
	{"a fallback does not serve rows that claim money", func(_ *config.Config, _ *config.Source, m *config.Table) { m.OccurredAt.Fallback = "made" }, mapHeader + ",made", "i,o,5,,1786752000", `column "time": empty, but the row claims money (paid)`},
	{"a fallback serves rows that do not", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.OccurredAt.Fallback, m.Status.Const = "made", "pending"
	}, mapHeader + ",made", "i,o,5,,1786752000", "at 2026-08-15T00:00:00Z"},
	{"and has the form of the column", func(_ *config.Config, _ *config.Source, m *config.Table) {
		m.OccurredAt.Fallback, m.Status.Const = "made", "pending"
	}, mapHeader + ",made", "i,o,5,,yesterday", `column "made": "yesterday" is no time like unix`},
	{"zone of the column", func(_ *config.Config, src *config.Source, m *config.Table) {
		m.OccurredAt.Layout, m.OccurredAt.Zone, src.Zone = "", "UTC", "Asia/Shanghai"
	}, mapHeader, "i,o,5,2026-08-15 20:00:00", "at 2026-08-15T20:00:00Z on 2026-08-16"},
	{"zone of the source", func(_ *config.Config, src *config.Source, m *config.Table) {
		m.OccurredAt.Layout, src.Zone = "", "Asia/Shanghai"
	}, mapHeader, "i,o,5,2026-08-15 20:00:00", "at 2026-08-15T12:00:00Z on 2026-08-15"},
	{"day cut in the morning", func(_ *config.Config, src *config.Source, _ *config.Table) { src.Cut = "01:00" }, mapHeader, mapRow, "on 2026-08-14"},
	{"day cut in the evening", func(_ *config.Config, src *config.Source, _ *config.Table) { src.Cut = "23:00" }, mapHeader, "i,o,5,1786748400", "at 2026-08-14T23:00:00Z on 2026-08-15"},
	{"an ignored row may hold anything", func(_ *config.Config, src *config.Source, _ *config.Table) {
		src.Ignore = &config.Filter{Column: "id", Values: []string{"drop"}}
	}, mapHeader, "drop,,x,\ndrop,,,", "rows 2, kept 0, ignored 2"},
	{"unless a control sums it", func(_ *config.Config, src *config.Source, _ *config.Table) {
		src.Ignore, src.Control = &config.Filter{Column: "id", Values: []string{"drop"}}, &config.Control{}
	}, mapHeader, "drop,,x,", `column "amount": "x" is not an amount`},
	{"a control sums what is ignored", func(_ *config.Config, src *config.Source, _ *config.Table) {
		src.Ignore, src.Control = &config.Filter{Column: "id", Values: []string{"drop"}}, &config.Control{}
	}, mapHeader, "drop,,70,\n" + mapRow, "export sum EUR: gross 1230, as written 1300"},
	{"a source that nobody reconciles", func(cfg *config.Config, _ *config.Source, _ *config.Table) { cfg.Reconciliations = nil }, mapHeader, mapRow, "rows that no reconciliation claims: \"\" (1 row); add source x to the ledger of a reconciliation"},
	{"rows of another reconciliation are read and not kept", func(cfg *config.Config, _ *config.Source, _ *config.Table) { cfg.Reconciliations[0].Name = "other" }, mapHeader, mapRow, "rows 1, kept 0, ignored 0"},
	{"and must be right too", func(cfg *config.Config, _ *config.Source, _ *config.Table) { cfg.Reconciliations[0].Name = "other" }, mapHeader, "i,o,x,1786752000", `"x" is not an amount`},
	{"rows claimed by nobody, one column", func(cfg *config.Config, _ *config.Source, _ *config.Table) {
		cfg.Reconciliations[0].Ledger[0].Where = &config.Filter{Column: "order ref", In: []string{"p"}}
	}, mapHeader, mapRow, `column "order ref": rows that no reconciliation claims: "o" (1 row); add each to a where of source x, or to its ignore: { column: "order ref", values: [o] }`},
	{"an order number that went through the wrong character set", nil, mapHeader, "i,锟斤拷,5,1786752000", "went through the wrong character set"},
}

func TestMapping(t *testing.T) {
	for _, c := range mappings {
		t.Run(c.name, func(t *testing.T) {
			cfg := csvConfig()
			if c.change != nil {
				c.change(cfg, &cfg.Sources[0], cfg.Sources[0].Table)
			}
			path := filepath.Join(t.TempDir(), "x.csv")
			if err := os.WriteFile(path, []byte(c.header+"\n"+c.row+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			ws := tempStore(t)
			var out bytes.Buffer
			printReceipt(&out, loadExport(t, ws, cfg, "x", path))
			printEntries(t, &out, ws)
			if !strings.Contains(out.String(), c.want) {
				t.Errorf("got %s\nwant %s", out.String(), c.want)
			}
		})
	}
}

// All new words are named with their rows, and those beyond the bound counted.
func TestNewWordsAreCollected(t *testing.T) {
	cfg := csvConfig()
	cfg.Sources[0].Table.Status = config.Choice{Column: "s", Values: map[string][]string{"paid": {"ok"}, "closed": {"no"}}}
	var text bytes.Buffer
	text.WriteString("id,order ref,amount,time,s\n")
	for i := range 3 * maxWords {
		fmt.Fprintf(&text, "i%d,o,5,1786752000,w%d\n", i, i%(maxWords+1))
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r := loadExport(t, tempStore(t), cfg, "x", path)
	if len(r.Faults) != 1 {
		t.Fatalf("got %v, want one fault", r.Faults)
	}
	got := r.Faults[0].Error()
	for _, want := range []string{`x.csv:2: column "s": `, `"w0" (3 rows), "w1" (3 rows)`, `"w19" (3 rows), and 980 more, and others in 2 rows`, "(paid, closed), like paid: [..., w0, w1"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// What pieces saw is added up, and the first line is that of the file whatever
// the order in which the pieces ended.
func TestTalliesOfPiecesAreMerged(t *testing.T) {
	var a, b, all tally
	a.note([]byte("x"), 20)
	a.note([]byte("x"), 21)
	b.note([]byte("y"), 3)
	b.note([]byte("x"), 4)
	for _, part := range []tally{a, b} {
		all.merge(part)
	}
	want := []WordCount{{"y", 1, 3}, {"x", 3, 4}}
	if diff := cmp.Diff(want, all.list()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// The newest row is that of the business day; rows after it say that the
// export is not cut off.
func TestNewestRowAndLastHour(t *testing.T) {
	end := exportDay.Start(time.UTC).Unix() + 86400
	for _, c := range []struct {
		times    []int64
		newest   int64
		lastHour bool
	}{
		{nil, 0, false},
		{[]int64{end - 3601, end - 9000}, end - 3601, false},
		{[]int64{end - 9000, end - 3600}, end - 3600, true},
		{[]int64{end - 1, end}, end - 1, true},
		{[]int64{end - 9000, end + 5}, end - 9000, true},
	} {
		text := mapHeader + "\n"
		for i, at := range c.times {
			text += fmt.Sprintf("i%d,o,1,%d\n", i, at)
		}
		path := filepath.Join(t.TempDir(), "x.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := loadExport(t, tempStore(t), csvConfig(), "x", path).Export
		if got.Newest != c.newest*1e6 || got.LastHour != c.lastHour || got.Rows != int64(len(c.times)) {
			t.Errorf("%v: got %+v", c.times, got)
		}
	}
}
