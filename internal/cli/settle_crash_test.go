package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledSettlementsEndAsUndisturbedOnes kills the binary with SIGKILL at
// every place that a settlement passes, and some at random, runs the same
// command again, and wants lake, reports, submission files and books to be
// those of a home where nothing happened.
func TestKilledSettlementsEndAsUndisturbedOnes(t *testing.T) {
	t.Parallel()
	b := binary(build(t))
	market := smallMarket(t, b)
	beside(t, "draft", func(t *testing.T) {
		killEverywhere(t, b, market, august, "archive-taken:3", "batch-begun", "batch-slice", "batch-posted", "batch-complete",
			"publish-moved:2", "publish-committed", "publish-renamed:7", "publish-published", "file-filled:2", "file-filled:6", "batch-reported")
	})
	beside(t, "without approval", func(t *testing.T) {
		killEverywhere(t, b, unapproved(t, market), august, "batch-begun", "batch-slice", "batch-complete", "publish-committed", "submission-made",
			"submission-kept", "file-filled", "submission-here", "submission-made:2", "submission-kept:2", "submission-here:2",
			"publish-committed", "publish-renamed:7", "file-filled:5", "batch-reported")
	})
	beside(t, "key", func(t *testing.T) { killedKey(t, b, market) })
	beside(t, "words", func(t *testing.T) { killedWords(t, b, market) })
	beside(t, "replaced files", func(t *testing.T) { replacedFiles(t, b, market) })
	beside(t, "go on with approval", func(t *testing.T) { goOnWithApproval(t, b, market) })
	large := largeMarket(t)
	beside(t, "slices", func(t *testing.T) {
		killEverywhere(t, b, large, august, "batch-slice:2", "batch-posted", "submission-made:2", "submission-kept:2",
			"file-filled:4", "submission-here:3")
	})
	beside(t, "random", func(t *testing.T) { killAtRandom(t, b, large) })
	t.Run("second process", func(t *testing.T) { secondProcess(t, b, large) })
	t.Run("at once", func(t *testing.T) { atOnce(t, b, market) })
	beside(t, "disk full", func(t *testing.T) { diskFull(t, b, large) })
	t.Run("closed folder", func(t *testing.T) { closedFolder(t, b, market) })
	draft := copyOf(t, market)
	b.run(t, draft, august)
	t.Run("approval", func(t *testing.T) {
		killEverywhere(t, b, draft, approving, "submission-made", "submission-kept", "file-filled:2", "submission-here", "submission-made:2",
			"submission-kept:2", "submission-here:2", "publish-moved", "publish-committed", "publish-renamed:2")
	})
	b.run(t, draft, approving)
	bankFiles(t, draft)
	t.Run("status", func(t *testing.T) {
		killEverywhere(t, b, draft, answers, "file-filled", "status-stored", "publish-committed", "publish-renamed", "status-stored:2", "publish-renamed:4")
	})
}

// beside runs a test beside others: each waits for the disk most of its time.
func beside(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		test(t)
	})
}

// unapproved is a copy of a market that needs no approval.
func unapproved(t *testing.T, market string) string {
	dir := copyOf(t, market)
	const maximum = `    maximum: { EUR: "20000.00" }`
	change(t, filepath.Join(dir, "recon.yaml"), maximum, maximum+"\n    approval: { required: false }")
	return dir
}

// killEverywhere kills a call at each point in its own copy of a home.
func killEverywhere(t *testing.T, b binary, home string, c call, points ...string) {
	undisturbed := copyOf(t, home)
	b.run(t, undisturbed, c)
	want := resultOf(t, undisturbed)
	for _, point := range points {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, home)
			b.killed(t, dir, point, c)
			torn(t, dir)
			b.run(t, dir, c)
			resultOf(t, dir).equals(t, want)
		})
	}
}

// killedKey kills the first batch of a home while it makes the key of the
// fingerprints: the next run makes one, and it stays.
func killedKey(t *testing.T, b binary, market string) {
	dir := copyOf(t, market)
	key := filepath.Join(dir, "settle.key")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	b.killed(t, dir, "file-filled", august)
	if _, err := os.Stat(key); !os.IsNotExist(err) {
		t.Fatalf("%v, wanted a kill before the key has its name", err)
	}
	b.run(t, dir, august)
	made := resultOf(t, dir)
	info, err := os.Stat(key)
	if err != nil || info.Size() != 32 || info.Mode().Perm() != 0o600 {
		t.Errorf("key: %v %v, wanted 32 bytes for the owner only", info, err)
	}
	if left, err := filepath.Glob(key + ".*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	b.run(t, dir, august)
	resultOf(t, dir).equals(t, made)
}

// killedWords kills a run that somebody gave a word for: what was confirmed is
// stored with the batch, so that the next run need not be told again, and the
// report shows it.
func killedWords(t *testing.T, b binary, market string) {
	told := at(august.now, append(august.args, "--confirm-total", "EUR:34406.40", "--confirm-total", "CNY:527976.25")...)
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, told)
	want := resultOf(t, undisturbed)
	for _, point := range []string{"batch-begun", "batch-complete"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, market)
			b.killed(t, dir, point, told)
			b.run(t, dir, august)
			resultOf(t, dir).equals(t, want)
		})
	}
}

// replacedFiles replaces every input and the rules between a kill and the next
// run, which is a day later: the batch is the one that was begun.
func replacedFiles(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, august)
	want := reports(resultOf(t, undisturbed))
	later := at("2026-09-02T13:00:00+08:00", august.args...)
	for _, point := range []string{"batch-begun", "batch-slice", "batch-complete"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, market)
			b.killed(t, dir, point, august)
			path := func(name string) string { return filepath.Join(dir, name) }
			change(t, path("inbox/credits/credits_2026-08.csv"), "2026-08-S000,partner-00,sale,4000", "2026-08-S000,partner-00,sale,9000")
			change(t, path("inbox/payees/payees_2026-08.csv"), "partner-01,Partner B GmbH,DE", "partner-01,Somebody Else,FR")
			change(t, path("inbox/opening/opening.csv"), "partner-02,EUR,6.50", "partner-02,EUR,600.50")
			change(t, path("recon.yaml"), `minimum: { CNY: "100.00", EUR: "10.00" }`, `minimum: { CNY: "9000.00", EUR: "900.00" }`)
			b.run(t, dir, later)
			got := resultOf(t, dir)
			same(t, reports(got), want)
			b.run(t, dir, at("2026-09-03T13:00:00+08:00", august.args...))
			got.equals(t, resultOf(t, dir))
		})
	}
}

// reports are the reports of a batch. The rest shows when a row was written.
func reports(r result) map[string]string {
	files := map[string]string{}
	for name, sum := range r.files {
		if strings.HasPrefix(name, "reports/settle-") {
			files[name] = sum
		}
	}
	return files
}

// goOnWithApproval kills the making of a draft after it is complete. Nobody
// runs it again: the next command is the approval, and it ends the same.
func goOnWithApproval(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, august, approving)
	want := resultOf(t, undisturbed)
	for _, point := range []string{"batch-complete", "publish-committed", "publish-renamed:7", "file-filled:3"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir := copyOf(t, market)
			b.killed(t, dir, point, august)
			b.run(t, dir, approving)
			torn(t, dir)
			resultOf(t, dir).equals(t, want)
		})
	}
}

// killAtRandom kills the large market twice in a row, at any time.
func killAtRandom(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	start := time.Now()
	b.run(t, undisturbed, august)
	took := time.Since(start)
	want := resultOf(t, undisturbed)
	random := rand.New(rand.NewPCG(3, 5))
	for range 2 {
		first, second := random.Int64N(int64(took)), random.Int64N(int64(took))
		t.Run(fmt.Sprintf("after %s and %s", time.Duration(first), time.Duration(second)), func(t *testing.T) {
			dir := copyOf(t, market)
			killAfter(t, b.command(dir, "", august), time.Duration(first))
			killAfter(t, b.command(dir, "", august), time.Duration(second))
			torn(t, dir)
			b.run(t, dir, august)
			resultOf(t, dir).equals(t, want)
		})
	}
}
