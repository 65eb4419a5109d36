package match

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/keyjoin"
	"recon/internal/store"
)

// record is one row of a table by column; columns that are absent have the
// defaults of fill.
type record map[string]string

// given is what a day of a test starts from. Its tables are entry, closure,
// rule, due and own_kind.
type given struct {
	date   calendar.Date
	tables map[string][]record
}

// chain runs days one after the other, each from what the one before left.
type chain struct {
	dir  string
	days []calendar.Date
	open store.Options
	keys *keyjoin.Rows // nil: Run reads them from the table entry
}

var shanghai = time.FixedZone("CST", 8*60*60)

// entryColumns are the columns of entry in their order.
var entryColumns = strings.Fields(`file_no line side source provider own_id kind status order_ref order_no ref refund_ref
	batch_ref key_hash key_check currency gross_minor adjust_minor fee_minor net_minor occurred_at business_date booking_date
	value_date payee`)

// run does one day and hands on what the next one needs.
func (c *chain) run(t testing.TB, g given) (*store.Store, Summary, error) {
	t.Helper()
	ctx := context.Background()
	ws, err := store.Open(ctx, c.open)
	must(t, err)
	t.Cleanup(func() { must(t, ws.Close()) })
	c.fill(t, ws, g)
	var settled *keyjoin.Result
	summary, err := Run(ctx, ws, Options{Due: dueOf(g), Keys: c.keys, Entries: 1, Joined: func(r *keyjoin.Result) { settled = r }})
	if err == nil {
		c.viewMatch(t, ws, g.date, settled)
		c.publish(t, ws, g.date)
	}
	return ws, summary, err
}

// viewMatch shows the settled pairs and those of the passes as the table match.
func (c *chain) viewMatch(t testing.TB, ws *store.Store, date calendar.Date, settled *keyjoin.Result) {
	t.Helper()
	parts, err := settled.WriteMatches(context.Background(), t.TempDir(), "test", date, 2)
	must(t, err)
	view := "create view match as select * from pool_match"
	for _, p := range parts {
		view += " union all select * exclude (reconciliation) from read_parquet('" + p.Path + "', hive_partitioning=false)"
	}
	must(t, ws.Exec(context.Background(), view))
}

// fill makes the tables that Run reads.
func (c *chain) fill(t testing.TB, ws *store.Store, g given) {
	t.Helper()
	day := g.date.String()
	for i, e := range g.tables["entry"] {
		g.tables["entry"][i] = completeEntry(e, g.date)
	}
	insert(t, ws, "run", []record{{"business_date": day, "reconciliation": "test", "version": "1", "opening": strconv.FormatBool(len(c.days) == 0), "gap": "false"}})
	insert(t, ws, "rule", withDefaults(g.tables["rule"], record{"tolerance_minor": "0", "one_sided_percent": "20", "one_sided_rows": "100"}))
	insert(t, ws, "own_kind", withDefaults(g.tables["own_kind"], record{"kind": "payment"}, record{"kind": "refund"}))
	insert(t, ws, "entry", g.tables["entry"])
	insert(t, ws, "control", controls(g.tables["entry"]))
	insert(t, ws, "file", c.files(g))
	c.view(t, ws, "carried", "open_entry", "", g.date, 0)
	c.view(t, ws, "closed_key", "closed_entry", "", g.date, 0)
	c.view(t, ws, "history_entry", "entry", "arrived_on", g.date, 40)
	c.view(t, ws, "history_match", "match", "matched_on", g.date, 40)
	c.view(t, ws, "history_reopened", "reopened", "reopened_on", g.date, 40)
	insert(t, ws, "closure", closures(g))
	must(t, ws.Exec(context.Background(), resolve))
}

// resolve replaces "side order_ref" in a decision by the id of the break that
// this entry is in.
const resolve = `
	create temp table named as
	select k.side || ' ' || k.order_ref as name, min(k.break_id) as id
	from (select * from carried union all by name select * from closed_key) as k
	group by all;
	update closure set break_id = n.id from named as n where n.name = break_id;
	update closure set partner_break_id = n.id from named as n where n.name = partner_break_id`

// view shows a table of the last days; days 0 is the last day run, whenever that was.
func (c *chain) view(t testing.TB, ws *store.Store, view, table, dateColumn string, today calendar.Date, days int) {
	t.Helper()
	var parts []store.Part
	for _, d := range c.days {
		if days == 0 && d != c.days[len(c.days)-1] || days > 0 && d < today-calendar.Date(days) {
			continue
		}
		parts = append(parts, store.Part{Date: d, Files: []string{c.file(d, table)}})
	}
	must(t, ws.ViewParts(context.Background(), view, view, dateColumn, parts))
}

// publish writes what later days read.
func (c *chain) publish(t testing.TB, ws *store.Store, date calendar.Date) {
	t.Helper()
	for _, table := range []string{"entry", "match", "open_entry", "closed_entry", "reopened"} {
		must(t, ws.Exec(context.Background(), "copy "+table+" to '"+c.file(date, table)+"' (format parquet)"))
	}
	c.days = append(c.days, date)
}

func (c *chain) file(date calendar.Date, table string) string {
	return filepath.Join(c.dir, date.String()+"-"+table+".parquet")
}

// files names two files a day, and a third for entries that say so.
func (c *chain) files(g given) []record {
	var files []record
	for _, d := range append(append([]calendar.Date{}, c.days...), g.date) {
		for no, side := range []string{"statement", "ledger", "ledger"} {
			source := []string{"alipay-main", "orders", "orders"}[no]
			if no == 2 && !hasFile(g.tables["entry"], "3") && d == g.date {
				continue
			}
			files = append(files, record{"arrived_on": d.String(), "file_no": strconv.Itoa(no + 1), "side": side, "source": source,
				"provider": []string{"alipay", "table", "table"}[no], "account_last4": []string{"0156", "", ""}[no],
				"name": source + "_" + d.String() + ".csv", "part": "", "sha256": ""})
		}
	}
	return append(files, g.tables["file"]...)
}

func hasFile(entries []record, no string) bool {
	for _, e := range entries {
		if e["file_no"] == no {
			return true
		}
	}
	return false
}

// completeEntry fills what a case leaves out: a payment in CNY at noon of the
// day, with a number of its own.
func completeEntry(e record, date calendar.Date) record {
	set := func(column, value string) {
		if e[column] == "" {
			e[column] = value
		}
	}
	number := date.Format("0102") + "-" + e["line"]
	if e["side"] == "statement" {
		set("file_no", "1")
		set("source", "alipay-main")
		set("provider", "alipay")
		set("ref", "T"+number)
	} else {
		set("file_no", "2")
		set("source", "orders")
		set("provider", "table")
		set("own_id", "N"+number)
		set("status", "paid")
	}
	set("kind", "payment")
	set("currency", "CNY")
	set("business_date", date.String())
	set("time", "12:00:00")
	at, err := time.ParseInLocation("2006-01-02 15:04:05.999999", e["business_date"]+" "+e["time"], shanghai)
	if err != nil {
		panic(err)
	}
	set("occurred_at", strconv.FormatInt(at.UnixMicro(), 10))
	for _, column := range []string{"gross_minor", "adjust_minor", "fee_minor", "net_minor"} {
		set(column, "0")
	}
	hash, check := keyOf(e)
	set("key_hash", hash)
	set("key_check", check)
	full := record{}
	for _, column := range entryColumns {
		full[column] = e[column]
	}
	return full
}

// keyOf is key 1 as the reading of files writes it.
func keyOf(e record) (hash, check string) {
	texts := []string{e["kind"]}
	switch e["kind"] {
	case "payment":
		texts = append(texts, e["order_ref"])
	case "refund":
		texts = append(texts, e["order_ref"], e["refund_ref"])
	default:
		texts = append(texts, e["ref"])
	}
	var buf []byte
	for _, text := range texts {
		if text == "" {
			return "0", "0"
		}
		buf = append(binary.BigEndian.AppendUint32(buf, uint32(len(text))), text...)
	}
	sum := sha256.Sum256(buf)
	half := func(b []byte) string { return strconv.FormatUint(binary.BigEndian.Uint64(b)&(1<<63-1), 10) }
	return half(sum[:]), half(sum[8:])
}

// closures completes the decisions of a day.
func closures(g given) []record {
	var list []record
	for _, c := range g.tables["closure"] {
		full := record{"effective_on": g.date.String(), "decided_by": "li.na", "partner_break_id": ""}
		for column, value := range c {
			full[column] = value
		}
		list = append(list, full)
	}
	return list
}

// controls counts the entries as reading them does.
func controls(entries []record) []record {
	var order []string
	sums := map[string]record{}
	for _, e := range entries {
		id := e["file_no"] + " " + e["currency"] + " " + e["kind"]
		if sums[id] == nil {
			sums[id] = record{"file_no": e["file_no"], "currency": e["currency"], "kind": e["kind"], "entries": "0", "gross_minor": "0"}
			order = append(order, id)
		}
		sums[id]["entries"] = plus(sums[id]["entries"], "1")
		sums[id]["gross_minor"] = plus(sums[id]["gross_minor"], e["gross_minor"])
	}
	var list []record
	for _, id := range order {
		list = append(list, sums[id])
	}
	return list
}

func plus(a, b string) string {
	x, err := strconv.ParseInt(a, 10, 64)
	if err != nil {
		panic(err)
	}
	y, err := strconv.ParseInt(b, 10, 64)
	if err != nil {
		panic(err)
	}
	return strconv.FormatInt(x+y, 10)
}

func withDefaults(rows []record, defaults ...record) []record {
	if len(rows) == 0 {
		return defaults
	}
	for _, row := range rows {
		for column, value := range defaults[0] {
			if _, ok := row[column]; !ok {
				row[column] = value
			}
		}
	}
	return rows
}

// dueOf is the due rule of a day: given/due.csv has days, refund_days and
// window_minutes; without it everything is due at once, but for the last ten
// minutes of a day.
func dueOf(g given) DueFunc {
	days, refundDays, minutes := 0, 0, 10
	for _, d := range g.tables["due"] {
		days, refundDays, minutes = atoi(d["days"]), atoi(d["refund_days"]), atoi(d["window_minutes"])
	}
	return func(_, kind string, date calendar.Date) (Due, error) {
		n := days
		if kind == "refund" {
			n = refundDays
		}
		end := calendar.DayCut{Zone: shanghai}.End(date)
		on := date + calendar.Date(n)
		return Due{WindowFrom: end.Add(-time.Duration(minutes) * time.Minute).UnixMicro(), On: on, OnLate: on + 1}, nil
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// insert makes a table of the shared schema and fills it.
func insert(t testing.TB, ws *store.Store, table string, rows []record) {
	t.Helper()
	ctx := context.Background()
	must(t, ws.CreateTable(ctx, table))
	if len(rows) == 0 {
		return
	}
	var columns []string
	for column := range rows[0] {
		columns = append(columns, column)
	}
	var values []string
	for _, row := range rows {
		var cells []string
		for _, column := range columns {
			cell := "'" + strings.ReplaceAll(row[column], "'", "''") + "'"
			if (column == "booking_date" || column == "value_date") && row[column] == "" {
				cell = "null"
			}
			cells = append(cells, cell)
		}
		values = append(values, "("+strings.Join(cells, ", ")+")")
	}
	names := strings.Join(columns, ", ")
	must(t, ws.Exec(ctx, "insert into "+table+" by name select * from (values "+strings.Join(values, ", ")+") as v("+names+")"))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
