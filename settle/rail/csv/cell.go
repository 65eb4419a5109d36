package csv

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// wrong says why a value cannot stand in a cell, without showing it.
func (t *template) wrong(value string) string {
	if s := strange(value, t.set); s != "" {
		return s
	}
	if t.quotes {
		return ""
	}
	if i := strings.IndexAny(value, string(t.comma)+"\"^|"); i >= 0 {
		return fmt.Sprintf("holds %q, which the bank's file has no quotes for", value[i:i+1])
	}
	return ""
}

// formulas are the beginnings that a spreadsheet would take for a formula. The
// bank reads exact values, so that nothing is put before them.
const formulas = "=+-@"

// fault says why the column cannot hold what it would be filled with, and in
// what form; it never shows the value.
func (c *column) fault(t *template, value string) string {
	wrong := t.wrong(value)
	n := utf8.RuneCountInString(value)
	switch {
	case wrong != "":
	case value == "" && c.need:
		wrong = "empty, wanted a value"
	case c.most > 0 && n > c.most:
		wrong = fmt.Sprintf("%d characters, wanted at most %d", n, c.most)
	case value != "" && c.value.open() && strings.ContainsRune(formulas, rune(value[0])):
		wrong = fmt.Sprintf("begins with %q, which a spreadsheet takes for a formula", value[:1])
	default:
		return ""
	}
	return fmt.Sprintf("column %q: %s", c.name, wrong)
}

// cell is a value as it stands in a line.
func (t *template) cell(value string) string {
	if !t.quotes || !strings.ContainsAny(value, string(t.comma)+"\"") {
		return value
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}

// cells cuts a line at the commas. It is not ok when quotes are open or stand
// inside a value.
func (t *template) cells(line string) (list []string, ok bool) {
	for {
		if !t.quotes || !strings.HasPrefix(line, `"`) {
			value, rest, more := strings.Cut(line, string(t.comma))
			if list = append(list, value); strings.Contains(value, `"`) {
				return nil, false
			}
			if !more {
				return list, true
			}
			line = rest
			continue
		}
		value, rest, closed := quoted(line[1:])
		if list = append(list, value); !closed || rest != "" && rest[0] != t.comma {
			return nil, false
		}
		if rest == "" {
			return list, true
		}
		line = rest[1:]
	}
}

// quoted reads a value up to its closing quote; two quotes are one.
func quoted(line string) (value, rest string, closed bool) {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(line, `"`)
		out.WriteString(before)
		if !found {
			return "", "", false
		}
		if !strings.HasPrefix(after, `"`) {
			return out.String(), after, true
		}
		out.WriteByte('"')
		line = after[1:]
	}
}
