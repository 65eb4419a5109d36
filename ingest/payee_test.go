package ingest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/internal/config"
)

func readPayees(t testing.TB, src *config.PayeeSource, file File) ([]Payee, Receipt) {
	t.Helper()
	list, receipt, err := ReadPayees(context.Background(), file, src, Options{Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipt.Faults) > 0 && list != nil || len(receipt.Faults) == 0 && receipt.Kept != int64(len(list)) {
		t.Fatalf("%d payees, receipt %+v", len(list), receipt)
	}
	return list, receipt
}

const payeeHeader = "user_id,holder,country,currency,rail,iban,bic,town,company,kyc,frozen\n"

// Payees are in the order of the file, however its pieces are read.
func TestPayeesAreInOrder(t *testing.T) {
	defer SetPieceRows(7)()
	text := []byte(payeeHeader)
	var want []Payee
	for i := range 500 {
		text = fmt.Appendf(text, "u%d,Name %d,DE,EUR,sepa,%d,,,0,ok,0\n", i/2, i, rand.Uint64())
		if i%2 == 1 {
			text = bytes.Replace(text, fmt.Appendf(nil, "Name %d,DE,EUR", i), fmt.Appendf(nil, "Name %d,DE,USD", i), 1)
		}
		want = append(want, Payee{Line: int64(i + 2), Payee: fmt.Sprint("u", i/2), Name: fmt.Sprint("Name ", i)})
	}
	list, receipt := readPayees(t, payeeSource(), writeFile(t, "payees.csv", text))
	var got []Payee
	for _, p := range list {
		got = append(got, Payee{Line: p.Line, Payee: p.Payee, Name: p.Name})
	}
	if diff := cmp.Diff(want, got); diff != "" || receipt.Rows != 500 {
		t.Errorf("rows %d, faults %v, -want +got:\n%s", receipt.Rows, receipt.Faults, diff)
	}
}

// Pieces end in any order; rows are put into that of the file before those
// that come again are looked for.
func TestPiecesOfPayeesAndOpeningsEndInAnyOrder(t *testing.T) {
	const want = "the same payee and currency as in line 2"
	p := &payeeFile{table: &payeeSource().Table}
	p.pieces.parts = []*payeeRows{{list: []Payee{{Line: 3, Payee: "u"}}}, {list: []Payee{{Line: 2, Payee: "u"}}}}
	o := &openingFile{table: openingTable()}
	o.pieces.parts = []*openingRows{{list: []OpeningBalance{{Line: 3, Payee: "u"}}}, {list: []OpeningBalance{{Line: 2, Payee: "u"}}}}
	for _, faults := range [][]Fault{p.end(), o.end()} {
		if len(faults) != 1 || faults[0].Line != 3 || !strings.Contains(faults[0].Text, want) {
			t.Errorf("got %v, want %s", faults, want)
		}
	}
	if p.list[0].Line != 2 || o.list[0].Line != 2 {
		t.Errorf("payees %v, balances %v", p.list, o.list)
	}
}

// Many that come twice are named up to the bound and counted.
func TestPayeesTwice(t *testing.T) {
	defer SetPieceRows(7)()
	text := payeeHeader
	for i := range 60 {
		text += fmt.Sprintf("u%d,N,DE,EUR,sepa,,,,0,ok,0\n", i%30)
	}
	_, receipt := readPayees(t, payeeSource(), writeFile(t, "payees.csv", []byte(text)))
	if len(receipt.Faults) != MaxFaults {
		t.Fatalf("%d faults", len(receipt.Faults))
	}
	for i, want := range map[int]string{
		0:             `payees.csv:32: column "user_id": the same payee and currency as in line 2, wanted one row for both; keep the right one`,
		MaxFaults - 1: `payees.csv:51: column "user_id": the same payee and currency as in line 21, wanted one row for both; keep the right one (and 10 more that come again)`,
	} {
		if got := receipt.Faults[i].Error(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

func TestPayeesInOtherForms(t *testing.T) {
	cn := payeeSource()
	cn.Charset, cn.Table = charsetGBK, config.PayeeTable{
		Payee: config.Field{Column: "商家"}, Name: config.Field{Column: "户名"}, Currency: config.Field{Const: "CNY"}, Rail: config.Field{Const: "bank"},
		Destination: config.Field{Column: "卡号"}, Bank: config.Field{Column: "开户行"}, Branch: config.Field{Column: "支行"}, Province: config.Field{Column: "省"}, City: config.Field{Column: "市"},
		Corporate: config.Choice{Column: "对公", Values: map[string][]string{"yes": {"是"}, "no": {"否"}}},
	}
	gbk, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte("商家,户名,卡号,开户行,支行,省,市,对公\nm1,镕记,6222 0212,工商银行,徐汇支行,上海,上海,是\n"))
	if err != nil {
		t.Fatal(err)
	}
	mapped := Payee{Payee: "u1", Name: "Ana", Country: "DE", Currency: "EUR", Rail: "sepa", Destination: "DE89", KYC: "verified", Frozen: true}
	at := func(p Payee, line int64) Payee { p.Line = line; return p }
	ws := emptyStore(t)
	parquet := writeParquet(t, ws, "select 'u1' as user_id, 'Ana' as holder, 'DE' as country, 'EUR' as currency, 'sepa' as rail, 'DE89' as iban, null as bic, null as town, 0 as company, 'ok' as kyc, 1 as frozen")
	for name, c := range map[string]struct {
		src  *config.PayeeSource
		file File
		want Payee
	}{
		"GBK": {cn, writeFile(t, "payees.csv", gbk), Payee{Line: 2, Payee: "m1", Name: "镕记", Currency: "CNY", Rail: "bank", Destination: "6222 0212",
			Bank: "工商银行", Branch: "徐汇支行", Province: "上海", City: "上海", Corporate: true}},
		"JSON lines": {payeeSource(), writeFile(t, "payees.jsonl", []byte(`{"user_id":"u1","holder":"Ana","country":"DE","currency":"EUR","rail":"sepa","iban":"DE89","kyc":"ok","frozen":1}`)), at(mapped, 1)},
		"Parquet":    {payeeSource(), File{Path: parquet, Name: "payees.parquet"}, at(mapped, 1)},
		"gzip":       {payeeSource(), writeFile(t, "payees.csv.gz", gzipped(t, []byte(payeeHeader+"u1,Ana,DE,EUR,sepa,DE89,,,0,ok,1\n"))), at(mapped, 2)},
	} {
		list, receipt := readPayees(t, c.src, c.file)
		if diff := cmp.Diff([]Payee{c.want}, list); diff != "" {
			t.Errorf("%s: faults %v, -want +got:\n%s", name, receipt.Faults, diff)
		}
	}
}

// No fault of a file of payees shows an account number, wherever it stands.
func TestPayeeFaultsHideAccounts(t *testing.T) {
	good := []string{"u1", "Ana", "DE", "EUR", "sepa", "", "", "", "0", "ok", "0"}
	for _, account := range []string{"DE89370400440532013000", "DE89 3704 0044 0532 0130 00", "de89370400440532013000", "6222021234567890123", "6222-0212-3456-7890", "ana@example.org", "GB29NWBK60161331926819"} {
		for i := range good {
			row := append([]string{}, good...)
			row[i] = account
			for _, text := range []string{payeeHeader + strings.Join(row, ","), strings.Join(row, ",") + "\n" + strings.Join(row, ","), payeeHeader + strings.Join(row, ",") + "\x01,\xff"} {
				_, receipt := readPayees(t, payeeSource(), writeFile(t, "payees.csv", []byte(text+"\n")))
				for _, f := range receipt.Faults {
					if strings.Contains(f.Error(), account) || strings.Contains(f.Error(), account[4:14]) {
						t.Errorf("%q: %s", text, f)
					}
				}
			}
		}
	}
}

// A first row that is no header is not quoted, whatever form its account has.
func TestPayeeHeaderIsNotQuoted(t *testing.T) {
	for charset, want := range map[string]string{"": "the header is not UTF-8; export as UTF-8", charsetGBK: "the header is not GBK; export as GBK"} {
		src := payeeSource()
		src.Charset = charset
		_, receipt := readPayees(t, src, writeFile(t, "payees.csv", []byte("u1,oUpF8uMuAJO_M2pxb\xff,DE\n")))
		if len(receipt.Faults) != 1 || !strings.HasPrefix(receipt.Faults[0].Text, want) || strings.Contains(receipt.Faults[0].Text, "oUpF8") {
			t.Errorf("got %v, want %s", receipt.Faults, want)
		}
	}
}

func TestPayeeSettingsAndBounds(t *testing.T) {
	const row = "u1,Ana,DE,EUR,sepa,DE89,,,0,ok,1\n"
	for _, c := range []struct {
		change    func(m *config.PayeeTable)
		row, want string
	}{
		{func(m *config.PayeeTable) { m.Currency = config.Field{Const: "RMB"} }, row, `settle.payees: table.currency: "RMB" is no currency of ISO 4217, wanted "CNY"`},
		{func(m *config.PayeeTable) { m.Frozen = config.Choice{Const: "maybe"} }, row, `settle.payees: table.frozen: "maybe", wanted one of yes no`},
		{func(m *config.PayeeTable) { m.Bank = config.Field{Column: "bank"} }, row, `payees.csv:1: missing column "bank" (table.bank); the file has "user_id"`},
		{nil, strings.Replace(row, "Ana", strings.Repeat("n", maxPayeeText+1), 1), `payees.csv:2: column "holder": 1001 bytes long, wanted at most 1000`},
		{nil, strings.Replace(row, "u1", strings.Repeat("n", maxID+1), 1), `payees.csv:2: column "user_id": 201 bytes long, wanted the id of a payee, at most 200`},
		{nil, "u1,Ana,DE,EUR,sepa,DE89,,,,ok,\n", `column "frozen": values that no setting has: "" (1 row); add each to table.frozen of settle.payees`},
	} {
		src := payeeSource()
		if c.change != nil {
			c.change(&src.Table)
		}
		_, receipt := readPayees(t, src, writeFile(t, "payees.csv", []byte(payeeHeader+c.row)))
		if len(receipt.Faults) != 1 || !strings.Contains(receipt.Faults[0].Error(), c.want) {
			t.Errorf("got %v\nwant %s", receipt.Faults, c.want)
		}
	}
}
