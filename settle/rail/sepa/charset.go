package sepa

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// setOfSEPA are the characters that every bank in SEPA takes.
var setOfSEPA = func() (list [128]bool) {
	for r := range list {
		list[r] = isUpper(rune(r)) || isDigit(rune(r)) || r >= 'a' && r <= 'z'
	}
	for _, r := range "/-?:().,'+ " {
		list[r] = true
	}
	return list
}()

func inSet(r rune) bool { return r < 128 && setOfSEPA[r] }

// mostUnknown are named; one more says that there are others.
const mostUnknown = 10

// written is a text in the characters of SEPA, and the first characters, each
// once, that nothing stands for. Slashes are single and never first or last, spaces
// too. A text that banks take as it is comes back unchanged.
func written(text string) (latin string, unknown []rune) {
	if isWritten(text) {
		return text, nil
	}
	runes := []rune(norm.NFC.String(text))
	var out strings.Builder
	for i, r := range runes {
		latinText, ok := latinOf(r)
		switch {
		case !ok && len(unknown) <= mostUnknown && !slices.Contains(unknown, r):
			unknown = append(unknown, r)
		case len(latinText) > 1 && unicode.IsUpper(r) && amongUpper(runes, i):
			latinText = strings.ToUpper(latinText)
		}
		out.WriteString(latinText)
	}
	return tidy(out.String()), unknown
}

// isWritten reports whether a text needs no change.
func isWritten(text string) bool {
	before := byte(' ')
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !inSet(rune(c)) || c == before && (c == ' ' || c == '/') || i == 0 && c == '/' {
			return false
		}
		before = c
	}
	return text == "" || before != ' ' && before != '/'
}

// tidy makes slashes and spaces single and drops them at both ends.
func tidy(text string) string {
	for again := true; again; {
		before := text
		text = strings.Join(strings.Fields(text), " ")
		text = strings.Trim(doubleSlash.Replace(text), "/ ")
		again = text != before
	}
	return text
}

var doubleSlash = strings.NewReplacer("//", "/")

// amongUpper reports whether the letter at i stands in a word of capitals, so
// that Ä becomes AE there and Ae elsewhere.
func amongUpper(runes []rune, i int) bool {
	if i+1 < len(runes) && unicode.IsLetter(runes[i+1]) {
		return unicode.IsUpper(runes[i+1])
	}
	return i > 0 && unicode.IsUpper(runes[i-1])
}

// latinOf is what a character is written as; not ok: nothing stands for it.
func latinOf(r rune) (latin string, ok bool) {
	if inSet(r) {
		return string(r), true
	}
	if latin, ok := latinFor[r]; ok {
		return latin, true
	}
	switch {
	case unicode.IsSpace(r):
		return " ", true
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cc, unicode.Cf):
		// Accents, and characters that nobody sees.
		return "", true
	}
	return decomposed(r)
}

// decomposed writes a character by its parts, like é as e and an accent.
func decomposed(r rune) (string, bool) {
	parts := norm.NFKD.String(string(r))
	if parts == string(r) {
		return "", false
	}
	out := ""
	for _, part := range parts {
		latin, ok := latinOf(part)
		if !ok {
			return "", false
		}
		out += latin
	}
	return out, true
}

// unknownText names characters that cannot be written.
func unknownText(unknown []rune) string {
	names := []string{}
	for _, r := range unknown[:min(mostUnknown, len(unknown))] {
		names = append(names, fmt.Sprintf("%s (U+%04X)", strconv.QuoteRune(r), r))
	}
	if len(unknown) > mostUnknown {
		names = append(names, "and others")
	}
	return strings.Join(names, ", ")
}

// idFault says what is wrong with a reference, or nothing: a reference is
// never changed, because banks answer with it.
func idFault(id string) string {
	switch {
	case id == "":
		return "empty, wanted 1 to 35 characters"
	case len(id) > 35:
		return fmt.Sprintf("%q has %d characters, wanted at most 35", shortText(id, 60), len(id))
	case !isWritten(id):
		return fmt.Sprintf("%q: wanted a-z A-Z 0-9 - ? : ( ) . , ' + and single spaces and slashes inside", id)
	}
	return ""
}

// shortText cuts a text for a message.
func shortText(text string, most int) string {
	if runes := []rune(text[:min(len(text), 4*most+4)]); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
