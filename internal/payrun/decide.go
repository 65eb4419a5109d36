package payrun

import (
	"context"
	"fmt"

	"recon/internal/calendar"
	"recon/internal/state"
)

// Discard throws a draft away: its reservations are taken back, and the next
// run of its period makes another draft.
func (e *Engine) Discard(ctx context.Context, id, by, why string) (state.Batch, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return b, err
	}
	if err := e.State.Discard(ctx, b.No, by, why, e.Now); err != nil {
		return b, &Stop{Kind: Refused, Cause: err.Error()}
	}
	return b, e.Publish(ctx)
}

// batch finds a batch by its id; an unknown id is the caller's mistake.
func (e *Engine) batch(ctx context.Context, id string) (state.Batch, error) {
	b, err := e.State.BatchByID(ctx, id)
	if err != nil {
		return b, misuse("%v", err)
	}
	return b, nil
}

// Cancel ends one payout that is in no file: its money is available again.
func (e *Engine) Cancel(ctx context.Context, key, by, why string) (state.PayoutAttempt, error) {
	a, err := e.lastAttempt(ctx, key)
	if err != nil {
		return a, err
	}
	if a.State != state.PayoutReview && a.State != state.PayoutPending {
		return a, refuse("payout %s is %s: only a payout in review or pending can be cancelled; one in a file comes back by the bank's answer, or by settle void before the upload", key, a.State)
	}
	step := state.Transition{AttemptNo: a.No, From: a.State, To: state.PayoutCancelled, Source: "cancel", Evidence: by,
		Reason: why, OccurredAt: e.Now}
	if _, err := e.State.Apply(ctx, []state.Transition{step}, nil, nil, e.Now); err != nil {
		return a, err
	}
	return a, e.Publish(ctx)
}

// lastAttempt is the latest attempt of a payout, named by key or rail reference.
func (e *Engine) lastAttempt(ctx context.Context, key string) (state.PayoutAttempt, error) {
	if a, known, err := e.State.AttemptByRef(ctx, key); err != nil || known {
		if err != nil {
			return a, err
		}
		key = a.PayoutKey
	}
	all, err := e.State.AttemptsByKey(ctx, key)
	if err != nil {
		return state.PayoutAttempt{}, err
	}
	if len(all) == 0 {
		return state.PayoutAttempt{}, misuse("payout %q: there is none of that key or reference", key)
	}
	return all[len(all)-1], nil
}

// Sent stores that a file was uploaded to the bank.
func (e *Engine) Sent(ctx context.Context, named, bankRef, by string) (state.Submission, error) {
	sub, err := e.submission(ctx, named)
	if err != nil {
		return sub, err
	}
	return sub, refusal(e.State.MarkSubmission(ctx, state.SubmissionMark{SubmissionID: sub.ID, Kind: state.MarkSent, By: by, BankRef: bankRef, At: e.Now}))
}

func refusal(err error) error {
	if err == nil {
		return nil
	}
	return &Stop{Kind: Refused, Cause: err.Error()}
}

// Redate makes a file again with another execution date and the same message,
// block and payout references, so that a bank that has both pays once.
func (e *Engine) Redate(ctx context.Context, named string, date calendar.Date) (state.Submission, error) {
	old, err := e.submission(ctx, named)
	if err != nil {
		return old, err
	}
	b, err := e.batchByNo(ctx, old.BatchNo)
	if err != nil {
		return old, err
	}
	s, err := e.submitting(b, nil)
	if err != nil {
		return old, err
	}
	sub, err := s.redate(ctx, old, date)
	if err != nil {
		return sub, err
	}
	return sub, e.Publish(ctx)
}

func (e *Engine) batchByNo(ctx context.Context, no int64) (state.Batch, error) {
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return state.Batch{}, err
	}
	for _, b := range all {
		if b.No == no {
			return b, nil
		}
	}
	return state.Batch{}, fmt.Errorf("batch number %d: there is none", no)
}
