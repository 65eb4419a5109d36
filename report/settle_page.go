package report

import (
	"cmp"
	"strings"
)

// settlePage is what the templates of a batch print.
type settlePage struct {
	*look
	S    *Settlement
	Stop *alert
	notices
	Tiles   []batchTile
	Acts    []batchAct
	Changes []changeGroup
	Roll    rollView
	Skips   []skipView
	Facts   []fact
	Top     []PayoutRow
	Also    string

	Review       listed[PayoutRow]
	Negative     listed[BalanceRow]
	Restated     listed[RestatedRow]
	Changed, New listed[DestinationRow]
	Remarks      listed[RemarkRow]
}

// fact is a line of where a batch comes from. Code is printed letter by letter.
type fact struct {
	Label, Value string
	Code         bool
}

// newSettlePage walks the lists of s once. s is masked already.
func newSettlePage(s *Settlement) (*settlePage, error) {
	look, err := settleLook()
	if err != nil {
		return nil, err
	}
	p := &settlePage{look: look, S: s, Also: s.also()}
	if s.Stop != nil {
		p.Stop, err = s.stopAlert()
		return p, err
	}
	w, err := walkBatch(s)
	if err != nil {
		return nil, err
	}
	p.Top = w.largest()
	for _, part := range []func(*batchWalk) error{p.lists, p.figures, p.say} {
		if err := part(w); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// settleLook is the look of the pages of settlement: the style of all reports,
// and what only they have. They carry no script.
func settleLook() (*look, error) { return newLook("", "style.css", "settle_style.css") }

// lists takes over what the walk kept.
func (p *settlePage) lists(w *batchWalk) (err error) {
	l, f := p.S.Language, p.S.Files
	if p.Review, err = w.review.view(l, fileName(f.PayoutsCSV, "payouts.csv")); err != nil {
		return err
	}
	if p.Negative, err = w.negative.view(l, fileName(f.PayeesCSV, "payees.csv")); err != nil {
		return err
	}
	if p.Restated, err = w.restated.view(l, fileName(f.RestatedCSV, "restated.csv")); err != nil {
		return err
	}
	if p.Changed, err = w.changed.view(l, ""); err != nil {
		return err
	}
	if p.New, err = w.new.view(l, ""); err != nil {
		return err
	}
	p.Remarks, err = w.remarks.view(l, "")
	return err
}

// figures fills what is worked out from totals.
func (p *settlePage) figures(w *batchWalk) (err error) {
	if p.Roll, err = p.S.rollView(); err != nil {
		return err
	}
	if p.Changes, err = p.S.changes(); err != nil {
		return err
	}
	if p.Skips, err = p.S.skipViews(w); err != nil {
		return err
	}
	if p.Tiles, err = p.S.tiles(); err != nil {
		return err
	}
	p.Facts, err = p.S.facts()
	return err
}

// say fills what stands on top: the state, what is wrong, what to do.
func (p *settlePage) say(*batchWalk) (err error) {
	if p.notices, err = p.S.notices(p.Restated.Count, p.Roll); err != nil {
		return err
	}
	p.Acts, err = p.acts()
	return err
}

// fileName is the last part of a path, or the usual name.
func fileName(path, usual string) string { return cmp.Or(base(path), usual) }

// also names the files beside the page.
func (s *Settlement) also() string {
	var names []string
	for _, path := range []string{s.Files.ReportXLSX, s.Files.PayoutsCSV, s.Files.SkippedCSV, s.Files.PayeesCSV, s.Files.RestatedCSV, s.Files.SummaryJSON} {
		if path != "" {
			names = append(names, base(path))
		}
	}
	return strings.Join(names, ", ")
}

// stopAlert is the red first line of a period that is not settled.
func (s *Settlement) stopAlert() (*alert, error) {
	state := string(s.Stop.State)
	line, err := sentence(s.Language, "settle.stopped", s.Period, code(s.Language, "stop", state))
	a := &alert{Line: line, Cause: s.Stop.Cause, Who: s.Stop.Who, NextTry: s.Stop.NextTry}
	if a.Cause == "" && len(s.Stop.Faults) > 0 {
		a.Cause = s.Stop.Faults[0]
	}
	a.Who = cmp.Or(a.Who, code(s.Language, "whom", state))
	a.NextTry = cmp.Or(a.NextTry, code(s.Language, "till", state))
	return a, err
}
