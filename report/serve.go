package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"strings"
	"time"

	"recon/internal/calendar"
)

//go:embed served
var servedTemplates embed.FS

// ServedIndex is the first page of `recon serve`: how far everything is, and
// where the reports are.
type ServedIndex struct {
	Language, Engine string
	Standings        []ServedStanding
	Days             []ServedDay // newest first
	Others           []ServedLink
	MoreDays         int64 // older ones, not listed
}

// ServedStanding is how far one reconciliation is.
type ServedStanding struct {
	Name    string
	Through calendar.Date // or NoDate
	Behind  int64         // days whose files should be here
	Open    int64         // breaks, pending left out
	Cause   string        // of the last try, when it did not succeed
}

// ServedDay is the report of a date.
type ServedDay struct {
	Date  calendar.Date
	Files []ServedLink // the page first
}

// ServedLink is a file below reports; Path has forward slashes.
type ServedLink struct{ Name, Path string }

// ServedRegister is the register of open breaks as a filter picks them.
type ServedRegister struct {
	Language, Engine string
	On               calendar.Date // ages are as of
	Choice           ServedChoice
	Reconciliations  []string
	Rows             []Break
	Count            int64            // all that the filter picks
	Sums             map[string]int64 // of their differences, by currency
	From             int64            // number of the first row, from 1; 0 without rows
	Older, Newer     string           // links to the pages before and after, or empty

	bound
}

// Add takes one of the breaks that the filter picks: all are counted, those from
// a number on are shown, up to a number of rows. Sums that leave the range of an
// amount are an error.
func (x *ServedRegister) Add(b Break, first, rows int64) error {
	if err := x.take(&b); err != nil {
		return err
	}
	if x.Count >= first && int64(len(x.Rows)) < rows {
		if x.From == 0 {
			x.From = x.Count + 1
		}
		x.Rows = append(x.Rows, b)
	}
	x.Count++
	sums(x.Sums).addBreak(&b)
	return nil
}

// ServedChoice is what the filter of the register is set to.
type ServedChoice struct {
	Reconciliation, Reason, Owner, Text string
	MinAge                              int
}

// ServedRun is one run in the history.
type ServedRun struct {
	ID            int64
	Command       string
	Engine        string
	StartedAt     time.Time
	Took          time.Duration // 0 while it runs, or when it was killed
	Ended         bool
	ExitCode      int
	Outcome       string
	Tried         []ServedTry
	Configuration string // effective, as JSON; secrets are references
}

// ServedTry is what a run came to on a date.
type ServedTry struct {
	Reconciliation string
	Date           calendar.Date
	State, Cause   string
	Faults         []string
}

// servedPage is what every served page has.
type servedPage struct {
	Language, Engine, Title, Here string
	Style                         template.CSS
	Body                          any
}

// WriteServedIndex writes the first page.
func WriteServedIndex(w io.Writer, x ServedIndex) error {
	return writeServed(w, x.Language, x.Engine, "serve.title", "index", x)
}

// WriteServedRegister writes the register of open breaks, accounts hidden.
func WriteServedRegister(w io.Writer, x ServedRegister) error {
	for i := range x.Rows {
		x.Rows[i] = newMask(x.Rows[i].Account).open()(x.Rows[i])
	}
	return writeServed(w, x.Language, x.Engine, "serve.breaks", "register", x)
}

// WriteServedBreak writes the page of one break, accounts hidden.
func WriteServedBreak(w io.Writer, language, engine string, on calendar.Date, s Shown) error {
	s = s.Hidden()
	return writeServed(w, language, engine, "serve.break", "break", servedBreak{Language: language, On: on, Shown: s, Advice: s.Break.advice(language)})
}

// WriteServedRuns writes the history of runs, newest first.
func WriteServedRuns(w io.Writer, language, engine string, runs []ServedRun) error {
	return writeServed(w, language, engine, "serve.runs", "runs", runs)
}

// WriteServedRun writes the page of one run.
func WriteServedRun(w io.Writer, language, engine string, run ServedRun) error {
	return writeServed(w, language, engine, "serve.runs", "run", run)
}

// WriteServedTrouble writes a page that says that something is not there, or
// could not be read.
func WriteServedTrouble(w io.Writer, language, engine, text string) error {
	return writeServed(w, language, engine, "serve.trouble", "trouble", text)
}

func writeServed(w io.Writer, language, engine, title, body string, x any) error {
	style, err := templates.ReadFile("template/style.css")
	if err != nil {
		return err
	}
	words, err := sentence(language, title)
	if err != nil {
		return err
	}
	t := template.New("serve").Funcs(pageFuncs(language)).Funcs(servedFuncs(language))
	if t, err = t.ParseFS(servedTemplates, "served/*.html"); err != nil {
		return err
	}
	return execute(w, t, "serve.html", servedPage{Language: language, Engine: engine, Title: words, Here: body, Style: template.CSS(style), Body: x})
}

// servedFuncs are the functions that only served pages use.
func servedFuncs(language string) template.FuncMap {
	return template.FuncMap{
		"advice":  func(b Break) Advice { return b.advice(language) },
		"age":     func(on calendar.Date, b Break) int { return b.age(on) },
		"differs": func(b Break) bool { return b.hasDifference() },
		"sums":    func(m map[string]int64) []amount { return sums(m).List() },
		"side":    func(side string, r Row, raw RawRow) servedSide { return servedSide{side, r, raw} },
		"moment":  func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 MST") },
		"took":    func(d time.Duration) string { return d.Round(10 * time.Millisecond).String() },
		"reasons": func() []string { return Reasons },
		"page":    func(p string) bool { return strings.HasSuffix(p, ".html") },
		"at":      func(list []string, i int) string { return at(list, i) },
		"run":     func(id int64) string { return fmt.Sprint(id) },
	}
}

// servedBreak is the page of one break.
type servedBreak struct {
	Language string
	On       calendar.Date
	Shown
	Advice Advice
}

// servedSide is a row of a break as it stands in its file.
type servedSide struct {
	Name string
	Row  Row
	Raw  RawRow
}

func at(list []string, i int) string {
	if i >= len(list) {
		return ""
	}
	return list[i]
}
