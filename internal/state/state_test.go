package state

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
)

var (
	ctx  = context.Background()
	noon = time.Date(2026, 8, 16, 2, 0, 1, 0, time.UTC)
	day  = calendar.Of(2026, 8, 15)
)

// fresh is an empty state on disk with one run in it.
func fresh(t *testing.T) (*State, string, int64) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "state.db")
	s := reopen(t, path, false)
	id, err := s.BeginRun(ctx, Run{Command: "recon run --date 2026-08-15", Engine: "1", Config: "{}", StartedAt: noon})
	if err != nil {
		t.Fatal(err)
	}
	return s, path, id
}

func reopen(t *testing.T, path string, readOnly bool) *State {
	t.Helper()
	s, err := Open(ctx, path, readOnly)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func want(t *testing.T, got, wanted any) {
	t.Helper()
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("wanted -, found +\n%s", diff)
	}
}

func must[T any](value T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("found error %v, wanted one that says %q", err, text)
	}
}

// listing is names and modes below dir.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, e := range must(os.ReadDir(dir))(t) {
		info := must(e.Info())(t)
		files[e.Name()] = info.Mode().String()
	}
	return files
}

func TestFilesAreForTheOwnerOnly(t *testing.T) {
	_, path, _ := fresh(t)
	for name, mode := range listing(t, filepath.Dir(path)) {
		if mode != "-rw-------" {
			t.Errorf("%s has mode %s, wanted -rw-------", name, mode)
		}
	}
}

func TestLooseModeIsTightened(t *testing.T) {
	s, path, _ := fresh(t)
	s.Close()
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	reopen(t, path, false)
	want(t, listing(t, filepath.Dir(path))["state.db"], "-rw-------")
}

func TestReadingLeavesNoTrace(t *testing.T) {
	s, path, id := fresh(t)
	if err := s.EndRun(ctx, id, noon.Add(time.Minute), 3, "3 breaks"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	before := listing(t, filepath.Dir(path))
	bytes := string(must(os.ReadFile(path))(t))

	r := reopen(t, path, true)
	runs := must(r.Runs(ctx, 10))(t)
	want(t, runs, []Run{{ID: id, Command: "recon run --date 2026-08-15", Engine: "1", Config: "{}", StartedAt: noon,
		EndedAt: noon.Add(time.Minute), ExitCode: 3, Outcome: "3 breaks"}})
	_, err := r.BeginRun(ctx, Run{StartedAt: noon})
	wantError(t, err, "readonly")
	r.Close()

	want(t, listing(t, filepath.Dir(path)), before)
	if string(must(os.ReadFile(path))(t)) != bytes {
		t.Error("reading changed the file")
	}
}

func TestReadingAMissingStateIsAnEmptyOne(t *testing.T) {
	dir := t.TempDir()
	s := reopen(t, filepath.Join(dir, "state.db"), true)
	want(t, must(s.Runs(ctx, 10))(t), []Run(nil))
	want(t, must(s.CurrentDays(ctx))(t), []CurrentDay(nil))
	_, err := s.BeginRun(ctx, Run{StartedAt: noon})
	wantError(t, err, "readonly")
	want(t, listing(t, dir), map[string]string{})
}

func TestReaderSeesARunningWriter(t *testing.T) {
	s, path, id := fresh(t)
	r := reopen(t, path, true)
	want(t, len(must(r.Runs(ctx, 10))(t)), 1)
	if err := s.EndRun(ctx, id, noon, 0, "clean"); err != nil {
		t.Fatal(err)
	}
	want(t, must(r.RunByID(ctx, id))(t).Outcome, "clean")
}

func TestOtherSchemasAreRefused(t *testing.T) {
	s, path, _ := fresh(t)
	if _, err := s.db.Exec("insert into schema_migration (version, name) values (99, 'future')"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, readOnly := range []bool{true, false} {
		_, err := Open(ctx, path, readOnly)
		wantError(t, err, fmt.Sprintf("state.db has schema 99, this engine knows up to %d", len(must(migrations())(t))))
	}
	if err := os.WriteFile(path+"2", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(ctx, path+"2", true)
	wantError(t, err, "no state of this engine")
}

func TestEveryTableIsAppendOnly(t *testing.T) {
	s, _, id := fresh(t)
	fill(t, s, id)
	read := func(rows *sql.Rows) (name string, err error) { return name, rows.Scan(&name) }
	tables := must(collect(ctx, s.db, read, "select name from sqlite_master where type = 'table' and name <> 'schema_migration' order by name"))(t)
	for _, table := range tables {
		want(t, table+" "+fmt.Sprint(must(number(ctx, s.db, "select count(*) from "+table))(t) > 0), table+" true")
		column := must(collect(ctx, s.db, read, "select name from pragma_table_info(?) limit 1", table))(t)[0]
		_, err := s.db.Exec("update " + table + " set " + column + " = " + column)
		wantError(t, err, table+" is append-only")
		_, err = s.db.Exec("delete from " + table)
		wantError(t, err, table+" is append-only")
	}
}

// fill puts at least one row into every table.
func fill(t *testing.T, s *State, run int64) {
	t.Helper()
	hash := strings.Repeat("ab", 32)
	queued := must(s.Queue(ctx, message(run, "mail:finance", "done")))(t)
	steps := []error{
		s.EndRun(ctx, run, noon, 0, "clean"),
		s.AddTry(ctx, queued[0].No, run, noon, "connection refused"),
		s.EndMessage(ctx, queued[0].No, run, noon, true, ""),
		s.AddRawFile(ctx, RawFile{Source: "alipay-main", Date: day, SHA256: hash, Name: "inbox/x.zip", Path: "raw/x.zip", Bytes: 1, TakenAt: noon}),
		s.CommitDay(ctx, Day{DayKey: DayKey{"alipay", day, 1}, RunID: run, CommittedAt: noon},
			[]ManifestRow{{Table: "break", Path: "versions/break/x.parquet", SHA256: hash, Bytes: 1, Rows: 1}}),
		s.MarkPublished(ctx, DayKey{"alipay", day, 1}, noon),
		s.Reaffirm(ctx, DayKey{"alipay", day, 1}, "other", Inputs{}, run, noon),
		s.RecordAttempt(ctx, Attempt{Reconciliation: "alipay", Date: day, RunID: run, State: Done, At: noon}),
	}
	for _, err := range steps {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.AddDecisions(ctx, Decision{BreakID: "b1", Kind: Note, By: "li.na", At: noon}))(t)
	_, _, err := s.AddStatement(ctx, Statement{Source: "alipay-main", Date: day, Side: "statement", SHA256: hash, RunID: run, AdmittedAt: noon})
	if err != nil {
		t.Fatal(err)
	}
	testBooks{t, s, run}.fill()
}

// fill puts a row into every table of the payout books.
func (b testBooks) fill() {
	b.Helper()
	draft := b.madeOf(batchOf(b.run, "2026-08", 1), fullSlice())
	b.ok(b.Discard(ctx, draft.No, "li.na", "wrong", noon))
	batch := b.made("2026-08", pays("ann", 100), reviews("bob", 200))
	listed := []ApprovalItem{{b.attempt("ann", "2026-08").No, Approve}, {b.attempt("bob", "2026-08").No, Refuse}}
	must(b.AddApproval(ctx, approvalOf(batch, ScopeListed), listed))(b.T)
	sub := b.file(batch, 1)
	b.ok(b.MarkSubmission(ctx, SubmissionMark{SubmissionID: sub.ID, Kind: MarkPlaced, At: noon}))
	b.ok(b.BeginDelivery(ctx, sub.No, noon))
	b.ok(b.MarkWithdrawn(ctx, sub.No, noon))
	exception := PayoutException{Source: "bank", Evidence: "1", Kind: "unknown_payout"}
	must(b.Apply(ctx, nil, []PayoutException{exception}, &StatusFile{SHA256: hash, RunID: b.run}, noon))(b.T)
	b.ok(b.AcceptRestated(ctx, []Acceptance{{EntryID: "e1", Content: "gone", By: "li.na", Why: "typo", At: noon}}))
	b.ok(b.MarkReported(ctx, batch.No, 1, noon))
	b.ok(b.MarkSettlePublished(ctx, BookSeq{1, 1}, noon))
}
