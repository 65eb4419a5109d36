package payrun

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"recon/internal/state"
)

// submission finds a file by its id or its path. A bare name would do for one
// batch and mean a file of another: that is the caller's mistake, as anything
// else is.
func (e *Engine) submission(ctx context.Context, named string) (state.Submission, error) {
	all, err := e.State.Submissions(ctx, 0)
	if err != nil {
		return state.Submission{}, err
	}
	id := idOf(named)
	if i := slices.IndexFunc(all, func(s state.Submission) bool { return s.ID == id }); i >= 0 {
		return all[i], nil
	}
	return state.Submission{}, misuse("submission %q: there is none, wanted its id like 2026-08-1/sepa-1; settle show BATCH lists the files of a batch", named)
}

// idOf is the id that a path ends in: its last folder and its name without the
// ending. An id is one already.
func idOf(named string) string {
	slashed := filepath.ToSlash(named)
	base := path.Base(slashed)
	return path.Join(path.Base(path.Dir(slashed)), strings.TrimSuffix(base, path.Ext(base)))
}
