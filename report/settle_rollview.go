package report

import "fmt"

// rollView is the roll-forward with a column per currency.
type rollView struct {
	Currencies []string
	Lines      []proofLine
	Checks     []amount // what it leaves unexplained
	Broken     bool
	Proof      string
}

func (s *Settlement) rollView() (v rollView, err error) {
	for _, r := range s.Roll {
		open, whole := r.unexplained()
		if !whole {
			return v, fmt.Errorf("roll-forward in %s: the sums are too large", r.Currency)
		}
		v.Currencies = append(v.Currencies, r.Currency)
		v.Checks = append(v.Checks, amount{r.Currency, open})
		v.Broken = v.Broken || open != 0
		terms := r.terms()
		for i, t := range append(terms[:], rollTerm{"check", open, 0}) {
			v.addTerm(i, t, r.Currency)
		}
	}
	if len(v.Checks) > 0 {
		v.Proof, err = sentence(s.Language, "settle.closes", moneys(v.Checks), fileName(s.Files.PayeesCSV, "payees.csv"))
	}
	return v, err
}

func (v *rollView) addTerm(i int, t rollTerm, currency string) {
	if i == len(v.Lines) {
		v.Lines = append(v.Lines, proofLine{Name: t.name, Class: rollClass(t)})
	}
	line := &v.Lines[i]
	line.Amounts = append(line.Amounts, amount{currency, t.minor})
	if t.name == "check" && t.minor != 0 {
		line.Class = "bad"
	}
}

// rollClass is how a line of the roll-forward looks.
func rollClass(t rollTerm) string {
	switch t.name {
	case "closing":
		return "result"
	case "available", "held", "reserve":
		return "part"
	}
	return ""
}
