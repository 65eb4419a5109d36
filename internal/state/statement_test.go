package state

import (
	"context"
	"testing"
)

func TestFilesOfADayAreStoredTogetherOrNotAtAll(t *testing.T) {
	ctx := context.Background()
	s, _, run := fresh(t)
	st := Statement{Source: "alipay-main", Date: day, Side: "statement", Format: "alipay.trade", Digest: "a", SHA256: hash,
		Name: "inbox/x.zip", Stated: "{}", RunID: run, AdmittedAt: noon}
	other := st
	other.Source, other.RunID = "orders", run+1
	if err := s.AddStatements(ctx, st, other); err == nil {
		t.Fatal("a statement of a run that never was is stored")
	}
	want(t, len(must(s.StatementVersions(ctx, "", day, day))(t)), 0)
	other.RunID = run
	for range 2 {
		if err := s.AddStatements(ctx, st, other); err != nil {
			t.Fatal(err)
		}
	}
	want(t, len(must(s.StatementVersions(ctx, "", day, day))(t)), 2)

	raw := RawFile{Source: "orders", Date: day, SHA256: hash, Name: "inbox/o.csv", Path: "raw/o.csv", Bytes: 1, TakenAt: noon}
	if err := s.AddRawFile(ctx, raw, RawFile{Source: "orders", Date: day}); err == nil {
		t.Fatal("a file without anything is stored")
	}
	want(t, len(must(s.RawFiles(ctx, "orders", day))(t)), 0)
}
