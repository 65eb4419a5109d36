package match

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/store"
)

const gen = `copy (
 select %d + (i // 262144)*0 as x, %s as file_no, (i+6)::bigint as line, '%s' as side, '%s' as source, '%s' as provider,
  %s as own_id, case when i %% 50 = 7 then 'refund' else 'payment' end as kind, '%s' as status,
  'O20260815' || lpad(o::varchar, 10, '0') as order_ref, 'S' || (o*7)::varchar as order_no, '20260815220014' || lpad((o*13)::varchar,14,'0') as ref,
  case when i %% 50 = 7 then 'R' || o::varchar else '' end as refund_ref, '' as batch_ref,
  (hash(o) & 9223372036854775807)::bigint as key_hash, (hash(o+1000000000) & 9223372036854775807)::bigint as key_check,
  'CNY' as currency, (100 + hash(o) %% 50000)::bigint + case when %s then 1 else 0 end as gross_minor, 0::bigint as adjust_minor, -(hash(o) %% 50)::bigint as fee_minor, gross_minor+fee_minor as net_minor,
  1786723200000000 + (o * 86400)::bigint as occurred_at, date '2026-08-15' as business_date, null::date as booking_date, null::date as value_date, '' as payee
 from (select i, case when '%s'='ledger' then (i // 65536)*65536 + (i*40503) %% 65536 else i end as o from range(%d, %d) t(i)) where not (%s))
 to '%s' (format parquet, compression zstd)`

func benchData(b testing.TB, n int) []string {
	dir := filepath.Join("/tmp/mbench", strconv.Itoa(n))
	os.MkdirAll(dir, 0o755)
	ws, err := store.Open(context.Background(), store.Options{Dir: "/tmp/mbench/w"})
	must(b, err)
	defer ws.Close()
	var files []string
	for s, side := range []string{"statement", "ledger"} {
		for at := 0; at < n; at += 1 << 18 {
			f := filepath.Join(dir, fmt.Sprintf("%d-%03d.parquet", s, at>>18))
			files = append(files, f)
			if _, err := os.Stat(f); err == nil {
				continue
			}
			own, status, prov, src, diff, drop := "''", "", "alipay", "alipay-main", "o % 1000 = 3", "o % 1000 = 5"
			if side == "ledger" {
				own, status, prov, src, diff, drop = "(800000000+o)::varchar", "paid", "table", "orders", "false", "o % 1000 = 6"
			}
			q := fmt.Sprintf(gen, 0, strconv.Itoa(s+1)+"::integer", side, src, prov, own, status, diff, side, at, min(n, at+1<<18), drop, f)
			q = strings.Replace(q, "0 + (i // 262144)*0 as x, ", "", 1)
			must(b, ws.Exec(context.Background(), q))
		}
	}
	return files
}

func TestBench(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	hist, _ := strconv.Atoi(os.Getenv("HIST"))
	files := benchData(t, n)
	ctx := context.Background()
	for range 3 {
		os.RemoveAll("/tmp/mbench/ws")
		ws, err := store.Open(ctx, store.Options{Dir: "/tmp/mbench/ws", Memory: os.Getenv("MEM"), Threads: 2})
		must(t, err)
		must(t, ws.ViewParts(ctx, "entry", "entry", "", "", []store.Part{{Files: files}}))
		day := calendar.Of(2026, 8, 15)
		insert(t, ws, "run", []record{{"business_date": day.String(), "reconciliation": "test", "version": "1", "opening": "true", "gap": "false"}})
		insert(t, ws, "rule", []record{{"tolerance_minor": "0", "one_sided_percent": "20", "one_sided_rows": "100"}})
		insert(t, ws, "own_kind", []record{{"kind": "payment"}, {"kind": "refund"}})
		must(t, ws.CreateTable(ctx, "control"))
		must(t, ws.Exec(ctx, "insert into control select file_no,currency,kind,count(*),sum(gross_minor) from entry group by all"))
		for _, e := range []string{"closure", "carried", "closed_key"} {
			must(t, ws.ViewParts(ctx, e, e, "", "", nil))
		}
		insert(t, ws, "file", []record{{"arrived_on": day.String(), "file_no": "1", "side": "statement", "source": "alipay-main", "provider": "alipay", "account_last4": "0156", "name": "s", "part": "", "sha256": ""}, {"arrived_on": day.String(), "file_no": "2", "side": "ledger", "source": "orders", "provider": "table", "account_last4": "", "name": "l", "part": "", "sha256": ""}})
		var parts, mparts []store.Part
		for d := range hist {
			parts = append(parts, store.Part{Date: day - calendar.Date(hist-d), Files: histFiles(t, n, d)})
			mparts = append(mparts, store.Part{Date: day - calendar.Date(hist-d), Files: []string{histMatch(t, n, d)}})
		}
		must(t, ws.ViewParts(ctx, "history_entry", "history_entry", "arrived_on", "", parts))
		must(t, ws.ViewParts(ctx, "history_match", "history_match", "matched_on", "", mparts))
		must(t, ws.ViewParts(ctx, "history_reopened", "history_reopened", "reopened_on", "", nil))
		start := time.Now()
		var c0, c1 rusage
		c0 = cpu()
		var sum Summary; if os.Getenv("TIMED") != "" { timed(t, ctx, ws, dueOf(given{})) } else { sum, err = Run(ctx, ws, dueOf(given{})) }
		c1 = cpu()
		must(t, err)
		fmt.Printf("N=%d hist=%d wall %.2f cpu %.2f rss %d MB: matched %d reasons %v\n", n, hist, time.Since(start).Seconds(), c1.cpu-c0.cpu, c1.rss>>10, sum.Matched, sum.Reasons)
		must(t, ws.Close())
	}
}
