package parquet

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// row is one row of a test table: every kind of column.
type row struct {
	Amount, Hash int64
	Day          int32
	Booked       int32 // none: absent
	Text         string
	Code         uint8
}

const none = -1 << 31

var codes = []string{"payment", "refund", "", "其他"}

// shape is how many rows pages and groups have.
type shape struct {
	page, group int
	brief       bool
}

// write makes a file of rows.
func write(t interface{ Fatal(...any) }, rows []row, shape shape) []byte {
	amount, hash := &Ints{Name: "amount"}, &Ints{Name: "hash", Random: true}
	day, booked := &Dates{Name: "day"}, &Dates{Name: "booked", Optional: true, Null: none}
	text, code := &Texts{Name: "text", Bloom: true}, &Codes{Name: "code", Texts: codes}
	no := int32(7)
	var out bytes.Buffer
	w := NewWriter()
	w.Brief = shape.brief
	w.Reset(&out, amount, hash, day, booked, text, code, &Const{Name: "source", Text: "支付宝"}, &Const{Name: "file_no", Int: &no})
	in := 0
	for _, r := range rows {
		amount.Put(in, r.Amount)
		hash.Put(in, r.Hash)
		day.Put(in, r.Day)
		booked.Put(in, r.Booked)
		text.Put(in, []byte(r.Text))
		code.Put(in, r.Code)
		if in++; in == shape.page || w.Rows()+in == shape.group {
			w.EndPage(in)
			in = 0
		}
		if w.Rows() == shape.group {
			if err := w.EndGroup(); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.EndPage(in)
	if err := w.EndGroup(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read gives the rows as DuckDB reads them.
func read(t interface{ Fatal(...any) }, db *sql.DB, file []byte) []row {
	dir, err := os.MkdirTemp("", "parquet-test-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "x.parquet")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	const query = `select amount, hash, day - date '1970-01-01', coalesce(booked - date '1970-01-01', -2147483648), text, code, source, file_no
from read_parquet(?) order by file_row_number`
	result, err := db.QueryContext(context.Background(), query, path)
	if err != nil {
		t.Fatal(err)
	}
	defer result.Close()
	rows := []row{}
	for result.Next() {
		var r row
		var code, source string
		var no int32
		if err := result.Scan(&r.Amount, &r.Hash, &r.Day, &r.Booked, &r.Text, &code, &source, &no); err != nil {
			t.Fatal(err)
		}
		if source != "支付宝" || no != 7 {
			t.Fatal("constants", source, no)
		}
		for i, c := range codes {
			if c == code {
				r.Code = uint8(i)
			}
		}
		rows = append(rows, r)
	}
	if err := result.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	db := open(t)
	number := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-10, 10), rapid.Just(int64(5)), rapid.SampledFrom([]int64{-1 << 63, 1<<63 - 1, 0}))
	date := rapid.Int32Range(-700000, 2900000)
	one := rapid.Custom(func(t *rapid.T) row {
		return row{
			Amount: number.Draw(t, "amount"), Hash: number.Draw(t, "hash"), Day: date.Draw(t, "day"),
			Booked: rapid.OneOf(date, rapid.Just(int32(none))).Draw(t, "booked"),
			Text:   rapid.OneOf(rapid.String(), rapid.Just(""), rapid.StringMatching(`2026081322001400[0-9]{12}`)).Draw(t, "text"),
			Code:   uint8(rapid.IntRange(0, len(codes)-1).Draw(t, "code")),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(one, 0, 300).Draw(t, "rows")
		// A run of one row makes columns of one value, and absent dates only.
		for i := range rapid.IntRange(0, len(rows)).Draw(t, "alike") {
			rows[i] = rows[0]
		}
		got := read(t, db, write(t, rows, drawShape(t)))
		if diff := cmp.Diff(rows, got); diff != "" && len(rows)+len(got) > 0 {
			t.Fatal(diff)
		}
	})
}

func drawShape(t *rapid.T) shape {
	return shape{rapid.IntRange(1, 100).Draw(t, "page"), rapid.IntRange(1, 310).Draw(t, "group"), rapid.Bool().Draw(t, "brief")}
}

func TestSameRowsAreTheSameBytes(t *testing.T) {
	rows := make([]row, 1000)
	for i := range rows {
		rows[i] = row{Amount: int64(i * i), Hash: int64(i) * 7919, Day: 20000, Booked: none, Text: fmt.Sprint("no ", i)}
	}
	if !bytes.Equal(write(t, rows, shape{page: 100, group: 300}), write(t, rows, shape{page: 100, group: 300})) {
		t.Fatal("other bytes")
	}
}

func TestALongColumnIsRead(t *testing.T) {
	rows := make([]row, 131072)
	for i := range rows {
		rows[i] = row{Amount: int64(i*37%100000) - 50000, Hash: int64(uint64(i) * 0x9e3779b97f4a7c15 >> 1), Day: 20000 + int32(i%3),
			Booked: none, Text: fmt.Sprintf("20260813220014%014d", i), Code: uint8(i % len(codes))}
	}
	file := write(t, rows, shape{page: PageRows, group: len(rows)})
	if diff := cmp.Diff(rows, read(t, open(t), file)); diff != "" {
		t.Fatal(diff[:min(len(diff), 500)])
	}
	if len(file) > 16*len(rows) {
		t.Errorf("%d bytes for %d rows", len(file), len(rows))
	}
}
