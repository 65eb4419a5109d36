package parquet

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

// digits are rows whose texts foretell nothing of the next one but a prefix.
func digits(n int) []row {
	random := rand.New(rand.NewPCG(1, 2))
	rows := make([]row, n)
	for i := range rows {
		rows[i] = row{Amount: int64(i), Hash: int64(random.Uint64() >> 1), Day: 20000, Booked: none, Text: fmt.Sprintf("A20260815%09d", random.IntN(1e9))}
	}
	return rows
}

// Random digits take up little more than the bits that they need, 30 of nine,
// and DuckDB and Arrow read them.
func TestDigitsTakeUpTheirBits(t *testing.T) {
	rows := digits(3*PageRows + 1000)
	data := write(t, rows, shape{page: PageRows, group: 2 * PageRows})
	if most := (8 + 6) * len(rows); len(data) > most {
		t.Errorf("%d bytes for %d rows, wanted at most %d", len(data), len(rows), most)
	}
	if diff := cmp.Diff(rows, read(t, open(t), data)); diff != "" {
		t.Fatal(diff[:min(len(diff), 500)])
	}
	if diff := cmp.Diff(rows, readArrow(t, data)); diff != "" {
		t.Fatal(diff[:min(len(diff), 500)])
	}
}

// readArrow gives amount, hash and text of the rows as Arrow's own reader reads
// them; the rest is that of digits.
func readArrow(t *testing.T, data []byte) []row {
	t.Helper()
	reader, err := file.NewParquetReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	arrow, err := pqarrow.NewFileReader(reader, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
	if err != nil {
		t.Fatal(err)
	}
	table, err := arrow.ReadTable(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	records := array.NewTableReader(table, 0)
	defer records.Release()
	var rows []row
	for records.Next() {
		r := records.RecordBatch()
		amount, hash, text := r.Column(0).(*array.Int64), r.Column(1).(*array.Int64), r.Column(4).(*array.String)
		for i := range int(r.NumRows()) {
			rows = append(rows, row{Amount: amount.Value(i), Hash: hash.Value(i), Day: 20000, Booked: none, Text: text.Value(i)})
		}
	}
	return rows
}

// A frame of literals is what zstd makes of it, whatever the lengths.
func TestFramesOfLiterals(t *testing.T) {
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	w := NewWriter()
	random := rand.New(rand.NewPCG(3, 4))
	for _, sizes := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {255, 256}, {1000, 20}, {300, maxBlock}, {maxBlock + 1, maxBlock}, {5, 3*maxBlock + 7}} {
		for _, symbols := range []int{1, 2, 10, 256} {
			var parts [2][]byte
			for i, size := range sizes {
				for range size {
					parts[i] = append(parts[i], byte(random.IntN(symbols)))
				}
			}
			got, err := decoder.DecodeAll(w.appendLiterals(nil, parts[0], parts[1]), nil)
			if err != nil || !bytes.Equal(got, append(parts[0], parts[1]...)) {
				t.Errorf("%v bytes of %d symbols: %d bytes, %v", sizes, symbols, len(got), err)
			}
		}
	}
}

// A file that was not finished leaves nothing behind in the columns.
func TestAnUnfinishedFileIsForgotten(t *testing.T) {
	amount, text, code := &Ints{Name: "amount"}, &Texts{Name: "text", Bloom: true}, &Codes{Name: "code", Texts: codes}
	booked := &Dates{Name: "booked", Optional: true, Null: none}
	w := NewWriter()
	write := func(finished bool, texts ...string) []byte {
		var out bytes.Buffer
		w.Reset(&out, amount, text, code, booked)
		for page := range 3 {
			for i, s := range texts {
				amount.Put(i, int64(page*i))
				text.Put(i, []byte(s))
				code.Put(i, uint8(page))
				booked.Put(i, int32(i))
			}
			if page < 2 || finished {
				w.EndPage(len(texts))
			}
		}
		if !finished {
			return nil
		}
		if err := w.EndGroup(); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	want := write(true, "a", "b", "a")
	for _, texts := range [][]string{{"", ""}, {"x", "x"}, {"", "y", "z"}} {
		write(false, texts...)
		if !bytes.Equal(write(true, "a", "b", "a"), want) {
			t.Errorf("after %q: other bytes", texts)
		}
	}
}
