package report

import (
	"io"
	"strconv"
	"time"
)

// WriteBatchShown writes everything about one batch as it is now. Times are in
// zone.
func WriteBatchShown(w io.Writer, language string, zone *time.Location, b BatchShown) error {
	s := &Settlement{
		Language: language, Zone: zone, BatchID: b.BatchID, Period: b.Period, State: b.State, ApprovalRequired: b.ApprovalRequired,
		Cutoff: b.Cutoff, AsOf: b.AsOf, Maker: b.Maker, BatchHash: b.BatchHash, Approvals: b.Approvals, Overrides: b.Overrides,
		Totals: shownTotals(&b), Skips: b.Skips,
	}
	s = s.masked()
	lines, err := s.shownLines(&b)
	if err != nil {
		return err
	}
	if err := writeLines(w, lines); err != nil {
		return err
	}
	for _, part := range []func(io.Writer, *BatchShown) error{s.shownOutcomes, s.shownSubmissions, s.shownMarks, s.shownAlarms, s.shownBreaks} {
		if err := part(w, &b); err != nil {
			return err
		}
	}
	return s.writeSkips(w)
}

// shownTotals are totals enough for the words of the batch's state.
func shownTotals(b *BatchShown) []BatchTotal {
	if b.Payouts == 0 {
		return nil
	}
	return []BatchTotal{{Payouts: b.Payouts}}
}

// shownLines are the state, the next step and the facts.
func (s *Settlement) shownLines(b *BatchShown) ([]string, error) {
	lines, err := s.noticeLines()
	if err != nil {
		return nil, err
	}
	if d := b.Discard; d != nil {
		line, err := sentence(s.Language, "list.discarded", d.By, s.instant(d.At), d.Why)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	span, err := sentence(s.Language, "list.span", s.Period, s.instant(s.Cutoff))
	if err != nil {
		return nil, err
	}
	facts := []fact{{Label: "settle.period", Value: span}, {Label: "settle.as.of", Value: s.instant(s.AsOf)},
		{Label: "settle.maker", Value: s.Maker}}
	approvals, err := s.approvalFacts()
	if err != nil {
		return nil, err
	}
	facts = append(append(facts, approvals...), fact{"settle.hash", s.BatchHash, true},
		fact{Label: "settle.sum", Value: minorsText(b.TotalMinor)})
	return append(append(lines, ""), aligned(s.given(facts))...), nil
}

func (s *Settlement) shownOutcomes(w io.Writer, b *BatchShown) error {
	if len(b.Outcomes) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "state")}, column{Word(l, "settle.count"), true}, column{Word(l, "settle.sum"), true})
	for _, o := range b.Outcomes {
		t.row(code(l, "payout", o.State), countText(o.Count), amountText(o.AmountMinor, o.Currency)+" "+o.Currency)
	}
	return closeTable(w, t)
}

func (s *Settlement) shownSubmissions(w io.Writer, b *BatchShown) error {
	if len(b.Submissions) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "settle.file")}, column{Title: Word(l, "state")}, column{Word(l, "settle.count"), true}, column{Word(l, "settle.sum"), true},
		column{Title: Word(l, "settle.execution")}, column{Title: "SHA-256"})
	for _, f := range b.Submissions {
		t.row(f.File, code(l, "submission", f.State), countText(f.Count), amountText(f.SumMinor, f.Currency)+" "+f.Currency, dateText(known(f.Execution)), f.SHA256)
	}
	return closeTable(w, t)
}

func (s *Settlement) shownMarks(w io.Writer, b *BatchShown) error {
	if len(b.Marks) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "list.marks")}, column{Title: Word(l, "stmt.when")}, column{Title: Word(l, "state")}, column{Title: Word(l, "list.by")},
		column{Title: Word(l, "upload.ref")}, column{Title: Word(l, "detail")})
	for _, m := range b.Marks {
		t.row(m.SubmissionID, s.instant(m.At), code(l, "submission", m.Kind), m.By, m.BankRef, m.Detail)
	}
	return closeTable(w, t)
}

func (s *Settlement) shownAlarms(w io.Writer, b *BatchShown) error {
	if len(b.Alarmed) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "list.alarms")}, column{Title: Word(l, "list.since")}, column{Title: Word(l, "what")})
	for _, a := range b.Alarmed {
		t.row(a.Subject, s.instant(a.Since), code(l, "alarm", a.Kind))
	}
	return closeTable(w, t)
}

func (s *Settlement) shownBreaks(w io.Writer, b *BatchShown) error {
	if len(b.Differences) == 0 {
		return nil
	}
	l := s.Language
	t := newTable(w, column{Title: Word(l, "list.differ")}, column{Title: Word(l, "stmt.ref")}, column{Word(l, "money"), true}, column{Title: Word(l, "list.code")},
		column{Title: Word(l, "detail")}, column{Title: Word(l, "list.evidence")}, column{Title: Word(l, "stmt.when")})
	for _, x := range b.Differences {
		money := ""
		if x.Currency != "" {
			money = amountText(x.AmountMinor, x.Currency) + " " + x.Currency
		}
		t.row(code(l, "differ", x.Kind), x.RailRef, money, x.Code, s.mask().text(x.Detail), x.Evidence, s.instant(x.At))
	}
	return closeTable(w, t)
}

// WritePayoutShown writes everything about one payout as it is now. Times are
// in zone.
func WritePayoutShown(w io.Writer, language string, zone *time.Location, p PayoutShown) error {
	s := &Settlement{Language: language, Zone: zone}
	facts := []fact{
		{Label: "settle.payee", Value: p.Payee}, {Label: "settle.sum", Value: amountText(p.AmountMinor, p.Currency) + " " + p.Currency},
		{Label: "state", Value: p.stateText(language)}, {Label: "list.since", Value: s.instant(p.Since)}, {Label: "settle.why", Value: s.mask().text(p.Why)},
		{Label: "list.batch", Value: p.BatchID}, {Label: "list.try", Value: strconv.FormatInt(p.Attempt, 10)}, {Label: "settle.rail", Value: p.Rail},
		{Label: "stmt.ref", Value: p.RailRef}, {Label: "settle.file", Value: p.File}, {Label: "settle.account", Value: dots(p.LastFour)},
	}
	if err := writeLines(w, append([]string{Word(language, "list.key") + " " + p.PayoutKey}, aligned(s.given(facts))...)); err != nil {
		return err
	}
	t := newTable(w, column{Title: Word(language, "stmt.when")}, column{Word(language, "list.try"), true}, column{Title: Word(language, "state")},
		column{Title: Word(language, "list.code")}, column{Title: Word(language, "reason")}, column{Title: Word(language, "list.evidence")})
	for _, e := range p.History {
		t.row(s.instant(e.At), strconv.FormatInt(e.Attempt, 10), code(language, "payout", e.To), e.Code, s.mask().text(e.Reason), e.Evidence)
	}
	return closeTable(w, t)
}

// dots are the last four characters of an account, marked as such.
func dots(account string) string {
	if account == "" {
		return ""
	}
	return "…" + lastFour(account)
}
