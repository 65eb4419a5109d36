package report

import "strconv"

// batchAct is something that needs a person now.
type batchAct struct {
	Label, Sum, Do, Anchor string
}

// acts are the changed entries, the payouts in review, and the payees that
// somebody can help to their money.
func (p *settlePage) acts() ([]batchAct, error) {
	var out []batchAct
	l := p.S.Language
	if n := p.Restated.Count; n > 0 {
		out = append(out, batchAct{Word(l, "settle.restated"), rowsText(l, n), Word(l, "settle.again.act"), "restated"})
	}
	if count, money := p.S.reviews(); count > 0 {
		out = append(out, batchAct{Word(l, "settle.reviews"), moneys(money) + " · " + payoutsText(l, count), Word(l, "cure.review"), "review"})
	}
	for _, k := range p.Skips {
		if quietReasons[k.Reason] || k.Reason == "review" {
			continue
		}
		out = append(out, batchAct{k.Label, moneys(k.Money) + " · " + payeesText(l, k.Count), k.Do, k.Anchor})
	}
	return out, nil
}

// skipView is one reason why payees are not paid.
type skipView struct {
	Reason, Label, Means, Do, Anchor string
	Count                            int64
	Money                            []amount
	List                             *listed[SkipRow] // nil for reasons that need nobody
}

// skipViews are the reasons that occur, in the order in which they are looked for.
func (s *Settlement) skipViews(w *batchWalk) ([]skipView, error) {
	money := skipMoney(s.Skips)
	counts := skipCounts(s.Skips)
	var out []skipView
	for i, reason := range reasonsOf(counts, counts) {
		v := skipView{
			Reason: reason, Label: code(s.Language, "skip", reason), Means: code(s.Language, "cause", reason), Do: code(s.Language, "cure", reason),
			Anchor: "skip" + strconv.Itoa(i+1), Count: counts[reason], Money: money[reason].List(),
		}
		if rows := w.skips[reason]; rows != nil && !quietReasons[reason] && reason != "review" {
			list, err := rows.view(s.Language, fileName(s.Files.SkippedCSV, "skipped.csv"))
			if err != nil {
				return nil, err
			}
			v.List = &list
		}
		out = append(out, v)
	}
	return out, nil
}

// facts are where a batch comes from: its period as two instants, what it
// counted, who made and approved it.
func (s *Settlement) facts() ([]fact, error) {
	span, err := sentence(s.Language, "settle.range", s.instant(s.Since), s.instant(s.Cutoff), s.zone())
	if err != nil {
		return nil, err
	}
	counted := ""
	if !s.FirstEntry.IsZero() {
		if counted, err = sentence(s.Language, "settle.to", s.instant(s.FirstEntry), s.instant(s.LastEntry)); err != nil {
			return nil, err
		}
	}
	out := []fact{{Label: "settle.period", Value: s.Period + ": " + span}, {Label: "settle.counted", Value: counted},
		{Label: "settle.start", Value: s.instant(s.StartAt)}, {Label: "settle.as.of", Value: s.instant(s.AsOf)},
		{Label: "settle.maker", Value: s.Maker}}
	approvals, err := s.approvalFacts()
	if err != nil {
		return nil, err
	}
	out = append(out, approvals...)
	out = append(out, fact{Label: "settle.payday", Value: dateText(s.NextPayday)}, fact{"settle.hash", s.BatchHash, true}, fact{"settle.keys", s.PayoutsHash, true})
	return s.given(out), nil
}

func (s *Settlement) approvalFacts() ([]fact, error) {
	if len(s.Approvals) == 0 {
		return []fact{{Label: "settle.approved", Value: Word(s.Language, "settle.unsigned")}}, nil
	}
	var out []fact
	for _, a := range s.Approvals {
		line, err := sentence(s.Language, "settle.signed", a.By, s.instant(a.At), code(s.Language, "scope", a.Scope))
		if err != nil {
			return nil, err
		}
		out = append(out, fact{Label: "settle.approved", Value: line})
	}
	return out, nil
}

// given are the facts that have a value, under the words of their labels.
func (s *Settlement) given(facts []fact) []fact {
	var out []fact
	for _, f := range facts {
		if f.Value != "" {
			f.Label = Word(s.Language, f.Label)
			out = append(out, f)
		}
	}
	return out
}
