package settle

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/store"
)

// bigLedger makes five million entries of 200 000 payees in twelve files of
// one month each; every hundredth row stands again in the next file, every
// fiftieth is pending. Months count from 0, a month is 10^12 microseconds.
const bigLedger = `copy (
	with row as (select range as n, hash(range) as h, (range * 12 / 5000000)::integer as month from range(5000000))
	select month + (n % 100 = 99 and again)::integer as file_no, n + 2 as line, 'entry-' || lpad(n::varchar, 9, '0') as entry_id,
		'payee-' || lpad((h % 200000)::varchar, 6, '0') as payee, case when h % 20 = 0 then 'USD' else 'EUR' end as currency,
		case n % 10 when 0 then 'refund' when 1 then 'fee' when 2 then 'adjustment' else 'sale' end as kind,
		case when n % 50 = 0 then 'pending' else 'confirmed' end as status,
		case n % 10 when 0 then -300 when 1 then -45 when 2 then 10 else 1000 end::bigint as amount_minor,
		month * 1000000000000::bigint + n as occurred_at, 'order-' || (n // 2)::varchar as order_ref
	from row, (values (false), (true)) as twice(again)
	where not again or n % 100 = 99 order by file_no, line) to 'LEDGER' (row_group_size 262144)`

const bigInputs = `
	create view ledger_entry as select * from 'LEDGER';
	insert into settle_run values ('2026-08', 1, 0, 12000000000000, 'hold_entry', false, 12000000000001, 12000000000001, FIRST);
	insert into currency_rule values ('EUR', 1000, 50000), ('USD', 1000, null);
	insert into payee select 'payee-' || lpad(range::varchar, 6, '0'), case when range % 20 = 0 then 'USD' else 'EUR' end, 'sepa', 'DE', 'verified', range % 1000 = 7, '', '', 'F' || range, '0156', null, false, '', range from range(200000);
	insert into hold_ref select 'order-' || (range * 250 + 7)::varchar, 'alipay', 'missing', 'B' || range from range(10000);`

// earlierBatches makes eleven of the twelve months counted before, and paid.
const earlierBatches = `
	drop table counted_before;
	create view counted_before as select entry_id, payee, currency, kind, amount_minor, amount_minor as change_minor, occurred_at, 1::bigint + file_no as batch_no
		from 'LEDGER' where file_no < 11 and status = 'confirmed' and (line - 2) % 100 <> 99;
	insert into posted select payee, currency, -sum(amount_minor), sum(amount_minor), 0, 0, 0, true from counted_before group by all;
	insert into balance_before select payee, currency, 0 from counted_before group by all`

// BenchmarkCompute is a batch of five million entries within 1 GiB: all of them
// in the first month, or one month of them after eleven that counted before.
func BenchmarkCompute(b *testing.B) {
	ctx := context.Background()
	ledger := filepath.Join(b.TempDir(), "ledger.parquet")
	run := func(b *testing.B, ws *store.Store, query, first string) {
		b.Helper()
		must(b, ws.Exec(ctx, strings.NewReplacer("LEDGER", ledger, "FIRST", first).Replace(query)))
	}
	ws, err := store.Open(ctx, store.Options{Dir: b.TempDir()})
	must(b, err)
	run(b, ws, bigLedger, "")
	must(b, ws.Close())
	for _, c := range []struct{ name, first, more string }{{"first month", "true", "select 1"}, {"twelfth month", "false", earlierBatches}} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				ws, err := store.Open(ctx, store.Options{Dir: b.TempDir(), Memory: "1GiB", Threads: 2})
				must(b, err)
				must(b, CreateInputs(ctx, ws))
				run(b, ws, bigInputs, c.first)
				run(b, ws, c.more, c.first)
				b.StartTimer()
				summary, err := Compute(ctx, ws)
				must(b, err)
				b.Log(summary.Payouts, summary.Skipped, summary.Held, summary.Restated)
				must(b, ws.Close())
			}
		})
	}
}
