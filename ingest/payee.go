package ingest

import (
	"cmp"
	"context"
	"slices"

	"recon/internal/config"
)

// PayeesName is how faults and receipts name the export of payees.
const PayeesName = "settle.payees"

// Payee is one row of the export of payees: where the money of one payee in
// one currency goes. Texts are as the file writes them, without surrounding
// spaces; all but Payee and Currency may be empty.
type Payee struct {
	Line        int64
	Payee       string
	Name        string // of the holder of the destination
	Country     string // ISO 3166
	Currency    string // ISO 4217
	Rail        string
	Destination string // IBAN, account or card number, wallet: never in logs or reports
	BIC         string
	Bank        string
	Branch      string
	Province    string
	City        string
	Corporate   bool
	Frozen      bool
	KYC         string // verified, pending, rejected, or empty: not checked
}

// ReadPayees reads the export of payees, in the order of the file. What is
// wrong in the file stands in the receipt, which quotes no account number, and
// then there are no payees. A payee and currency stands once. The error is for
// trouble with the disk.
func ReadPayees(ctx context.Context, file File, src *config.PayeeSource, opts Options) ([]Payee, Receipt, error) {
	f := &payeeFile{table: &src.Table}
	receipt, err := readSettled(ctx, file, f.format(src), opts)
	if err != nil {
		return nil, Receipt{}, err
	}
	hideAccounts(receipt.Faults)
	if len(receipt.Faults) > 0 {
		return nil, receipt, nil
	}
	receipt.Kept = int64(len(f.list))
	return f.list, receipt, nil
}

// payeeFile is the mapping of an export of payees, compiled against its header.
type payeeFile struct {
	table  *config.PayeeTable
	layout *Layout

	payee, name, country, currency, rail, destination field
	bic, bank, branch, province, city                 field

	corporate, kyc, frozen choice

	pieces perPiece[payeeRows]
	list   []Payee // of the whole file, after its end
}

// payeeRows is what one piece of the file keeps.
type payeeRows struct {
	list                   []Payee
	corporate, kyc, frozen tally
	known                  purses // currencies that were looked up
	texts                  []byte // of the row being read, one after the other
}

// The words of the settings. The first of the answers is yes; KYC that is not
// mapped is not checked.
var (
	answers   = []string{"yes", "no"}
	kycStates = []string{"", "verified", "pending", "rejected"}
)

func (f *payeeFile) format(src *config.PayeeSource) *settleFormat {
	t := f.table
	s := &settleFormat{src: settleSource(PayeesName, src.Charset, src.Fetch), bind: f.bind, secret: true}
	s.want("payee", t.Payee.Column, false)
	s.want("name", t.Name.Column, false)
	s.want("country", t.Country.Column, true)
	s.want("currency", t.Currency.Column, false)
	s.want("rail", t.Rail.Column, false)
	s.want("destination", t.Destination.Column, false)
	s.want("bic", t.BIC.Column, true)
	s.want("bank", t.Bank.Column, true)
	s.want("branch", t.Branch.Column, true)
	s.want("province", t.Province.Column, true)
	s.want("city", t.City.Column, true)
	s.want("corporate", t.Corporate.Column, true)
	s.want("kyc", t.KYC.Column, true)
	s.want("frozen", t.Frozen.Column, true)
	return s
}

// bind turns the names of the mapping into cells.
func (f *payeeFile) bind(b *binder) (*Layout, retimer, error) {
	t := f.table
	if err := checkCurrency(b, t.Currency); err != nil {
		return nil, nil, err
	}
	f.payee, f.name, f.country, f.currency = b.field(t.Payee), b.field(t.Name), b.field(t.Country), b.field(t.Currency)
	f.rail, f.destination, f.bic, f.bank = b.field(t.Rail), b.field(t.Destination), b.field(t.BIC), b.field(t.Bank)
	f.branch, f.province, f.city = b.field(t.Branch), b.field(t.Province), b.field(t.City)
	for _, c := range []struct {
		setting string
		from    config.Choice
		words   []string
		into    *choice
	}{
		{"corporate", orNo(t.Corporate), answers, &f.corporate},
		{"kyc", t.KYC, kycStates, &f.kyc},
		{"frozen", orNo(t.Frozen), answers, &f.frozen},
	} {
		var err error
		if *c.into, err = b.choice(c.setting, c.from, c.words); err != nil {
			return nil, nil, err
		}
	}
	f.pieces.fresh = func() *payeeRows { return &payeeRows{} }
	f.layout = &Layout{Row: f.row, End: f.end}
	return f.layout, untimed{}, nil
}

// orNo is a choice of yes and no; one that is not set is no.
func orNo(c config.Choice) config.Choice {
	if c.Column == "" && c.Const == "" {
		c.Const = "no"
	}
	return c
}

// end is Layout.End: it puts the payees of all pieces into the order of the
// file and looks for those that come twice.
func (f *payeeFile) end() []Fault {
	var all payeeRows
	for _, p := range f.pieces.parts {
		all.corporate.merge(p.corporate)
		all.kyc.merge(p.kyc)
		all.frozen.merge(p.frozen)
		f.list = append(f.list, p.list...)
	}
	slices.SortFunc(f.list, func(a, b Payee) int { return cmp.Compare(a.Line, b.Line) })
	out := f.corporate.faults(f.layout, PayeesName, &all.corporate)
	out = append(out, f.kyc.faults(f.layout, PayeesName, &all.kyc)...)
	out = append(out, f.frozen.faults(f.layout, PayeesName, &all.frozen)...)
	met := newAccounts(len(f.list))
	for i := range f.list {
		p := &f.list[i]
		met.add(p.Payee, p.Currency, p.Line)
	}
	return append(out, met.faults(f.table.Payee.Column)...)
}
