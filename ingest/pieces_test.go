package ingest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/store"
	"recon/internal/tool"
	"recon/providers"
)

// tradeBill writes a WeChat bill of n payments, every one of them wrong from
// the row faulty on.
func tradeBill(t testing.TB, dir string, n, faulty int) ingest.File {
	var b strings.Builder
	b.WriteString("交易时间,商户号,微信订单号,商户订单号,交易状态,货币种类,应结订单金额,手续费,订单金额,商品名称\n")
	for i := range n {
		state := "SUCCESS"
		if i >= faulty {
			state = "LOST"
		}
		fmt.Fprintf(&b, "`2026-08-15 %02d:%02d:%02d,`1900000001,`42000000002026%014d,`W%09d,`%s,`CNY,`%d.00,`0.00000,`%d.00,`茶%d\n", i%24, i%60, i%60, i, i, state, i%7+1, i%7+1, i)
	}
	sum := 0
	for i := range n {
		sum += i%7 + 1
	}
	fmt.Fprintf(&b, "总交易单数,应结订单总金额,手续费总金额,订单总金额\n`%d,`%d.00,`0.00000,`%d.00\n", n, sum, sum)
	path := filepath.Join(dir, fmt.Sprintf("bill-%d-%d.csv", n, faulty))
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	source := &config.Source{Name: "wechat-main", Side: "statement", Format: "wechatpay.tradebill"}
	return ingest.File{Source: source, Path: path, Name: filepath.Base(path), Date: day}
}

func TestPiecesAreTheSameForAnyNumberOfThreads(t *testing.T) {
	defer ingest.SetPieceRows(3000)()
	in := t.TempDir()
	files := []ingest.File{tradeBill(t, in, 10000, 10000), tradeBill(t, in, 3000, 3000), tradeBill(t, in, 9001, 7000), tradeBill(t, in, 5, 5)}
	for i := range files {
		files[i].No = int32(i) * ingest.MaxParts
	}
	var first []ingest.Receipt
	var content map[string][]byte
	for _, threads := range []int{1, 2, 5} {
		ws, err := store.Open(context.Background(), store.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		receipts, err := ingest.Load(context.Background(), ws, files, ingest.Options{Formats: providers.All(), Dir: dir, Reconciliation: "wechat", Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string][]byte{}
		for i := range receipts {
			for j, piece := range receipts[i].Pieces {
				receipts[i].Pieces[j].Path = filepath.Base(piece.Path)
				if got[filepath.Base(piece.Path)], err = os.ReadFile(piece.Path); err != nil {
					t.Fatal(err)
				}
			}
		}
		left, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(left) != len(got) {
			t.Errorf("%d threads: files %v, wanted the %d of the receipts", threads, left, len(got))
		}
		if first == nil {
			first, content = receipts, got
		}
		ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "File" }, cmp.Ignore())
		if diff := cmp.Diff(first, receipts, ignore); diff != "" {
			t.Errorf("%d threads: receipts differ: %s", threads, diff)
		}
		if !cmp.Equal(content, got) {
			t.Errorf("%d threads: pieces differ", threads)
		}
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	}
	checkFirst(t, first)
}

// checkFirst checks what the pieces must be: numbered through, none of the faulty file.
func checkFirst(t *testing.T, receipts []ingest.Receipt) {
	var names []string
	var rows []int64
	for _, r := range receipts {
		for _, p := range r.Pieces {
			names, rows = append(names, p.Path), append(rows, p.Rows)
		}
	}
	if !slices.Equal(names, []string{"wechat-0001.parquet", "wechat-0002.parquet", "wechat-0003.parquet", "wechat-0004.parquet", "wechat-0005.parquet", "wechat-0006.parquet"}) {
		t.Errorf("pieces %v", names)
	}
	if !slices.Equal(rows, []int64{3000, 3000, 3000, 1000, 3000, 5}) {
		t.Errorf("rows %v", rows)
	}
	bad := receipts[2]
	if len(bad.Faults) != ingest.MaxFaults || bad.Faults[0].Line != 7002 || bad.Faults[19].Line != 7021 || bad.MoreFaults != 2001-20 {
		t.Errorf("faults %v and %d more", bad.Faults, bad.MoreFaults)
	}
}

func TestFaultyFileLeavesNoRowInTheTable(t *testing.T) {
	defer ingest.SetPieceRows(1000)()
	in := t.TempDir()
	files := []ingest.File{tradeBill(t, in, 2500, 2000), tradeBill(t, in, 1500, 1500)}
	files[1].No = ingest.MaxParts
	ws := workspace(t)
	if _, err := ingest.Load(context.Background(), ws, files, ingest.Options{Formats: providers.All(), Threads: 2}); err != nil {
		t.Fatal(err)
	}
	var rows, others int
	if err := ws.DB().QueryRow("select count(*), count(*) filter (file_no <> 64) from entry").Scan(&rows, &others); err != nil || rows != 1500 || others != 0 {
		t.Errorf("%d rows, %d of the faulty file, %v", rows, others, err)
	}
}

// A piece can end with the end marker; what follows is then another piece.
func TestRowsAfterTheEndAreRefused(t *testing.T) {
	defer ingest.SetPieceRows(5)()
	file := tradeBill(t, t.TempDir(), 3, 3)
	bill, err := os.ReadFile(file.Path)
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(string(bill), "\n")
	if err := os.WriteFile(file.Path, append(bill, rows...), 0o600); err != nil {
		t.Fatal(err)
	}
	receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All()})
	if err != nil {
		t.Fatal(err)
	}
	if faults := receipts[0].Faults; len(faults) == 0 || !strings.Contains(faults[0].Error(), ":5: ends here and rows follow") {
		t.Errorf("faults %v", faults)
	}
}

func TestReadLine(t *testing.T) {
	for _, c := range []struct {
		name, entry string
		line        int64
		want        string
	}{
		{"alipay/trade_parts.csv.zip", "20889999888877770156_20260815_业务明细_2.csv", 8, "商品名称=生僻字𠀀㐂"},
		{"alipay/trade_plain.csv", "", 7, "门店名称=北区店"},
		{"wechatpay/tradebill.csv.gz", "", 3, "商品名称=免充值券，旧账单,有逗号"},
	} {
		file := ingest.File{Source: &config.Source{Format: "auto"}, Path: "../fixtures/" + c.name, Name: c.name}
		header, cells, err := ingest.ReadLine(context.Background(), file, c.entry, c.line, ingest.Options{Formats: providers.All()})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		name, value, _ := strings.Cut(c.want, "=")
		if i := slices.Index(header, name); i < 0 || cells[i] != value {
			t.Errorf("%s:%d: %v %v, wanted %s", c.name, c.line, header, cells, c.want)
		}
	}
	file := ingest.File{Source: &config.Source{Format: "auto"}, Path: "../fixtures/alipay/trade_plain.csv", Name: "bill.csv"}
	for _, line := range []int64{0, 5, 12, 99} {
		if _, _, err := ingest.ReadLine(context.Background(), file, "", line, ingest.Options{Formats: providers.All()}); err == nil {
			t.Errorf("line %d was read", line)
		}
	}
}

func TestSharedSamples(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(tool.Sample(t, "cn"), "*", "synthetic-trade*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d statements, %v", len(paths), err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, ".json") {
			continue
		}
		file := ingest.File{Source: &config.Source{Format: "auto"}, Path: path, Name: filepath.Base(path)}
		receipts, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All()})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range receipts {
			if len(r.Faults) > 0 || r.Rows != r.Kept {
				t.Errorf("%s: %v", r.Name(), r.Faults)
			}
		}
	}
}
