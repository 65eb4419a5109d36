package alipay

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"recon/ingest"
	"recon/internal/calendar"
)

// preamble is what stands before the rows.
type preamble struct {
	stated     ingest.Stated
	columns    []string
	headerLine int64
	body       int64 // offset of the line after the header
}

var (
	accountLine = regexp.MustCompile(`账号[：:]\s*\[(\d+)\]`)
	daysLine    = regexp.MustCompile(`起始日期[：:]\s*\[([^\]]*)\].*终止日期[：:]\s*\[([^\]]*)\]`)
)

// readPreamble reads lines that begin with # and then the header, which does
// not. The number of lines is not relied upon.
func readPreamble(head []byte) (p preamble, err error) {
	for rest := head; ; p.headerLine++ {
		line, after, ended := bytes.Cut(rest, []byte{'\n'})
		if !ended {
			return p, ingest.Fault{Text: "ends before the header, it was cut off; fetch it again"}
		}
		p.body += int64(len(rest) - len(after))
		rest = after
		line = bytes.TrimRight(line, "\r\t ")
		text, err := decode(line, p.headerLine+1)
		if err != nil {
			return p, err
		}
		if strings.HasPrefix(text, "#") {
			if err := p.comment(text, p.headerLine+1); err != nil {
				return p, err
			}
		} else if text != "" {
			p.columns = columns(text)
			p.headerLine++
			return p, p.complete()
		}
	}
}

// decode refuses what Alipay did not write.
func decode(line []byte, number int64) (string, error) {
	if utf8.Valid(line) && !isASCII(line) {
		return "", ingest.Fault{Line: number, Text: fmt.Sprintf("%q is UTF-8, wanted GBK as Alipay writes it; an editor saved the file again, use the original", line)}
	}
	text, err := ingest.GB18030.Decode(line)
	if err != nil {
		return "", ingest.Fault{Line: number, Text: err.Error() + "; the file was damaged or saved again, use the original"}
	}
	if strings.HasSuffix(text, ",") {
		return "", ingest.Fault{Line: number, Text: "ends in a comma: a spreadsheet saved the file again and may have lost digits; use the original"}
	}
	return text, nil
}

func isASCII(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r >= utf8.RuneSelf })
}

func columns(text string) []string {
	list := strings.Split(text, ",")
	for i, column := range list {
		list[i] = strings.Trim(column, " \t　")
	}
	return list
}

// comment reads one line of the preamble.
func (p *preamble) comment(text string, line int64) error {
	if m := accountLine.FindStringSubmatch(text); m != nil {
		p.stated.Account, p.stated.AccountLine = m[1], line
	}
	m := daysLine.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	from, err1 := time.Parse(dayLayout, m[1])
	until, err2 := time.Parse(dayLayout, m[2])
	if err1 != nil || err2 != nil || until.Before(from) {
		return ingest.Fault{Line: line, Text: fmt.Sprintf("found the days %s to %s, wanted like 2026年08月15日 00:00:00", m[1], m[2])}
	}
	// The end is exclusive when it is midnight.
	p.stated.From, p.stated.Until = date(from), date(until.Add(-time.Second))
	p.stated.HasDays, p.stated.DaysLine = true, line
	return nil
}

const dayLayout = "2006年01月02日 15:04:05"

func date(t time.Time) calendar.Date { return calendar.Of(t.Year(), t.Month(), t.Day()) }

// complete refuses a preamble that does not say whose and of which day the file is.
func (p *preamble) complete() error {
	switch {
	case p.stated.Account == "":
		return ingest.Fault{Text: "no line like #账号：[2088...] before the rows, wanted the account; use the original file"}
	case !p.stated.HasDays:
		return ingest.Fault{Text: "no line like #起始日期：[2026年08月15日 00:00:00]   终止日期：[...] before the rows, wanted the days; use the original file"}
	}
	return nil
}
