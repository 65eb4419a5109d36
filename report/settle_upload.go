package report

import (
	"cmp"
	"io"
	"time"

	"recon/internal/calendar"
)

// UploadSheet is everything the sheet beside a submission file says. It goes
// with the file to the person who uploads it.
type UploadSheet struct {
	Language, Engine           string
	Period, BatchID, ID        string // ID is the submission's, like 2026-08-1/sepa-1
	Rail, Name                 string // Name is the file's, without a folder
	SHA256, MD5                string // lower-case hex
	Bytes, Count, SumMinor     int64
	Currency                   string
	DebtorName, DebtorLastFour string
	Execution                  calendar.Date // or NoDate
	MessageID, PaymentInfoID   string        // may be empty
	Redates                    string        // name of the file that this one replaces, else empty
	ApprovedBy                 []string
	ApprovalRequired           bool // false is printed in red
	Created                    time.Time
	Zone                       *time.Location // of Created; nil is UTC
}

// WriteUploadSheet writes the sheet as a page.
func WriteUploadSheet(w io.Writer, u UploadSheet) error {
	look, err := settleLook()
	if err != nil {
		return err
	}
	u.DebtorLastFour, u.Execution = lastFour(u.DebtorLastFour), known(u.Execution)
	return writeSettlePage(w, u.Language, "settle_upload.html", uploadPage{u, look, u.facts(), u.digests()})
}

// WriteUploadText writes the sheet as plain text.
func WriteUploadText(w io.Writer, u UploadSheet) error {
	l := u.Language
	u.DebtorLastFour, u.Execution = lastFour(u.DebtorLastFour), known(u.Execution)
	lines := []string{Word(l, "upload.title") + " " + u.ID, ""}
	if !u.ApprovalRequired {
		lines = append(lines, "! "+Word(l, "settle.free"))
	}
	if u.Redates != "" {
		line, err := sentence(l, "upload.redate", u.Redates)
		if err != nil {
			return err
		}
		lines = append(lines, "! "+line)
	}
	lines = append(lines, Word(l, "upload.once"), Word(l, "upload.check"), "")
	record, err := sentence(l, "upload.record", u.ID)
	if err != nil {
		return err
	}
	lines = append(lines, aligned(append(u.money(), u.facts()...))...)
	for _, d := range u.digests() {
		lines = append(lines, "  "+d.Label+": "+d.Head+d.Last, "  "+Word(l, "upload.six")+": "+spaced(d.Last))
	}
	lines = append(lines, "", record, "")
	for _, key := range []string{"upload.ref", "upload.by", "upload.free"} {
		lines = append(lines, Word(l, key)+": ______________________________", "")
	}
	return writeLines(w, lines[:len(lines)-1])
}

// uploadPage is what the template prints.
type uploadPage struct {
	UploadSheet
	*look
	Facts   []fact
	Digests []digest
}

func (p uploadPage) Sum() amount { return amount{p.Currency, p.SumMinor} }

// Free reports that nobody had to approve.
func (p uploadPage) Free() bool { return !p.ApprovalRequired }

// digest is a digest whose last characters people read to each other.
type digest struct{ Label, Head, Last string }

func (u *UploadSheet) digests() []digest {
	var out []digest
	for _, d := range []struct{ label, text string }{{"SHA-256", u.SHA256}, {"MD5", u.MD5}} {
		cut := max(0, len(d.text)-6)
		out = append(out, digest{d.label, d.text[:cut], d.text[cut:]})
	}
	return out
}

// money is what the page prints large.
func (u *UploadSheet) money() []fact {
	l := u.Language
	return []fact{
		{Label: Word(l, "settle.sum"), Value: amountText(u.SumMinor, u.Currency) + " " + u.Currency},
		{Label: Word(l, "settle.count"), Value: countText(u.Count)},
		{Label: Word(l, "settle.debtor"), Value: "…" + u.DebtorLastFour + " " + u.DebtorName},
		{Label: Word(l, "settle.execution"), Value: cmp.Or(dateText(u.Execution), "–")},
	}
}

func (u *UploadSheet) facts() []fact {
	s := Settlement{Language: u.Language, Zone: u.Zone}
	facts := []fact{
		{"settle.file", u.Name, true}, {Label: "upload.bytes", Value: countText(u.Bytes)}, {Label: "settle.rail", Value: u.Rail},
		{Label: "settle.period", Value: u.Period}, {Label: "settle.batch", Value: u.BatchID},
		{"upload.msg", u.MessageID, true}, {"upload.info", u.PaymentInfoID, true}, {Label: "upload.made", Value: s.instant(u.Created)},
	}
	for _, by := range u.ApprovedBy {
		facts = append(facts, fact{Label: "settle.approved", Value: by})
	}
	return s.given(facts)
}

// aligned are facts as lines whose values stand in one column.
func aligned(facts []fact) []string {
	wide := 0
	for _, f := range facts {
		wide = max(wide, columnsOf(printable(f.Label)))
	}
	lines := make([]string, len(facts))
	for i, f := range facts {
		lines[i] = "  " + padded(f.Label, wide) + "  " + f.Value
	}
	return lines
}
