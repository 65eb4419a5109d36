package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"regexp"
	"strings"
	"testing"
)

// everyPage is every page of settlement, by the name of its golden file.
func everyPage(t *testing.T) map[string]string {
	pages := map[string]string{}
	for name, s := range goldenBatches {
		pages[name] = string(batchFile(t, WriteSettleHTML, s))
		if s.Stop == nil {
			pages[name+".sheet"] = string(batchFile(t, WriteApprovalSheet, s))
		}
	}
	hostile := sampleUpload(English)
	hostile.Name, hostile.Redates, hostile.ID = hostileTexts[0], hostileTexts[7], hostileTexts[6]
	pages["upload"] = string(batchFile(t, WriteUploadSheet, hostile))
	pages["statement"] = string(batchFile(t, writeStatementPage, sampleStatement(Chinese)))
	pages["statement.hostile"] = string(batchFile(t, writeStatementPage, hostileStatement()))
	return pages
}

// Every tag is closed in order, every < begins a tag, nothing is fetched or run,
// and nothing turns the direction of the text.
func TestPagesOfSettlementAreWellFormed(t *testing.T) {
	for name, page := range everyPage(t) {
		head, rest, _ := strings.Cut(page, "<style>")
		_, rest, _ = strings.Cut(rest, "</style>")
		text := strings.TrimPrefix(head, "<!doctype html>") + rest
		if fault := openTags(text); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
		for _, bad := range []string{"<script", "http:", "https:", "ZgotmplZ", "%!", "<no value>", "\u202e", "\x1b"} {
			if strings.Contains(page, bad) {
				t.Errorf("%s: holds %q", name, bad)
			}
		}
	}
}

// openTags says which tag is not closed in order, or that a bracket is stray.
func openTags(text string) string {
	void := map[string]bool{"meta": true, "br": true}
	var stack []string
	for _, m := range tag.FindAllStringSubmatch(text, -1) {
		switch {
		case void[m[2]]:
		case m[1] == "":
			stack = append(stack, m[2])
		case len(stack) == 0 || stack[len(stack)-1] != m[2]:
			return fmt.Sprintf("</%s> closes %v", m[2], stack)
		default:
			stack = stack[:len(stack)-1]
		}
	}
	if left := tag.ReplaceAllString(text, ""); len(stack) > 0 || strings.ContainsAny(left, "<>") {
		return fmt.Sprintf("not closed %v, or a stray bracket", stack)
	}
	return ""
}

// What links point to must be there: the list of what to do leads to its rows.
func TestLinksOfThePageLeadSomewhere(t *testing.T) {
	links := regexp.MustCompile(`href="#([^"]*)"`)
	page := string(batchFile(t, WriteSettleHTML, fullBatch(English)))
	found := links.FindAllStringSubmatch(page, -1)
	if len(found) != 9 {
		t.Errorf("%d links, want 9", len(found))
	}
	for _, m := range found {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("nothing has the id %s", m[1])
		}
	}
}

// Whoever sees any part of a batch that needs no approval must see that.
func TestApprovalSwitchedOffIsRedEverywhere(t *testing.T) {
	for _, l := range []string{English, Chinese} {
		s, line := fullBatch(l), Word(l, "settle.free")
		s.ApprovalRequired = false
		u := sampleUpload(l)
		u.ApprovalRequired = false
		red := `<div class="banner red" role="alert">` + "\n<p><strong>" + line
		for name, page := range map[string][]byte{"report": batchFile(t, WriteSettleHTML, s), "sheet": batchFile(t, WriteApprovalSheet, s), "upload": batchFile(t, WriteUploadSheet, u)} {
			if !strings.Contains(string(page), red) {
				t.Errorf("%s in %s does not say it in red", name, l)
			}
		}
		for name, text := range map[string][]byte{"text": batchFile(t, WriteSettleText, s), "upload text": batchFile(t, WriteUploadText, u),
			"list": batchFile(t, func(w io.Writer, r iter.Seq2[BatchLine, error]) error { return WriteBatchList(w, l, r) }, Rows(sampleLines()))} {
			if !strings.Contains(string(text), "! "+line) {
				t.Errorf("%s in %s does not say it", name, l)
			}
		}
	}
}

// Green is for a batch of which nothing is open.
func TestNothingIsGreenBeforeABatchIsClosed(t *testing.T) {
	for name, s := range goldenBatches {
		page := string(batchFile(t, WriteSettleHTML, s))
		want := strings.HasPrefix(name, "closed") || strings.HasPrefix(name, "empty")
		if got := strings.Contains(page, `<body class="whole">`); got != want {
			t.Errorf("%s: whole is %v", name, got)
		}
		if !want && strings.Contains(page, `class="banner green"`) {
			t.Errorf("%s: has a green line", name)
		}
	}
	s := closedBatch(English)
	s.ApprovalRequired = false
	if strings.Contains(string(batchFile(t, WriteSettleHTML, s)), `<body class="whole">`) {
		t.Error("a batch without approval is whole")
	}
}

// A roll-forward that does not close must stop whoever reads the page.
func TestOpenRollForwardIsSaidFirst(t *testing.T) {
	s := cleanBatch(English)
	s.Roll[0].ClosingMinor++
	page := string(batchFile(t, WriteSettleHTML, s))
	_, body, _ := strings.Cut(page, "<body")
	first, _, _ := strings.Cut(body, "banner amber")
	if !strings.Contains(first, "The roll-forward does not close: -0.01 EUR unexplained.") || !strings.Contains(page, `<tr class="bad">`) {
		t.Errorf("the page begins with %.300s", first)
	}
	s.Roll[0].OpeningMinor, s.Roll[0].EarnedMinor = math.MaxInt64, math.MaxInt64
	if err := WriteSettleHTML(io.Discard, s); err == nil || !strings.Contains(err.Error(), "the sums are too large") {
		t.Errorf("sums beyond int64: %v", err)
	}
}

func TestLongListsSayWhereTheRestIs(t *testing.T) {
	const n = 450
	s := cleanBatch(English)
	s.Totals, s.Skips = []BatchTotal{{"EUR", n, n * (n + 1) / 2, n, n * (n + 1) / 2, n}}, []SkippedTotal{{"kyc", "EUR", n, -n * (n + 1) / 2}, {"zero", "EUR", n, 0}}
	s.Payouts = many(n, func(i int) PayoutRow {
		return PayoutRow{PayoutKey: fmt.Sprintf("k%04d", i), Payee: fmt.Sprintf("p%04d", i), Currency: "EUR", AmountMinor: int64(i + 1), Status: "review"}
	})
	s.Skipped = many(2*n, func(i int) SkipRow {
		if i >= n {
			return SkipRow{fmt.Sprintf("z%04d", i), "EUR", "zero", 0, ""}
		}
		return SkipRow{fmt.Sprintf("s%04d", i), "EUR", "kyc", -int64(i + 1), ""}
	})
	s.Negative = many(n, func(i int) BalanceRow {
		return BalanceRow{fmt.Sprintf("n%04d", i), "EUR", Roll{ClosingMinor: -int64(i + 1)}}
	})
	s.Restated = many(n, func(i int) RestatedRow { return RestatedRow{EntryID: fmt.Sprintf("e%04d", i), Change: "gone"} })
	s.Destinations = many(2*n, func(i int) DestinationRow {
		return DestinationRow{fmt.Sprintf("d%04d", i), "EUR", strings.Repeat("1", i%2*4), "2222"}
	})
	s.Remarks = many(n, func(i int) RemarkRow { return RemarkRow{Payee: fmt.Sprintf("r%04d", i)} })
	page := string(batchFile(t, WriteSettleHTML, s))
	for line, times := range map[string]int{"and 250 more in payouts.csv": 1, "and 250 more in skipped.csv": 1, "and 250 more in payees.csv": 1,
		"and 250 more in restated.csv": 1, "<p class=\"soft\">and 250 more</p>": 3, ">p0449<": 2, ">p0439<": 1, ">s0449<": 1, ">s0249<": 0, ">n0449<": 1, ">e0000<": 1, ">z0": 0} {
		if got := strings.Count(page, line); got != times {
			t.Errorf("%q stands %d times on the page, want %d", line, got, times)
		}
	}
}

// many are n rows, never held at once.
func many[T any](n int, row func(i int) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for i := range n {
			if !yield(row(i), nil) {
				return
			}
		}
	}
}

// A page must not list other payouts than it sums up.
func TestRowsThatDisagreeWithTotalsAreRefused(t *testing.T) {
	for want, spoil := range map[string]func(*Settlement){
		"payouts in EUR disagree: 4 rows with 6129167":  func(s *Settlement) { s.Totals[0].AmountMinor++ },
		"payouts in USD disagree: 1 rows with 99999":    func(s *Settlement) { s.Totals = s.Totals[:1] },
		"payouts in CHF disagree: no rows":              func(s *Settlement) { s.Totals = append(s.Totals, BatchTotal{Currency: "CHF", Payouts: 1}) },
		"payees skipped as kyc in EUR disagree: 1 rows": func(s *Settlement) { s.Skips[4].Count = 2 },
	} {
		s := fullBatch(English)
		spoil(s)
		if err := WriteSettleHTML(io.Discard, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestErrorsOfBatchListsAreReturned(t *testing.T) {
	broken := errors.New("broken")
	for i, spoil := range []func(*Settlement){
		func(s *Settlement) { s.Payouts = failing[PayoutRow](broken) }, func(s *Settlement) { s.Skipped = failing[SkipRow](broken) },
		func(s *Settlement) { s.Negative = failing[BalanceRow](broken) }, func(s *Settlement) { s.Restated = failing[RestatedRow](broken) },
		func(s *Settlement) { s.Destinations = failing[DestinationRow](broken) }, func(s *Settlement) { s.Remarks = failing[RemarkRow](broken) },
	} {
		s := cleanBatch(English)
		spoil(s)
		if err := WriteSettleHTML(io.Discard, s); !errors.Is(err, broken) {
			t.Errorf("list %d: the page gives %v", i, err)
		}
	}
	s := cleanBatch(English)
	s.Payouts, s.Skipped, s.Payees, s.Restated = failing[PayoutRow](broken), failing[SkipRow](broken), failing[BalanceRow](broken), failing[RestatedRow](broken)
	for ending, write := range batchFiles {
		if err := write(&bytes.Buffer{}, s); !errors.Is(err, broken) {
			t.Errorf("%s: %v", ending, err)
		}
	}
}

func failing[T any](err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		yield(none, err)
	}
}
