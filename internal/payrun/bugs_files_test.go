package payrun

import (
	"errors"
	"strings"
	"testing"

	"recon/internal/calendar"
)

func dateOf(t *testing.T, text string) calendar.Date {
	t.Helper()
	return must(calendar.Parse(text))
}

// sheltermanager/asm3 #826 (a byte order mark hid the first column): exports
// and answers with a mark are read like those without.
func TestByteOrderMarkHidesNoColumn(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	s := testShop(t, settings{}, "2026-08")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-10T10:00:00Z"))
	for _, name := range []string{"inbox/credits/credits_2026-08.csv", "inbox/payees/payees_2026-08.csv"} {
		s.write(name, mark+s.text(name))
	}
	wantPaid(t, "August", s.settleAt("2026-09-01T12:00:00+02:00", "2026-08"), 5_000)
}

// OCA/bank-statement-import PR #7 and egh/ledger-autosync #34 (numbers with
// separators of thousands of some language were read as others): such a number
// is refused, with its place, and nothing is posted.
func TestSeparatorsOfThousands(t *testing.T) {
	for _, amount := range []string{"1,234", "1.234", "1'234", "1 234", "１２３４"} {
		s := testShop(t, settings{}, "2026-08")
		s.ledger("2026-08", strings.Replace(sold("a", 77, "2026-08-10T10:00:00Z"), "77", `"`+amount+`"`, 1))
		s.now = must(calendar.ParseMonth("2026-08")).Cutoff(berlin)
		_, err := s.ask(Ask{Period: monthOf(t, "2026-08")})
		var stop *Stop
		if !errors.As(err, &stop) || len(stop.Faults) != 1 || !strings.Contains(stop.Faults[0], `credits_2026-08.csv:2: column "minor"`) {
			t.Errorf("%q: %v, wanted one fault in line 2", amount, err)
		}
		if len(s.batches()) > 0 {
			t.Errorf("%q: a batch was made", amount)
		}
	}
}

// nemiah/phpFinTS #558 and PR #560 (the bank asks for the sum beside the file):
// the sheet that goes with a file says count and sum, its hash and its ids.
func TestSumBesideTheFile(t *testing.T) {
	s := august(t, settings{more: withoutApproval})
	subs, err := s.books.Submissions(ctx, 1)
	if err != nil || len(subs) != 1 {
		t.Fatalf("%v %v", subs, err)
	}
	sheet := s.text("submissions/2026-08/2026-08-1/sepa-1.sheet.txt")
	for _, text := range []string{"50.00", subs[0].SHA256, subs[0].MD5, subs[0].MessageID, "sepa-1.xml", "2026-09-02"} {
		if !strings.Contains(sheet, text) {
			t.Errorf("the sheet lacks %s:\n%s", text, sheet)
		}
	}
}

// RubyMoney/money #1033, spliit-app/spliit #374 and others (cents lost in
// sums): what is paid, skipped and held is what was earned, to the unit, also
// where a float no longer counts in ones.
func TestNoCentIsLost(t *testing.T) {
	s := testShop(t, settings{}, "2026-08")
	const much = int64(1)<<53 + 1
	s.ledger("2026-08", sold("a", much, "2026-08-10T10:00:00Z"), sold("b", 1, "2026-08-10T10:00:00Z"), sold("c", 1, "2026-08-10T10:00:00Z"))
	s.listed("2026-08", "anna,Anna Schmidt,DE,CNY,bank,6222020200112233445,,yes,0")
	s.write("inbox/credits/credits_2026-08.csv", strings.ReplaceAll(s.text("inbox/credits/credits_2026-08.csv"), "EUR", "CNY"))
	s.configure(settings{more: "  opening: none\n  rules: { minimum: { CNY: \"10.00\" } }\n"})
	wantPaid(t, "August", s.settleAt("2026-09-01T12:00:00+02:00", "2026-08"), much+2)
	if row := s.table("2026-08", "payees.csv")[0]; row["paid_minor"] != "9007199254740995" || row["closing_minor"] != "0" {
		t.Errorf("%v", row)
	}
}
