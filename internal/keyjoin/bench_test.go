package keyjoin

import (
	"testing"

	"recon/internal/calendar"
)

// benchRows is how many rows a side has.
const benchRows = 1 << 20

// gathered is a day of benchRows orders of which nearly all are on both sides.
func gathered(b *testing.B, memory int64) *Rows {
	rows := New(b.TempDir(), memory)
	b.Cleanup(func() { must(b, rows.Close()) })
	s := rows.NewSorter()
	cny, err := s.Currency([]byte("CNY"))
	must(b, err)
	const page = 1 << 14
	for side := range int32(2) {
		for from := int64(0); from < benchRows; from += page {
			if from%PieceRows == 0 {
				must(b, s.Begin(side+1, side == 0))
			}
			var g Group
			for i := from; i < from+page; i++ {
				key := i
				if side == 1 {
					key = i ^ 0xffff // own exports are in another order
				}
				hash := int64(uint64(key)*0x9e3779b97f4a7c15>>1) + int64(side)*(key%500/499)
				g.Line, g.Hash, g.Check = append(g.Line, i+2), append(g.Hash, hash), append(g.Check, key)
				g.Gross, g.Currency = append(g.Gross, key%9999), append(g.Currency, cny)
				if side == 0 {
					g.Name = append(g.Name, uint32(key))
				}
			}
			must(b, s.Add(g))
		}
	}
	return rows
}

// BenchmarkJoin gathers a million rows a side, joins them and writes the pairs.
func BenchmarkJoin(b *testing.B) {
	for name, memory := range map[string]int64{"memory": 1 << 30, "file": 0} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				rows := gathered(b, memory)
				joined, err := rows.Join(b.Context(), nil, 0, 0)
				must(b, err)
				if n := joined.Settled[0].Pairs; n < benchRows*9/10 {
					b.Fatalf("%d pairs", n)
				}
				_, err = joined.WriteMatches(b.Context(), b.TempDir(), "shop", calendar.Of(2026, 8, 15), 0)
				must(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2*benchRows), "ns/row")
		})
	}
}
