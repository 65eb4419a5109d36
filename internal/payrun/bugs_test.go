package payrun

import (
	"crypto/sha256"
	"encoding/base32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/state"
	"recon/settle/approval"
)

// The bugs of this file are public ones of other payout systems, named by
// repository and number.

var all = approval.Selection{Scope: approval.All}

// august is a shop whose August is settled at noon of the 1st: anna has earned
// 50.00.
func august(t *testing.T, set settings) *shop {
	t.Helper()
	s := testShop(t, set, "2026-08", "2026-09")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-10T10:00:00Z"))
	wantPaid(t, "August", s.settleAt("2026-09-01T12:00:00+02:00", "2026-08"), 5_000)
	return s
}

// payout is anna's payout of a month as the books have it: its last attempt.
func (s *shop) payout(month string) (last state.PayoutAttempt) {
	s.t.Helper()
	for _, a := range s.attempts() {
		if a.PayoutKey == state.PayoutKey("anna", month, "EUR") && a.Number > last.Number {
			last = a
		}
	}
	if last.No == 0 {
		s.t.Fatalf("no payout of %s", month)
	}
	return last
}

// answer imports one bank's word about a payout: RJCT with a reason, or ACSP.
func (s *shop) answer(a state.PayoutAttempt, status, reason string) {
	s.t.Helper()
	if reason != "" {
		reason = "<StsRsnInf><Rsn><Cd>" + reason + "</Cd></Rsn></StsRsnInf>"
	}
	s.write("bank/pain002.xml", `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>R-`+a.RailRef[20:]+status+`</MsgId><CreDtTm>2026-09-01T09:00:00Z</CreDtTm></GrpHdr>`+
		`<OrgnlGrpInfAndSts><OrgnlMsgId>`+a.MessageID+`</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>`+a.PaymentInfoID+`</OrgnlPmtInfId>`+
		`<TxInfAndSts><OrgnlEndToEndId>`+a.RailRef+`</OrgnlEndToEndId><TxSts>`+status+`</TxSts>`+reason+`</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`)
	if _, err := s.engine().ImportStatus(ctx, filepath.Join(s.dir, "bank/pain002.xml")); err != nil {
		s.t.Fatalf("%v", err)
	}
}

// text is a file below the shop's folder.
func (s *shop) text(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatalf("%v", err)
	}
	return string(text)
}

func wantRefusal(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, wanted a refusal with %q", err, text)
	}
}

// Adyen/adyen-java-api-library PR #909 (the same payout request went out
// twice), opencollective/opencollective-api PR #5894 (the id of an item kept
// nobody from paying it again in another batch): a payout stands in one file,
// however often people approve and settle.
func TestOnePayoutOneFile(t *testing.T) {
	s := august(t, settings{})
	for range 2 {
		if err := s.approve("2026-08-1", all); err != nil {
			t.Fatal(err)
		}
		s.settleAt("2026-09-01T12:30:00+02:00", "2026-08")
	}
	subs, err := s.books.Submissions(ctx, 1)
	if err != nil || len(subs) != 1 {
		t.Fatalf("%d files (%v), wanted one", len(subs), err)
	}
	again := subs[0]
	again.ID, again.Path, again.Number, again.MessageID, again.PaymentInfoID = "2026-08-1/sepa-2", "submissions/2.xml", 2, "OTHER", "OTHER"
	_, err = s.books.AddSubmission(ctx, again, []int64{1})
	wantRefusal(t, err, "is submitted, wanted pending")
}

// omnuron/omniclaw #72 (the caller's key was dropped and every call had a new
// one), square/square-mcp-server #31 (a retry minted a new key),
// oldsyang/weixin_pay #3 (no way to retry under the first number): a reference
// follows from key and attempt alone, in any home, at any time, in the file too.
func TestReferenceFollowsFromKeyAndAttempt(t *testing.T) {
	sum := sha256.Sum256([]byte("monthly-payout:anna:2026-08:EUR#1"))
	want := "MP202608" + base32.StdEncoding.EncodeToString(sum[:])[:24]
	for range 2 {
		s := august(t, settings{more: withoutApproval})
		if got := s.payout("2026-08").RailRef; got != want {
			t.Errorf("reference %s, wanted %s", got, want)
		}
		text := s.text("submissions/2026-08/2026-08-1/sepa-1.xml")
		if strings.Count(text, "<EndToEndId>"+want+"</EndToEndId>") != 1 {
			t.Errorf("the file does not hold %s once", want)
		}
		day := s.payout("2026-08").SubmittedAt
		s.now = day.Add(time.Hour)
		again, err := s.engine().Redate(ctx, "2026-08-1/sepa-1", dateOf(t, "2026-09-04"))
		if err != nil {
			t.Fatal(err)
		}
		if made := s.text(again.Path); strings.Count(made, "<EndToEndId>"+want+"</EndToEndId>") != 1 || ids(made) != ids(text) {
			t.Errorf("made again for another day, the file has other references")
		}
	}
}

// ids are the identities of a file.
func ids(text string) (found string) {
	for _, tag := range []string{"MsgId", "PmtInfId"} {
		_, rest, _ := strings.Cut(text, "<"+tag+">")
		id, _, _ := strings.Cut(rest, "</")
		found += id + " "
	}
	return found
}

// hackclub/hcb PR #14940 (the same key with another amount gave the old
// transfer back): a batch that goes on with other content than it was begun
// with is an error, and nothing of it changes.
func TestSameKeyOtherAmount(t *testing.T) {
	s := testShop(t, settings{}, "2026-08")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-10T10:00:00Z"))
	s.now = time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC)
	e := s.engine()
	m, err := e.prepare(ctx, Ask{Period: monthOf(t, "2026-08")}, state.Batch{}, false)
	if err == nil {
		err = e.work(ctx, m)
	}
	if err == nil {
		err = e.beginBatch(ctx, m)
	}
	if err == nil {
		_, err = e.postSlices(ctx, m)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.close()
	archived := filepath.Join(s.dir, m.of(ledgerRole)[0].Path)
	if err := os.WriteFile(archived, []byte(strings.Replace(s.text("inbox/credits/credits_2026-08.csv"), "5000", "9000", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = s.ask(Ask{Period: monthOf(t, "2026-08")})
	wantRefusal(t, err, "monthly-payout:anna:2026-08:EUR")
	if a := s.payout("2026-08"); a.AmountMinor != 5_000 || a.State != state.PayoutReview && a.State != state.PayoutPending {
		t.Errorf("%+v, wanted the payout of 50.00 as it was", a)
	}
	if err := s.books.Invariants(ctx); err != nil {
		t.Error(err)
	}
}

// antiwork/gumroad #650 (the balance was raised twice by some sales): an entry
// that is exported again counts once, in its month and later.
func TestSaleThatIsExportedAgain(t *testing.T) {
	s := august(t, settings{})
	s.ledger("2026-09", sold("a", 5_000, "2026-08-10T10:00:00Z"), sold("b", 2_000, "2026-09-10T10:00:00Z"))
	wantPaid(t, "September", s.settleAt("2026-10-01T12:00:00+02:00", "2026-09"), 2_000)
}

// hackclub/hcb #10015 (a failed transfer was sent again; the bank settled
// both): only a payout that has definitely ended is tried again, and of its
// money only what is still there.
func TestTriedAgain(t *testing.T) {
	s := august(t, settings{more: withoutApproval})
	retry := func() error {
		_, err := s.engine().Retry(ctx, "monthly-payout:anna:2026-08:EUR", "wang.wei", "the bank says so")
		return err
	}
	wantRefusal(t, retry(), "is submitted")
	s.answer(s.payout("2026-08"), "ACSP", "")
	wantRefusal(t, retry(), "is processing")
	s.answer(s.payout("2026-08"), "RJCT", "AM04")
	if err := retry(); err != nil {
		t.Fatal(err)
	}
	second := s.payout("2026-08")
	if second.Number != 2 || second.State != state.PayoutSubmitted || second.SubmissionID != "2026-08-1/sepa-2" {
		t.Errorf("%+v, wanted a second attempt in the second file", second)
	}
	wantRefusal(t, retry(), "is submitted")
}

// getdokan/dokan #189 (several withdrawals waited for one balance and made it
// negative), bavix/laravel-wallet #124 (the balance was read before the lock):
// money that came back is paid by the next batch or by a retry, never by both.
func TestOneBalanceTwoWaysOut(t *testing.T) {
	s := august(t, settings{more: withoutApproval})
	s.answer(s.payout("2026-08"), "RJCT", "AM04")
	s.ledger("2026-09", sold("b", 2_000, "2026-09-10T10:00:00Z"))
	wantPaid(t, "September", s.settleAt("2026-10-01T12:00:00+02:00", "2026-09"), 7_000)
	_, err := s.engine().Retry(ctx, "monthly-payout:anna:2026-08:EUR", "wang.wei", "again")
	wantRefusal(t, err, "available are 0 minor units, wanted 5000")
}

// getdokan/dokan #1331 (a withdrawal of a negative amount gave the vendor
// money): who owes is skipped, nothing is posted, the debt stays.
func TestNegativeBalanceIsNoPayout(t *testing.T) {
	s := testShop(t, settings{}, "2026-08", "2026-09")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-10T10:00:00Z"), "r,anna,refund,-9000,EUR,,confirmed,2026-08-11T10:00:00Z")
	wantPaid(t, "August", s.settleAt("2026-09-01T12:00:00+02:00", "2026-08"), 0)
	if rows := s.table("2026-08", "skipped.csv"); len(rows) != 1 || rows[0]["reason"] != "negative" || rows[0]["amount_minor"] != "-4000" {
		t.Errorf("%v, wanted anna with -4000", rows)
	}
	for p, err := range s.books.PostingsOf(ctx, 1) {
		t.Errorf("%+v %v, wanted no posting", p, err)
	}
	s.ledger("2026-09", sold("b", 6_000, "2026-09-10T10:00:00Z"))
	wantPaid(t, "September", s.settleAt("2026-10-01T12:00:00+02:00", "2026-09"), 2_000)
}
