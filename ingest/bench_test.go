package ingest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/store"
	"recon/providers"
)

// benchRows is the size of the statement that is read.
const benchRows = 200_000

// gbkBill writes an Alipay statement of payments.
func gbkBill(b *testing.B) ingest.File {
	var text strings.Builder
	text.WriteString("#支付宝业务明细查询\r\n#账号：[20889999888877770156]\r\n#起始日期：[2026年08月15日 00:00:00]   终止日期：[2026年08月16日 00:00:00]\r\n#---业务明细列表---\r\n")
	text.WriteString("支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注\r\n")
	sum := 0
	for i := range benchRows {
		amount := i*7919%90000 + 100
		sum += amount
		at := fmt.Sprintf("2026-08-15 %02d:%02d:%02d", i/3600%24, i/60%60, i%60)
		fmt.Fprintf(&text, "2026081522001%015d\t,S20260815%010d\t,交易\t,商品%d号，蓝,%s,%s,\t,\t,\t,\t,*云(137****%04d)\t,%d.%02d,%d.%02d,0.00,0.00,0.00,0.00,0.00,,0.00\t,0.00,\t,-0.05,0.00,\r\n",
			i, i, i%1000, at, at, i%10000, amount/100, amount%100, amount/100, amount%100)
	}
	fmt.Fprintf(&text, "#---业务明细列表结束---\r\n#交易合计：%d笔，商家实收共%d.%02d元，商家优惠共0.00元\r\n#退款合计：0笔，商家实收退款共0.00元，商家优惠退款共0.00元\r\n", benchRows, sum/100, sum%100)
	gbk, err := simplifiedchinese.GB18030.NewEncoder().String(text.String())
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "bill.csv")
	if err := os.WriteFile(path, []byte(gbk), 0o600); err != nil {
		b.Fatal(err)
	}
	return ingest.File{Source: &config.Source{Name: "alipay-main", Format: "alipay.trade"}, Path: path, Name: "bill.csv", Date: day}
}

func cpuNanos() int64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return r.Utime.Nano() + r.Stime.Nano()
}

func BenchmarkGBKBillIntoTable(b *testing.B)   { benchmarkLoad(b, false) }
func BenchmarkGBKBillIntoParquet(b *testing.B) { benchmarkLoad(b, true) }

// benchmarkLoad reports CPU nanoseconds per row besides the time.
func benchmarkLoad(b *testing.B, parquet bool) {
	file := gbkBill(b)
	ws, err := store.Open(context.Background(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer ws.Close()
	before := cpuNanos()
	for b.Loop() {
		if err := ws.CreateTable(context.Background(), "entry"); err != nil {
			b.Fatal(err)
		}
		opts := ingest.Options{Formats: providers.All(), Reconciliation: "alipay"}
		if parquet {
			opts.Dir = b.TempDir()
		}
		receipts, err := ingest.Load(context.Background(), ws, []ingest.File{file}, opts)
		if err != nil || receipts[0].Kept != benchRows {
			b.Fatal(err, receipts[0].Faults)
		}
		if err := ws.Exec(context.Background(), "drop table entry"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(cpuNanos()-before)/float64(b.N)/benchRows, "cpu-ns/row")
}

func BenchmarkInspect(b *testing.B) {
	file := gbkBill(b)
	for b.Loop() {
		if _, err := ingest.Inspect(context.Background(), file, ingest.Options{Formats: providers.All()}); err != nil {
			b.Fatal(err)
		}
	}
}
