package report

import (
	"io"
	"strconv"

	"recon/internal/money"
)

// The cases in which a break hurts a customer, in the order of the page.
const (
	paidNoOrder    = "paid_no_order"
	paidPending    = "paid_pending"
	paidTwice      = "paid_twice"
	paidAfterClose = "paid_after_close"
	refundNotOut   = "refund_not_out"
)

var customerCases = []string{paidNoOrder, paidPending, paidTwice, paidAfterClose, refundNotOut}

// customerCase is how the break hurts a customer, empty when it does not.
func (b *Break) customerCase() string {
	payment := b.Kind == "payment" && b.DifferenceMinor > 0
	switch {
	case b.Reason == "missing" && payment:
		return paidNoOrder
	case b.Reason == "duplicate" && payment && b.side() == "statement" && !b.afterClosure():
		return paidTwice
	case b.Reason == "status" && payment && b.OwnStatus == "closed":
		return paidAfterClose
	case b.Reason == "status" && payment && b.OwnStatus == "pending":
		return paidPending
	case b.Reason == "extra" && b.Kind == "refund" && b.DifferenceMinor > 0:
		return refundNotOut
	}
	return ""
}

// CustomerColumns are the columns of customer.csv, in order.
var CustomerColumns = []string{
	"case", "order_no", "order_ref", "refund_ref", "ref", "what_happened", "what_to_do", "amount", "currency", "since", "waiting_days",
	"reconciliation", "owner", "break_id",
}

// WriteCustomer writes customer.csv of a day: one row per break that hurts a
// customer, in the order of breaks.csv. Amounts are in major units, as people
// speak of them.
func WriteCustomer(w io.Writer, d *Day) error {
	d = masked(d)
	return writeCSV(w, CustomerColumns, func(put func([]string) error) error {
		for i := range d.Reconciliations {
			for b, err := range inOrder(&d.Reconciliations[i]) {
				if err != nil {
					return err
				}
				if c := b.customerCase(); c != "" {
					if err := put(customerCells(d, &b, c)); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

func customerCells(d *Day, b *Break, c string) []string {
	return []string{
		c, b.OrderNo, b.OrderRef, b.RefundRef, b.Ref, code(d.Language, "customer", c), code(d.Language, "reply", c),
		money.Format(b.DifferenceMinor, money.Exponent(b.Currency)), b.Currency, dateText(b.BusinessDate), strconv.Itoa(b.age(d.Date)),
		b.Reconciliation, b.Owner, b.ID,
	}
}
