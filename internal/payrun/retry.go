package payrun

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

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
	case len(settings.Rules.Countries) > 0 && !slices.Contains(settings.Rules.Countries, l.Country):
		return nil, "", refuse("%s: payee %s: country %q is not among the countries that are paid to", name, a.Payee, l.Country)
	}
	return l, m.inputs[0].Path, errors.Join(e.notCooling(ctx, l, settings.Rules.DestinationCoolingDays), e.notBlocked(ctx, l))
}

// notCooling refuses a destination that took the place of another too shortly
// ago. One that no batch has listed yet begins to cool with the next batch.
func (e *Engine) notCooling(ctx context.Context, l *listed, days int) error {
	seen, err := e.State.Destinations(ctx, 0)
	if err != nil || days == 0 {
		return err
	}
	known, k := knownDestinations(seen), accountKey{l.Payee.Payee, l.Currency}
	since, listed := known.first[destinationKey{k, l.fingerprint}]
	switch {
	case !known.other(k, l.fingerprint) || listed && !since.After(e.Now.AddDate(0, 0, -days)):
		return nil
	case !listed:
		return refuse("payee %s: the destination ending in %s is another than before and no batch has listed it yet; with %d cooling days the next batch does", k.payee, l.lastFour, days)
	}
	return refuse("payee %s: the destination ending in %s was changed; it waits until %s", k.payee, l.lastFour, since.AddDate(0, 0, days).UTC().Format("2006-01-02 15:04:05 UTC"))
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
