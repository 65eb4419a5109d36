package payrun

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"recon/internal/calendar"
	"recon/internal/config"
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

// Retry makes the next attempt of a payout that failed, was cancelled or came
// back, to the destination that the newest payee file names, when what is
// available still covers it.
func (e *Engine) Retry(ctx context.Context, key, by, why string) (state.PayoutAttempt, error) {
	a, err := e.lastAttempt(ctx, key)
	if err != nil {
		return a, err
	}
	b, err := e.batch(ctx, a.BatchID)
	if err != nil {
		return a, err
	}
	l, payeeFile, err := e.newestListing(ctx, b, a)
	if err != nil {
		return a, err
	}
	earned, err := e.earned(ctx, a)
	if err != nil {
		return a, err
	}
	born := state.PayoutPending
	if b.ApprovalRequired || l.refusal != "" {
		born = state.PayoutReview
	}
	order := state.RetryOrder{PayoutKey: a.PayoutKey, AmountMinor: a.AmountMinor, Rail: l.Rail, Fingerprint: l.fingerprint, LastFour: l.lastFour,
		PayeeFile: payeeFile, Born: born, Why: fmt.Sprintf("retry by %s: %s", by, why), BatchNo: b.No, EarnedMinor: earned}
	next, err := e.State.Retry(ctx, order, func(key string, n int64) string { return railRef(key, n, a.Period) }, e.Now)
	if err != nil {
		return next, &Stop{Kind: Refused, Cause: err.Error()}
	}
	if err := e.submit(ctx, b, nil); err != nil {
		return next, err
	}
	return next, e.Publish(ctx)
}

// newestListing is the payee's row in the newest payee file, taken into the
// archive. A destination that the payee must correct first is refused.
// The rules are those of the payout's batch, as its file will be made by them.
func (e *Engine) newestListing(ctx context.Context, b state.Batch, a state.PayoutAttempt) (*listed, string, error) {
	settings, err := config.SettleFrom([]byte(b.Rules), e.Config.Home)
	if err != nil {
		return nil, "", err
	}
	m := &making{settings: settings}
	if m.period, err = calendar.ParseMonth(a.Period); err != nil {
		return nil, "", err
	}
	src := source(payeesSource, m.settings.Payees.Fetch)
	dates, err := e.dates(src, m.period.First(), calendar.Of(9999, 12, 31))
	if err != nil {
		return nil, "", err
	}
	if len(dates) == 0 {
		return nil, "", refuse("%s: no payee file of %s or later", knownDir(e.Config.Home, src), m.period)
	}
	newest := dates[len(dates)-1]
	if m.inputs, err = e.takeOnePayees(ctx, src, newest); err != nil {
		return nil, "", err
	}
	if err := e.listPayees(ctx, m); err != nil {
		return nil, "", err
	}
	l := m.payees[accountKey{a.Payee, a.Currency}]
	if l != nil && l.wrong == "" {
		writers, err := writersOf(m.settings)
		if err != nil {
			return nil, "", err
		}
		l.refusal = m.amountFault(l, writers[l.Rail], a.AmountMinor)
	}
	switch name := path.Base(m.inputs[0].Name); {
	case l == nil:
		return nil, "", refuse("%s: payee %s has no row in %s", name, a.Payee, a.Currency)
	case l.Frozen || l.KYC == "pending" || l.KYC == "rejected":
		return nil, "", refuse("%s: payee %s is frozen or not verified", name, a.Payee)
	case l.wrong != "" || l.refusal != "" && !strings.HasPrefix(l.refusal, reviewPrefix):
		return nil, "", refuse("%s: payee %s: destination %s%s", name, a.Payee, l.wrong, l.refusal)
	}
	return l, m.inputs[0].Path, e.notBlocked(ctx, l)
}

func (e *Engine) notBlocked(ctx context.Context, l *listed) error {
	blocked, err := e.State.BlockedDestinations(ctx, 1<<62)
	if err != nil {
		return err
	}
	for _, b := range blocked {
		if b.Payee == l.Payee.Payee && b.Currency == l.Currency && b.Fingerprint == l.fingerprint {
			return refuse("payee %s: the destination ending in %s failed with %s, which only the payee can correct; export its new destination first", b.Payee, l.lastFour, b.Code)
		}
	}
	return nil
}

// earned is the sum of an account's counted ledger entries.
func (e *Engine) earned(ctx context.Context, a state.PayoutAttempt) (int64, error) {
	ws, done, err := e.publishingSpace(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer done()
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return 0, err
	}
	var sum int64
	for _, b := range all {
		if b.Complete == nil || b.Discarded != nil {
			continue
		}
		rows, err := e.published(ctx, b)
		if err != nil {
			return 0, err
		}
		for _, r := range only(rows, "counted_entry") {
			var part sql.NullInt64
			query := "select sum(c.change_minor)::bigint from read_parquet(?) as c where c.payee = ? and c.currency = ?"
			if err := ws.DB().QueryRowContext(ctx, query, e.home(r.Path), a.Payee, a.Currency).Scan(&part); err != nil {
				return 0, err
			}
			sum += part.Int64
		}
	}
	return sum, nil
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
	// A copy of the former file that was fetched already does no harm.
	if _, err := e.withdraw(ctx, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return sub, err
	}
	if err := e.setAside(old, state.SubmissionRedated); err != nil {
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
