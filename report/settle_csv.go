package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"strconv"
	"time"
)

// The columns of the files beside the report of a batch, in order.
var (
	PayoutColumns = []string{"payout_key", "payee", "currency", "amount_minor", "fee_minor", "rail", "rail_ref", "status", "submission_file"}
	SkipColumns   = []string{"payee", "currency", "reason", "amount_minor", "detail"}
	PayeeColumns  = []string{
		"payee", "currency", "opening_minor", "earned_minor", "adjustments_minor", "refunds_minor", "fees_minor", "withheld_minor",
		"paid_minor", "returned_minor", "closing_minor", "available_minor", "held_minor", "reserve_minor",
	}
	RestatedColumns = []string{
		"entry_id", "payee", "currency", "change", "was_minor", "now_minor", "was_payee", "was_currency", "was_kind",
		"was_at", "now_at", "content_sha256",
	}
)

// WritePayouts writes payouts.csv, by payout key. Memory does not grow with
// the number of rows, here and in the writers below.
func WritePayouts(w io.Writer, s *Settlement) error {
	return writeRows(w, PayoutColumns, ascending("payouts", s.Payouts, func(p *PayoutRow) string { return p.PayoutKey }, cmp.Compare[string]),
		func(cells []string, p *PayoutRow) []string {
			return append(cells, p.PayoutKey, p.Payee, p.Currency, minorText(p.AmountMinor), minorText(p.FeeMinor), p.Rail, p.RailRef, p.Status, p.SubmissionFile)
		})
}

// WriteSkipped writes skipped.csv, by payee and currency.
func WriteSkipped(w io.Writer, s *Settlement) error {
	m := s.mask()
	return writeRows(w, SkipColumns, ascending("skipped payees", s.Skipped, (*SkipRow).account, compareAccounts),
		func(cells []string, k *SkipRow) []string {
			return append(cells, k.Payee, k.Currency, k.Reason, minorText(k.AmountMinor), m.text(k.Detail))
		})
}

// WritePayees writes payees.csv, by payee and currency. A row whose
// roll-forward does not close is an error.
func WritePayees(w io.Writer, s *Settlement) error {
	rows := ascending("payees", s.Payees, (*BalanceRow).account, compareAccounts)
	return writeRows(w, PayeeColumns, closingRows(rows), func(cells []string, b *BalanceRow) []string {
		cells = append(cells, b.Payee, b.Currency)
		for _, t := range b.terms() {
			cells = append(cells, minorText(t.minor))
		}
		return cells
	})
}

// WriteRestated writes restated.csv, by entry. Times are in the settlement
// zone; content_sha256 names what accept-restated accepts.
func WriteRestated(w io.Writer, s *Settlement) error {
	rows := ascending("restated entries", s.Restated, func(r *RestatedRow) string { return r.EntryID }, cmp.Compare[string])
	return writeRows(w, RestatedColumns, rows, func(cells []string, r *RestatedRow) []string {
		sum := sha256.Sum256([]byte(r.Content))
		return append(cells, r.EntryID, r.Payee, r.Currency, r.Change, minorText(r.WasMinor), minorText(r.NowMinor),
			r.WasPayee, r.WasCurrency, r.WasKind, s.stamp(r.WasAt), s.stamp(r.NowAt), hex.EncodeToString(sum[:]))
	})
}

// writeRows writes a CSV file with one line per row.
func writeRows[T any](w io.Writer, columns []string, rows iter.Seq2[T, error], cells func([]string, *T) []string) error {
	return writeCSV(w, columns, func(put func([]string) error) error {
		buffer := make([]string, 0, len(columns))
		for row, err := range rows {
			if err != nil {
				return err
			}
			if err := put(cells(buffer[:0], &row)); err != nil {
				return err
			}
		}
		return nil
	})
}

// account is a payee in one currency, the grain of balances and skips.
type account struct{ payee, currency string }

func (k *SkipRow) account() account    { return account{k.Payee, k.Currency} }
func (b *BalanceRow) account() account { return account{b.Payee, b.Currency} }

func compareAccounts(a, b account) int {
	return cmp.Or(cmp.Compare(a.payee, b.payee), cmp.Compare(a.currency, b.currency))
}

// ascending walks rows and ends with an error where their keys are not
// strictly ascending, because the order of the files depends on it.
func ascending[T, K any](name string, rows iter.Seq2[T, error], key func(*T) K, compare func(a, b K) int) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var last K
		first := true
		for row, err := range orNone(rows) {
			k := key(&row)
			if err == nil && !first && compare(last, k) >= 0 {
				err = fmt.Errorf("%s: %v follows %v, wanted ascending order", name, k, last)
			}
			if !yield(row, err) || err != nil {
				return
			}
			last, first = k, false
		}
	}
}

// closingRows walks balances and ends with an error at one that does not close.
func closingRows(rows iter.Seq2[BalanceRow, error]) iter.Seq2[BalanceRow, error] {
	return func(yield func(BalanceRow, error) bool) {
		for row, err := range rows {
			if err == nil {
				if open, whole := row.unexplained(); !whole || open != 0 {
					err = fmt.Errorf("payee %q in %s: the roll-forward leaves %d unexplained, wanted 0", row.Payee, row.Currency, open)
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

func minorText(n int64) string { return strconv.FormatInt(n, 10) }

// stamp is an instant in the settlement zone, exact to the microsecond, for
// files; empty for none.
func (s *Settlement) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(s.zone()).Format("2006-01-02T15:04:05.999999Z07:00")
}

// instant is an instant in the settlement zone as people read it.
func (s *Settlement) instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(s.zone()).Format("2006-01-02 15:04:05 -07:00")
}

func (s *Settlement) zone() *time.Location {
	if s.Zone == nil {
		return time.UTC
	}
	return s.Zone
}
