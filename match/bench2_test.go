package match

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"recon/internal/store"
)

type rusage struct {
	cpu float64
	rss int64
}

func cpu() rusage {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return rusage{float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6, r.Maxrss}
}

func histFiles(t testing.TB, n, d int) []string {
	dir := filepath.Join("/tmp/mbench", fmt.Sprintf("h%d-%d", n, d))
	os.MkdirAll(dir, 0o755)
	var files []string
	ws, err := store.Open(context.Background(), store.Options{Dir: "/tmp/mbench/w"})
	must(t, err)
	defer ws.Close()
	for _, f := range benchData(t, n) {
		g := filepath.Join(dir, filepath.Base(f))
		files = append(files, g)
		if _, err := os.Stat(g); err == nil {
			continue
		}
		q := fmt.Sprintf(`copy (select * replace (case when own_id = '' then '' else (own_id::bigint - %d * 2000000)::varchar end as own_id, replace(order_ref, '20260815', 'h%d') as order_ref, (hash(key_hash + %d) & 9223372036854775807)::bigint as key_hash) from read_parquet('%s')) to '%s' (format parquet, compression zstd)`, d+1, d, d, f, g)
		must(t, ws.Exec(context.Background(), q))
	}
	return files
}

func histMatch(t testing.TB, n, d int) string {
	g := filepath.Join("/tmp/mbench", fmt.Sprintf("hm%d-%d.parquet", n, d))
	if _, err := os.Stat(g); err == nil {
		return g
	}
	ws, err := store.Open(context.Background(), store.Options{Dir: "/tmp/mbench/w"})
	must(t, err)
	defer ws.Close()
	list := "['" + strings.Join(histFiles(t, n, d), "','") + "']"
	q := fmt.Sprintf(`copy (select date '2026-08-15' - %d as statement_arrived_on, s.file_no as statement_file_no, s.line as statement_line, date '2026-08-15' - %d as ledger_arrived_on, l.file_no as ledger_file_no, l.line as ledger_line, 0::bigint as group_no, 'key' as rule, 0::bigint as difference_minor from read_parquet(%s) s join read_parquet(%s) l on s.key_hash = l.key_hash where s.side='statement' and l.side='ledger' order by all) to '%s' (format parquet, compression zstd)`, d+1, d+1, list, list, g)
	must(t, ws.Exec(context.Background(), q))
	return g
}
