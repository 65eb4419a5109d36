package payrun

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"recon/internal/state"
	"recon/internal/stop"
)

// sliceSize is how many payees one transaction posts.
const sliceSize = 2000

// post stores the batch: its row, then slices of payees, then that it is
// complete. Each step is done again without effect when an earlier run got so far.
func (e *Engine) post(ctx context.Context, m *making) error {
	if err := e.beginBatch(ctx, m); err != nil {
		return err
	}
	stop.At(stop.BatchBegun)
	if err := e.startPlan(ctx, m); err != nil {
		return err
	}
	e.stage("post")
	totals, err := e.postSlices(ctx, m)
	if err != nil {
		return err
	}
	e.stage("complete")
	hash, err := e.batchHash(ctx, m.batch)
	if err != nil {
		return err
	}
	summary, err := e.summarize(ctx, m)
	if err != nil {
		return err
	}
	stop.At(stop.BatchPosted)
	done := state.Completed{Hash: hash, Summary: summary, Payouts: totals.payouts, Sums: totals.sums, Skips: totals.skips}
	if err := e.State.CompleteBatch(ctx, m.batch.No, done, e.Now); err != nil {
		return err
	}
	stop.At(stop.BatchComplete)
	return nil
}

// beginBatch stores the batch row. From here on everything follows from it.
func (e *Engine) beginBatch(ctx context.Context, m *making) (err error) {
	if m.batch.No > 0 {
		return nil
	}
	var texts [3]string
	for i, v := range []any{m.inputs, m.holds, words{m.except, m.ask.ConfirmTotal}} {
		text, err := json.Marshal(v)
		if err != nil {
			return err
		}
		texts[i] = string(text)
	}
	m.batch, _, err = e.State.BeginBatch(ctx, state.Batch{
		Period: m.period.String(), Part: m.part, StartAt: m.startAt, Cutoff: m.cutoff, Zone: m.settings.Zone, AsOf: m.asOf,
		Inputs: texts[0], Holds: texts[1], Exceptions: texts[2], Rules: string(m.settings.Canonical()),
		ApprovalRequired: m.settings.Rules.Approval.Required, Maker: e.Maker, RunID: e.RunID, CreatedAt: e.Now,
	})
	return err
}

// postedTotals are what the slices must add up to.
type postedTotals struct {
	payouts, skips int64
	sums           map[string]int64
}

// postSlices walks the plan by payee and currency in slices.
func (e *Engine) postSlices(ctx context.Context, m *making) (t postedTotals, err error) {
	t.sums = map[string]int64{}
	var last accountKey
	payeeFile := m.of(payeesRole)[0].Path
	slice, size := state.Slice{}, 0
	ref := func(key string, attempt int64) string { return railRef(key, attempt, m.period.String()) }
	flush := func() error {
		if size == 0 {
			return nil
		}
		err := e.State.PostSlice(ctx, m.batch.No, slice, ref, e.Now)
		slice, size = state.Slice{}, 0
		stop.At(stop.SlicePosted)
		return err
	}
	err = e.eachPlanned(ctx, m, func(r planRow) error {
		// A slice ends between two accounts, never within one.
		if key := (accountKey{r.payee, r.currency}); key != last {
			if last = key; size >= sliceSize {
				if err := flush(); err != nil {
					return err
				}
			}
			size++
		}
		r.addTo(&slice, payeeFile, m.asOf)
		t.count(r)
		return nil
	})
	if err == nil {
		err = flush()
	}
	return t, err
}

// planRow is one row of the plan: a payout, a skip, a destination or an
// opening balance.
type planRow struct {
	what, payee, currency, rail, status, text, fingerprint, lastFour string
	amount                                                           int64
}

// eachPlanned walks everything that is posted, by payee, currency and kind, so
// that the rows of one payee stand together.
func (e *Engine) eachPlanned(ctx context.Context, m *making, fn func(planRow) error) error {
	if err := e.fillOpening(ctx, m); err != nil {
		return err
	}
	return eachRow(ctx, m.ws.DB(), `select * from (
  select 'opening' as what, payee, currency, '' as rail, '' as status, '' as text, '' as fingerprint, '' as last_four, balance_minor as amount from opening_balance
  union all
  select 'destination', payee, currency, '', '', '', fingerprint, last_four, 0 from destination_plan
  union all
  select 'payout', payee, currency, rail, status, why, fingerprint, last_four, amount_minor from payout_plan
  union all
  select 'skip', payee, currency, '', reason, detail, '', '', amount_minor from skip_plan
) as p order by payee, currency, what`, func(rows *sql.Rows) error {
		var r planRow
		if err := rows.Scan(&r.what, &r.payee, &r.currency, &r.rail, &r.status, &r.text, &r.fingerprint, &r.lastFour, &r.amount); err != nil {
			return err
		}
		return fn(r)
	})
}

func (e *Engine) fillOpening(ctx context.Context, m *making) error {
	err := m.ws.Exec(ctx, "create or replace table opening_balance (payee varchar, currency varchar, balance_minor bigint)")
	for _, o := range m.opening {
		if err == nil && o.BalanceMinor != 0 {
			err = m.ws.Exec(ctx, "insert into opening_balance values (?, ?, ?)", o.Payee, o.Currency, o.BalanceMinor)
		}
	}
	return err
}

func (r planRow) addTo(s *state.Slice, payeeFile string, asOf time.Time) {
	switch r.what {
	case "opening":
		s.Openings = append(s.Openings, state.Opening{Payee: r.payee, Currency: r.currency, BalanceMinor: r.amount})
	case "destination":
		s.Destinations = append(s.Destinations, state.Destination{Payee: r.payee, Currency: r.currency, Fingerprint: r.fingerprint, LastFour: r.lastFour, SeenAt: asOf})
	case "payout":
		s.Payouts = append(s.Payouts, state.PlannedPayout{Payee: r.payee, Currency: r.currency,
			AmountMinor: r.amount, Rail: r.rail, Status: r.status, Why: r.text, Fingerprint: r.fingerprint, LastFour: r.lastFour, PayeeFile: payeeFile})
	case "skip":
		s.Skips = append(s.Skips, state.Skip{Payee: r.payee, Currency: r.currency, Reason: r.status, AmountMinor: r.amount, Detail: r.text})
	}
}

func (t *postedTotals) count(r planRow) {
	switch r.what {
	case "payout":
		t.payouts++
		t.sums[r.currency] += r.amount
	case "skip":
		t.skips++
	}
}

// batchHash is the digest of everything a batch decided: who is paid what, to
// which destination, under which reference, and who is not.
func (e *Engine) batchHash(ctx context.Context, b state.Batch) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "batch %s %d %d\n", b.ID, b.Cutoff.UnixMicro(), b.AsOf.UnixMicro())
	err := e.State.DecidedPayouts(ctx, b.No, func(d state.Decided) error {
		fmt.Fprintf(sum, "payout %q %d %s %q %s %s %s\n", d.PayoutKey, d.AmountMinor, d.Currency, d.Rail, d.RailRef, d.Fingerprint, d.Born)
		return nil
	})
	if err != nil {
		return "", err
	}
	skips, err := e.State.Skips(ctx, b.No)
	if err != nil {
		return "", err
	}
	for _, s := range skips {
		fmt.Fprintf(sum, "skip %q %s %s %d\n", s.Payee, s.Currency, s.Reason, s.AmountMinor)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
