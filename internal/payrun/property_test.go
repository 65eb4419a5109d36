package payrun

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/state"
)

var berlin = must(time.LoadLocation("Europe/Berlin"))

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// checks is how many worlds the property looks at; each makes several batches.
// go test -rapid.checks=N overrides it.
const checks, rapidsOwn = "4", "100"

// TestMoneyIsKept lets a shop of a few payees live through some months: random
// ledgers with late, changed and void entries, approvals, refusals, cancelled,
// discarded, retried, void and redated things, interrupted runs, and a bank
// that tells the truth in any order, repeatedly, or not at all. After each step
// every account's money is where it must be, and nobody can be paid twice.
func TestMoneyIsKept(t *testing.T) {
	if flag.Lookup("rapid.checks").Value.String() == rapidsOwn {
		flag.Set("rapid.checks", checks)
		defer flag.Set("rapid.checks", rapidsOwn)
	}
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		defer os.RemoveAll(w.dir)
		defer w.close()
		for range rapid.IntRange(2, 3).Draw(t, "months") {
			w.month()
			if rapid.IntRange(0, 3).Draw(t, "an ordinary month") > 0 {
				w.ordinary()
			}
			for range rapid.IntRange(2, 7).Draw(t, "steps") {
				w.step()
			}
		}
	})
}

// world is a shop, its ledger on paper, and its bank.
type world struct {
	*shop
	t         *rapid.T
	paper     *paper
	bank      *bank
	settled   calendar.Month // the last one
	addresses map[string]int // which account a payee has
}

func newWorld(t *rapid.T) *world {
	w := &world{t: t, paper: newPaper(monthOf(t, "2026-08")), addresses: map[string]int{},
		bank: &bank{fates: map[string]string{}, asSum: map[string]bool{}}}
	set := settings{more: "  opening: none\n" + rulesYAML(t)}
	text := "payee,currency,balance\n"
	if rapid.Bool().Draw(t, "opening") {
		set.more = "  opening: { dir: inbox, pattern: opening.csv, table: { payee: payee, currency: currency, balance: {column: balance, unit: minor} } }\n" + rulesYAML(t)
		for _, a := range accounts[:4] {
			if balance := rapid.SampledFrom([]int64{0, 0, 700, 5000, -3000}).Draw(t, "balance"); balance != 0 {
				text += fmt.Sprintf("%s,%s,%d\n", a.payee, a.currency, balance)
				w.paper.opening[a] = balance
			}
		}
	}
	dir, err := os.MkdirTemp("", "payrun-world-")
	if err != nil {
		t.Fatalf("%v", err)
	}
	w.shop = newShop(t, dir, set)
	w.write("inbox/opening.csv", text)
	return w
}

func rulesYAML(t *rapid.T) string {
	return fmt.Sprintf("  rules: { minimum: { EUR: \"10.00\", CNY: \"10.00\" }, maximum: { EUR: \"300.00\" }, approval: { required: %v } }\n",
		rapid.Bool().Draw(t, "approval"))
}

// month settles the next month, and once more: nothing may change by that.
func (w *world) month() {
	w.settled = w.paper.drawMonth(w.t)
	var rows []string
	for _, l := range w.paper.files[w.settled] {
		rows = append(rows, l.text())
	}
	w.ledger(w.settled.String(), rows...)
	w.payees()
	w.shop.now = w.settled.Cutoff(berlin).Add(9 * time.Hour)
	w.make(Ask{Period: w.settled})
}

// payees writes the payee file of the month: who changed the account, who is
// frozen or unverified.
func (w *world) payees() {
	var rows []string
	for _, a := range accounts[:5] {
		rail := map[string]string{"EUR": "sepa", "CNY": "bank"}[a.currency]
		if rapid.IntRange(0, 2).Draw(w.t, "moves") == 0 {
			w.addresses[a.payee]++
		}
		kyc := rapid.SampledFrom([]string{"yes", "yes", "yes", "yes", "waiting"}).Draw(w.t, "kyc")
		frozen := rapid.SampledFrom([]int{0, 0, 0, 0, 1}).Draw(w.t, "frozen")
		rows = append(rows, fmt.Sprintf("%s,Payee %s,DE,%s,%s,%s,,%s,%d", a.payee, a.payee, a.currency, rail, iban(a.payee, w.addresses[a.payee]), kyc, frozen))
	}
	w.listed(w.settled.String(), rows...)
}

// iban is a valid German account number of a payee.
func iban(payee string, address int) string {
	bban := fmt.Sprintf("%08d%07d%03d", 37040044, payee[1], address)
	rest := 0
	for _, digit := range bban + "131400" { // D is 13, E is 14
		rest = (rest*10 + int(digit-'0')) % 97
	}
	return fmt.Sprintf("DE%02d%s", 98-rest, bban)
}

// make makes a batch, now and then after a run that was interrupted, and looks
// at what it says of every account.
func (w *world) make(ask Ask) {
	if rapid.IntRange(0, 3).Draw(w.t, "interrupted") == 0 {
		short, cancel := context.WithTimeout(ctx, time.Duration(rapid.IntRange(1, 120).Draw(w.t, "after ms"))*time.Millisecond)
		_, err := w.engine().Settle(short, ask)
		cancel()
		w.t.Logf("interrupted: %v", err)
	}
	r, err := w.ask(ask)
	if err != nil {
		w.t.Fatalf("settle %s: %v", ask.Period, err)
	}
	for _, b := range w.batches() { // the interrupted run may have come to its end
		if _, known := w.paper.seen[b.No]; !known && b.Complete != nil && b.Discarded == nil {
			w.paper.count(b, ask.Period)
		}
	}
	w.laws()
	w.balances(r.Batch)
	w.onePart(r.Batch)
	before, books := w.files(), w.attempts()
	if again, err := w.engine().Settle(ctx, Ask{Period: ask.Period}); err != nil || !again.Already {
		w.t.Fatalf("settle %s again: %v, done already: %v", ask.Period, err, again.Already)
	}
	if diff := cmp.Diff(before, w.files()) + cmp.Diff(books, w.attempts()); diff != "" {
		w.t.Fatalf("settle %s again changed things: before -, after +\n%s", ask.Period, diff)
	}
}

// balances holds the report's column of what is available against the ledger
// on paper less all payouts that did not come back.
func (w *world) balances(b state.Batch) {
	want := w.paper.earned()
	for _, a := range w.attempts() {
		if !over(a.State) {
			want[accountKey{a.Payee, a.Currency}] -= a.AmountMinor
		}
	}
	found := map[accountKey]int64{}
	for _, row := range w.table(strings.TrimPrefix(reportFolder(b.Period, b.Part), "settle-"), "payees.csv") {
		found[accountKey{row["payee"], row["currency"]}] = minor(w.t, row["available_minor"])
	}
	for account, wanted := range want {
		if found[account] != wanted {
			w.t.Fatalf("batch %s: %v has %d available, wanted %d", b.ID, account, found[account], wanted)
		}
	}
}

// onePart wants nobody in a part of a month who has a payout in another one.
func (w *world) onePart(b state.Batch) {
	batches := w.batches()
	for _, a := range w.attempts() {
		for _, o := range w.attempts() {
			if a.BatchNo == b.No && o.BatchNo != b.No && a.PayoutKey == o.PayoutKey && batches[o.BatchNo-1].Discarded == nil {
				w.t.Fatalf("%s is in batch %s and in %s", a.PayoutKey, b.ID, o.BatchID)
			}
		}
	}
}

func over(s string) bool {
	return s == state.PayoutFailed || s == state.PayoutCancelled || s == state.PayoutReturned
}

// laws hold after every step.
func (w *world) laws() {
	if err := w.books.Invariants(ctx); err != nil {
		w.t.Fatalf("%v", err)
	}
	out, reserved, alive := map[accountKey]int64{}, map[accountKey]int64{}, map[string]int{}
	for _, a := range w.attempts() {
		account := accountKey{a.Payee, a.Currency}
		if !over(a.State) {
			out[account] += a.AmountMinor
			if a.State != state.PayoutPaid {
				reserved[account] += a.AmountMinor
			}
			if alive[a.PayoutKey]++; alive[a.PayoutKey] > 1 {
				w.t.Fatalf("%s lives twice", a.PayoutKey)
			}
		}
		if w.bank.fates[a.RailRef] == executed && over(a.State) {
			w.t.Fatalf("%s: the payee has the money of attempt %d, and the books say %s", a.PayoutKey, a.Number, a.State)
		}
		if w.bank.fates[a.RailRef] != "" && (a.State == state.PayoutReview || a.State == state.PayoutPending || a.State == state.PayoutCancelled) {
			w.t.Fatalf("%s: the bank has attempt %d, and the books say %s", a.PayoutKey, a.Number, a.State)
		}
	}
	err := w.books.PostedSums(ctx, math.MaxInt64, state.Batch{}, func(p state.PostedSum) error {
		account := accountKey{p.Payee, p.Currency}
		if p.AvailableMinor != p.OpeningMinor-out[account] || p.ReservedMinor != reserved[account] {
			return fmt.Errorf("%v: posted available %d of opening %d, reserved %d; payouts outside are %d, of them reserved %d",
				account, p.AvailableMinor, p.OpeningMinor, p.ReservedMinor, out[account], reserved[account])
		}
		return nil
	})
	if err != nil {
		w.t.Fatalf("%v", err)
	}
}

// refused lets a step be refused: that changes nothing.
func (w *world) refused(what string, err error) bool {
	var stop *Stop
	if err == nil || errors.As(err, &stop) {
		w.t.Logf("%s: %v", what, err)
		return err != nil
	}
	w.t.Fatalf("%s: %v", what, err)
	return true
}

// last is the last batch that is complete and not discarded.
func (w *world) last() (b state.Batch, ok bool) {
	for _, b = range slices.Backward(w.batches()) {
		if b.Complete != nil && b.Discarded == nil {
			return b, true
		}
	}
	return b, false
}

// onDisk are the files of a batch that the bank could have been given.
func (w *world) onDisk() (all []uploaded) {
	for _, b := range w.batches() {
		subs, err := w.books.Submissions(ctx, b.No)
		if err != nil {
			w.t.Fatalf("%v", err)
		}
		for _, sub := range subs {
			if sub.State == state.SubmissionVoid || sub.State == state.SubmissionRedated {
				continue
			}
			if _, err := os.Stat(filepath.Join(w.dir, sub.Path)); err != nil {
				w.t.Fatalf("%v", err)
			}
			payouts, err := w.books.AttemptsInSubmission(ctx, sub.MessageID)
			if err != nil {
				w.t.Fatalf("%v", err)
			}
			all = append(all, uploaded{sub, payouts})
		}
	}
	return all
}
