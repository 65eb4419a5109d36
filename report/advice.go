package report

// Advice is what a break is called and what to do about it.
type Advice struct {
	Label, Suggestion string
}

// Case is what advice depends on. Sign is that of the difference; Side is
// statement or ledger for a row without partner, else empty; OwnStatus is that
// of an own row that claims no money.
type Case struct {
	Reason, Kind string
	Sign         int
	Side         string
	OwnStatus    string
	Due          bool // pending: a due date after the business date's own cut
}

// Advise looks advice up.
func Advise(language string, c Case) Advice { return Advice{} }
