package payrun

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"recon/internal/archive"
	"recon/internal/config"
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

// deliveredAs is where the copy of a file was put for the bank's program, ""
// when it was put nowhere. A copy that was only begun counts: a killed run may
// have finished it.
func (e *Engine) deliveredAs(ctx context.Context, sub state.Submission) (string, error) {
	if begun, err := e.State.MayBeFetched(ctx, sub.No); err != nil || !begun {
		return "", err
	}
	b, err := e.batchByNo(ctx, sub.BatchNo)
	if err != nil {
		return "", err
	}
	settings, err := config.SettleFrom([]byte(b.Rules), e.Config.Home)
	if err != nil {
		return "", err
	}
	return target(settings.Rails[sub.Rail].Deliver, sub), nil
}

// target is the path of a file's copy in a delivery folder.
func target(to *config.Deliver, sub state.Submission) string {
	return filepath.Join(to.Dir, strings.ReplaceAll(sub.ID, "/", "_")+filepath.Ext(sub.Path))
}

// withdraw removes the copy of a file that waits for its upload from the folder
// of the bank's program. One that is not there any more is fs.ErrNotExist. The
// path is "" when there was none.
func (e *Engine) withdraw(ctx context.Context, sub state.Submission) (copied string, err error) {
	if sub.State != state.SubmissionMade {
		return "", nil
	}
	if copied, err = e.deliveredAs(ctx, sub); err != nil || copied == "" {
		return "", err
	}
	return copied, os.Remove(copied)
}

// withdrawRedated removes the copy of a file that another has taken the place of.
// One that is not there any more was fetched: then the new file cannot be voided.
func (e *Engine) withdrawRedated(ctx context.Context, old state.Submission) error {
	copied, err := e.deliveredAs(ctx, old)
	if err != nil || copied == "" {
		return err
	}
	switch err := os.Remove(copied); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return e.State.MarkWithdrawn(ctx, old.No, e.Now)
}

// Void takes a file back that nobody uploaded: its payouts are pending again,
// and the next file that holds them has another name. A copy for the bank's
// program is removed first; one that is not there any more was fetched.
func (e *Engine) Void(ctx context.Context, named, by, why string) (state.Submission, error) {
	sub, err := e.submission(ctx, named)
	if err != nil {
		return sub, err
	}
	copied, err := e.withdraw(ctx, sub)
	if errors.Is(err, fs.ErrNotExist) {
		return sub, refuse("submission %s: its copy %s is not there any more: whoever fetched it may upload it; ask the bank", sub.ID, archive.KnownAs(e.Config.Home, copied))
	}
	if err != nil {
		return sub, err
	}
	if err := e.State.VoidSubmission(ctx, sub.ID, by, why, e.Now); err != nil {
		if copied != "" {
			err = errors.Join(err, copyOut(e.home(sub.Path), copied, sub.SHA256))
		}
		return sub, refusal(err)
	}
	if err := e.setAside(sub, state.SubmissionVoid); err != nil {
		return sub, err
	}
	return sub, e.Publish(ctx)
}
