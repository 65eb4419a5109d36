package store

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
)

func openTest(t *testing.T) *Store {
	s, err := Open(context.Background(), Options{Memory: "200MiB", Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestScanGivesWhatWasWritten(t *testing.T) {
	s := openTest(t)
	scan, err := s.NewScan([]Column{{Name: "n", Type: BigInt}, {Name: "t", Type: Varchar}, {Name: "d", Type: Date}, {Name: "w", Type: Enum, Words: []string{"even", "odd"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer scan.Close()
	texts := []string{"", "short", "twelve bytes", "thirteen byte", "日本語日本語", strings.Repeat("x", 5000)}
	var pin runtime.Pinner
	defer pin.Unpin()
	chunks := 0
	fill := func(c Chunk) (int, error) {
		if chunks++; chunks > 3 {
			return 0, nil
		}
		for i, text := range texts {
			b := []byte(text)
			if len(b) > 0 {
				pin.Pin(&b[0])
			}
			c.BigInts(0)[i] = int64(i)
			SetText(&c.Texts(1)[i], b)
			c.Dates(2)[i] = int32(i)
			c.Words(3)[i] = uint8(i % 2)
		}
		c.Valid(2)[0] = 0b111110
		return len(texts), nil
	}
	if err := scan.Exec("create table kept as select * from "+scan.Source(), fill); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		var rows, days int
		if err := s.DB().QueryRow("select count(*), count(d) from kept where n = ? and t = ? and w = ?", i, text, []string{"even", "odd"}[i%2]).Scan(&rows, &days); err != nil {
			t.Fatal(err)
		}
		if rows != 3 || (days == 0) != (i == 0) {
			t.Errorf("row %d: found %d times with %d dates", i, rows, days)
		}
	}
}

func TestScanPassesErrorsAndPanicsOn(t *testing.T) {
	s := openTest(t)
	scan, err := s.NewScan([]Column{{Name: "n", Type: BigInt}})
	if err != nil {
		t.Fatal(err)
	}
	defer scan.Close()
	disk := errors.New("disk")
	if err := scan.Exec("create table a as from "+scan.Source(), func(Chunk) (int, error) { return 0, disk }); !errors.Is(err, disk) {
		t.Errorf("error %v, wanted that of fill", err)
	}
	if err := scan.Exec("create table a as from "+scan.Source(), func(Chunk) (int, error) { panic("oh") }); err == nil || !strings.Contains(err.Error(), "oh") {
		t.Errorf("error %v, wanted the panic's", err)
	}
	if err := scan.Exec("create table a as select nothing from "+scan.Source(), func(Chunk) (int, error) { return 0, nil }); err == nil {
		t.Error("a wrong statement was run")
	}
	if err := s.Exec(context.Background(), "create table a as from recon_scan(999999)"); err == nil {
		t.Error("a scan that does not exist was read")
	}
}
