package settle

import (
	"bytes"
	"context"
	"encoding/csv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/store"
)

// record is one row of a table by column; columns that are absent have the
// defaults of fill.
type record map[string]string

// given is what a batch of a test starts from: rows of the input tables, of
// posting (what happened to payouts since the batch before) and of rule (the
// columns of settle_run, with cooling_days).
type given struct {
	period string // 2026-08
	part   int
	tables map[string][]record
}

// months runs batches one after the other, each from what the ones before left.
type months struct {
	no                  int
	entries             []record
	counted             []record
	held, balance       []record
	posted              map[string]*postings            // by payee and currency
	seen                map[string]map[string]time.Time // and by fingerprint
	paidIn              map[string][]record             // by period
	shuffle             func([]record)                  // changes the order of rows before they are filled in
	start, cutoff, asOf time.Time
}

// postings are the sums of our postings on an account.
type postings struct{ available, reserved, opening, paidSince, returnedSince, payouts int64 }

const testStart = "2026-08-01 00:00:00"

func newMonths() *months {
	return &months{posted: map[string]*postings{}, seen: map[string]map[string]time.Time{}, paidIn: map[string][]record{}}
}

// run does one batch and keeps what the next one needs.
func (m *months) run(t testing.TB, g given) (*store.Store, Summary, error) {
	t.Helper()
	ctx := context.Background()
	ws, err := store.Open(ctx, store.Options{Threads: 1})
	must(t, err)
	t.Cleanup(func() { must(t, ws.Close()) })
	must(t, CreateInputs(ctx, ws))
	m.fill(t, ws, g)
	summary, err := Compute(ctx, ws)
	if err == nil {
		m.keep(t, ws, g)
	}
	return ws, summary, err
}

// fill makes the tables that Compute reads.
func (m *months) fill(t testing.TB, ws *store.Store, g given) {
	t.Helper()
	m.no++
	month, err := calendar.ParseMonth(g.period)
	must(t, err)
	m.start, m.cutoff = instant(t, testStart), month.Cutoff(time.UTC)
	m.asOf = m.cutoff.Add(8 * time.Hour)
	for _, p := range g.tables["posting"] {
		m.post(p)
	}
	m.put(t, ws, "settle_run", []record{m.rule(t, g)})
	m.put(t, ws, "currency_rule", withDefaults(g.tables["currency_rule"], record{"currency": "EUR", "minimum_minor": "1000", "maximum_minor": ""}))
	m.putLedger(t, ws, g)
	m.put(t, ws, "payee", m.destinations(t, g))
	m.put(t, ws, "posted", m.postedRows())
	m.put(t, ws, "counted_before", m.counted)
	m.put(t, ws, "held_before", m.held)
	m.put(t, ws, "balance_before", m.balance)
	m.put(t, ws, "hold_ref", withDefaults(g.tables["hold_ref"], record{"reconciliation": "alipay", "reason": "missing"}))
	if g.part > 1 {
		m.put(t, ws, "in_part", m.paidIn[g.period])
	}
	for _, table := range []string{"country_rule", "accepted", "unreconciled_ok"} {
		m.put(t, ws, table, g.tables[table])
	}
}

func (m *months) rule(t testing.TB, g given) record {
	r := withDefaults(slices.Clone(g.tables["rule"]), record{"on_open_break": "hold_entry", "has_exception": "false", "cooling_days": "0"})
	if len(r) == 0 {
		r = []record{{"on_open_break": "hold_entry", "has_exception": "false", "cooling_days": "0"}}
	}
	days, err := strconv.Atoi(r[0]["cooling_days"])
	must(t, err)
	return record{"period": g.period, "part": strconv.Itoa(g.part), "start_at": micros(m.start), "cutoff": micros(m.cutoff), "on_open_break": r[0]["on_open_break"],
		"has_exception": r[0]["has_exception"], "as_of": micros(m.asOf), "cooling_since": micros(m.asOf.AddDate(0, 0, -days)), "first_batch": strconv.FormatBool(m.no == 1)}
}

// putLedger makes the ledger of all files so far: those of this batch are files
// of its number unless they say another one, and snapshot takes earlier files away.
func (m *months) putLedger(t testing.TB, ws *store.Store, g given) {
	if _, replaced := g.tables["snapshot"]; replaced {
		m.entries = nil
	}
	for i, e := range g.tables["ledger_entry"] {
		e = maps.Clone(e)
		set := func(column, value string) {
			if e[column] == "" {
				e[column] = value
			}
		}
		set("file_no", strconv.Itoa(m.no))
		set("line", strconv.Itoa(i+2))
		set("entry_id", "E"+e["file_no"]+"-"+e["line"])
		set("payee", "P1")
		set("currency", "EUR")
		set("kind", "sale")
		set("status", "confirmed")
		set("at", g.period+"-15 12:00:00")
		e["occurred_at"] = micros(instant(t, e["at"]))
		e["order_ref"] += ""
		delete(e, "at")
		m.entries = append(m.entries, e)
	}
	must(t, ws.Exec(context.Background(), `create table ledger_entry (file_no integer, line bigint, entry_id varchar, payee varchar, currency varchar,
		kind varchar, status varchar, amount_minor bigint, occurred_at bigint, order_ref varchar)`))
	m.put(t, ws, "ledger_entry", m.entries)
}

// destinations completes the payee file: without one, everybody in the ledger
// has a good row. A cell with a dash is empty.
func (m *months) destinations(t testing.TB, g given) []record {
	rows := g.tables["payee"]
	if rows == nil {
		rows = m.everybody()
	}
	var list []record
	for i, p := range rows {
		full := record{"currency": "EUR", "rail": "sepa", "country": "DE", "kyc": "verified", "frozen": "false", "wrong": "", "rail_refusal": "",
			"fingerprint": "F-" + p["payee"], "last_four": "0156", "blocked": "", "line": strconv.Itoa(i + 2)}
		for column, value := range p {
			switch value {
			case "": // the default
			case "-":
				full[column] = ""
			default:
				full[column] = value
			}
		}
		m.firstSeen(t, full)
		list = append(list, full)
	}
	return list
}

// firstSeen fills in when the destination of an account was first listed.
func (m *months) firstSeen(t testing.TB, p record) {
	if p["seen"] != "" {
		p["seen_at"], p["known"] = micros(instant(t, p["seen"])), "true"
		delete(p, "seen")
		return
	}
	delete(p, "seen")
	before := m.seen[p["payee"]+" "+p["currency"]]
	at, there := before[p["fingerprint"]]
	p["seen_at"], p["known"] = "", "false"
	if there {
		p["seen_at"] = micros(at)
	}
	for fingerprint, other := range before {
		if fingerprint != p["fingerprint"] && (!there || other.Before(at)) {
			p["known"] = "true"
		}
	}
}

func (m *months) everybody() []record {
	var list []record
	seen := map[string]bool{}
	for _, e := range m.entries {
		if key := e["payee"] + " " + e["currency"]; !seen[key] {
			seen[key] = true
			list = append(list, record{"payee": e["payee"], "currency": e["currency"]})
		}
	}
	for key := range m.posted {
		if payee, currency, _ := strings.Cut(key, " "); !seen[key] {
			list = append(list, record{"payee": payee, "currency": currency})
		}
	}
	return list
}

// post books what happened to payouts of an account since the batch before.
func (m *months) post(p record) {
	a := m.account(p["payee"], orElse(p["currency"], "EUR"))
	amount := number(p["amount_minor"])
	switch p["what"] {
	case "opening":
		a.available, a.opening = a.available+amount, a.opening+amount
	case "returned":
		a.available, a.returnedSince = a.available+amount, a.returnedSince+amount
	case "retry":
		a.available, a.paidSince, a.payouts = a.available-amount, a.paidSince+amount, a.payouts+1
	default:
		panic("no such posting: " + p["what"])
	}
}

func (m *months) account(payee, currency string) *postings {
	key := payee + " " + currency
	if m.posted[key] == nil {
		m.posted[key] = &postings{}
	}
	return m.posted[key]
}

func (m *months) postedRows() []record {
	var list []record
	for key, p := range m.posted {
		payee, currency, _ := strings.Cut(key, " ")
		list = append(list, record{"payee": payee, "currency": currency, "available_minor": text(p.available), "reserved_minor": text(p.reserved),
			"opening_minor": text(p.opening), "paid_since_minor": text(p.paidSince), "returned_since_minor": text(p.returnedSince),
			"had_payout": strconv.FormatBool(p.payouts > 0)})
	}
	return list
}

// keep takes over what the batch published and posted.
func (m *months) keep(t testing.TB, ws *store.Store, g given) {
	for _, p := range m.posted {
		p.paidSince, p.returnedSince = 0, 0
	}
	for _, p := range rowsOf(t, ws, "select payee, currency, amount_minor from payout_plan") {
		a := m.account(p["payee"], p["currency"])
		a.available, a.reserved, a.payouts = a.available-number(p["amount_minor"]), a.reserved+number(p["amount_minor"]), a.payouts+1
		delete(p, "amount_minor")
		m.paidIn[g.period] = append(m.paidIn[g.period], p)
	}
	for _, d := range rowsOf(t, ws, "select payee, currency, fingerprint from destination_plan") {
		key := d["payee"] + " " + d["currency"]
		if m.seen[key] == nil {
			m.seen[key] = map[string]time.Time{}
		}
		m.seen[key][d["fingerprint"]] = m.asOf
	}
	for _, c := range rowsOf(t, ws, "select entry_id, payee, currency, kind, amount_minor, change_minor, occurred_at from counted_entry") {
		c["batch_no"] = strconv.Itoa(m.no)
		m.counted = append(m.counted, c)
	}
	m.held = rowsOf(t, ws, "select entry_id, payee, currency, kind, amount_minor from held_entry")
	m.balance = rowsOf(t, ws, "select payee, currency, closing_minor from payee_balance")
}

// put fills a table. An empty cell of a column that may be null is null.
func (m *months) put(t testing.TB, ws *store.Store, table string, rows []record) {
	t.Helper()
	if len(rows) == 0 {
		return
	}
	rows = slices.Clone(rows)
	if m.shuffle != nil {
		m.shuffle(rows)
	}
	columns := slices.Sorted(maps.Keys(rows[0]))
	var values []string
	for _, row := range rows {
		var cells []string
		for _, column := range columns {
			cell := "'" + strings.ReplaceAll(row[column], "'", "''") + "'"
			if (column == "seen_at" || column == "maximum_minor") && row[column] == "" {
				cell = "null"
			}
			cells = append(cells, cell)
		}
		values = append(values, "("+strings.Join(cells, ", ")+")")
	}
	names := strings.Join(columns, ", ")
	must(t, ws.Exec(context.Background(), "insert into "+table+" by name select * from (values "+strings.Join(values, ", ")+") as v("+names+")"))
}

// rowsOf reads the rows of a query; null is empty.
func rowsOf(t testing.TB, ws *store.Store, query string) []record {
	t.Helper()
	data, _ := printCSV(t, ws, query)
	return readCSV(t, data)
}

func readCSV(t testing.TB, data []byte) []record {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	must(t, err)
	var list []record
	for _, row := range rows[1:] {
		r := record{}
		for i, column := range rows[0] {
			r[column] = row[i]
		}
		list = append(list, r)
	}
	return list
}

func withDefaults(rows []record, defaults record) []record {
	if len(rows) == 0 && defaults["currency"] != "" {
		return []record{defaults}
	}
	for _, row := range rows {
		for column, value := range defaults {
			if _, there := row[column]; !there {
				row[column] = value
			}
		}
	}
	return rows
}

func instant(t testing.TB, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.999999", text)
	must(t, err)
	return at
}

func micros(at time.Time) string { return text(at.UnixMicro()) }

func text(n int64) string { return strconv.FormatInt(n, 10) }

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// mustInstant is instant for texts that a test wrote itself.
func mustInstant(text string) time.Time {
	at, err := time.Parse("2006-01-02 15:04:05.999999", text)
	if err != nil {
		panic(err)
	}
	return at
}
