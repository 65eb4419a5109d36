package report

import (
	"cmp"
	"maps"
	"slices"

	"recon/internal/calendar"
)

// Morning is where everything stands on a morning.
type Morning struct {
	Date     calendar.Date // of the morning; ages are as of it
	Language string
	Accounts []MorningAccount // in the order of the configuration
}

// MorningAccount is one reconciliation: the last day that is published, with
// its open breaks, and the first that should be and is not.
type MorningAccount struct {
	Reconciliation
	// Behind is the first day that is late, NoDate when none is. State, Cause,
	// Who and NextTry are of it; no state: it was never tried.
	Behind calendar.Date
}

// MorningMessage says what is reconciled through when, all that is open, and
// what is overdue and whose. Owners are colleagues and are named.
func MorningMessage(m *Morning, rules MailRules) (*Message, error) {
	s, err := gatherMorning(m, rules)
	if err != nil {
		return nil, err
	}
	l := &letter{Language: m.Language, Severity: s.severity(rules), rules: rules}
	if l.First, err = s.first(m); err != nil {
		return nil, err
	}
	if l.Title, err = sentence(m.Language, "mail.morning", m.Date, l.First); err != nil {
		return nil, err
	}
	if err := l.addThrough(s, m); err != nil {
		return nil, err
	}
	l.addReasons(s)
	if err := l.addBands("mail.bands", s.bands); err != nil {
		return nil, err
	}
	l.addOwners(s)
	return l.message()
}

// openItems are the open breaks of a morning.
type openItems struct {
	bound
	accounts []MorningAccount
	behind   []string
	reasons  map[string]*aged
	bands    []tally
	owners   map[string]*aged // of what is overdue
	open     int64            // those not due left out
	overdue  int64
}

// aged is a tally of money whatever its direction, with the age of its oldest, in days.
type aged struct {
	tally
	oldest int
}

func gatherMorning(m *Morning, rules MailRules) (*openItems, error) {
	s := &openItems{reasons: map[string]*aged{}, owners: map[string]*aged{}, bands: make([]tally, len(ageBands)+1)}
	for _, a := range m.Accounts {
		if rules.Only != nil && !slices.Contains(rules.Only, a.Name) {
			continue
		}
		a.Reconciliation = masked(&Day{Reconciliations: []Reconciliation{a.Reconciliation}}).Reconciliations[0]
		s.accounts = append(s.accounts, a)
		if a.Behind != NoDate {
			s.behind = append(s.behind, a.Name)
		}
		for b, err := range orNone(a.Breaks) {
			if err == nil {
				err = s.take(&b)
			}
			if err != nil {
				return nil, err
			}
			s.add(m, &b, rules)
		}
	}
	return s, nil
}

func (s *openItems) add(m *Morning, b *Break, rules MailRules) {
	age := b.age(m.Date)
	addAged(s.reasons, b.Reason, b, age)
	if b.Reason == "pending" {
		return
	}
	s.open++
	band, _ := slices.BinarySearch(ageBands, age)
	s.bands[band].addAbsolute(b)
	if rules.OverdueDays > 0 && age > rules.OverdueDays {
		s.overdue++
		addAged(s.owners, cmp.Or(b.Owner, Word(m.Language, "unowned")), b, age)
	}
}

func addAged(all map[string]*aged, key string, b *Break, age int) {
	if all[key] == nil {
		all[key] = &aged{}
	}
	all[key].addAbsolute(b)
	all[key].oldest = max(all[key].oldest, age)
}

func (s *openItems) severity(rules MailRules) string {
	switch {
	case len(s.behind) > 0:
		return SeverityFailed
	case s.overdue > 0, rules.NewCount > 0 && s.open >= rules.NewCount:
		return SeverityAction
	}
	return SeverityInfo
}

func (s *openItems) first(m *Morning) (string, error) {
	switch {
	case len(s.behind) > 0:
		return sentence(m.Language, "mail.behind", len(s.behind), len(s.accounts), someNames(s.behind))
	case s.open > 0:
		return sentence(m.Language, "mail.uptodate", breaksText(m.Language, s.open))
	}
	return Word(m.Language, "mail.uptodate.all"), nil
}

// addThrough says how far every account is, and of those that are late what is
// in the way.
func (l *letter) addThrough(s *openItems, m *Morning) error {
	b := l.block("mail.through", column{Title: Word(l.Language, "account.one")}, column{Title: Word(l.Language, "state")}, column{Word(l.Language, "through"), true})
	for i := range s.accounts {
		a := &s.accounts[i]
		if a.Behind == NoDate {
			row := b.row(a.Name, Word(l.Language, "mail.ontime"), orNever(l.Language, &a.Reconciliation))
			if len(s.behind) == 0 {
				row.Tone = "green"
			}
			continue
		}
		since, err := sentence(l.Language, "mail.since", a.Behind)
		if err != nil {
			return err
		}
		row := b.row(a.Name, since, orNever(l.Language, &a.Reconciliation))
		row.Tone = "red"
		trouble, err := newAlert(&Day{Date: a.Behind, Language: m.Language}, &a.Reconciliation)
		if err != nil {
			return err
		}
		trouble.Cause = cmp.Or(trouble.Cause, code(l.Language, "alert", string(a.State)), Word(l.Language, "mail.untried"))
		if row.Notes, err = l.trouble(trouble); err != nil {
			return err
		}
	}
	return nil
}

func (l *letter) addReasons(s *openItems) {
	b := l.block("mail.reasons", column{Title: Word(l.Language, "reason")}, column{Word(l.Language, "count"), true},
		column{Word(l.Language, "mail.oldest"), true}, column{Word(l.Language, "mail.stake"), true})
	keys := slices.SortedFunc(maps.Keys(s.reasons), func(a, b string) int { return cmp.Or(cmp.Compare(harm(a), harm(b)), cmp.Compare(a, b)) })
	for _, k := range keys {
		b.aged(l.Language, code(l.Language, "reason", k), s.reasons[k])
	}
}

// addOwners lists what is overdue, whoever has most first.
func (l *letter) addOwners(s *openItems) {
	b := l.block("mail.owners", column{Title: Word(l.Language, "assigned")}, column{Word(l.Language, "count"), true},
		column{Word(l.Language, "mail.oldest"), true}, column{Word(l.Language, "mail.stake"), true})
	keys := slices.SortedFunc(maps.Keys(s.owners), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.owners[b].Count, s.owners[a].Count), cmp.Compare(a, b))
	})
	for _, k := range keys {
		b.aged(l.Language, k, s.owners[k])
	}
}

func (b *block) aged(language, name string, a *aged) {
	days, err := sentence(language, "days", a.oldest)
	if err != nil {
		panic(err) // the word has one blank
	}
	b.row(name, countText(a.Count), days, moneys(a.Sums.List()))
}
