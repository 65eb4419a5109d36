package parquet

import (
	"fmt"
	"io"
	"testing"
)

// BenchmarkGroup writes a group like a piece of a bill, with and without the
// filters by which an order is found.
func BenchmarkGroup(b *testing.B) {
	for _, bloom := range []bool{false, true} {
		b.Run(fmt.Sprintf("bloom=%t", bloom), func(b *testing.B) { writeGroups(b, bloom) })
	}
}

func writeGroups(b *testing.B, bloom bool) {
	const rows = 131072
	refs, orders := make([][]byte, rows), make([][]byte, rows)
	for i := range rows {
		refs[i] = []byte(fmt.Sprintf("2026081322001400%012d", i*13))
		orders[i] = []byte(fmt.Sprintf("A20260813%09d", uint32(i)*387420489%1000000000))
	}
	var ints []*Ints
	var columns []Column
	for i := range 8 {
		ints = append(ints, &Ints{Name: fmt.Sprint("n", i), Random: i < 2})
		columns = append(columns, ints[i])
	}
	ref, order := &Texts{Name: "ref"}, &Texts{Name: "order_ref", Bloom: bloom}
	code := &Codes{Name: "kind", Texts: []string{"a", "b"}}
	columns = append(columns, ref, order, code)
	b.SetBytes(rows)
	w := NewWriter()
	for b.Loop() {
		w.Reset(io.Discard, columns...)
		for i := range rows {
			at := i % PageRows
			for k, c := range ints {
				c.Put(at, int64(i*k*37%100000))
			}
			ref.Put(at, refs[i])
			order.Put(at, orders[i])
			code.Put(at, 0)
			if at == PageRows-1 {
				w.EndPage(PageRows)
			}
		}
		if err := w.EndGroup(); err != nil {
			b.Fatal(err)
		}
	}
}
