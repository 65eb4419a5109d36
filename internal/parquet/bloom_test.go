package parquet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The engine passes over a group whose filter does not know a text, and over
// none that holds it.
func TestBloomFilters(t *testing.T) {
	db := open(t)
	const groups, rows = 8, 1000
	order := &Texts{Name: "order_ref", Bloom: true}
	var out bytes.Buffer
	w := NewWriter()
	w.Reset(&out, order)
	for g := range groups {
		for i := range rows {
			order.Put(i, []byte(fmt.Sprintf("A%d-%d", g, i)))
		}
		w.EndPage(rows)
		if err := w.EndGroup(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.parquet")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(text string) (groups []bool) {
		result, err := db.Query("select not bloom_filter_excludes from parquet_bloom_probe(?, 'order_ref', ?) order by row_group_id", file, text)
		if err != nil {
			t.Fatal(err)
		}
		defer result.Close()
		for result.Next() {
			var read bool
			if err := result.Scan(&read); err != nil {
				t.Fatal(err)
			}
			groups = append(groups, read)
		}
		return groups
	}
	inVain := 0
	for i := range 200 {
		in := i % groups
		probed := read(fmt.Sprintf("A%d-%d", in, i*5%rows))
		if len(probed) != groups || !probed[in] {
			t.Fatalf("row %d of group %d: groups read %v", i*5%rows, in, probed)
		}
		for g, read := range probed {
			if read && g != in {
				inVain++
			}
		}
	}
	if most := 200 * (groups - 1) / 50; inVain > most {
		t.Errorf("%d groups read in vain, wanted at most %d of %d", inVain, most, 200*(groups-1))
	}
	var found int
	if err := db.QueryRow("select count(*) from read_parquet(?) where order_ref = 'A3-77'", file).Scan(&found); err != nil || found != 1 {
		t.Errorf("found %d rows, %v", found, err)
	}
}
