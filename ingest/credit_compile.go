package ingest

import (
	"fmt"
	"strings"
	"time"

	"recon/internal/config"
)

// The words of the settings, in their order, as kinds and states of a row.
var (
	creditKinds  = []Kind{Sale, Refund, Chargeback, Adjustment, Fee, ExternalPayout}
	creditStates = []Status{Confirmed, Pending, Void}
)

func names[T fmt.Stringer](list []T) (out []string) {
	for _, v := range list {
		out = append(out, v.String())
	}
	return out
}

// creditFile is the mapping of one file of the settlement's ledger, compiled
// against its header.
type creditFile struct {
	table  *config.CreditTable
	layout *Layout

	entryID, payee, currency, orderRef field

	kind, status      choice
	amount            amount
	occurred, instead int // cells of occurred_at and its fallback
	instants          instantForms
	pieces            perPiece[creditRows]
}

// newCredits is the format of one file of the settlement's ledger.
func newCredits(src *config.CreditSource, zone *time.Location) *settleFormat {
	t := &src.Table
	s := &settleFormat{src: settleSource(CreditsName, src.Charset, src.Fetch)}
	s.want("entry_id", t.EntryID.Column, false)
	s.want("payee", t.Payee.Column, false)
	s.want("kind", t.Kind.Column, false)
	s.want("amount", t.Amount.Column, false)
	s.want("currency", t.Currency.Column, false)
	s.want("order_ref", t.OrderRef.Column, true)
	s.want("status", t.Status.Column, false)
	s.want("occurred_at", t.OccurredAt.Column, false)
	s.want("occurred_at.fallback", t.OccurredAt.Fallback, true)
	s.bind = func(b *binder) (*Layout, retimer, error) {
		f := &creditFile{table: t}
		err := f.compile(b, zone)
		return f.layout, f, err
	}
	return s
}

// compile turns the names of the mapping into cells.
func (f *creditFile) compile(b *binder, zone *time.Location) (err error) {
	t := f.table
	if err := checkCurrency(b, t.Currency); err != nil {
		return err
	}
	f.entryID, f.payee, f.currency, f.orderRef = b.field(t.EntryID), b.field(t.Payee), b.field(t.Currency), b.field(t.OrderRef)
	if f.kind, err = b.choice("kind", t.Kind, names(creditKinds)); err != nil {
		return err
	}
	if f.status, err = b.choice("status", t.Status, names(creditStates)); err != nil {
		return err
	}
	f.amount = amount{cell: b.cell(t.Amount.Column), minor: t.Amount.Unit == "minor", sign: creditSigns(t.Amount.Sign)}
	f.occurred, f.instead = b.cell(t.OccurredAt.Column), b.cell(t.OccurredAt.Fallback)
	form := newInstantForm(t.OccurredAt.Layout, t.OccurredAt.Location(zone))
	if form.thing = "an entry"; strings.Contains(form.layout, "MST") && !form.hasOffset() {
		return Fault{Column: t.OccurredAt.Column, Text: fmt.Sprintf("times like %s name zones by letters, which several zones share; wanted times with an offset, or without letters and zone in table.occurred_at of %s", form.name, b.owner)}
	}
	f.instants = instantForms{form, form}
	f.pieces.fresh = func() *creditRows { return &creditRows{clocks: f.instants.clocks()} }
	f.layout = &Layout{Row: f.row, End: f.end, Same: f.same(), credits: true}
	return nil
}

// same are the texts that no column gives.
func (f *creditFile) same() map[string]string {
	list := map[string]string{}
	for name, field := range map[string]field{"payee": f.payee, "currency": f.currency, "order_ref": f.orderRef} {
		if field.cell == none {
			list[name] = string(field.fixed)
		}
	}
	return list
}

// creditSigns are the factors of a sign setting. By kind a column has no signs:
// then all that is taken from a payee is negative.
func creditSigns(setting string) (out [kindCount]int64) {
	out = signs(setting, false)
	if setting == "by_kind" {
		out[Fee], out[ExternalPayout] = -1, -1
	}
	return out
}

// retime makes a time cell be read in form.
func (f *creditFile) retime(cell int, form string) {
	f.instants.retime([2]int{f.occurred, f.instead}, cell, form)
}

// hasOffset reports whether times of the form state their offset from UTC.
func (f instantForm) hasOffset() bool {
	return f.unit != 0 || strings.Contains(f.layout, "-07") || strings.Contains(f.layout, "Z07")
}

// lacksZone reports whether times of the form could be any zone's.
func (f instantForm) lacksZone() bool { return f.zone == nil && !f.hasOffset() }
