package ingest

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/money"
)

// setLayout takes what the head says and checks account and day against what
// is expected, before any row is read.
func (t *reading) setLayout(l *Layout) {
	t.layout, t.receipt.Stated, t.receipt.NoStatement = l, l.Stated, l.NoStatement
	if t.layout.Zone == nil {
		t.layout.Zone = time.UTC
	}
	t.checkAccount(l.Stated.Account, l.Stated.AccountLine)
	if t.file.Side == Ledger {
		return
	}
	switch day := t.file.Date; {
	case l.Stated.HasDays:
		t.dated, t.from, t.until = true, l.Stated.From, l.Stated.Until
		if day != 0 && (t.from != day || t.until != day) {
			t.faults.add(Fault{Path: t.path, Line: l.Stated.DaysLine, Text: fmt.Sprintf("is of %s, wanted %s; it is another day's file, or the pattern needs date_offset", days(t.from, t.until), day)})
		}
	case day != 0:
		t.dated, t.from, t.until = true, day, day
	}
}

func days(from, until calendar.Date) string {
	if from == until {
		return from.String()
	}
	return from.String() + " to " + until.String()
}

func (t *reading) checkAccount(stated string, line int64) {
	if want := t.file.Source.Account; stated != "" && want != "" && stated != want {
		found, want := maskBoth(stated, want)
		t.faults.add(Fault{Path: t.path, Line: line, Text: fmt.Sprintf("is of account %s, wanted %s; put it into the folder of its own source", found, want)})
	}
}

// finish joins the pieces of a text into its receipt and compares what the
// text claims with what was read. Ended is how unpacking went wrong, if it did.
func (t *reading) finish(ended error) error {
	var trailer []trailerLine
	var tallies [MaxTallies]int64
	first := t.faults
	t.faults = faultList{}
	for _, r := range t.results {
		if len(trailer) > 0 && r.rows > 0 {
			t.faults.add(Fault{Path: t.path, Line: trailer[0].line, Text: "ends here and rows follow; two files were joined, fetch it again"})
		}
		trailer = append(trailer, r.trailer...)
		t.join(r, &tallies)
	}
	rowFaults := !t.faults.none()
	if err := t.fail(ended); err != nil {
		return err
	}
	if t.layout == nil { // a Parquet file that could not be opened
		t.faults.addAll(first)
		return nil
	}
	if ended == nil {
		t.fail(t.checkTrailer(trailer, tallies, rowFaults))
	}
	t.checkRows()
	if t.layout.End != nil {
		t.fail(Faults(t.layout.End()))
	}
	if t.layout.Export != nil {
		t.receipt.Export = t.layout.Export()
	}
	t.faults.addAll(first)
	t.faults.sort()
	t.checked()
	return nil
}

// sort puts the lowest line first and what is about the whole text last.
func (l *faultList) sort() {
	slices.SortStableFunc(l.kept, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(uint64(a.Line-1), uint64(b.Line-1)), strings.Compare(a.Column, b.Column))
	})
}

// join adds one piece to the receipt.
func (t *reading) join(r *reader, tallies *[MaxTallies]int64) {
	receipt := &t.receipt
	receipt.Rows += r.rows
	receipt.Kept += r.kept
	receipt.Ignored += r.ignored
	receipt.Unclaiming += r.mute
	t.faults.addAll(r.row.faults)
	fits := true
	for i, n := range r.row.tallies {
		fits = add(&tallies[i], n) && fits
	}
	for _, total := range r.totals {
		fits = receipt.addTotal(total) && fits
	}
	if !fits {
		t.faults.add(Fault{Path: t.path, Text: errRange.Error()})
	}
	t.joinAccount(r.row.account)
}

func (r *Receipt) addTotal(o Total) bool {
	for i := range r.Totals {
		if t := &r.Totals[i]; t.Kind == o.Kind && t.Currency == o.Currency {
			return t.add(o)
		}
	}
	r.Totals = append(r.Totals, o)
	return true
}

// joinAccount takes the account that a piece's rows state.
func (t *reading) joinAccount(account string) {
	stated := &t.receipt.Stated.Account
	switch {
	case account == "" || account == *stated:
	case *stated == "":
		*stated = account
		t.checkAccount(account, t.layout.BodyLine)
	default:
		first, other := maskBoth(*stated, account)
		t.faults.add(Fault{Path: t.path, Text: fmt.Sprintf("has rows of account %s and of account %s; configure one source per account", first, other)})
	}
}

// checkTrailer lets the layout read the trailer. Sums are not compared when
// rows are faulty, because they cannot agree then.
func (t *reading) checkTrailer(lines []trailerLine, tallies [MaxTallies]int64, rowFaults bool) error {
	if t.layout.Trailer == nil {
		return nil
	}
	if len(lines) >= maxTrailer {
		return Fault{Line: lines[0].line, Text: fmt.Sprintf("more than %d lines follow this one, which should end the rows; fetch the file again", maxTrailer)}
	}
	decoded := make([]string, len(lines))
	for i, line := range lines {
		text, err := t.layout.Charset.Decode(line.text)
		if err != nil {
			return Fault{Line: line.line, Text: err.Error()}
		}
		decoded[i] = text
	}
	claim, err := t.layout.Trailer(decoded)
	at := func(n int64) int64 {
		if n >= 1 && n <= int64(len(lines)) {
			return lines[n-1].line
		}
		return 0
	}
	if err != nil {
		return shift(err, at)
	}
	if rowFaults {
		return nil
	}
	t.receipt.Checks = append(t.receipt.Checks, claim.checks(tallies)...)
	return claim.compare(tallies, at)
}

// shift turns line numbers of the trailer into those of the text.
func shift(err error, at func(int64) int64) error {
	switch f := err.(type) {
	case Fault:
		f.Line = at(f.Line)
		return f
	case Faults:
		for i := range f {
			f[i].Line = at(f[i].Line)
		}
		return f
	}
	return err
}

// compare reports every total that the rows do not add up to.
func (c Claim) compare(tallies [MaxTallies]int64, at func(int64) int64) error {
	var faults Faults
	for _, total := range c.Totals {
		if found, ok := total.found(tallies); !ok {
			faults = append(faults, Fault{Line: at(total.Line), Text: total.explain(found)})
		}
	}
	if faults == nil {
		return nil
	}
	return faults
}

// found is what the rows add up to by the first list that agrees, or else by
// the first list.
func (c ClaimTotal) found(tallies [MaxTallies]int64) (first int64, ok bool) {
	for i, list := range c.Sums {
		sum := int64(0)
		for _, tally := range list {
			sum += tallies[tally]
		}
		if sum == c.Wanted {
			return sum, true
		}
		if i == 0 {
			first = sum
		}
	}
	return first, false
}

func (c ClaimTotal) explain(found int64) string {
	print := func(n int64) string {
		if c.IsCount {
			return fmt.Sprint(n)
		}
		return money.Format(n, c.Exponent)
	}
	return fmt.Sprintf("%s is stated as %s, the rows add up to %s; the file was cut or changed, fetch it again", c.Name, print(c.Wanted), print(found))
}

// checkRows completes the receipt from the kept rows and reports rows of other days.
func (t *reading) checkRows() {
	r := &t.receipt
	oldest, newest := int64(math.MaxInt64), int64(math.MinInt64)
	var sum digest
	var other outside
	for _, piece := range t.results {
		oldest, newest = min(oldest, piece.oldest), max(newest, piece.newest)
		sum.sum(piece.digest.hi, piece.digest.lo, piece.digest.count)
		if other.rows == 0 {
			other.line, other.date = piece.otherDays.line, piece.otherDays.date
		}
		other.rows += piece.otherDays.rows
	}
	if r.Kept > 0 {
		r.Oldest, r.Newest = oldest, newest
	}
	r.Digest = sum.hex(r.Stated)
	slices.SortFunc(r.Totals, func(a, b Total) int {
		return cmp.Or(strings.Compare(a.Currency, b.Currency), cmp.Compare(a.Kind, b.Kind))
	})
	if other.rows > 0 {
		t.faults.add(Fault{Path: t.path, Line: other.line, Text: fmt.Sprintf("%d of %d rows are not of %s, the first is of %s; it is another day's file, or the pattern needs date_offset", other.rows, r.Rows, days(t.from, t.until), other.date)})
	}
}

// checkSummaries compares what summary texts say with all statements beside them.
func (l *loader) checkSummaries(c *container, list, summaries []*reading) error {
	var tallies [MaxTallies]int64
	for _, t := range list {
		if !t.faults.none() {
			return nil
		}
		for _, r := range t.results {
			for i, n := range r.row.tallies {
				add(&tallies[i], n)
			}
		}
	}
	var totals []ClaimTotal
	for _, s := range summaries {
		claim, err := l.summary(c, s)
		if err := s.fail(err); err != nil {
			return err
		}
		totals = joinTotals(totals, claim.Totals, len(summaries) > 1)
	}
	if len(summaries) == 0 {
		return nil
	}
	s := summaries[0]
	if s.faults.none() {
		list[0].receipt.Checks = append(list[0].receipt.Checks, Claim{totals}.checks(tallies)...)
		s.fail(Claim{totals}.compare(tallies, func(n int64) int64 { return n }))
	}
	list[0].faults.addAll(s.faults)
	return nil
}

// joinTotals adds up what several summaries say of the same tally.
func joinTotals(sum, more []ClaimTotal, several bool) []ClaimTotal {
	for _, t := range more {
		if several {
			t.Line = 0
		}
		i := slices.IndexFunc(sum, func(s ClaimTotal) bool { return s.Name == t.Name })
		if i < 0 {
			sum = append(sum, t)
			continue
		}
		sum[i].Wanted += t.Wanted
	}
	return sum
}

// maxSummary bounds a text that only sums up: one line per shop.
const maxSummary = 64 << 20

func (l *loader) summary(c *container, s *reading) (Claim, error) {
	r, _, err := c.openText(s.text, maxSummary)
	if err != nil {
		return Claim{}, err
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		return Claim{}, c.explain(err)
	}
	return s.format.(Summarizer).Summary(content)
}
