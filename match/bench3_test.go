package match

import (
	"context"
	"fmt"
	"io/fs"
	"sort"
	"testing"
	"time"

	"recon/internal/store"
)

func timed(t testing.TB, ctx context.Context, ws *store.Store, due DueFunc) {
	for _, tb := range between {
		must(t, ws.CreateTable(ctx, tb))
	}
	for _, dir := range []string{"sql/1_pair", "sql/2_judge"} {
		names, _ := fs.Glob(steps, dir+"/*.sql")
		sort.Strings(names)
		for _, n := range names {
			text, _ := fs.ReadFile(steps, n)
			c0, w0 := cpu(), time.Now()
			must(t, ws.Exec(ctx, string(text)))
			if c := cpu().cpu - c0.cpu; c > 0.02 {
				fmt.Printf("   %-40s cpu %.3f wall %.3f\n", n, c, time.Since(w0).Seconds())
			}
		}
		if dir == "sql/1_pair" {
			c0 := cpu()
			must(t, nameOpen(ctx, ws))
			must(t, dateOpen(ctx, ws, due))
			fmt.Printf("   go cpu %.3f\n", cpu().cpu-c0.cpu)
		}
	}
}
