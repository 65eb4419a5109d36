package csv

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"recon/internal/money"
	"recon/settle/rail"
)

const corporate = "corporate"

// row is a payment with what its row needs besides.
type row struct {
	*rail.Payment
	no         int64 // from 1
	date       string
	period     string
	remittance string
}

// rowFields are what columns may hold.
var rowFields = fields[*row]{
	"row":          func(r *row) string { return strconv.FormatInt(r.no, 10) },
	"rail_ref":     func(r *row) string { return r.RailRef },
	"payee":        func(r *row) string { return r.Payee },
	"name":         func(r *row) string { return r.Name },
	"destination":  func(r *row) string { return r.Destination },
	"bank":         func(r *row) string { return r.Bank },
	"branch":       func(r *row) string { return r.Branch },
	"province":     func(r *row) string { return r.Province },
	"city":         func(r *row) string { return r.City },
	"bic":          func(r *row) string { return r.BIC },
	"country":      func(r *row) string { return r.Country },
	corporate:      func(r *row) string { return word(r.Corporate) },
	"amount":       func(r *row) string { return money.Format(r.AmountMinor, money.Exponent(r.Currency)) },
	"amount_minor": func(r *row) string { return strconv.FormatInt(r.AmountMinor, 10) },
	"currency":     func(r *row) string { return r.Currency },
	"remittance":   func(r *row) string { return r.remittance },
	"period":       func(r *row) string { return r.period },
	"date":         func(r *row) string { return r.date },
}

func word(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// remittanceFields are what the text for the payee may hold.
var remittanceFields = fields[*row]{
	"rail_ref":   rowFields["rail_ref"],
	"payee":      rowFields["payee"],
	"period":     rowFields["period"],
	"payout_key": func(r *row) string { return r.PayoutKey },
}

// sheet is a submission with its sums.
type sheet struct {
	*rail.Submission
	count, sum int64
	date       string
}

// sheetFields are what the lines above and below the rows may hold.
var sheetFields = fields[*sheet]{
	"count":          func(s *sheet) string { return strconv.FormatInt(s.count, 10) },
	"total":          func(s *sheet) string { return money.Format(s.sum, money.Exponent(s.Currency)) },
	"total_minor":    func(s *sheet) string { return strconv.FormatInt(s.sum, 10) },
	"currency":       func(s *sheet) string { return s.Currency },
	"date":           func(s *sheet) string { return s.date },
	"period":         func(s *sheet) string { return s.Period },
	"message_id":     func(s *sheet) string { return s.MessageID },
	"batch_no":       func(s *sheet) string { return batchNo(s.Period, s.MessageID) },
	"debtor_name":    func(s *sheet) string { return s.Debtor.Name },
	"debtor_account": func(s *sheet) string { return debtorAccount(s.Debtor) },
}

// batchNo is a number for banks that want digits which begin with a date: the
// first day of the period and sixteen digits. It follows from the message id
// alone, so that a file that is dated anew keeps it and is not paid twice.
func batchNo(period, messageID string) string {
	sum := sha256.Sum256([]byte(messageID))
	digits := strconv.FormatUint(binary.BigEndian.Uint64(sum[:])%1e16, 10)
	return strings.ReplaceAll(period, "-", "") + "01" + strings.Repeat("0", 16-len(digits)) + digits
}

func debtorAccount(d rail.Debtor) string {
	if d.Account != "" {
		return d.Account
	}
	return d.IBAN
}
