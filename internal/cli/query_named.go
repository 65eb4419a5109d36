package cli

import (
	"cmp"
	"database/sql"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"recon/internal/calendar"
)

//go:embed query/*.sql
var questions embed.FS

// question is a query that is already written down. Its file says on top what
// it answers (title) and what it has to be told (arg); $from and $to bound the
// dates of days and may be left out.
type question struct {
	name, title, text string
	args              []questionArg
}

type questionArg struct {
	name, meaning string
	number        bool
	fallback      string // "" when it has to be given
}

var argLine = regexp.MustCompile(`^-- arg (\w+)( \(number\))?(?: = (\S+))?: (.+)$`)

// namedQuestions are all questions by name.
func namedQuestions() ([]question, error) {
	files, err := fs.Glob(questions, "query/*.sql")
	if err != nil {
		return nil, err
	}
	var all []question
	for _, f := range files {
		text, err := questions.ReadFile(f)
		if err != nil {
			return nil, err
		}
		all = append(all, readQuestion(strings.TrimSuffix(path.Base(f), ".sql"), string(text)))
	}
	return all, nil
}

func readQuestion(name, text string) question {
	q := question{name: name, text: text}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "-- title: "); ok {
			q.title = title
		}
		if found := argLine.FindStringSubmatch(line); found != nil {
			q.args = append(q.args, questionArg{found[1], found[4], found[2] != "", found[3]})
		}
	}
	return q
}

// findQuestion is the question of a name, or an error that lists all.
func findQuestion(name string) (question, error) {
	all, err := namedQuestions()
	if err != nil {
		return question{}, err
	}
	var names []string
	for _, q := range all {
		if q.name == name {
			return q, nil
		}
		names = append(names, q.name)
	}
	return question{}, usageError(fmt.Errorf("--name %q: wanted one of %s", name, strings.Join(names, ", ")))
}

// questionNames are the names for the shell's completion.
func questionNames() (names []string) {
	all, err := namedQuestions()
	if err != nil {
		return nil
	}
	for _, q := range all {
		names = append(names, q.name)
	}
	return names
}

// listQuestions prints what can be asked by name.
func (a *app) listQuestions() error {
	all, err := namedQuestions()
	if err != nil {
		return err
	}
	if a.json {
		return a.listAsJSON(all)
	}
	t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, q := range all {
		fmt.Fprintf(t, "%s\t%s\n", q.name, q.title)
		for _, arg := range q.args {
			usage := "--arg " + arg.name + "=..."
			if arg.fallback != "" {
				usage = "--arg " + arg.name + "=" + arg.fallback
			}
			fmt.Fprintf(t, "\t  %s  %s\n", usage, arg.meaning)
		}
	}
	return t.Flush()
}

func (a *app) listAsJSON(all []question) error {
	e := json.NewEncoder(a.stdout)
	for _, q := range all {
		args := make([]string, len(q.args))
		for i, arg := range q.args {
			args[i] = arg.name
		}
		if err := e.Encode(map[string]any{"name": q.name, "title": q.title, "args": args}); err != nil {
			return err
		}
	}
	return nil
}

// bind gives each parameter of a statement its value: $from and $to from the
// dates, the others from args, named like k=v, or what the question falls back on.
func (q question) bind(params []string, from, to calendar.Date, args []string) ([]any, error) {
	given := map[string]string{"from": from.String(), "to": to.String()}
	for _, a := range args {
		name, value, ok := strings.Cut(a, "=")
		if !ok || name == "from" || name == "to" {
			return nil, usageError(fmt.Errorf("--arg %q: wanted name=value; dates are --date, --from and --to", a))
		}
		if !slices.Contains(params, name) {
			return nil, usageError(fmt.Errorf("--arg %s: the query has no $%s", name, name))
		}
		given[name] = value
	}
	var bound []any
	for _, name := range params {
		value, err := q.value(name, given)
		if err != nil {
			return nil, err
		}
		bound = append(bound, sql.Named(name, value))
	}
	return bound, nil
}

func (q question) value(name string, given map[string]string) (any, error) {
	i := slices.IndexFunc(q.args, func(a questionArg) bool { return a.name == name })
	arg := questionArg{name: name}
	if i >= 0 {
		arg = q.args[i]
	}
	text, ok := given[name]
	if !ok {
		text = arg.fallback
	}
	if !ok && text == "" {
		return nil, usageError(fmt.Errorf("--arg %s=...: the query has $%s: %s", name, name, cmp.Or(arg.meaning, "wanted its value")))
	}
	if !arg.number {
		return text, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return nil, usageError(fmt.Errorf("--arg %s=%s: wanted a number", name, text))
	}
	return n, nil
}
