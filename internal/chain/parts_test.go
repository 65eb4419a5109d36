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
		{"1 3", ready.Add(-time.Second), "not_ready there is no part 2"},
	} {
		var receipts []ingest.Receipt
		for _, part := range strings.Split(c.parts, " ") {
			receipts = append(receipts, ingest.Receipt{File: ingest.File{Source: src, Name: "bill_" + part, Date: day}, Part: part})
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
