package settle

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"recon/settle/rail"
)

// longestText bounds what is kept of a bank's words, in characters.
const longestText = 300

// vague are reason codes that only say that the words say more.
var vague = map[string]bool{"NARR": true, "MS03": true, "": true}

// codeOf is the first reason code that tells something, else the status code.
func codeOf(s *rail.Signal) string {
	for _, r := range s.Reasons {
		if !vague[r.Code] {
			return plain(r.Code)
		}
	}
	return plain(s.Code)
}

// reasonOf is everything that a signal gives as its reason.
func reasonOf(s *rail.Signal) string {
	parts := []string{plain(s.Code)}
	for _, r := range s.Reasons {
		parts = append(parts, strings.TrimSpace(plain(r.Code)+" "+plain(r.Text)))
	}
	parts = append(parts, plain(s.Note))
	return short(strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "; "))
}

// account finds what may be an account number: an IBAN, spaces and all, a card
// number in groups of four, or nine digits and more.
var account = regexp.MustCompile(`\b[A-Za-z]{2}[0-9]{2}(?: ?[0-9A-Za-z]{4}){2,7}(?: ?[0-9A-Za-z]{1,3})?\b|(?:[0-9]{4}[ -]){2,}[0-9]{2,}|[0-9]{9,}`)

// ours finds our own references, which look a little like an IBAN.
var ours = regexp.MustCompile(`^(?:MP|ME|PI)[0-9]{6}[A-Z2-7]{24}$`)

// plain is a text of a file as it may be kept: one line, of bounded length,
// account numbers reduced to their last four characters.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = account.ReplaceAllStringFunc(text, hidden)
	return short(text)
}

func short(text string) string {
	if runes := []rune(text); len(runes) > longestText {
		return string(runes[:longestText]) + "..."
	}
	return text
}

// hidden hides all but the last four characters of what may be an account
// number. Words after a reason code like AC04 have the form of an IBAN too,
// but not its digits.
func hidden(found string) string {
	compact := strings.NewReplacer(" ", "", "-", "").Replace(found)
	digits := 0
	for _, r := range compact {
		if r >= '0' && r <= '9' {
			digits++
		}
	}
	if digits < 8 || ours.MatchString(found) {
		return found
	}
	return "****" + compact[len(compact)-4:]
}
