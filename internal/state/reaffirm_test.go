package state

import "testing"

func TestReaffirmedInputsAreTheLatest(t *testing.T) {
	s, _, run := fresh(t)
	key := DayKey{"alipay", day, 1}
	if err := s.CommitDay(ctx, Day{DayKey: key, InputDigest: "first", OutputDigest: "tables", RunID: run, CommittedAt: noon}, nil); err != nil {
		t.Fatal(err)
	}
	for _, digest := range []string{"second", "third"} {
		if err := s.Reaffirm(ctx, key, digest, Inputs{Open: digest}, run, noon); err != nil {
			t.Fatal(err)
		}
	}
	got, known, err := s.LatestDay(ctx, "alipay", day)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	want(t, []string{got.InputDigest, got.Inputs.Open, got.OutputDigest}, []string{"third", "third", "tables"})
	want(t, must(s.DayVersions(ctx, "alipay", day))(t)[0].InputDigest, "first")
}
