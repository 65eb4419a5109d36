package report

import (
	"regexp"
	"strings"

	"recon/internal/calendar"
)

// batchMask hides account numbers in the free texts of a batch: warnings,
// faults and details come from files, and people put accounts everywhere.
type batchMask struct{ debtors mask }

// mask knows the debtors' accounts by their last four characters.
func (s *Settlement) mask() batchMask {
	var fours []string
	for _, f := range s.Funding {
		if f.DebtorLastFour != "" {
			fours = append(fours, f.DebtorLastFour)
		}
	}
	return batchMask{newMask(fours...)}
}

// ibanShape is an IBAN in one piece or in groups of four.
var ibanShape = regexp.MustCompile(`\b[A-Z]{2}[0-9]{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)\b`)

// ownReference is one of our own references, which only look like IBANs.
var ownReference = regexp.MustCompile(`^(?:MP|ME|PI)[0-9]{6}[A-Z2-7]{24}$`)

// text is s with its accounts hidden but for their last four characters.
func (m batchMask) text(s string) string {
	if !mayHoldAccount(s) {
		return s
	}
	return m.hide(s)
}

func (m batchMask) hide(s string) string {
	s = ibanShape.ReplaceAllStringFunc(s, func(found string) string {
		if ownReference.MatchString(found) {
			return found
		}
		return "***" + lastFour(strings.ReplaceAll(found, " ", ""))
	})
	return m.debtors.Replace(s)
}

// mayHoldAccount reports whether a text has the beginning of an IBAN, two
// capitals and two digits, or a long number. It saves the expressions the
// hundreds of thousands of details that have neither.
func mayHoldAccount(s string) bool {
	capitals, digits := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			capitals, digits = capitals+1, 0
		case c >= '0' && c <= '9':
			if digits++; digits == 2 && capitals >= 2 || digits == longNumber {
				return true
			}
		default:
			capitals, digits = 0, 0
		}
	}
	return false
}

// known is a date, or NoDate for the zero value.
func known(d calendar.Date) calendar.Date {
	if d == 0 {
		return NoDate
	}
	return d
}

// masked is a copy of s in which accounts are hidden in every free text and
// dates that were not given are NoDate.
func (s *Settlement) masked() *Settlement {
	m := s.mask()
	out := *s
	out.Warnings = mapped(s.Warnings, m.text)
	out.Inputs = mapped(s.Inputs, func(f InputFile) InputFile { f.Name = m.text(f.Name); return f })
	out.Overrides = mapped(s.Overrides, func(o BatchOverride) BatchOverride { o.Why = m.text(o.Why); return o })
	out.NextPayday = known(s.NextPayday)
	out.Funding = mapped(s.Funding, func(f Funding) Funding {
		f.DebtorLastFour, f.Execution = lastFour(f.DebtorLastFour), known(f.Execution)
		return f
	})
	out.Submissions = mapped(s.Submissions, func(f SubmissionRow) SubmissionRow { f.Execution = known(f.Execution); return f })
	out.Remarks = mappedRows(s.Remarks, func(r RemarkRow) RemarkRow { r.Text = m.text(r.Text); return r })
	out.Skipped = mappedRows(s.Skipped, func(k SkipRow) SkipRow { k.Detail = m.text(k.Detail); return k })
	out.Payouts = mappedRows(s.Payouts, func(p PayoutRow) PayoutRow { p.Why, p.LastFour = m.text(p.Why), lastFour(p.LastFour); return p })
	out.Destinations = mappedRows(s.Destinations, func(d DestinationRow) DestinationRow {
		d.OldLastFour, d.NewLastFour = lastFour(d.OldLastFour), lastFour(d.NewLastFour)
		return d
	})
	if s.Stop != nil {
		stop := *s.Stop
		stop.Cause, stop.Faults = m.text(stop.Cause), mapped(stop.Faults, m.text)
		out.Stop = &stop
	}
	return &out
}
