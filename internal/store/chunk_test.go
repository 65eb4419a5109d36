package store

import (
	"context"
	"runtime"
	"strings"
	"testing"
)

func TestScratchHoldsWhatWasWritten(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, Options{Memory: "200MiB", Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	scratch, err := s.NewScratch([]Column{{Name: "n", Type: BigInt}, {Name: "t", Type: Varchar}, {Name: "d", Type: Date, Nullable: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Close()
	texts := []string{"", "short", "twelve bytes", "thirteen byte", "日本語日本語", strings.Repeat("x", 5000)}
	var pin runtime.Pinner
	defer pin.Unpin()
	for i, text := range texts {
		b := []byte(text)
		if len(b) > 0 {
			pin.Pin(&b[0])
		}
		scratch.BigInts(0)[i] = int64(i)
		SetText(&scratch.Texts(1)[i], b)
		scratch.Dates(2)[i] = int32(i)
	}
	scratch.Valid(2)[0] = 0b111110
	if err := scratch.Append(len(texts)); err != nil {
		t.Fatal(err)
	}
	if err := scratch.Exec("create table kept as select * from scratch"); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		var got string
		var day *string
		if err := s.DB().QueryRowContext(ctx, "select t, d::varchar from kept where n = ? and t = ?", i, text).Scan(&got, &day); err != nil || got != text {
			t.Errorf("row %d: %q, %v", i, got, err)
		}
		if (day == nil) != (i == 0) {
			t.Errorf("row %d: date %v", i, day)
		}
	}
}
