package cli

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"recon/fixtures/gen"
	"recon/internal/calendar"
	"recon/internal/state"
)

// call is one call of the binary at a fixed time.
type call struct {
	now  string // RFC 3339
	args []string
}

func at(now string, args ...string) call { return call{now, args} }

// The month of the small market, as its people run it.
var (
	night     = at("2026-09-01T11:00:00+08:00", "run", "--date", "2026-08-31")
	august    = at("2026-09-01T13:00:00+08:00", "settle", "--period", "2026-08")
	approving = at("2026-09-01T15:00:00+08:00", "settle", "approve", "2026-08-1", "--key", "secrets/li.na.key", "--all-except-review")
	answers   = at("2026-09-03T09:00:00+08:00", "settle", "status", "import", "bank/pain002.xml", "bank/camt053.xml")
)

// binary is the program under test.
type binary string

// command is a call in a home, to be killed at a stop point if one is named.
func (b binary) command(dir, point string, c call) *exec.Cmd {
	os.MkdirAll(scratchOf(dir), 0o777)
	command := exec.Command(string(b), c.args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "RECON_NOW="+c.now, "RECON_STOP_AT="+point, "TMPDIR="+scratchOf(dir))
	return command
}

// scratchOf is the system's folder for temporary files, of one home alone.
func scratchOf(dir string) string { return filepath.Join(filepath.Dir(dir), "tmp") }

// nothingLeft wants no working files of a killed run, which would hold names
// and accounts of payees, neither in home nor elsewhere.
func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	for _, pattern := range []string{scratchOf(dir) + "/*", dir + "/tmp/settle*"} {
		left, err := filepath.Glob(pattern)
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
}

// killed runs a call that a stop point must end.
func (b binary) killed(t *testing.T, dir, point string, c call) {
	t.Helper()
	out, err := b.command(dir, point, c).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != -1 {
		t.Fatalf("%v: %v, wanted a kill at %s\n%s", c.args, err, point, out)
	}
}

// run runs calls that must not fail; open ends like payouts in review are no
// failure.
func (b binary) run(t *testing.T, dir string, calls ...call) {
	t.Helper()
	for _, c := range calls {
		out, err := b.command(dir, "", c).CombinedOutput()
		if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != exitOpen) {
			t.Fatalf("%v: %v\n%s", c.args, err, out)
		}
	}
}

// smallMarket makes the company of the demo with its last night of August
// reconciled.
func smallMarket(t *testing.T, b binary) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "market")
	if err := gen.Company(dir, demoFirst); err != nil {
		t.Fatal(err)
	}
	if err := demoMarket(dir); err != nil {
		t.Fatal(err)
	}
	fixKey(t, dir)
	b.run(t, dir, night)
	return dir
}

// fixKey gives a home the key of its fingerprints, which the first batch would
// draw at random.
func fixKey(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "settle.key"), []byte(strings.Repeat("k", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// largeMarket makes a month of so many payees that their batch is posted in
// several slices and written to several files, without approval.
func largeMarket(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "market")
	month, err := calendar.ParseMonth("2026-08")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (gen.LargeMarket{Entries: 4800, Payees: 4400, Month: month, Seed: 7}).Write(dir); err != nil {
		t.Fatal(err)
	}
	fixKey(t, dir)
	for _, folder := range []string{"lake", "reports"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	change(t, filepath.Join(dir, "recon.yaml"), "max_per_file: 20000", "max_per_file: 2000")
	return dir
}

// change replaces a text that stands in a file once.
func change(t *testing.T, path, old, new string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), old) != 1 {
		t.Fatalf("%s: wanted %q once", path, old)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// bankFiles puts what the bank says to the file of August beside the market.
func bankFiles(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, "submissions/2026-08/2026-08-1/sepa-1.xml")
	for _, step := range []func() error{answer(file, dir, "pain002.xml", gen.BankAnswer), answer(file, dir, "camt053.xml", gen.BankStatement)} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
}

// result is everything that a settlement leaves to people, banks, analysts and
// the next batch.
type result struct {
	files map[string]string // path: digest
	books []string
}

func resultOf(t *testing.T, dir string) result {
	t.Helper()
	nothingLeft(t, dir)
	r := result{files: published(t, dir), books: booksOf(t, dir)}
	err := filepath.WalkDir(filepath.Join(dir, "submissions"), func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		r.files[rel] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// equals compares with an undisturbed home.
func (r result) equals(t *testing.T, want result) {
	t.Helper()
	same(t, r.files, want.files)
	for i := range max(len(r.books), len(want.books)) {
		if got, wanted := line(r.books, i), line(want.books, i); got != wanted {
			t.Fatalf("books, from row %d of %d on:\n      %.1500s\nwanted %.1500s", i, len(want.books), got, wanted)
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

// booksOf are the payout books as text, a line per row, after a check of all
// their laws. No two live batches may be of one period and part.
func booksOf(t *testing.T, dir string) (lines []string) {
	t.Helper()
	s, err := state.Open(t.Context(), filepath.Join(dir, "state.db"), true)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Invariants(t.Context()); err != nil {
		t.Error(err)
	}
	batches, err := s.Batches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		lines = append(lines, fmt.Sprintf("batch %s %s as of %s, reported %v", b.ID, b.State, b.AsOf, b.ReportedSeq))
		if b.Complete != nil {
			lines = append(lines, fmt.Sprintf("complete %+v", *b.Complete))
		}
		lines = append(lines, linesOf(t, s, b)...)
	}
	return lines
}

func linesOf(t *testing.T, s *state.State, b state.Batch) (lines []string) {
	t.Helper()
	add := func(what string, row any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %+v", what, row))
	}
	attempts, err := s.PayoutAttempts(t.Context(), b.No)
	for _, a := range attempts {
		add("attempt", a, err)
	}
	skips, err := s.Skips(t.Context(), b.No)
	for _, k := range skips {
		add("skip", k, err)
	}
	subs, err := s.Submissions(t.Context(), b.No)
	for _, f := range subs {
		add("file", f, err)
	}
	approvals, err := s.Approvals(t.Context(), b.No)
	add("approvals", approvals, err)
	for e, err := range s.EventsOf(t.Context(), b.No) {
		add("event", e, err)
	}
	for p, err := range s.PostingsOf(t.Context(), b.No) {
		add("posting", p, err)
	}
	return slices.Clip(lines)
}
