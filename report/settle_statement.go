package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strings"
	"time"

	"recon/internal/calendar"
)

// Statement is what one payee is told about one period. It goes out of the
// house: nothing in it is for our eyes only. Amounts are minor units, + is owed
// to the payee.
type Statement struct {
	Language, Engine string
	Period           string // 2026-08
	Zone             *time.Location
	Since, Cutoff    time.Time
	Company          string // who pays
	Payee, Name      string
	NextPayday       calendar.Date      // or NoDate
	Accounts         []StatementAccount // by currency
	Payouts          []StatementPayout  // of this period, and earlier ones that changed in it
	Holds            []StatementHold
	CSVName          string // of the file that has all entries; empty: there is none

	// Entries are the entries counted in the period, strictly ascending by
	// (Currency, OccurredAt, EntryID). They are walked once per file written.
	Entries iter.Seq2[StatementEntry, error]
}

// StatementAccount is the payee's balance in one currency, and why it is not
// paid: a reason of skipped.csv, or empty.
type StatementAccount struct {
	Currency   string
	SkipReason string
	Roll
}

// StatementPayout is a payout as the payee sees it.
type StatementPayout struct {
	Period, Currency string
	AmountMinor      int64
	State            string // of the payout, or "unclear"
	Reference        string // that stands on the payee's bank statement
	LastFour         string
	Execution        calendar.Date // or NoDate
}

// StatementEntry is a sale, refund or other entry that moved the balance.
type StatementEntry struct {
	Currency, EntryID, Kind, OrderRef string
	OccurredAt                        time.Time
	AmountMinor                       int64
}

// StatementHold is an entry that is kept back. Reason is that of a break, or
// "unreconciled".
type StatementHold struct {
	StatementEntry
	Reason string
}

// StatementName is the name of a payee's statement files without their ending.
// It is safe as a name whatever the payee is called, and no two payees share
// one, also where case does not count.
func StatementName(payee string) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return -1
	}, strings.ToLower(payee))
	sum := sha256.Sum256([]byte(payee))
	return "statement-" + plain[:min(len(plain), 40)] + "-" + hex.EncodeToString(sum[:8])
}

// entryPlace is an entry's place in the order of a statement.
type entryPlace struct {
	currency string
	at       time.Time
	id       string
}

func (e *StatementEntry) place() entryPlace { return entryPlace{e.Currency, e.OccurredAt, e.EntryID} }

func (a entryPlace) compare(b entryPlace) int {
	return cmp.Or(cmp.Compare(a.currency, b.currency), a.at.Compare(b.at), cmp.Compare(a.id, b.id))
}

// entries are the entries in their order; another order is an error.
func (st *Statement) entries() iter.Seq2[StatementEntry, error] {
	return ascending("entries of "+st.Payee, st.Entries, (*StatementEntry).place, entryPlace.compare)
}
