// Package post sends what is to be said: mails by SMTP, and messages to the
// webhooks of chat groups. It makes no words of its own, keeps nothing and
// reads no clock; its errors never hold a password, a key or the address of a
// webhook.
package post

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Letter is one message, for people who read mail and for those who read chat.
type Letter struct {
	ID       string    // names the message: sent again it has the same
	At       time.Time // when it was written
	Kind     string    // day, morning or run
	Date     string    // yyyy-mm-dd, the date it is about
	Version  int64     // of what is said about that date
	Severity string    // failed, action or info
	Title    string    // one line
	Lines    []string  // the short form, plain text, for chat
	Link     string    // where the report is; empty: nowhere to click
	LinkText string    // what to click on
	Text     string    // the mail as plain text
	HTML     string    // the mail as HTML
	Trend    []byte    // PNG that the HTML names cid:trend; nil: none
	Files    []File    // attachments
}

// File is one attachment.
type File struct {
	Name    string
	Content []byte
}

// oneLine makes a text fit for a header: control characters, line ends among
// them, become spaces.
func oneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s))
}

// bounded is s in at most so many bytes, cut between characters.
func bounded(s string, most int) string {
	const more = "…"
	if len(s) <= most {
		return s
	}
	cut := most - len(more)
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + more
}
