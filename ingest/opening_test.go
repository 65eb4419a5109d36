package ingest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/config"
)

func TestOpeningInOtherForms(t *testing.T) {
	ws := emptyStore(t)
	parquet := writeParquet(t, ws, "select 'u1' as payee, 'EUR' as currency, 12.30::decimal(18,2) as balance, null::decimal(18,2) as last_paid, date '2026-07-31' as last_paid_on")
	gbk := openingTable()
	gbk.Payee.Column = "商家"
	for name, c := range map[string]struct {
		table   *config.OpeningTable
		charset string
		file    File
		want    OpeningBalance
	}{
		"JSON lines": {openingTable(), "utf-8", writeFile(t, "o.jsonl", []byte(`{"payee":"u1","currency":"EUR","balance":"-12.30"}`)), OpeningBalance{Line: 1, Payee: "u1", Currency: "EUR", BalanceMinor: -1230}},
		"Parquet":    {openingTable(), "", File{Path: parquet, Name: "o.parquet"}, OpeningBalance{Line: 1, Payee: "u1", Currency: "EUR", BalanceMinor: 1230, LastPaidOn: calendar.Of(2026, time.July, 31)}},
		"GBK": {gbk, "gbk", writeFile(t, "o.csv", []byte("\xc9\xcc\xbc\xd2,currency,balance,last_paid,last_paid_on\n\xe9F\xd3\x9b,JPY,5,7,\n")),
			OpeningBalance{Line: 2, Payee: "镕記", Currency: "JPY", BalanceMinor: 5, LastPaidMinor: 7}},
	} {
		list, receipt, err := ReadOpening(context.Background(), c.file, c.table, c.charset, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]OpeningBalance{c.want}, list); diff != "" {
			t.Errorf("%s: faults %v, -want +got:\n%s", name, receipt.Faults, diff)
		}
	}
}

func TestOpeningFaults(t *testing.T) {
	const header = "payee,currency,balance,last_paid,last_paid_on\n"
	defer SetPieceRows(1)()
	for _, c := range []struct {
		change     func(m *config.OpeningTable)
		rows, want string
	}{
		{func(m *config.OpeningTable) { m.Balance.Sign = "by_kind" }, "", "o.csv: settle.opening: table.balance: sign: by_kind, but the rows have no kind, wanted keep or negate"},
		{func(m *config.OpeningTable) { m.Currency = config.Field{Const: "euro"} }, "", `o.csv: settle.opening: table.currency: "euro" is no currency`},
		{func(m *config.OpeningTable) { m.LastPaid.Sign = "negate" }, "u1,EUR,1,1,\n", `o.csv:2: column "last_paid": below zero, wanted what was paid to the payee`},
		{nil, "u1,EUR,1,,\nu2,EUR,1,,\nu1,EUR,1,,\n", `o.csv:4: column "payee": the same payee and currency as in line 2, wanted one row for both; keep the right one`},
		{nil, "u1,EUR,92233720368547758.07,,\nu2,EUR,-0.01,,\n", `o.csv: column "balance": the sum of the file is beyond the range of an amount; is the unit right?`},
	} {
		table := openingTable()
		if c.change != nil {
			c.change(table)
		}
		list, receipt, err := ReadOpening(context.Background(), writeFile(t, "o.csv", []byte(header+c.rows)), table, "", Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(receipt.Faults) != 1 || !strings.HasPrefix(receipt.Faults[0].Error(), c.want) || list != nil {
			t.Errorf("got %v, %v\nwant %s", receipt.Faults, list, c.want)
		}
	}
}

// Without columns of last payouts there are none.
func TestOpeningOfBalancesOnly(t *testing.T) {
	table := openingTable()
	table.LastPaid, table.LastPaidOn = config.Amount{}, config.Field{}
	list, receipt, err := ReadOpening(context.Background(), writeFile(t, "o.csv", []byte("payee,currency,balance\nu1,EUR,1\n")), table, "", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]OpeningBalance{{Line: 2, Payee: "u1", Currency: "EUR", BalanceMinor: 100}}, list); diff != "" || receipt.Kept != 1 {
		t.Errorf("receipt %+v, -want +got:\n%s", receipt, diff)
	}
}
