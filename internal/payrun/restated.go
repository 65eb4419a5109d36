package payrun

import (
	"context"
	"slices"

	"recon/internal/state"
	"recon/internal/store"
)

// AcceptRestated accepts that entries which an earlier batch counted are now
// what the batch's restated.csv says: all of them, or those that are named. The
// next batch counts them as they are now.
func (e *Engine) AcceptRestated(ctx context.Context, id string, entries []string, by, why string) (int, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return 0, err
	}
	all, err := e.restatedOf(ctx, b)
	if err != nil {
		return 0, err
	}
	var accepted []state.Acceptance
	for _, a := range all {
		if len(entries) == 0 || slices.Contains(entries, a.EntryID) {
			a.By, a.Why, a.At = by, why, e.Now
			accepted = append(accepted, a)
		}
	}
	for _, entry := range entries {
		if !slices.ContainsFunc(all, func(a state.Acceptance) bool { return a.EntryID == entry }) {
			return 0, misuse("entry %q is not in restated.csv of batch %s", entry, id)
		}
	}
	return len(accepted), e.State.AcceptRestated(ctx, accepted)
}

// restatedOf are the restated entries of a batch with their content.
func (e *Engine) restatedOf(ctx context.Context, b state.Batch) (list []state.Acceptance, err error) {
	rows, err := e.published(ctx, b)
	if err != nil {
		return nil, err
	}
	ws, done, err := e.publishingSpace(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := ws.ViewParts(ctx, "restated", "", "", []store.Part{parts(e.Config.Home, only(rows, "restated"))}); err != nil {
		return nil, err
	}
	for r, err := range restatedRows(ctx, ws) {
		if err != nil {
			return nil, err
		}
		list = append(list, state.Acceptance{EntryID: r.EntryID, Content: r.Content})
	}
	return list, nil
}
