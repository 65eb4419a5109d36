package match

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"recon/internal/store"
)

func TestVariants(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	files := benchData(t, n)
	ctx := context.Background()
	ws, err := store.Open(ctx, store.Options{Dir: "/tmp/mbench/ws2", Threads: 2})
	must(t, err)
	defer ws.Close()
	must(t, ws.ViewParts(ctx, "entry", "entry", "", "", []store.Part{{Files: files}}))
	text, err := os.ReadFile("/tmp/mbench/variants.sql")
	must(t, err)
	for round := range 3 {
		for _, q := range strings.Split(string(text), ";\n") {
			q = strings.TrimSpace(q)
			if q == "" {
				continue
			}
			name, body, _ := strings.Cut(q, "\n")
			c0, w0 := cpu(), time.Now()
			if strings.HasPrefix(name, "-- explain") {
				if round == 0 {
					b, _ := printExplain(t, ws, body)
					fmt.Println(b)
				}
				continue
			}
			must(t, ws.Exec(ctx, body))
			if c := cpu().cpu - c0.cpu; c > 0.01 {
				fmt.Printf("%d %-50s cpu %.3f wall %.3f\n", round, name, c, time.Since(w0).Seconds())
			}
		}
	}
}

func printExplain(t testing.TB, ws *store.Store, q string) (string, error) {
	rows, err := ws.DB().QueryContext(context.Background(), q)
	must(t, err)
	defer rows.Close()
	var out string
	for rows.Next() {
		var a, b string
		must(t, rows.Scan(&a, &b))
		out += b
	}
	return out, rows.Err()
}
