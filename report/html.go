package report

import (
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"sync"
)

//go:embed template
var templates embed.FS

// WriteHTML writes report.html of a day: one file that needs nothing else, no
// network either. Its one script only filters and sorts; nothing hangs on it.
func WriteHTML(w io.Writer, d *Day) error {
	p, err := newPage(masked(d))
	if err != nil {
		return err
	}
	t := template.New("day.html").Funcs(pageFuncs(d.Language))
	t.Funcs(template.FuncMap{
		"beside": func(views []findingView) (template.HTML, error) { return beside(t, views) },
		"rows":   func(v findingView) (template.HTML, error) { return v.rows(d.Language) },
	})
	if t, err = t.ParseFS(templates, "template/*.html"); err != nil {
		return err
	}
	return execute(w, t, "day.html", p)
}

// beside renders findings side by side: with thousands of rows they are nearly
// all of the page's time. What it returns went through the template's escaping.
func beside(t *template.Template, views []findingView) (template.HTML, error) {
	parts, errs := make([]strings.Builder, len(views)), make([]error, len(views))
	var rendering sync.WaitGroup
	for i, v := range views {
		parts[i].Grow(headBytes + rowBytes*len(v.Rows))
		rendering.Go(func() { errs[i] = t.ExecuteTemplate(&parts[i], "finding", v) })
	}
	rendering.Wait()
	size := 0
	for i := range parts {
		size += parts[i].Len()
	}
	var all strings.Builder
	all.Grow(size)
	for i := range parts {
		all.WriteString(parts[i].String())
	}
	return template.HTML(all.String()), errors.Join(errs...)
}

// pageFuncs are the functions of the templates in a language.
func pageFuncs(language string) template.FuncMap {
	return template.FuncMap{
		"t":       func(key string) (string, error) { return sentence(language, key) },
		"tf":      func(key string, args ...any) (string, error) { return sentence(language, key, args...) },
		"code":    func(list string, name any) string { return code(language, list, fmt.Sprint(name)) },
		"cause":   func(cause string) string { return causeText(language, cause) },
		"amount":  func(minor int64, currency string) amount { return amount{currency, minor} },
		"money":   func(a amount) string { return amountText(a.Minor, a.Currency) },
		"moneys":  moneys,
		"signed":  func(a amount) string { return signedText(a.Minor, a.Currency) },
		"count":   countText,
		"breaks":  func(n int64) string { return breaksText(language, n) },
		"date":    dateText,
		"join":    func(names []string) string { return strings.Join(names, Word(language, "comma")) },
		"place":   place,
		"closing": func(c ClosedBreak) (string, error) { return closing(language, c) },
	}
}

// sentence is the words of a key with its blanks filled.
func sentence(language, key string, args ...any) (string, error) {
	t, ok := words[key]
	if !ok {
		return "", fmt.Errorf("report: no words for %q", key)
	}
	if len(args) != strings.Count(t.en, "%s") {
		return "", fmt.Errorf("report: %d texts for %q", len(args), t.en)
	}
	if len(args) == 0 {
		return t.in(language), nil
	}
	for i, a := range args {
		args[i] = fmt.Sprint(a)
	}
	return fmt.Sprintf(t.in(language), args...), nil
}

// breaksText is a number of breaks.
func breaksText(language string, n int64) string {
	if n == 1 {
		return Word(language, "breaks.one")
	}
	return fmt.Sprintf(Word(language, "breaks.many"), countText(n))
}

// place names a row by the last part of its file's name and its line.
func place(file string, line int64) string {
	if i := strings.LastIndexByte(file, '!'); i >= 0 {
		file = file[i+1:]
	}
	return base(file) + ":" + strconv.FormatInt(line, 10)
}

// base is what follows the last slash.
func base(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// closing says what closed a break.
func closing(language string, c ClosedBreak) (string, error) {
	if c.Decision != "" {
		return sentence(language, "closed.person", code(language, "decision", c.Decision), c.By)
	}
	return sentence(language, "closed.row", place(c.File, c.Line), c.Rule)
}
