package settle

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/store"
)

// This file is the design's rules for counting, holding and paying, written a
// second time and in the plainest way, to hold the SQL against.

// counting is how an entry counts.
type counting struct {
	account, kind string
	amount        int64
	at            string
}

// paper is the model: what a clerk would keep on paper.
type paper struct {
	rows     map[string]record   // latest row by entry id
	counts   map[string]counting // by entry id
	ever     map[string]bool     // accounts that ever had a counted entry
	postings map[string]int64    // our postings by account: openings less payouts
	paidTo   map[string]bool     // accounts that had a payout
	closing  map[string]int64
	restated map[string]string // contents of the batch, by entry id
}

func newPaper() *paper {
	return &paper{map[string]record{}, map[string]counting{}, map[string]bool{}, map[string]int64{}, map[string]bool{}, map[string]int64{}, nil}
}

// batch works out a batch: one line per account.
func (p *paper) batch(t testing.TB, g given) map[string]string {
	p.read(g.tables["ledger_entry"])
	for _, o := range g.tables["posting"] {
		p.postings[o["payee"]+" EUR"] += number(o["amount_minor"])
	}
	in := func(at string) bool { return at >= testStart && at < cutoffOf(t, g.period) }
	touched := p.changes(g.tables["accepted"])
	held := p.held(g, in)
	heldSum, listed := map[string]int64{}, map[string]bool{}
	for id, r := range p.rows {
		account := r["payee"] + " " + r["currency"]
		_, counted := p.counts[id]
		switch {
		case r["status"] != "confirmed" || !in(r["at"]):
			continue
		case counted: // as it did, or as a person accepted
		case held[id]:
			heldSum[account] += number(r["amount_minor"])
		default:
			p.counts[id] = counting{account, r["kind"], number(r["amount_minor"]), r["at"]}
		}
		listed[account] = true
	}
	return p.judge(g, listed, heldSum, touched, p.blocked(g, in))
}

func cutoffOf(t testing.TB, period string) string {
	next := map[string]string{"2026-08": "2026-09", "2026-09": "2026-10", "2026-10": "2026-11"}[period]
	return instant(t, next+"-01 00:00:00").Format("2006-01-02 15:04:05")
}

func (p *paper) read(rows []record) {
	for _, r := range rows {
		if old := p.rows[r["entry_id"]]; old == nil || number(old["file_no"]) < number(r["file_no"]) {
			p.rows[r["entry_id"]] = r
		}
	}
}

// changes takes over what was accepted, and returns the accounts that changes
// touch which nobody accepted.
func (p *paper) changes(accepted []record) map[string]bool {
	p.restated = map[string]string{}
	touched := map[string]bool{}
	for id, was := range p.counts {
		r := p.rows[id]
		now := counting{r["payee"] + " " + r["currency"], r["kind"], number(r["amount_minor"]), r["at"]}
		content := fmt.Sprintf("confirmed %s %s %s %s %s", r["currency"], r["kind"], r["amount_minor"], micros(mustInstant(r["at"])), r["payee"])
		if r["status"] != "confirmed" {
			if was.amount == 0 {
				continue
			}
			now, content = counting{was.account, was.kind, 0, was.at}, "void"
		}
		if now == was {
			continue
		}
		if slices.ContainsFunc(accepted, func(a record) bool { return a["entry_id"] == id && a["content"] == content }) {
			p.counts[id] = now
			p.ever[now.account] = true
			continue
		}
		p.restated[id] = content
		touched[was.account], touched[r["payee"]+" "+r["currency"]] = true, true
	}
	return touched
}

// held names the entries that are kept back.
func (p *paper) held(g given, in func(string) bool) map[string]bool {
	rule, held := g.tables["rule"][0], map[string]bool{}
	hasBreak := func(order string) bool {
		return rule["on_open_break"] == "hold_entry" && order != "" && hasOrder(g.tables["hold_ref"], order)
	}
	groups := map[string][]record{}
	for id, r := range p.rows {
		if _, counted := p.counts[id]; counted || r["status"] != "confirmed" || !in(r["at"]) {
			continue
		}
		order := r["order_ref"]
		unseen := rule["has_exception"] == "true" && (order == "" || !hasOrder(g.tables["unreconciled_ok"], order)) &&
			(r["kind"] == "sale" || r["kind"] == "refund" || r["kind"] == "chargeback")
		if hasBreak(order) || unseen {
			key := r["payee"] + " " + r["currency"] + " " + order
			groups[key] = append(groups[key], r)
		}
	}
	for _, rows := range groups {
		var net int64
		for _, r := range rows {
			net += number(r["amount_minor"])
		}
		for _, r := range rows {
			held[r["entry_id"]] = net > 0
		}
	}
	return held
}

func hasOrder(rows []record, order string) bool {
	return slices.ContainsFunc(rows, func(r record) bool { return r["order_ref"] == order })
}

// blocked are the accounts that hold_payee holds.
func (p *paper) blocked(g given, in func(string) bool) map[string]bool {
	blocked := map[string]bool{}
	for _, r := range p.rows {
		if g.tables["rule"][0]["on_open_break"] == "hold_payee" && r["status"] == "confirmed" && in(r["at"]) && r["order_ref"] != "" &&
			hasOrder(g.tables["hold_ref"], r["order_ref"]) {
			blocked[r["payee"]+" "+r["currency"]] = true
		}
	}
	return blocked
}

// judge says what becomes of every account that is listed.
func (p *paper) judge(g given, listed map[string]bool, held map[string]int64, touched, blocked map[string]bool) map[string]string {
	counted := map[string]int64{}
	for _, c := range p.counts {
		counted[c.account] += c.amount
		p.ever[c.account] = true
	}
	for _, m := range []map[string]bool{p.ever, p.paidTo} {
		maps.Copy(listed, m)
	}
	for _, m := range []map[string]int64{p.postings, p.closing} {
		for account, minor := range m {
			if minor != 0 {
				listed[account] = true
			}
		}
	}
	fates := map[string]string{}
	for account := range listed {
		available := counted[account] + p.postings[account]
		reason, paid := p.reason(account, available, held[account], touched[account], blocked[account]), int64(0)
		if reason == "" || reason == "review" {
			paid = available
			p.postings[account] -= paid
			p.paidTo[account] = true
		}
		p.closing[account] = available + held[account] - paid
		fates[account] = fmt.Sprintf("%s, %d available, %d held, %d closing", reason, available, held[account], p.closing[account])
	}
	return fates
}

// reason is the fixed order as far as it looks at money.
func (p *paper) reason(account string, available, held int64, touched, blocked bool) string {
	minimum, maximum := int64(1000), int64(5000)
	if strings.HasSuffix(account, "USD") {
		minimum, maximum = 1, 1<<62
	}
	switch {
	case blocked:
		return "open_break"
	case held > 0 && available < minimum && available+held >= minimum:
		return "open_break"
	case available < 0:
		return "negative"
	case available == 0:
		return "zero"
	case available < minimum:
		return "minimum"
	case available > maximum || touched:
		return "review"
	}
	return ""
}

// TestPlanModel holds every account of three months against the rules written
// a second time, with a person who accepts some of the changes.
func TestPlanModel(t *testing.T) {
	check(t, func(rt *rapid.T) {
		m, p := newMonths(), newPaper()
		var accepted []record
		for no := range periods {
			g := drawBatch(rt, no+1)
			for _, id := range slices.Sorted(maps.Keys(p.restated)) {
				if rapid.Bool().Draw(rt, "accept") {
					accepted = append(accepted, record{"entry_id": id, "content": p.restated[id]})
				}
			}
			g.tables["accepted"] = accepted
			g.tables["payee"] = everyPayee()
			want := p.batch(t, g)
			ws, _, err := m.run(t, g)
			must(t, err)
			if diff := cmp.Diff(want, fates(t, ws)); diff != "" {
				rt.Fatalf("%s -model +sql:\n%s", g.period, diff)
			}
			if diff := cmp.Diff(p.restated, pairsOf(t, ws, "select entry_id as k, content as v from restated")); diff != "" {
				rt.Fatalf("%s restated -model +sql:\n%s", g.period, diff)
			}
		}
	})
}

func everyPayee() []record {
	var list []record
	for _, payee := range []string{"P0", "P1", "P2", "P3"} {
		list = append(list, record{"payee": payee, "currency": "EUR"}, record{"payee": payee, "currency": "USD"})
	}
	return list
}

// fates says what became of every account as the model does.
func fates(t *testing.T, ws *store.Store) map[string]string {
	return pairsOf(t, ws, `select b.payee || ' ' || b.currency as k,
		coalesce(s.reason, '') || ', ' || coalesce(p.amount_minor, b.available_minor) || ' available, ' || b.held_minor || ' held, ' || b.closing_minor || ' closing' as v
		from payee_balance as b
		left join payout_plan as p on p.payee = b.payee and p.currency = b.currency
		left join skip_plan as s on s.payee = b.payee and s.currency = b.currency`)
}

func pairsOf(t *testing.T, ws *store.Store, query string) map[string]string {
	t.Helper()
	pairs := map[string]string{}
	for _, r := range rowsOf(t, ws, query) {
		if _, twice := pairs[r["k"]]; twice {
			t.Errorf("%s stands twice", r["k"])
		}
		pairs[r["k"]] = r["v"]
	}
	return pairs
}
