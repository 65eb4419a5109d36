package report

import (
	"strings"

	"recon/internal/calendar"
)

// Spoken is one thing that a person said about a break.
type Spoken struct {
	Kind        string // note, assign or closure
	Decision    string // of a closure
	EffectiveOn calendar.Date
	Owner       string // of an assignment
	By, Comment string
}

// OpenedText says that a break stood open for a reason from a day on.
func OpenedText(language, reason string) string {
	return strings.Replace(Word(language, "event.open"), "%s", code(language, "reason", reason), 1)
}

// SpokenText is what a person said, in one line.
func SpokenText(language string, s Spoken) string {
	text := Word(language, "event."+s.Kind)
	switch {
	case s.Decision != "":
		text = strings.NewReplacer("%1", code(language, "decision", s.Decision), "%2", dateText(s.EffectiveOn)).Replace(text)
	case s.Owner != "":
		text = strings.Replace(text, "%1", s.Owner, 1)
	}
	text = strings.NewReplacer("%1", text, "%2", s.By).Replace(Word(language, "event.by"))
	if s.Comment == "" {
		return text
	}
	return text + Word(language, "event.colon") + s.Comment
}

// RuleText says which rule of matching gives a reason.
func RuleText(language, reason string) string { return code(language, "rule", reason) }
