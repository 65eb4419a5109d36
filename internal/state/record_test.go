package state

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
)

var hash = strings.Repeat("ab", 32)

func TestStatementVersions(t *testing.T) {
	s, _, run := fresh(t)
	add := func(part, digest string, minute int) (Statement, bool) {
		t.Helper()
		st := Statement{Source: "alipay-main", Date: day, Part: part, Side: "statement", Format: "alipay.trade", Digest: digest,
			SHA256: hash, Name: "inbox/x.zip", Rows: 2, Totals: []Total{{Currency: "CNY", Kind: "payment", Count: 2, Gross: 300, Fee: -2, Net: 298}},
			Stated: "{}", Oldest: noon, Newest: noon.Add(time.Hour), RunID: run, AdmittedAt: noon.Add(time.Duration(minute) * time.Minute)}
		stored, added, err := s.AddStatement(ctx, st)
		if err != nil {
			t.Fatal(err)
		}
		st.Version = stored.Version
		if added {
			want(t, stored, st)
		}
		return stored, added
	}
	var said []string
	for i, c := range []struct{ part, digest string }{{"1", "a"}, {"2", "b"}, {"1", "a"}, {"1", "c"}, {"1", "a"}, {"1", "a"}} {
		st, added := add(c.part, c.digest, i)
		said = append(said, fmt.Sprint(st.Part, st.Digest, st.Version, added))
	}
	want(t, said, []string{"1a1 true", "2b1 true", "1a1 false", "1c2 true", "1a3 true", "1a3 false"})
	latest := must(s.Statements(ctx, "alipay-main", day))(t)
	want(t, []int64{latest[0].Version, latest[1].Version}, []int64{3, 1})
	want(t, latest[1].Totals[0].Net, int64(298))
	want(t, len(must(s.StatementVersions(ctx, "", day, day))(t)), 4)
	want(t, len(must(s.StatementVersions(ctx, "other", day, day))(t)), 0)
	want(t, len(must(s.StatementVersions(ctx, "alipay-main", day+1, day+9))(t)), 0)
}

func TestRawFilesStay(t *testing.T) {
	s, _, _ := fresh(t)
	f := RawFile{Source: "orders", Date: day, SHA256: hash, Name: "inbox/a.csv", Path: "raw/a.csv", Bytes: 7, TakenAt: noon}
	again, other := f, f
	again.Name, again.TakenAt = "inbox/b.csv", noon.Add(time.Hour)
	other.Date = day + 1
	for _, raw := range []RawFile{f, again, other} {
		if err := s.AddRawFile(ctx, raw); err != nil {
			t.Fatal(err)
		}
	}
	want(t, must(s.RawFiles(ctx, "orders", day))(t), []RawFile{f})
}

// commit commits a version of a day with one file.
func commit(t *testing.T, s *State, run int64, key DayKey) error {
	t.Helper()
	return s.CommitDay(ctx, Day{DayKey: key, InputDigest: "i", OutputDigest: "o", Rules: "{}", Summary: "{}", Opening: true, AcceptedBy: "li.na", AcceptedWhy: "holiday",
		Inputs: Inputs{Open: "x", Files: []FileInput{{No: 1, Source: "orders", Path: "raw/x"}}}, RunID: run, CommittedAt: noon},
		[]ManifestRow{{Table: "break", Path: fmt.Sprintf("versions/%s-%d", key.Reconciliation, key.Version), SHA256: hash, Bytes: 3, Rows: key.Version}})
}

func TestDaysAndTheirManifests(t *testing.T) {
	s, _, run := fresh(t)
	for _, key := range []DayKey{{"alipay", day, 1}, {"alipay", day + 1, 1}, {"wechat", day, 1}, {"alipay", day, 2}} {
		if err := commit(t, s, run, key); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, commit(t, s, run, DayKey{"alipay", day, 2}), "commit of alipay 2026-08-15: version 2 is not the one after version 2")
	wantError(t, commit(t, s, run, DayKey{"alipay", day, 4}), "version 4 is not the one after version 2")
	wantError(t, commit(t, s, 99, DayKey{"alipay", day + 2, 1}), "FOREIGN KEY")

	latest, known, err := s.LatestDay(ctx, "alipay", day)
	if err != nil || !known {
		t.Fatal(known, err)
	}
	want(t, latest, Day{DayKey: DayKey{"alipay", day, 2}, InputDigest: "i", OutputDigest: "o", Rules: "{}", Summary: "{}", Opening: true, AcceptedBy: "li.na",
		AcceptedWhy: "holiday", Inputs: Inputs{Open: "x", Files: []FileInput{{No: 1, Source: "orders", Path: "raw/x"}}}, RunID: run, CommittedAt: noon})
	_, known, err = s.LatestDay(ctx, "alipay", day+2)
	want(t, fmt.Sprint(known, err), "false <nil>")
	want(t, len(must(s.DayVersions(ctx, "alipay", day))(t)), 2)
	want(t, len(must(s.Days(ctx, "alipay", day, day+9))(t)), 2)

	first, last, ok, err := s.Through(ctx, "alipay")
	want(t, fmt.Sprint(first, last, ok, err), "2026-08-15 2026-08-16 true <nil>")
	_, _, ok, err = s.Through(ctx, "paypal")
	want(t, fmt.Sprint(ok, err), "false <nil>")

	paths := func(rows []ManifestRow) (all []string) {
		for _, r := range rows {
			all = append(all, fmt.Sprint(r.Reconciliation, " ", r.Date, " ", r.Path))
		}
		return all
	}
	want(t, paths(must(s.Manifest(ctx, "alipay", day))(t)), []string{"alipay 2026-08-15 versions/alipay-2"})
	want(t, paths(must(s.ManifestOf(ctx, DayKey{"alipay", day, 1}))(t)), []string{"alipay 2026-08-15 versions/alipay-1"})
	want(t, paths(must(s.Current(ctx, "break", "", day, day+9))(t)), []string{
		"alipay 2026-08-15 versions/alipay-2", "alipay 2026-08-16 versions/alipay-1", "wechat 2026-08-15 versions/wechat-1"})
	want(t, len(must(s.Current(ctx, "break", "wechat", day, day))(t)), 1)
	want(t, must(s.ManifestPaths(ctx))(t), []string{"versions/alipay-1", "versions/alipay-2", "versions/wechat-1"})
}

func TestNothingOfARefusedCommitStays(t *testing.T) {
	s, _, run := fresh(t)
	err := s.CommitDay(ctx, Day{DayKey: DayKey{"alipay", day, 1}, RunID: run, CommittedAt: noon},
		[]ManifestRow{{Table: "break", Path: "a", SHA256: hash}, {Table: "break", Path: "b", SHA256: hash}})
	wantError(t, err, "b: ")
	want(t, len(must(s.CurrentDays(ctx))(t)), 0)
}

func TestPublishedIsOfTheLatestVersion(t *testing.T) {
	s, _, run := fresh(t)
	one, two := DayKey{"alipay", day, 1}, DayKey{"alipay", day, 2}
	for _, err := range []error{commit(t, s, run, one), s.MarkPublished(ctx, one, noon), s.MarkPublished(ctx, one, noon.Add(time.Hour))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := commit(t, s, run, two); err != nil {
		t.Fatal(err)
	}
	want(t, must(s.CurrentDays(ctx))(t), []CurrentDay{{two, false}})
	wantError(t, s.MarkPublished(ctx, DayKey{"alipay", day, 3}, noon), "FOREIGN KEY")
}

func TestAttempts(t *testing.T) {
	s, _, run := fresh(t)
	for _, a := range []Attempt{
		{Reconciliation: "alipay", Date: day, State: NotReady, Message: "no file yet"},
		{Reconciliation: "wechat", Date: day, State: Done},
		{Reconciliation: "alipay", Date: day, State: Refused, Message: "1 fault", Faults: []string{"x.csv:3: empty"}},
		{Reconciliation: "alipay", Date: day + 1, State: Blocked},
	} {
		a.RunID, a.At = run, noon
		if err := s.RecordAttempt(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	latest := must(s.LatestAttempts(ctx, day))(t)
	want(t, latest, []Attempt{
		{Reconciliation: "alipay", Date: day, RunID: run, State: Refused, Message: "1 fault", Faults: []string{"x.csv:3: empty"}, At: noon},
		{Reconciliation: "wechat", Date: day, RunID: run, State: Done, At: noon},
	})
	want(t, len(must(s.AttemptsOf(ctx, run))(t)), 4)
	wantError(t, s.RecordAttempt(ctx, Attempt{Date: day, RunID: run, State: "fine", At: noon}), "CHECK")
}

func TestDecisions(t *testing.T) {
	s, _, _ := fresh(t)
	closure := Decision{BreakID: "b1", Reconciliation: "alipay", Kind: Closure, Word: "written_off", Comment: "3 cents", By: "li.na", At: noon, EffectiveOn: day + 1}
	match := Decision{BreakID: "b2", Reconciliation: "alipay", Kind: Closure, Word: ManualMatch, PartnerBreakID: "b3", By: "li.na", At: noon, EffectiveOn: day + 2}
	note := Decision{BreakID: "b1", Reconciliation: "alipay", Kind: Note, Word: "booked", By: "wang", At: noon}
	ids := must(s.AddDecisions(ctx, closure, match, note))(t)
	want(t, ids, []int64{1, 2, 3})
	closure.ID, match.ID, note.ID = 1, 2, 3
	want(t, must(s.Decisions(ctx, ""))(t), []Decision{closure, match, note})
	want(t, must(s.DecisionsOn(ctx, "b1"))(t), []Decision{closure, note})
	want(t, must(s.DecisionsOn(ctx, "b3"))(t), []Decision{match})
	for on, count := range map[calendar.Date]int{day: 0, day + 1: 1, day + 2: 2} {
		want(t, len(must(s.Closures(ctx, "alipay", on))(t)), count)
	}
	want(t, len(must(s.Closures(ctx, "wechat", day+9))(t)), 0)
}

func TestDecisionsAreAllOrNone(t *testing.T) {
	s, _, _ := fresh(t)
	good := Decision{BreakID: "b1", Kind: Note, By: "li.na", At: noon}
	for text, change := range map[string]func(*Decision){
		`break b1: decision "lost": wanted one of booked, refunded,`: func(d *Decision) { d.Word = "lost" },
		"no break_id":                                               func(d *Decision) { d.BreakID = "" },
		"nobody named":                                              func(d *Decision) { d.By = "" },
		"a closure without a decision":                              func(d *Decision) { d.Kind = Closure },
		"an assignment without an owner":                            func(d *Decision) { d.Kind = Assign },
		"manual_match needs the other break's id":                   func(d *Decision) { d.Word, d.PartnerBreakID = ManualMatch, "b1" },
		`"suspense" has no other break; only manual_match has`:      func(d *Decision) { d.Word, d.PartnerBreakID = "suspense", "b2" },
		`the owner "wang\nwei": has characters that cannot be seen`: func(d *Decision) { d.Owner = "wang\nwei" },
		`the name of who decides "li\u202ena"`:                      func(d *Decision) { d.By = "li\u202ena" },
		`the comment "a\x00b"`:                                      func(d *Decision) { d.Comment = "a\x00b" },
		"the owner: longer than 100 characters":                     func(d *Decision) { d.Owner = strings.Repeat("长", 101) },
		"CHECK constraint failed":                                   func(d *Decision) { d.Kind = "wish" },
	} {
		bad := good
		change(&bad)
		_, err := s.AddDecisions(ctx, good, bad)
		wantError(t, err, text)
	}
	want(t, len(must(s.Decisions(ctx, ""))(t)), 0)
	good.Owner, good.Comment = strings.Repeat("长", 100), "first line\r\n\tsecond line"
	must(s.AddDecisions(ctx, good))(t)
}

func TestRunsNewestFirst(t *testing.T) {
	s, _, first := fresh(t)
	second := must(s.BeginRun(ctx, Run{Command: "recon breaks close", StartedAt: noon}))(t)
	runs := must(s.Runs(ctx, 1))(t)
	want(t, []int64{first, second, runs[0].ID, int64(len(runs))}, []int64{1, 2, 2, 1})
	if !runs[0].EndedAt.IsZero() {
		t.Errorf("a run that has not ended ended at %s", runs[0].EndedAt)
	}
	_, err := s.RunByID(ctx, 7)
	wantError(t, err, "no run 7")
	if err := s.EndRun(ctx, first, noon, 0, ""); err != nil {
		t.Fatal(err)
	}
	wantError(t, s.EndRun(ctx, first, noon, 1, ""), "UNIQUE")
}

func TestWordsHaveBothLanguages(t *testing.T) {
	for _, w := range Words {
		if w.English == "" || w.Chinese == "" {
			t.Errorf("%s: a label is missing", w.Code)
		}
		if found, ok := WordOf(w.Code); !ok || found != w {
			t.Errorf("%s: found %+v", w.Code, found)
		}
	}
}
