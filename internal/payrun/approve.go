package payrun

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"time"

	"recon/internal/disk"
	"recon/internal/state"
	"recon/report"
	"recon/settle/approval"
)

// Sheet is the approval sheet of a batch as it is now.
func (e *Engine) Sheet(ctx context.Context, id string) (approval.Sheet, *report.Settlement, func() error, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return approval.Sheet{}, nil, nil, err
	}
	if b.Complete == nil || b.Discarded != nil {
		return approval.Sheet{}, nil, nil, refuse("batch %s is %s: only a complete batch can be approved", id, b.State)
	}
	s, done, err := e.modelNow(ctx, id)
	if err != nil {
		return approval.Sheet{}, nil, nil, err
	}
	if err := e.addRetried(ctx, b, s); err != nil {
		return approval.Sheet{}, nil, nil, errors.Join(err, done())
	}
	sheet, err := e.sheetOf(ctx, b, s)
	return sheet, s, done, err
}

// addRetried adds to the new and changed destinations those of attempts that go
// elsewhere than the attempt before.
func (e *Engine) addRetried(ctx context.Context, b state.Batch, s *report.Settlement) error {
	all, err := e.State.PayoutAttempts(ctx, b.No)
	listed := s.Destinations
	s.Destinations = func(yield func(report.DestinationRow, error) bool) {
		for d, err := range listed {
			if !yield(d, err) {
				return
			}
		}
		for i := 1; i < len(all); i++ {
			was, now := all[i-1], all[i]
			if was.PayoutKey == now.PayoutKey && was.Fingerprint != now.Fingerprint &&
				!yield(report.DestinationRow{Payee: now.Payee, Currency: now.Currency, OldLastFour: was.LastFour, NewLastFour: now.LastFour}, nil) {
				return
			}
		}
	}
	return err
}

// sheetOf is the machine-readable sheet of a batch.
func (e *Engine) sheetOf(ctx context.Context, b state.Batch, s *report.Settlement) (approval.Sheet, error) {
	sheet := approval.Sheet{BatchID: b.ID, BatchHash: b.Complete.Hash, Period: b.Period, Part: b.Part,
		Cutoff: b.Cutoff.UTC().Format(time.RFC3339), Maker: b.Maker}
	latest, err := e.latestAttempts(ctx, b)
	if err != nil {
		return sheet, err
	}
	for _, a := range latest {
		sheet.Items = append(sheet.Items, approval.Payout{Key: a.PayoutKey, Payee: a.Payee, Currency: a.Currency, AmountMinor: a.AmountMinor,
			Status: a.Born, Rail: a.Rail, RailRef: a.RailRef, Fingerprint: a.Fingerprint, LastFour: a.LastFour})
	}
	for _, f := range s.Funding {
		sheet.Funding = append(sheet.Funding, approval.Funding{Rail: f.Rail, LastFour: f.DebtorLastFour, Currency: f.Currency, Payouts: f.Payouts, AmountMinor: f.AmountMinor})
	}
	for d, err := range s.Destinations {
		if err != nil {
			return sheet, err
		}
		sheet.Destinations = append(sheet.Destinations, approval.Destination(d))
	}
	for _, k := range s.Skips {
		sheet.Skipped = append(sheet.Skipped, approval.Skipped(k))
	}
	for _, o := range s.Overrides {
		sheet.Overrides = append(sheet.Overrides, approval.Override(o))
	}
	sheet.Deviation = deviations(s)
	return approval.NewSheet(sheet)
}

// latestAttempts are the attempts of a batch, of each payout the last.
func (e *Engine) latestAttempts(ctx context.Context, b state.Batch) ([]state.PayoutAttempt, error) {
	all, err := e.State.PayoutAttempts(ctx, b.No)
	if err != nil {
		return nil, err
	}
	var latest []state.PayoutAttempt
	for i, a := range all {
		if i+1 == len(all) || all[i+1].PayoutKey != a.PayoutKey {
			latest = append(latest, a)
		}
	}
	return latest, nil
}

// deviations compare the totals with those of the batch before, in per mille.
func deviations(s *report.Settlement) []approval.Deviation {
	if s.Previous == nil {
		return nil
	}
	before := map[string]int64{}
	for _, t := range s.Previous.Totals {
		before[t.Currency] = t.AmountMinor
	}
	var list []approval.Deviation
	for _, t := range s.Totals {
		d := approval.Deviation{Currency: t.Currency, PreviousMinor: before[t.Currency]}
		if d.PreviousMinor > 0 {
			d.PerMille = perMille(t.AmountMinor-d.PreviousMinor, d.PreviousMinor)
		}
		list = append(list, d)
	}
	return list
}

// perMille is part of whole in thousandths, toward zero. Sums of money stay far
// below the point at which a thousand times them would not fit.
func perMille(part, whole int64) int64 {
	if part > 1<<53 || part < -1<<53 {
		return part / (whole / 1000)
	}
	return part * 1000 / whole
}

// WriteSheet writes the page and the JSON of a batch's approval sheet beside
// its reports and returns their paths relative to home.
func (e *Engine) WriteSheet(ctx context.Context, id string) (page, data string, err error) {
	sheet, s, done, err := e.Sheet(ctx, id)
	if err != nil {
		return "", "", err
	}
	defer done()
	dir := path.Dir(s.Files.ReportHTML)
	page, data = path.Join(dir, "approval-"+id+".html"), path.Join(dir, "approval-"+id+".json")
	err = disk.WriteFile(e.home(page), 0o640, func(w io.Writer) error { return report.WriteApprovalSheet(w, s) })
	if err == nil {
		err = disk.WriteFile(e.home(data), 0o640, sheet.Write)
	}
	return page, data, err
}

// Approve takes a signature under a batch: what it approves goes into files,
// what it refuses is cancelled. sign makes the signature once the sheet is
// known; it may have been made elsewhere.
func (e *Engine) Approve(ctx context.Context, id string, sign func(approval.Sheet) (approval.Signature, error)) (approval.Signature, error) {
	sheet, _, done, err := e.Sheet(ctx, id)
	if err != nil {
		return approval.Signature{}, err
	}
	if err := done(); err != nil {
		return approval.Signature{}, err
	}
	b, err := e.batch(ctx, id)
	if err != nil {
		return approval.Signature{}, err
	}
	sig, err := sign(sheet)
	if err != nil {
		return sig, refusal(err)
	}
	if err := e.verify(ctx, b, sheet, sig); err != nil {
		return sig, refusal(err)
	}
	if err := e.storeApproval(ctx, b, sig); err != nil {
		return sig, refusal(err)
	}
	if err := e.submit(ctx, b, nil); err != nil {
		return sig, fmt.Errorf("the approval is stored, its files are not made: %w; settle --period %s makes them", err, b.Period)
	}
	return sig, e.Publish(ctx)
}

// verify checks who signed, and that the batch is still the one that was signed.
func (e *Engine) verify(ctx context.Context, b state.Batch, sheet approval.Sheet, sig approval.Signature) error {
	now, err := e.batchHash(ctx, b)
	if err != nil {
		return err
	}
	if now != b.Complete.Hash {
		return fmt.Errorf("batch %s: its stored payouts have hash %.12s..., wanted %.12s...: the state was changed by hand; bring it back from a backup", b.ID, now, b.Complete.Hash)
	}
	if err := approval.Verify(sig, e.settings().People, b.Maker, b.ID, b.Complete.Hash, sheet.PayoutsHash); err != nil {
		return err
	}
	return sig.KeysIn(sheet.Items)
}

func (e *Engine) storeApproval(ctx context.Context, b state.Batch, sig approval.Signature) error {
	latest, err := e.latestAttempts(ctx, b)
	if err != nil {
		return err
	}
	numbers := map[string]int64{}
	for _, a := range latest {
		numbers[a.PayoutKey] = a.No
	}
	var items []state.ApprovalItem
	for _, list := range []struct {
		keys     []string
		decision string
	}{{sig.Approve, state.Approve}, {sig.Refuse, state.Refuse}} {
		for _, key := range list.keys {
			items = append(items, state.ApprovalItem{AttemptNo: numbers[key], Decision: list.decision})
		}
	}
	_, err = e.State.AddApproval(ctx, state.Approval{BatchNo: b.No, By: sig.By, PublicKey: sig.PublicKey, Scope: sig.Scope,
		BatchHash: sig.BatchHash, PayoutsHash: sig.PayoutsHash, Signature: sig.Signature, At: e.Now}, items)
	return err
}
