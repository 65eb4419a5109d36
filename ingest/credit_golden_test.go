package ingest

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/internal/golden"
	"recon/internal/store"
)

const settleFixtures = "../fixtures/settle"

// ledgers are the mappings of fixtures/settle: a ledger with signed cents, one
// of a Chinese shop without signs, and JSON lines.
func ledgers() map[string]*config.CreditSource {
	return map[string]*config.CreditSource{
		"credits": {Format: TableID, Table: config.CreditTable{
			EntryID: config.Field{Column: "id"}, Payee: config.Field{Column: "user_id"}, OrderRef: config.Field{Column: "order_id"},
			Kind: config.Choice{Column: "entry_type", Values: map[string][]string{
				"sale": {"sale"}, "refund": {"refund"}, "chargeback": {"chargeback"}, "adjustment": {"adjustment"}, "fee": {"fee"}, "external_payout": {"payout"}}},
			Amount: config.Amount{Column: "amount_cents", Unit: "minor"}, Currency: config.Field{Column: "currency"},
			Status:     config.Choice{Column: "state", Values: map[string][]string{"confirmed": {"confirmed"}, "pending": {"pending"}, "void": {"void"}}},
			OccurredAt: config.Instant{Column: "created_at", Layout: "rfc3339"},
		}},
		"cn": {Format: TableID, Charset: charsetGBK, Table: config.CreditTable{
			EntryID: config.Field{Column: "流水号"}, Payee: config.Field{Column: "商家"}, OrderRef: config.Field{Column: "订单号"},
			Kind:   config.Choice{Column: "类型", Values: map[string][]string{"sale": {"销售"}, "refund": {"退款"}, "external_payout": {"提现"}}},
			Amount: config.Amount{Column: "金额", Unit: "major", Sign: "by_kind"}, Currency: config.Field{Const: "CNY"},
			Status:     config.Choice{Column: "状态", Values: map[string][]string{"confirmed": {"已确认"}, "pending": {"待确认"}}},
			OccurredAt: config.Instant{Column: "时间", Layout: "2006/01/02 15:04", Zone: "Asia/Shanghai"},
		}},
		"lines": {Format: TableID, Table: config.CreditTable{
			EntryID: config.Field{Column: "id"}, Payee: config.Field{Column: "seller"}, OrderRef: config.Field{Column: "order"},
			Kind:   config.Choice{Column: "type", Values: map[string][]string{"sale": {"S"}, "refund": {"R"}, "adjustment": {"A"}, "fee": {"F"}, "external_payout": {"P"}}},
			Amount: config.Amount{Column: "amount", Unit: "major", Sign: "by_kind"}, Currency: config.Field{Column: "cur"},
			Status:     config.Choice{Column: "state", Values: map[string][]string{"confirmed": {"ok"}, "pending": {"wait"}, "void": {"gone"}}},
			OccurredAt: config.Instant{Column: "ms", Fallback: "made", Layout: "unix_milli"},
		}},
	}
}

func payeeSource() *config.PayeeSource {
	return &config.PayeeSource{Format: TableID, Table: config.PayeeTable{
		Payee: config.Field{Column: "user_id"}, Name: config.Field{Column: "holder"}, Country: config.Field{Column: "country"}, Currency: config.Field{Column: "currency"},
		Rail: config.Field{Column: "rail"}, Destination: config.Field{Column: "iban"}, BIC: config.Field{Column: "bic"}, City: config.Field{Column: "town"},
		Corporate: config.Choice{Column: "company", Values: map[string][]string{"yes": {"1"}, "no": {"0", ""}}},
		KYC:       config.Choice{Column: "kyc", Values: map[string][]string{"verified": {"ok"}, "pending": {"new"}, "rejected": {"no"}}},
		Frozen:    config.Choice{Column: "frozen", Values: map[string][]string{"yes": {"1"}, "no": {"0"}}},
	}}
}

func openingTable() *config.OpeningTable {
	return &config.OpeningTable{
		Payee: config.Field{Column: "payee"}, Currency: config.Field{Column: "currency"}, Balance: config.Amount{Column: "balance", Unit: "major"},
		LastPaid: config.Amount{Column: "last_paid", Unit: "major"}, LastPaidOn: config.Field{Column: "last_paid_on"},
	}
}

// Every file of fixtures/settle is read by the mapping it is named after; what
// came of it stands beside it.
func TestSettleGoldens(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(settleFixtures, "*.*.*"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".want") {
			continue
		}
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			table, _, _ := strings.Cut(name, ".")
			printSettled(t, &out, table, File{Path: path, Name: name})
			golden.Check(t, path+".want", out.Bytes())
		})
	}
}

func printSettled(t *testing.T, out *bytes.Buffer, table string, file File) {
	ctx, opts := context.Background(), Options{Threads: 2}
	switch src := ledgers()[table]; {
	case src != nil:
		ws := emptyStore(t)
		receipts, err := LoadCredits(ctx, ws, []File{file}, src, nil, opts)
		if err != nil || len(receipts) != 1 {
			t.Fatal(receipts, err)
		}
		printCredits(t, out, ws, receipts[0])
	case table == "payees":
		list, receipt, err := ReadPayees(ctx, file, payeeSource(), opts)
		if err != nil {
			t.Fatal(err)
		}
		printFaults(out, receipt)
		for _, p := range list {
			fmt.Fprintf(out, "%+v\n", p)
		}
	case table == "opening":
		list, receipt, err := ReadOpening(ctx, file, openingTable(), "", opts)
		if err != nil {
			t.Fatal(err)
		}
		printFaults(out, receipt)
		for _, o := range list {
			on := ""
			if o.LastPaidOn != 0 {
				on = " on " + o.LastPaidOn.String()
			}
			fmt.Fprintf(out, "%d: %s %s %d, last paid %d%s\n", o.Line, o.Payee, o.Currency, o.BalanceMinor, o.LastPaidMinor, on)
		}
	default:
		t.Fatal("no mapping")
	}
}

func emptyStore(t testing.TB) *store.Store {
	ws, err := store.Open(context.Background(), store.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.Close() })
	return ws
}

func printFaults(out *bytes.Buffer, r Receipt) {
	fmt.Fprintf(out, "rows %d, kept %d, unclaiming %d\n", r.Rows, r.Kept, r.Unclaiming)
	for _, f := range r.Faults {
		fmt.Fprintln(out, f.Error())
	}
	if r.MoreFaults > 0 {
		fmt.Fprintf(out, "%d more faults\n", r.MoreFaults)
	}
}

func printCredits(t testing.TB, out *bytes.Buffer, ws *store.Store, r Receipt) {
	t.Helper()
	printFaults(out, r)
	if len(r.Faults) == 0 {
		fmt.Fprintf(out, "from %s to %s\n", instantText(r.Oldest), instantText(r.Newest))
		for _, x := range r.Totals {
			fmt.Fprintf(out, "total %s %s: count %d, sum %d\n", x.Currency, x.Kind, x.Count, x.Gross)
		}
	}
	rows, err := ws.DB().Query("select file_no, line, entry_id, payee, currency, kind, status, amount_minor, occurred_at, order_ref from ledger_entry order by file_no, line")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var no int32
		var line, amount, at int64
		var id, payee, code, kind, status, order string
		if err := rows.Scan(&no, &line, &id, &payee, &code, &kind, &status, &amount, &at, &order); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(out, "%d:%d: %q %s %s %s %d at %s\n", no, line, []string{id, payee, order}, kind, status, code, amount, instantText(at))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
