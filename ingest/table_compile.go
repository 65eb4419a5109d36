package ingest

import (
	"slices"
)

// compile turns the names of a mapping into cells, once per file.
func (t *Table) compile(b *binder) (*tableFile, error) {
	src, routes := b.src, t.routes[b.src.Name]
	b.where(routes)
	if err := b.check(); err != nil {
		return nil, err
	}
	f := &tableFile{src: src, owner: b.owner, charset: b.charset(), date: t.date, keep: routeNone}
	f.pieces.fresh = f.newRows
	if i := slices.IndexFunc(routes, func(r route) bool { return r.reconciliation == t.keep }); i >= 0 {
		f.keep = i
	}
	f.bindTexts(b)
	for _, bind := range []func(*binder) error{f.bindWords, f.bindMoney, f.bindTime} {
		if err := bind(b); err != nil {
			return nil, err
		}
	}
	if t.date != 0 {
		f.dayEnd = f.cut.End(t.date).UnixMicro()
	}
	var err error
	f.routes, err = b.router(routes)
	return f, err
}

func (f *tableFile) bindTexts(b *binder) {
	t := f.src.Table
	f.entryID, f.orderRef, f.orderNo = b.field(t.EntryID), b.field(t.OrderRef), b.field(t.OrderNo)
	f.ref, f.refundRef, f.batchRef = b.field(t.Ref), b.field(t.RefundRef), b.field(t.BatchRef)
	f.payee, f.currency = b.field(t.Payee), b.field(t.Currency)
}

// same are the texts that no column gives.
func (f *tableFile) same() map[string]string {
	list := map[string]string{}
	for name, field := range map[string]field{
		"order_ref": f.orderRef, "order_no": f.orderNo, "ref": f.ref, "refund_ref": f.refundRef,
		"batch_ref": f.batchRef, "payee": f.payee, "currency": f.currency,
	} {
		if field.cell == none {
			list[name] = string(field.fixed)
		}
	}
	return list
}

func (f *tableFile) bindWords(b *binder) (err error) {
	if f.kind, err = b.choice("kind", f.src.Table.Kind, KindNames[:]); err != nil {
		return err
	}
	f.status, err = b.choice("status", f.src.Table.Status, StatusNames[:])
	return err
}

func (f *tableFile) bindMoney(b *binder) error {
	t := f.src.Table
	if err := checkCurrency(b, t.Currency); err != nil {
		return err
	}
	f.amount = amount{cell: b.cell(t.Amount.Column), minor: t.Amount.Unit == "minor", sign: signs(t.Amount.Sign, false)}
	f.fee = amount{cell: b.cell(t.Fee.Column), minor: t.Fee.Unit == "minor", sign: signs(t.Fee.Sign, true)}
	return nil
}

func (f *tableFile) bindTime(b *binder) error {
	t := f.src.Table.OccurredAt
	f.occurred, f.instead = b.cell(t.Column), b.cell(t.Fallback)
	form := newInstantForm(t.Layout, t.Location(f.src.Location()))
	f.instants = instantForms{form, form}
	f.cut = f.src.DayCut()
	return nil
}
