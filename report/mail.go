package report

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// The severities of a message, the worst first.
const (
	SeverityFailed = "failed" // something is not reconciled
	SeverityAction = "action" // a person is needed
	SeverityInfo   = "info"   // nothing is to be done
)

// MailRules say what is urgent and how the report is found.
type MailRules struct {
	NewCount    int64    // so many new breaks need a person; 0: never
	NewMinor    int64    // new breaks of so much money in one currency, minor units; 0: never
	OverdueDays int      // so do breaks older than this; 0: never
	Link        string   // address of the folder reports; empty: paths below home are named
	Only        []string // the reconciliations it is about; nil: all
}

// Message is what is said about a date by mail and in chat. It holds counts,
// money and names of accounts, but no number of an order and no customer.
type Message struct {
	Severity string   `json:"severity"`
	Title    string   `json:"title"` // one line, for a subject
	Lines    []string `json:"lines"` // the short form, for chat
	Link     string   `json:"link"`  // of the report; empty: there is no address for it
	LinkText string   `json:"link_text"`
	Text     string   `json:"text"`            // the mail as plain text
	HTML     string   `json:"html"`            // the mail as HTML, styles inline; names its image cid:trend
	Trend    []byte   `json:"trend,omitempty"` // PNG of the last days; nil: none

	// What the message about several dates takes of it.
	first    string
	troubles []string
	days     []TrendDay
}

// DayMessage says what a date came to. A reconciliation without a state has a
// day to do on the date and was never tried for it.
func DayMessage(d *Day, rules MailRules) (*Message, error) {
	d = rules.about(masked(d))
	f, err := gather(d, rules)
	if err != nil {
		return nil, err
	}
	l := &letter{Language: d.Language, Severity: f.severity(rules), rules: rules}
	if l.First, err = f.first(d, rules, l.Severity); err != nil {
		return nil, err
	}
	if l.Title, err = sentence(d.Language, "mail.title", d.Date, l.First); err != nil {
		return nil, err
	}
	for _, add := range []func(*Day, *figures) error{l.addStates, l.addMoney, l.addNew, l.addCarried} {
		if err := add(d, f); err != nil {
			return nil, err
		}
	}
	if err := l.addTrend(d); err != nil {
		return nil, err
	}
	l.addFiles(d.Files)
	m, err := l.message()
	if err != nil {
		return nil, err
	}
	m.first, m.troubles, m.days = l.First, l.troubles, d.Trend
	return m, nil
}

// about leaves out what the message is not about.
func (r MailRules) about(d *Day) *Day {
	out := *d
	out.Reconciliations = nil
	for _, rec := range d.Reconciliations {
		if r.Only == nil || slices.Contains(r.Only, rec.Name) {
			out.Reconciliations = append(out.Reconciliations, rec)
		}
	}
	if len(out.Reconciliations) < len(d.Reconciliations) {
		out.Trend = nil // it is over all of them
	}
	return &out
}

// first is the first line: what is wrong, else what is to be done, else that
// nothing is.
func (f *figures) first(d *Day, rules MailRules, severity string) (line string, err error) {
	switch l := d.Language; severity {
	case SeverityFailed:
		line, err = sentence(l, "mail.failed", len(f.undone), len(d.Reconciliations), someNames(f.undone))
	case SeverityAction:
		line, err = f.urgent(l, rules)
	default:
		line = Word(l, "mail.calm")
		if n := f.unsettled(); n > 0 {
			line, err = sentence(l, "mail.calm.open", breaksText(l, n))
		}
	}
	if err == nil && f.version > 1 {
		line, err = sentence(d.Language, "mail.restated", line, f.version)
	}
	return line, err
}

// namesMost is how many names a subject has room for.
const namesMost = 5

// someNames are names for a subject; the body has all of them.
func someNames(names []string) string {
	if len(names) > namesMost {
		names = append(slices.Clone(names[:namesMost]), "…")
	}
	return strings.Join(names, ", ")
}

// urgent names what is new and what is overdue.
func (f *figures) urgent(language string, rules MailRules) (string, error) {
	var parts []string
	if f.fresh.Count > 0 {
		part, err := sentence(language, "mail.new", breaksText(language, f.fresh.Count), moneys(f.fresh.moved.List()))
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	if f.overdue.Count > 0 {
		part, err := sentence(language, "mail.overdue", breaksText(language, f.overdue.Count), rules.OverdueDays)
		if err != nil {
			return "", err
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, text{"; ", "；"}.in(language)), nil
}

// addStates says of every account whether it can be relied on, and of those
// that cannot what was found, who acts and when it is tried again.
func (l *letter) addStates(d *Day, f *figures) error {
	b := l.block("rely", column{Title: Word(l.Language, "account.one")}, column{Title: Word(l.Language, "state")}, column{Word(l.Language, "through"), true})
	for i := range d.Reconciliations {
		r := &d.Reconciliations[i]
		state, err := stateText(l.Language, r)
		if err != nil {
			return err
		}
		row := b.row(r.Name, state, orNever(l.Language, r))
		if r.State.Reconciled() {
			row.Tone = f.tone(r)
			continue
		}
		row.Tone = "red"
		a, err := newAlert(d, r)
		if err != nil {
			return err
		}
		if row.Notes, err = l.trouble(a); err != nil {
			return err
		}
		for _, note := range row.Notes[:min(1, len(row.Notes))] { // what it is; who acts and when stands in its report
			l.troubles = append(l.troubles, row.Cells[0].Text+text{": ", "："}.in(l.Language)+note)
		}
	}
	return nil
}

// stateText says of a reconciled day whether anything of it is open; whether
// this run published it or an earlier one is of no interest.
func stateText(language string, r *Reconciliation) (string, error) {
	switch open := r.Counts.Open(); {
	case r.State == "":
		return Word(language, "mail.untried"), nil
	case !r.State.Reconciled():
		return code(language, "state", string(r.State)), nil
	case open > 0:
		return sentence(language, "state.open", countText(open))
	}
	return Word(language, "state.clean"), nil
}

// tone is green where nothing is open and everything is reconciled.
func (f *figures) tone(r *Reconciliation) string {
	if len(f.undone) == 0 && r.Counts.Open() == 0 {
		return "green"
	}
	return ""
}

func orNever(language string, r *Reconciliation) string {
	if r.Through == NoDate {
		return Word(language, "never")
	}
	return r.Through.String()
}

// trouble is what was found, who acts and the next try, for people outside the
// house as well.
func (l *letter) trouble(a alert) ([]string, error) {
	cause, err := withoutCells(l.Language, a.Cause)
	if err != nil {
		return nil, err
	}
	var notes []string
	for _, f := range []struct{ key, value string }{{"what", cause}, {"who", a.Who}, {"next", a.NextTry}} {
		if f.value != "" {
			notes = append(notes, Word(l.Language, f.key)+text{": ", "："}.in(l.Language)+printable(f.value))
		}
	}
	return notes, nil
}

// rowPlace is where a fault lies that is about one row of a file. What follows
// it quotes cells, and a cell may be a person's name.
var rowPlace = regexp.MustCompile(`^.{1,300}?:[0-9]+:( column "[^"]{0,100}":)?`)

// quoted is a text in quotes that is no column's name.
var quoted = regexp.MustCompile(`(column )?"[^"]*"`)

// withoutCells is a cause without what stands in the cells of a file.
func withoutCells(language, cause string) (string, error) {
	if place := rowPlace.FindString(cause); place != "" {
		return sentence(language, "mail.hidden", strings.TrimSuffix(place, ":"))
	}
	return quoted.ReplaceAllStringFunc(cause, func(q string) string {
		if strings.HasPrefix(q, "column ") {
			return q
		}
		return `"…"`
	}), nil
}

// addMoney says per account and currency what is open and what nobody can explain.
func (l *letter) addMoney(d *Day, _ *figures) error {
	b := l.block("mail.agree", column{Title: Word(l.Language, "account.one")}, column{Word(l.Language, "mail.agree.open"), true}, column{Word(l.Language, "mail.agree.gap"), true})
	b.Quiet = true
	for i := range d.Reconciliations {
		r := &d.Reconciliations[i]
		if !r.State.Reconciled() {
			continue
		}
		for _, p := range r.Proof {
			row := b.row(r.Name, signedText(p.ClosingMinor, p.Currency)+" "+p.Currency, amountText(p.CheckMinor, p.Currency))
			if p.CheckMinor != 0 {
				row.Tone = "red"
			}
		}
	}
	return nil
}

// addNew lists what needs a person today, what hurts most first.
func (l *letter) addNew(_ *Day, f *figures) error {
	b := l.block("act", column{Title: Word(l.Language, "finding")}, column{Word(l.Language, "count"), true}, column{Word(l.Language, "money"), true})
	for i, k := range f.kinds() {
		if i == actMost {
			more, err := sentence(l.Language, "mail.more", len(f.fresh.kinds)-actMost)
			b.Note = more
			return err
		}
		t := f.fresh.kinds[k]
		row := b.row(k.Name+text{": ", "："}.in(l.Language)+k.Label, countText(t.Count), moneys(t.Sums.List()))
		row.Notes = []string{k.Suggestion}
	}
	return nil
}

// addCarried lists what is open from days before by its age.
func (l *letter) addCarried(_ *Day, f *figures) error {
	return l.addBands("carried", f.carried)
}

// addBands lists breaks by age, their money whatever its direction.
func (l *letter) addBands(heading string, bands []tally) error {
	b := l.block(heading, column{Title: Word(l.Language, "mail.age")}, column{Word(l.Language, "count"), true}, column{Word(l.Language, "mail.stake"), true})
	for i, t := range bands {
		if t.Count == 0 {
			continue
		}
		band, err := bandText(l.Language, i)
		if err != nil {
			return err
		}
		b.row(band, countText(t.Count), moneys(t.Sums.List()))
	}
	return nil
}

// bandText is a band of age, by its index in ageBands.
func bandText(language string, i int) (string, error) {
	if i == len(ageBands) {
		return sentence(language, "ages.last", ageBands[i-1])
	}
	from := 0
	if i > 0 {
		from = ageBands[i-1] + 1
	}
	return sentence(language, "ages", from, ageBands[i])
}

// addTrend draws the last days.
func (l *letter) addTrend(d *Day) (err error) {
	if len(d.Trend) < 2 {
		return nil // one day is no trend
	}
	if l.Trend, err = trendImage(d.Trend); err != nil {
		return err
	}
	last, most := &d.Trend[len(d.Trend)-1], &d.Trend[0]
	for i := range d.Trend {
		if d.Trend[i].Open > most.Open {
			most = &d.Trend[i]
		}
	}
	l.TrendAlt, err = sentence(l.Language, "mail.trend.alt", countText(last.Open), last.Date, countText(most.Open), most.Date)
	return err
}

// addFiles says where the report is.
func (l *letter) addFiles(f Files) {
	for _, name := range []string{f.ReportHTML, f.ReportXLSX, f.BreaksCSV} {
		if name == "" {
			continue
		}
		l.Files = append(l.Files, fileLink{base(name), l.rules.place(name)})
	}
	if f.ReportHTML != "" && l.rules.Link != "" {
		l.Link = l.rules.place(f.ReportHTML)
	}
}

// place is the address of a file of a report, or its path below home.
func (r MailRules) place(name string) string {
	if r.Link == "" {
		return name
	}
	return strings.TrimSuffix(r.Link, "/") + "/" + strings.TrimPrefix(path.Clean(name), "reports/")
}

// RunMessage says that a run could not go on.
func RunMessage(language, date, cause string, accounts []string) (*Message, error) {
	l := &letter{Language: language, Severity: SeverityFailed, First: Word(language, "mail.run")}
	var err error
	if l.Title, err = sentence(language, "mail.title", date, l.First); err != nil {
		return nil, err
	}
	b := l.block("what")
	row := b.row(l.First)
	row.Tone = "red"
	if len(cause) > 1000 {
		cause = strings.ToValidUTF8(cause[:1000], "") + "…"
	}
	row.Notes, err = l.trouble(alert{Cause: newMask(accounts...).Replace(cause), Who: Word(language, "mail.run.who"), NextTry: Word(language, "mail.run.next")})
	if err != nil {
		return nil, err
	}
	return l.message()
}
