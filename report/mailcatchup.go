package report

import (
	"strings"

	"recon/internal/calendar"
)

// DayTold is a date with the message that would be sent of it alone.
type DayTold struct {
	Date    calendar.Date
	Message *Message // of DayMessage
	Files   Files
}

// CatchUpMessage says in one message what several dates came to, a line each,
// in their order. It is as urgent as the worst of them.
func CatchUpMessage(language string, days []DayTold, rules MailRules) (*Message, error) {
	l := &letter{Language: language, rules: rules}
	var err error
	if l.First, l.Severity, err = caughtUp(language, days); err != nil {
		return nil, err
	}
	last := days[len(days)-1]
	span, err := sentence(language, "month.range", days[0].Date, last.Date)
	if err != nil {
		return nil, err
	}
	if l.Title, err = sentence(language, "mail.title", span, l.First); err != nil {
		return nil, err
	}
	b := l.block("mail.caughtup", column{Title: Word(language, "date")}, column{Title: Word(language, "what")})
	for _, d := range days {
		row := b.row(d.Date.String(), d.Message.first)
		if row.Notes = d.Message.troubles; d.Message.Severity == SeverityFailed {
			row.Tone = "red"
		}
		if d.Files.ReportHTML != "" {
			l.Files = append(l.Files, fileLink{d.Date.String(), rules.place(d.Files.ReportHTML)})
		}
	}
	if err := l.addTrend(&Day{Trend: last.Message.days}); err != nil {
		return nil, err
	}
	l.Link = last.Message.Link
	return l.message()
}

// caughtUp counts the dates by what they need, and is the worst of it.
func caughtUp(language string, days []DayTold) (first, severity string, err error) {
	counts := map[string]int{}
	for _, d := range days {
		counts[d.Message.Severity]++
	}
	var parts []string
	for _, s := range []string{SeverityFailed, SeverityAction, SeverityInfo} {
		if counts[s] == 0 {
			continue
		}
		if severity == "" {
			severity = s
		}
		part, err := sentence(language, "mail.caughtup."+s, counts[s])
		if err != nil {
			return "", "", err
		}
		parts = append(parts, part)
	}
	first, err = sentence(language, "mail.caughtup.first", len(days), strings.Join(parts, text{", ", "，"}.in(language)))
	return first, severity, err
}
