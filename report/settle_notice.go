package report

// notice is a line with a colour: red, amber, green or plain.
type notice struct {
	Class, Line, Act string
}

// notices are the state of a batch and what a person must know before anything
// else, red ones first. What to do about most of them stands in the list of acts.
type notices struct {
	Red   []notice
	Head  notice
	Amber []notice
	Whole bool // nothing is open: only then is anything green
}

func (s *Settlement) notices(restated int64, roll rollView) (n notices, err error) {
	if n.Head, err = s.head(); err != nil {
		return n, err
	}
	for _, part := range []func() (notice, error){
		func() (notice, error) { return s.rollNotice(roll) },
		func() (notice, error) { return s.freeNotice() },
		func() (notice, error) { return s.restatedNotice(restated) },
		func() (notice, error) { return s.reviewNotice() },
		func() (notice, error) { return s.earlyNotice() },
	} {
		line, err := part()
		if err != nil {
			return n, err
		}
		n.add(line)
	}
	for _, o := range s.Overrides {
		line, err := sentence(s.Language, "settle.set.aside", o.Name, o.By, o.Why)
		if err != nil {
			return n, err
		}
		n.add(notice{"amber", line, ""})
	}
	n.Whole = s.State == BatchClosed && len(n.Red)+len(n.Amber) == 0
	return n, nil
}

func (n *notices) add(line notice) {
	switch {
	case line.Line == "":
	case line.Class == "red":
		n.Red = append(n.Red, line)
	default:
		n.Amber = append(n.Amber, line)
	}
}

// head is the state of the batch in words, and the next step.
func (s *Settlement) head() (notice, error) {
	if s.DryRun {
		return s.notice("amber", "then.dry", "head.dry")
	}
	state := s.headWord()
	return s.notice(s.headClass(), "then."+state, "head."+state, s.BatchID)
}

// headWord is the state under which the catalogue keeps the words of head and then.
func (s *Settlement) headWord() string {
	payouts := int64(0)
	for _, t := range s.Totals {
		payouts += t.Payouts
	}
	live := s.State != BatchComputing && s.State != BatchDiscarded
	switch {
	case live && payouts == 0:
		return "empty"
	case s.State == BatchDraft && !s.ApprovalRequired:
		return "free"
	}
	return string(s.State)
}

func (s *Settlement) headClass() string {
	switch s.State {
	case BatchClosed:
		return "green"
	case BatchComputing, BatchDiscarded:
		return "red"
	}
	return "amber"
}

func (s *Settlement) rollNotice(roll rollView) (notice, error) {
	if !roll.Broken {
		return notice{}, nil
	}
	return s.notice("red", "settle.open.act", "settle.open.sum", moneys(roll.Checks))
}

func (s *Settlement) freeNotice() (notice, error) {
	if s.ApprovalRequired {
		return notice{}, nil
	}
	return s.notice("red", "settle.free.act", "settle.free")
}

func (s *Settlement) restatedNotice(restated int64) (notice, error) {
	if restated == 0 {
		return notice{}, nil
	}
	line, err := sentence(s.Language, "settle.again", rowsText(s.Language, restated))
	return notice{"red", line, ""}, err
}

func (s *Settlement) reviewNotice() (notice, error) {
	count, money := s.reviews()
	if count == 0 {
		return notice{}, nil
	}
	line, err := sentence(s.Language, "settle.wait", payoutsText(s.Language, count)+" · "+moneys(money))
	return notice{"amber", line, ""}, err
}

// earlyNotice speaks up in the first batch only: later ones say the same of the
// same rows, and the page lists them further down.
func (s *Settlement) earlyNotice() (notice, error) {
	count, money := int64(0), sums{}
	for _, e := range s.Early {
		count += e.Count
		if err := money.addFitting("entries before the start", e.Currency, e.SumMinor); err != nil {
			return notice{}, err
		}
	}
	if count == 0 || !s.First {
		return notice{}, nil
	}
	return s.notice("amber", "settle.early.act", "settle.too.early", rowsText(s.Language, count)+" · "+moneys(money.List()))
}

// notice is a notice with the words of key, and what to do.
func (s *Settlement) notice(class, act, key string, args ...any) (notice, error) {
	line, err := sentence(s.Language, key, args...)
	if err != nil {
		return notice{}, err
	}
	do, err := sentence(s.Language, act)
	return notice{class, line, do}, err
}

// reviews are count and money of the payouts in review.
func (s *Settlement) reviews() (count int64, money []amount) {
	all := sums{}
	for _, t := range s.Totals {
		if t.ReviewCount > 0 {
			count += t.ReviewCount
			all.add(t.Currency, t.ReviewMinor)
		}
	}
	return count, all.List()
}
