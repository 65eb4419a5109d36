package chain

import (
	"errors"
	"strings"
	"testing"
	"time"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

func TestWholeParts(t *testing.T) {
	src := &config.Source{Name: "alipay-main", Side: "statement", Zone: "Asia/Shanghai", Ready: "10:00"}
	day := calendar.Of(2026, time.August, 15)
	ready := src.ReadyAt(day)
	for _, c := range []struct {
		parts string
		at    time.Time
		want  string // state, then words of the cause
	}{
		{"", ready, ""},
		{"1", ready, ""},
		{"1 2 3", ready, ""},
		{"3 1 2", ready, ""},
		{"2", ready, "refused part 2 of alipay-main 2026-08-15 and there is no part 1"},
		{"1 3", ready, "refused there is no part 2"},
		{"- 1", ready, "refused bill_- and bill_1: the whole statement"},
		{"1 3", ready.Add(-time.Second), "not_ready there is no part 2"},
	} {
		var receipts []ingest.Receipt
		for _, part := range strings.Split(c.parts, " ") {
			receipts = append(receipts, ingest.Receipt{File: ingest.File{Source: src, Name: "bill_" + part, Date: day}, Part: strings.TrimPrefix(part, "-")})
		}
		err := (&Engine{Now: c.at}).wholeParts(receipts)
		wantState, words, _ := strings.Cut(c.want, " ")
		var stopped *Stop
		switch {
		case c.want == "" && err == nil:
		case !errors.As(err, &stopped) || stopped.State != wantState || !strings.Contains(stopped.Cause, words):
			t.Errorf("parts %q: found %v, wanted %q", c.parts, err, c.want)
		case wantState == state.NotReady && !c.at.Before(ready):
			t.Errorf("parts %q: not ready after its hour", c.parts)
		}
	}
}

// A vanished whole gives way to the parts that replaced it, and the other way
// round; what is in the folder together is not decided here.
func TestVanishedTextsGiveWay(t *testing.T) {
	src := &config.Source{Name: "alipay-main", Side: "statement"}
	for _, c := range []struct {
		parts []string
		known []bool
		want  int
	}{
		{[]string{"", "1", "2"}, []bool{true, false, false}, 0},
		{[]string{"1", "", "2"}, []bool{true, false, true}, 0},
		{[]string{"", "1"}, []bool{false, false}, -1},
		{[]string{"1", "2"}, []bool{true, false}, -1},
		{[]string{"", ""}, []bool{true, false}, 0},
	} {
		var receipts []ingest.Receipt
		var files []taken
		for i, part := range c.parts {
			f := ingest.File{Source: src, Name: "bill", Path: string(rune('a' + i))}
			receipts = append(receipts, ingest.Receipt{File: f, Part: part, Digest: f.Path})
			files = append(files, taken{File: f, known: c.known[i]})
		}
		if got, err := identities(receipts, files); err != nil || got != c.want {
			t.Errorf("%q %v: found %d %v, wanted %d", c.parts, c.known, got, err, c.want)
		}
	}
}
