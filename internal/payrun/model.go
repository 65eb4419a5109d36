package payrun

import (
	"context"
	"errors"
	"path/filepath"
	"sort"
	"strings"

	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
)

// model is a batch as its report shows it: the payouts as they were when the
// reports were first written, so that written again they are the same bytes.
// The function it returns ends the reading.
func (e *Engine) model(ctx context.Context, b state.Batch) (*report.Settlement, func() error, error) {
	attempts, err := e.reported(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	return e.modelOf(ctx, b, attempts)
}

// modelNow is a batch as it is now: its payouts, files and state. What it was
// made of stays.
func (e *Engine) modelNow(ctx context.Context, id string) (*report.Settlement, func() error, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	attempts, err := e.latestAttempts(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	s, done, err := e.modelOf(ctx, b, attempts)
	if err == nil {
		s.State = report.BatchState(b.State)
	}
	return s, done, err
}

// modelOf is a batch with its payouts in some states.
func (e *Engine) modelOf(ctx context.Context, b state.Batch, attempts []state.PayoutAttempt) (*report.Settlement, func() error, error) {
	s, err := e.batchFacts(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	skips, err := e.State.Skips(ctx, b.No)
	if err != nil {
		return nil, nil, err
	}
	fillPayouts(s, attempts)
	fillSkips(s, skips)
	if err := e.fillFiles(ctx, s, b, attempts); err != nil {
		return nil, nil, err
	}
	if err := e.fillDestinations(ctx, s, b); err != nil {
		return nil, nil, err
	}
	ws, done, err := e.publishingSpace(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	rows, err := e.published(ctx, b)
	if err == nil {
		err = e.viewPlan(ctx, ws, rows)
	}
	if err == nil {
		err = fillPlan(ctx, s, ws)
	}
	if err != nil {
		return nil, nil, errors.Join(err, done())
	}
	return s, done, nil
}

// addFiles names the file that each attempt stood in when the reports were
// first written.
func (e *Engine) addFiles(ctx context.Context, b state.Batch, attempts []state.PayoutAttempt) error {
	in, err := e.State.SubmittedAsOf(ctx, b.No, b.ReportedSeq)
	if err != nil || len(in) == 0 {
		return err
	}
	subs, err := e.State.Submissions(ctx, b.No)
	if err != nil {
		return err
	}
	paths := map[string]string{}
	for _, sub := range subs {
		paths[sub.ID] = sub.Path
	}
	for i, a := range attempts {
		if a.State != state.PayoutPending && a.State != state.PayoutReview && a.State != state.PayoutCancelled {
			attempts[i].SubmissionID, attempts[i].Path = in[a.No], paths[in[a.No]]
		}
	}
	return nil
}

// viewPlan shows the published tables of a batch's plan.
func (e *Engine) viewPlan(ctx context.Context, ws *store.Store, rows []state.ManifestRow) error {
	for _, t := range planTables {
		if err := ws.ViewParts(ctx, t.name, "", "", []store.Part{parts(e.Config.Home, only(rows, t.name))}); err != nil {
			return err
		}
	}
	return nil
}

func parts(home string, rows []state.ManifestRow) store.Part {
	var p store.Part
	for _, r := range rows {
		p.Files = append(p.Files, home+"/"+r.Path)
	}
	return p
}

// batchFacts are what the batch's row and its completion say.
func (e *Engine) batchFacts(ctx context.Context, b state.Batch) (*report.Settlement, error) {
	m, err := e.resume(ctx, b)
	if err != nil {
		return nil, err
	}
	summary, err := summaryOf(b)
	if err != nil {
		return nil, err
	}
	s := m.facts(e)
	s.BatchID, s.BatchHash, s.State, s.Part = b.ID, b.Complete.Hash, report.BatchState(reportedState(b)), b.Part
	s.Maker, s.ApprovalRequired = b.Maker, b.ApprovalRequired
	m.summary = summary.Summary
	m.addSummary(s, summary)
	return s, e.fillPrevious(s, m)
}

// reportedState is the word for a batch as its report shows it: a draft where
// people still have to approve, else one whose files are to be uploaded.
func reportedState(b state.Batch) string {
	if b.ApprovalRequired {
		return state.BatchDraft
	}
	return state.BatchSubmitting
}

// facts are those that a batch has before anything is stored of it.
func (m *making) facts(e *Engine) *report.Settlement {
	zone := m.settings.Location()
	s := &report.Settlement{Period: m.period.String(), Part: m.part, Language: e.Config.Language, Engine: e.Version, Zone: zone,
		Since: m.startAt, Cutoff: m.cutoff, StartAt: m.startAt, AsOf: m.asOf, First: m.before == nil, Maker: e.Maker,
		ApprovalRequired: m.settings.Rules.Approval.Required, NextPayday: m.period.Next().Next().First(), Files: reportFiles(m.period.String(), m.part)}
	if e.Config.Reports.XLSX {
		s.Files.ReportXLSX = filepath.ToSlash(filepath.Join(filepath.Dir(s.Files.ReportHTML), "report.xlsx"))
	}
	if m.before != nil {
		s.Since = m.before.Cutoff
	}
	for _, x := range m.except {
		s.Overrides = append(s.Overrides, report.BatchOverride{Name: "--except " + x.Name, By: x.By, Why: x.Why})
	}
	for _, in := range m.inputs {
		s.Inputs = append(s.Inputs, report.InputFile{Source: in.Role, Name: in.Name, SHA256: in.SHA256, Bytes: in.Bytes})
	}
	return s
}

// addSummary adds what was found while the plan was made.
func (m *making) addSummary(s *report.Settlement, b batchSummary) {
	for _, t := range b.Confirmed {
		s.Overrides = append(s.Overrides, report.BatchOverride{Name: "--confirm-total", By: m.batch.Maker, Why: t})
	}
	for _, t := range b.Early {
		s.Early = append(s.Early, report.EarlyTotal{Currency: t.Currency, Count: t.Count, SumMinor: t.SumMinor})
	}
	s.Funding, s.Warnings, s.Remarks = b.Funding, b.Warnings, report.Rows(b.Remarks)
}

// fillPrevious fills in the batch that this one is compared with.
func (e *Engine) fillPrevious(s *report.Settlement, m *making) error {
	if m.before == nil {
		return nil
	}
	was, err := summaryOf(*m.before)
	if err != nil {
		return err
	}
	s.Previous = &report.PreviousBatch{Period: m.before.Period, BatchID: m.before.ID}
	for _, t := range was.Totals {
		s.Previous.Totals = append(s.Previous.Totals, report.BatchTotal{Currency: t.Currency, Payouts: t.Payouts, AmountMinor: t.AmountMinor, LargestMinor: t.LargestMinor})
	}
	s.Previous.Skips = was.Skips
	return nil
}

// fillPayouts fills in the payouts, by key, and their totals.
func fillPayouts(s *report.Settlement, attempts []state.PayoutAttempt) {
	totals, outcomes := map[string]*report.BatchTotal{}, map[[2]string]*report.OutcomeTotal{}
	for _, a := range attempts {
		t := at(totals, a.Currency, &report.BatchTotal{Currency: a.Currency})
		t.Payouts++
		t.AmountMinor += a.AmountMinor
		t.LargestMinor = max(t.LargestMinor, a.AmountMinor)
		if a.State == state.PayoutReview {
			t.ReviewCount++
			t.ReviewMinor += a.AmountMinor
		}
		o := at(outcomes, [2]string{a.State, a.Currency}, &report.OutcomeTotal{State: a.State, Currency: a.Currency})
		o.Count++
		o.AmountMinor += a.AmountMinor
	}
	for _, c := range sortedKeys(totals) {
		s.Totals = append(s.Totals, *totals[c])
	}
	for _, o := range outcomes {
		s.Outcomes = append(s.Outcomes, *o)
	}
	sort.Slice(s.Outcomes, func(i, j int) bool {
		return s.Outcomes[i].State+s.Outcomes[i].Currency < s.Outcomes[j].State+s.Outcomes[j].Currency
	})
	s.Payouts = func(yield func(report.PayoutRow, error) bool) {
		for _, a := range attempts {
			if !yield(payoutRow(a), nil) {
				return
			}
		}
	}
}

func payoutRow(a state.PayoutAttempt) report.PayoutRow {
	return report.PayoutRow{PayoutKey: a.PayoutKey, Payee: a.Payee, Currency: a.Currency, AmountMinor: a.AmountMinor,
		Rail: a.Rail, RailRef: a.RailRef, Status: a.State, SubmissionFile: a.Path, Why: a.Why, LastFour: a.LastFour}
}

func at[K comparable, V any](m map[K]*V, key K, made *V) *V {
	if m[key] == nil {
		m[key] = made
	}
	return m[key]
}

func fillSkips(s *report.Settlement, skips []state.Skip) {
	s.Skips = skippedTotals(skips)
	s.Skipped = func(yield func(report.SkipRow, error) bool) {
		for _, k := range skips {
			if !yield(report.SkipRow(k), nil) {
				return
			}
		}
	}
}

// skippedTotals sums skips up by reason and currency.
func skippedTotals(skips []state.Skip) []report.SkippedTotal {
	totals := map[[2]string]*report.SkippedTotal{}
	for _, k := range skips {
		t := at(totals, [2]string{k.Reason, k.Currency}, &report.SkippedTotal{Reason: k.Reason, Currency: k.Currency})
		t.Count++
		t.AmountMinor += k.AmountMinor
	}
	var list []report.SkippedTotal
	for _, t := range totals {
		list = append(list, *t)
	}
	sort.Slice(list, func(i, j int) bool {
		return list[i].Reason < list[j].Reason || list[i].Reason == list[j].Reason && list[i].Currency < list[j].Currency
	})
	return list
}

// fillFiles fills in the submission files that the reported payouts stand in.
func (e *Engine) fillFiles(ctx context.Context, s *report.Settlement, b state.Batch, attempts []state.PayoutAttempt) error {
	in := map[string]bool{}
	for _, a := range attempts {
		in[a.SubmissionID] = true
	}
	subs, err := e.State.Submissions(ctx, b.No)
	if err != nil {
		return err
	}
	for _, sub := range subs {
		if in[sub.ID] {
			s.Submissions = append(s.Submissions, report.SubmissionRow{ID: sub.ID, Rail: sub.Rail, File: sub.Path, SHA256: sub.SHA256,
				Currency: sub.Currency, Count: sub.Payouts, SumMinor: sub.SumMinor, Execution: sub.Execution, State: state.SubmissionMade})
		}
	}
	return nil
}

// fillDestinations fills in the destinations that the batch saw first.
func (e *Engine) fillDestinations(ctx context.Context, s *report.Settlement, b state.Batch) error {
	seen, err := e.State.Destinations(ctx, b.No+1)
	if err != nil {
		return err
	}
	last := map[accountKey]string{}
	var fresh []report.DestinationRow
	sort.SliceStable(seen, func(i, j int) bool { return seen[i].BatchNo < seen[j].BatchNo })
	for _, d := range seen {
		key := accountKey{d.Payee, d.Currency}
		if d.BatchNo == b.No {
			fresh = append(fresh, report.DestinationRow{Payee: d.Payee, Currency: d.Currency, OldLastFour: last[key], NewLastFour: d.LastFour})
			continue
		}
		last[key] = d.LastFour
	}
	sort.Slice(fresh, func(i, j int) bool {
		return strings.Compare(fresh[i].Payee, fresh[j].Payee) < 0 || fresh[i].Payee == fresh[j].Payee && fresh[i].Currency < fresh[j].Currency
	})
	s.Destinations = report.Rows(fresh)
	return nil
}

// reportFiles are the paths of a batch's reports, relative to home.
func reportFiles(period string, part int64) report.SettleFiles {
	dir := "reports/" + reportFolder(period, part) + "/"
	return report.SettleFiles{ReportHTML: dir + "report.html", PayoutsCSV: dir + "payouts.csv", SkippedCSV: dir + "skipped.csv",
		PayeesCSV: dir + "payees.csv", RestatedCSV: dir + "restated.csv", SummaryJSON: dir + "summary.json"}
}
