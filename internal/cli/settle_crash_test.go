package cli

import (
	"path/filepath"
	"testing"
)

// TestKilledSettlementsEndAsUndisturbedOnes kills the binary with SIGKILL at
// every place that a settlement passes, and some at random, runs the same
// command again, and wants lake, reports, submission files and books to be
// those of a home where nothing happened.
func TestKilledSettlementsEndAsUndisturbedOnes(t *testing.T) {
	b := binary(build(t))
	market := smallMarket(t, b)
	t.Run("draft", func(t *testing.T) {
		killEverywhere(t, b, market, august, "archive-taken:3", "batch-begun", "batch-slice", "batch-posted", "batch-complete",
			"publish-moved:2", "publish-committed", "publish-renamed:7", "publish-published", "file-filled:2", "file-filled:6", "batch-reported")
	})
	t.Run("without approval", func(t *testing.T) {
		killEverywhere(t, b, unapproved(t, market), august, "batch-begun", "batch-slice", "batch-complete", "publish-committed", "submission-made",
			"submission-kept", "file-filled", "submission-here", "submission-made:2", "submission-kept:2", "submission-here:2",
			"publish-committed:2", "publish-renamed:9", "file-filled:5", "batch-reported")
	})
	t.Run("words", func(t *testing.T) { killedWords(t, b, market) })
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
