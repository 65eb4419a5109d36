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
		dir := copyOf(t, market)
		change(t, filepath.Join(dir, "recon.yaml"), "    maximum: { EUR: \"20000.00\" }", "    maximum: { EUR: \"20000.00\" }\n    approval: { required: false }")
		killEverywhere(t, b, dir, august, "batch-begun", "batch-slice", "batch-complete", "publish-committed", "submission-made", "submission-kept",
			"file-filled", "submission-here", "submission-made:2", "submission-kept:2", "submission-here:2", "publish-committed:2",
			"publish-renamed:9", "file-filled:5", "batch-reported")
	})
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
