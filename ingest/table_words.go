package ingest

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"recon/internal/config"
)

// choice is a column of a closed list, or one value for every row.
type choice struct {
	setting string // kind or status
	cell    int
	fixed   uint8
	words   map[string]uint8 // the file's words, not decoded
	theirs  []string         // our words that the setting has, in the order of names
}

// choice compiles a closed list; names are our words, the value is the position.
func (b *binder) choice(setting string, c config.Choice, names []string) (choice, error) {
	out := choice{setting: setting, cell: b.cell(c.Column), words: map[string]uint8{}}
	if c.Const != "" {
		i := slices.Index(names, c.Const)
		if i < 0 {
			return out, Fault{Text: fmt.Sprintf("%s: table.%s: %q, wanted one of %s", b.owner, setting, c.Const, strings.Join(names, " "))}
		}
		out.fixed = uint8(i)
	}
	for i, name := range names {
		for _, word := range c.Values[name] {
			text, err := b.encode(word)
			if err != nil {
				return out, err
			}
			out.words[text] = uint8(i)
		}
		if len(c.Values[name]) > 0 {
			out.theirs = append(out.theirs, name)
		}
	}
	return out, nil
}

// read is the value of a row. A word that the setting does not have is noted
// in t, and not ok.
func (c *choice) read(r *Row, t *tally) (uint8, bool) {
	if c.cell == none {
		return c.fixed, true
	}
	word := r.Cells[c.cell]
	if t.last.is(word) {
		return uint8(t.last.value), true
	}
	v, ok := c.words[string(word)]
	if ok {
		t.last.keep(word, int(v))
		return v, true
	}
	if text := r.Text(c.cell); !r.Failed() {
		t.note(text, r.Line)
	}
	return v, false
}

// maxWords is how many different words of a column are kept; more are counted.
const maxWords = 1000

// memo is the last word that was looked up, and what it means: neighbouring rows
// mostly have the same one.
type memo struct {
	word  []byte
	value int
	known bool
}

func (m *memo) is(word []byte) bool { return m.known && string(m.word) == string(word) }

func (m *memo) keep(word []byte, value int) {
	m.word, m.value, m.known = append(m.word[:0], word...), value, true
}

// tally counts words that no setting has, with the line of the first.
type tally struct {
	last memo // of those that the setting has
	seen map[string]*sighting
	more int64 // rows with words beyond maxWords
}

type sighting struct {
	rows, line int64
}

func (t *tally) note(word []byte, line int64) {
	if s := t.seen[string(word)]; s != nil {
		s.rows++
		return
	}
	if len(t.seen) >= maxWords {
		t.more++
		return
	}
	if t.seen == nil {
		t.seen = map[string]*sighting{}
	}
	t.seen[string(word)] = &sighting{rows: 1, line: line}
}

// merge adds what another piece of the file saw.
func (t *tally) merge(o tally) {
	t.more += o.more
	for word, s := range o.seen {
		if t.seen == nil {
			t.seen = map[string]*sighting{}
		}
		mine := t.seen[word]
		if mine == nil {
			t.seen[word] = &sighting{rows: s.rows, line: s.line}
			continue
		}
		mine.rows += s.rows
		mine.line = min(mine.line, s.line)
	}
}

// WordCount is a word of a column with its rows.
type WordCount struct {
	Word string
	Rows int64
	Line int64 // of the first
}

// list is the words in the order of their first lines.
func (t *tally) list() []WordCount {
	var list []WordCount
	for word, s := range t.seen {
		list = append(list, WordCount{word, s.rows, s.line})
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].Line != list[j].Line {
			return list[i].Line < list[j].Line
		}
		return list[i].Word < list[j].Word
	})
	return list
}

// shownWords is how many words a fault lists.
const shownWords = 20

// counted prints words with their rows: "A" (3 rows), "B" (1 row).
func (t *tally) counted() string {
	var out []string
	list := t.list()
	for i, w := range list {
		if i == shownWords {
			out = append(out, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		out = append(out, fmt.Sprintf("%q (%s)", w.Word, rowCount(w.Rows)))
	}
	if t.more > 0 {
		out = append(out, fmt.Sprintf("and others in %s", rowCount(t.more)))
	}
	return strings.Join(out, ", ")
}

// bare prints the first words as a list in the configuration.
func (t *tally) bare() string {
	var out []string
	for i, w := range t.list() {
		if i == shownWords {
			break
		}
		out = append(out, yamlText(w.Word))
	}
	return strings.Join(out, ", ")
}

func rowCount(n int64) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}

// yamlText quotes a word where YAML could take it for something else than text.
func yamlText(s string) string {
	plain := s != "" && (s[0] >= 'A' && s[0] <= 'Z' || s[0] >= 'a' && s[0] <= 'z') && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
	reserved := []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
	if plain && !slices.Contains(reserved, strings.ToLower(s)) {
		return s
	}
	return fmt.Sprintf("%q", s)
}
