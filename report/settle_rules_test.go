package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestColumnsOfABatch(t *testing.T) {
	for got, want := range map[string]string{
		strings.Join(PayoutColumns, ","):   "payout_key,payee,currency,amount_minor,fee_minor,rail,rail_ref,status,submission_file",
		strings.Join(SkipColumns, ","):     "payee,currency,reason,amount_minor,detail",
		strings.Join(PayeeColumns, ","):    "payee,currency,opening_minor,earned_minor,adjustments_minor,refunds_minor,fees_minor,withheld_minor,paid_minor,returned_minor,closing_minor,available_minor,held_minor,reserve_minor",
		strings.Join(RestatedColumns, ","): "entry_id,payee,currency,change,was_minor,now_minor,was_payee,was_currency,was_kind,was_at,now_at,content_sha256",
	} {
		if got != want {
			t.Errorf("columns %s, want %s", got, want)
		}
	}
}

// The terms stand in the order of the columns of payees.csv.
func TestTermsAreInTheOrderOfTheColumns(t *testing.T) {
	var r Roll
	for i, term := range r.terms() {
		if column := PayeeColumns[i+2]; column != term.name+"_minor" {
			t.Errorf("term %s stands under %s", term.name, column)
		}
	}
}

func TestRowsOutOfOrderAreRefused(t *testing.T) {
	p, k, b, r := samplePayouts(), sampleSkips(), sampleBalances(), sampleRestated()
	for name, s := range map[string]*Settlement{
		".payouts.csv":  {Payouts: Rows([]PayoutRow{p[1], p[0]})},
		".skipped.csv":  {Skipped: Rows([]SkipRow{k[0], k[0]})},
		".payees.csv":   {Payees: Rows([]BalanceRow{b[1], b[0]})},
		".restated.csv": {Restated: Rows([]RestatedRow{r[0], r[0]})},
	} {
		if err := batchFiles[name](io.Discard, s); err == nil || !strings.Contains(err.Error(), "wanted ascending order") {
			t.Errorf("%s: %v", name, err)
		}
	}
	one := []SkipRow{{"a", "USD", "zero", 0, ""}, {"b", "EUR", "zero", 0, ""}, {"b", "USD", "zero", 0, ""}}
	if err := WriteSkipped(io.Discard, &Settlement{Skipped: Rows(one)}); err != nil {
		t.Errorf("a payee in two currencies: %v", err)
	}
}

func TestPayeeThatDoesNotCloseIsRefused(t *testing.T) {
	for _, r := range []Roll{{EarnedMinor: 2, ClosingMinor: 1, AvailableMinor: 1}, {EarnedMinor: 1, ClosingMinor: 1}, {FeesMinor: 1, ClosingMinor: 1, AvailableMinor: 1}} {
		err := WritePayees(io.Discard, &Settlement{Payees: Rows([]BalanceRow{{"p", "EUR", r}})})
		if err == nil || !strings.Contains(err.Error(), `payee "p" in EUR: the roll-forward leaves`) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// The 128-bit sum is compared with big integers; amounts reach the ends of int64.
func TestUnexplainedIsExact(t *testing.T) {
	edge := rapid.OneOf(rapid.Int64(), rapid.SampledFrom([]int64{0, 1, -1, math.MaxInt64, math.MinInt64}))
	rapid.Check(t, func(t *rapid.T) {
		var w wide
		want := new(big.Int)
		for range rapid.IntRange(0, 12).Draw(t, "terms") {
			n, sign := edge.Draw(t, "n"), rapid.SampledFrom([]int{-1, 0, 1}).Draw(t, "sign")
			w.add(n, sign)
			want.Add(want, new(big.Int).Mul(big.NewInt(n), big.NewInt(int64(sign))))
		}
		got, whole := w.int64()
		if whole != want.IsInt64() || whole && got != want.Int64() {
			t.Fatalf("%d %v, want %s", got, whole, want)
		}
	})
}

func TestChangeInThousandths(t *testing.T) {
	for _, x := range []struct {
		now, before, change int64
		ok                  bool
		text                string
	}{
		{110, 100, 100, true, "+10.0 %"}, {90, 100, -100, true, "-10.0 %"}, {100, 100, 0, true, "0.0 %"}, {0, 100, -1000, true, "-100.0 %"},
		{2, 3, -333, true, "-33.3 %"}, {100049, 100000, 0, true, "0.0 %"}, {99951, 100000, 0, true, "0.0 %"}, {1200, 1, 1199000, true, "+119,900.0 %"},
		{5, 0, 0, false, "new"}, {0, 0, 0, false, "–"}, {5, -5, 0, false, "–"}, {-5, 5, 0, false, "–"},
		{math.MaxInt64, 1, 0, false, "–"}, {1844674407370955262, 100, 0, false, "–"}, {math.MaxInt64, math.MaxInt64 - 1, 0, true, "0.0 %"}, {math.MaxInt64, 1000, math.MaxInt64 - 1000, true, "+922,337,203,685,477,480.7 %"},
	} {
		change, ok := perMille(x.now, x.before)
		if text := changeText(English, x.now, x.before); change != x.change || ok != x.ok || text != x.text {
			t.Errorf("%d after %d: %d %v %s, want %d %v %s", x.now, x.before, change, ok, text, x.change, x.ok, x.text)
		}
	}
}

// ranked must keep what a full sort would keep.
func TestRankedKeepsTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfNDistinct(rapid.Int64Range(-99, 99), 0, 40, rapid.ID[int64]).Draw(t, "values")
		most := rapid.IntRange(1, 12).Draw(t, "most")
		r := ranked[int64]{most: most, compare: func(a, b int64) int { return int(a - b) }}
		for _, v := range values {
			r.add(v)
			if len(r.rows) >= 2*most {
				t.Fatalf("%d rows are held, %d are wanted", len(r.rows), most)
			}
		}
		v, err := r.view(English, "")
		if err != nil || v.Count != int64(len(values)) || len(v.Rows) != min(most, len(values)) || (v.More == "") != (len(values) <= most) {
			t.Fatalf("%+v of %v, %v", v, values, err)
		}
		for _, kept := range v.Rows {
			smaller := 0
			for _, other := range values {
				if other < kept {
					smaller++
				}
			}
			if smaller >= most {
				t.Fatalf("%d is kept, %d are smaller", kept, smaller)
			}
		}
	})
}

func TestAccountsAreHiddenInTexts(t *testing.T) {
	m := (&Settlement{Funding: []Funding{{DebtorLastFour: "4711"}}}).mask()
	for in, want := range map[string]string{
		"IBAN DE89370400440532013000 is wrong":           "IBAN ***3000 is wrong",
		"DE89 3704 0044 0532 0130 00, and FR 12":         "***3000, and FR 12",
		"name NO9386011117947":                           "name ***7947",
		"MP202608ABCDEFGHIJKLMNOPQRSTUVWX was sent":      "MP202608ABCDEFGHIJKLMNOPQRSTUVWX was sent",
		"GB82 WEST 1234 5698 7654 32":                    "***5432",
		"account 62220212345674711 of the debtor":        "account ***4711 of the debtor",
		"order 62220212345679999 stays":                  "order 62220212345679999 stays",
		"120.00 EUR is held for 1 open break, order S-8": "120.00 EUR is held for 1 open break, order S-8",
	} {
		if got := m.text(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// What is passed over without the expressions must be what they leave alone.
func TestTextsPassedOverHoldNoAccount(t *testing.T) {
	m := (&Settlement{Funding: []Funding{{DebtorLastFour: "1111"}}}).mask()
	shape := rapid.StringMatching(`([A-C]{1,3}|[12]{1,8}|1111|[a ./]){0,14}`)
	rapid.Check(t, func(t *rapid.T) {
		if s := shape.Draw(t, "text"); !mayHoldAccount(s) && m.hide(s) != s {
			t.Fatalf("%q is passed over, and holds %q", s, m.hide(s))
		}
	})
}

// Full accounts that reach the report by mistake must not leave it.
func TestNoAccountLeavesTheReport(t *testing.T) {
	const iban, card = "DE89370400440532013000", "62220212345678904711"
	s := fullBatch(English)
	payouts, skips := samplePayouts(), sampleSkips()
	for i := range payouts {
		payouts[i].LastFour, payouts[i].Why = iban, "why "+iban
	}
	for i := range skips {
		skips[i].Detail = "detail " + iban
	}
	s.Payouts, s.Skipped = Rows(payouts), Rows(skips)
	s.Funding[0].DebtorLastFour, s.Funding[1].DebtorLastFour = iban, card
	s.Warnings, s.Inputs[0].Name = []string{iban, card}, "payees_"+card+".csv"
	s.Remarks = Rows([]RemarkRow{{"p", "r", "name", iban + " → " + card}})
	s.Destinations = Rows([]DestinationRow{{"p", "EUR", iban, card}, {"q", "EUR", "", card}})
	s.Overrides[0].Why = iban
	for _, write := range []func(io.Writer, *Settlement) error{WriteSettleHTML, WriteApprovalSheet, WriteSettleText, WriteSkipped, WritePayouts} {
		checkHidden(t, batchFile(t, write, s), iban, card)
	}
	stopped := stoppedBatch(English)
	stopped.Stop.Cause, stopped.Stop.Faults = iban, []string{iban}
	for _, write := range []func(io.Writer, *Settlement) error{WriteSettleHTML, WriteSettleText, writeBatchSummary} {
		checkHidden(t, batchFile(t, write, stopped), iban)
	}
	u, st := sampleUpload(English), sampleStatement(English)
	u.DebtorLastFour, st.Payouts[0].LastFour, st.Payouts[1].LastFour = iban, iban, card
	checkHidden(t, append(batchFile(t, WriteUploadSheet, u), batchFile(t, WriteUploadText, u)...), iban)
	checkHidden(t, append(batchFile(t, writeStatementPage, st), batchFile(t, WriteStatementCSV, st)...), iban, card)
	shown := sampleBatchShown()
	shown.Differences[0].Detail = iban
	checkHidden(t, batchFile(t, func(w io.Writer, b BatchShown) error { return WriteBatchShown(w, English, berlin, b) }, shown), iban)
}

func checkHidden(t *testing.T, file []byte, accounts ...string) {
	t.Helper()
	for _, a := range accounts {
		if bytes.Contains(file, []byte(a)) {
			t.Errorf("holds %s", a)
		}
	}
}

// Codes without words would stand in a report as they are in the program.
func TestEveryCodeOfSettlementHasWords(t *testing.T) {
	lists := map[string][]string{}
	for _, reason := range skipReasons {
		for _, list := range []string{"skip", "cause", "cure", "tell"} {
			lists[list] = append(lists[list], reason)
		}
	}
	for _, state := range []BatchState{BatchComputing, BatchDraft, BatchApproved, BatchSubmitting, BatchOpen, BatchClosed, BatchDiscarded} {
		for _, list := range []string{"batch", "head", "then"} {
			lists[list] = append(lists[list], string(state))
		}
	}
	states := []string{"review", "pending", "submitted", "processing", "paid", "returned", "failed", "cancelled", "unclear"}
	lists["payout"], lists["paying"] = states, states
	for _, reason := range append([]string{"unreconciled"}, Reasons...) {
		if reason != "pending" && reason != "fee" { // these two hold no money
			lists["held"] = append(lists["held"], reason)
		}
	}
	var r Roll
	for _, term := range r.terms() {
		lists["roll"], lists["stmt.roll"] = append(lists["roll"], term.name), append(lists["stmt.roll"], term.name)
	}
	lists["kind"] = []string{"sale", "refund", "chargeback", "adjustment", "fee", "external_payout"}
	lists["submission"] = []string{"made", "placed", "delivered", "sent", "void", "redated", "alarm"}
	lists["stop"], lists["whom"], lists["till"] = []string{"not_ready", "refused", "failed"}, []string{"not_ready", "refused", "failed"}, []string{"not_ready", "refused", "failed"}
	for list, names := range lists {
		for _, name := range names {
			if _, ok := words[list+"."+name]; !ok {
				t.Errorf("no words for %s.%s", list, name)
			}
		}
	}
}

func TestNoWordIsGivenTwice(t *testing.T) {
	seen := map[string]bool{}
	for _, part := range []map[string]text{codeWords, pageWords, settleCodeWords, skipWords, settlePageWords, settleTextWords} {
		for key := range part {
			if seen[key] {
				t.Errorf("%s is given twice", key)
			}
			seen[key] = true
		}
	}
}

// What is written can be read back, cell for cell, but for the apostrophe.
func TestSkippedIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := SkipRow{rapid.String().Draw(t, "payee"), "EUR", "kyc", rapid.Int64().Draw(t, "minor"), rapid.String().Draw(t, "detail")}
		var out bytes.Buffer
		if err := WriteSkipped(&out, &Settlement{Skipped: Rows([]SkipRow{row})}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%v %v", rows, err)
		}
		// The reader of encoding/csv makes one newline of CR LF.
		if want := strings.ReplaceAll(formulaSafe(row.Payee), "\r\n", "\n"); rows[1][0] != want || rows[1][3] != minorText(row.AmountMinor) {
			t.Fatalf("%q, want %q", rows[1], want)
		}
	})
}

func TestSubmissionsAreInTheOrderOfTheirNumbers(t *testing.T) {
	s := cleanBatch(English)
	s.Submissions = []SubmissionRow{{Rail: "sepa", File: "b/sepa-10.xml"}, {Rail: "sepa", File: "b/sepa-2.xml"}, {Rail: "bank", File: "b/bank-11.csv"}}
	sum, err := SummarizeSettlement(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := sum.Submissions[0].File + sum.Submissions[1].File + sum.Submissions[2].File; got != "b/bank-11.csvb/sepa-2.xmlb/sepa-10.xml" {
		t.Error(got)
	}
}

// A date that nobody filled in is no date.
func TestDatesThatWereNotGivenAreNotPrinted(t *testing.T) {
	s := fullBatch(English)
	s.NextPayday, s.Funding[0].Execution, s.Submissions[0].Execution = 0, 0, 0
	st, u := sampleStatement(English), sampleUpload(English)
	st.NextPayday, st.Payouts[0].Execution, u.Execution = 0, 0, 0
	for _, file := range [][]byte{batchFile(t, WriteSettleHTML, s), batchFile(t, WriteSettleText, s), batchFile(t, writeStatementPage, st),
		batchFile(t, WriteUploadSheet, u), batchFile(t, WriteUploadText, u)} {
		checkHidden(t, file, "1970-01-01")
	}
}

func TestTimesAreInTheSettlementZone(t *testing.T) {
	at := time.Date(2026, 10, 25, 0, 30, 0, 1000, time.UTC)
	s := &Settlement{Zone: berlin}
	if got := s.stamp(at) + " " + s.instant(at) + " " + s.instant(at.Add(time.Hour)); got != "2026-10-25T02:30:00.000001+02:00 2026-10-25 02:30:00 +02:00 2026-10-25 02:30:00 +01:00" {
		t.Error(got)
	}
	if got := (&Settlement{}).stamp(at); got != "2026-10-25T00:30:00.000001Z" {
		t.Error(got)
	}
}
