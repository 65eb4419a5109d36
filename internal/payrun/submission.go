package payrun

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"recon/internal/state"
)

// submission finds a file as people name it: by its id, by its path, or by its
// bare name, as its sheet has it, when only one file of that name waits for its
// upload. Anything else is the caller's mistake.
func (e *Engine) submission(ctx context.Context, named string) (state.Submission, error) {
	all, err := e.State.Submissions(ctx, 0)
	if err != nil {
		return state.Submission{}, err
	}
	id := idOf(named)
	if i := slices.IndexFunc(all, func(s state.Submission) bool { return s.ID == id }); i >= 0 {
		return all[i], nil
	}
	var found []state.Submission
	var ids []string
	for _, s := range all {
		if s.State == state.SubmissionMade && path.Base(s.Path) == named {
			found, ids = append(found, s), append(ids, s.ID)
		}
	}
	switch len(found) {
	case 0:
		return state.Submission{}, misuse("submission %q: there is none; settle show BATCH lists the files of a batch", named)
	case 1:
		return found[0], nil
	}
	return state.Submission{}, misuse("submission %q: several files have this name, wanted one of %s", named, strings.Join(ids, ", "))
}

// idOf is the id that a path ends in: its last folder and its name without the
// ending. An id is one already.
func idOf(named string) string {
	slashed := filepath.ToSlash(named)
	base := path.Base(slashed)
	return path.Join(path.Base(path.Dir(slashed)), strings.TrimSuffix(base, path.Ext(base)))
}
