package config

// Settle are the settings of the monthly payouts.
type Settle struct {
	Home           string          // absolute, the folder of the whole configuration; relative paths are below it
	Zone           string          `yaml:"zone" need:"yes" check:"zone" desc:"Settlement zone: a period ends at the first instant whose date here is the 1st."`
	Start          string          `yaml:"start" need:"yes" check:"month" desc:"First period that is settled, like 2026-08. Entries before its first instant never count."`
	Opening        *Opening        `yaml:"opening" else:"not stated: then a confirmed entry before start is refused" desc:"What payees were owed at the start: none, or a file with balances, posted once."`
	Maker          string          `yaml:"maker" else:"the user of the operating system" desc:"Who makes batches; may never approve them."`
	FingerprintKey string          `yaml:"fingerprint_key" check:"secret" else:"a key made once in settle.key of home" desc:"Key of the fingerprints that destinations are remembered by, as env:NAME or file:PATH."`
	Ledger         CreditSource    `yaml:"ledger" need:"yes" desc:"What payees earned: sales, refunds, adjustments, as your own export."`
	Payees         PayeeSource     `yaml:"payees" need:"yes" desc:"Who the payees are and where their money goes, as your own export."`
	Rules          SettleRules     `yaml:"rules" need:"yes" desc:"Who is paid and when a balance is carried over."`
	People         []Person        `yaml:"people" else:"nobody" desc:"Who may approve batches."`
	Rails          map[string]Rail `yaml:"rails" need:"yes" keys:"name" desc:"Ways to pay by name, as the rail of a payee names them."`
	Events         []EventMapping  `yaml:"events" else:"the built-in ones" desc:"How webhook dumps are read, beside the built-in stripe."`
}

// Opening says what payees were owed before the first period. In YAML it is
// none, or a file. None is then true and the rest empty.
type Opening struct {
	None    bool
	Charset string
	Fetch   Fetch // its pattern may be a plain name; a date in it is the first day of settle.start
	Table   OpeningTable
}

// openingFile is an Opening that is a file, as it stands in YAML.
type openingFile struct {
	Dir     string       `yaml:"dir" need:"yes" desc:"Folder of the file, relative to home."`
	Pattern string       `yaml:"pattern" need:"yes" check:"file_pattern" desc:"Name of the file: as in fetch, but a plain name will do; a date in it is the first day of settle.start."`
	Charset string       `yaml:"charset" oneof:"utf-8 gbk" else:"utf-8" desc:"Character set of the file."`
	Table   OpeningTable `yaml:"table" need:"yes" desc:"Which columns mean what."`
}

// OpeningTable maps the opening file: one row per payee and currency.
type OpeningTable struct {
	Payee      Field  `yaml:"payee" need:"yes" desc:"The payee."`
	Currency   Field  `yaml:"currency" need:"yes" desc:"ISO 4217 code."`
	Balance    Amount `yaml:"balance" need:"yes" desc:"What is owed at the start; + is owed to the payee."`
	LastPaid   Amount `yaml:"last_paid" else:"0" desc:"What was last paid, for the check of the first batch."`
	LastPaidOn Field  `yaml:"last_paid_on" else:"empty" desc:"When it was last paid, yyyy-mm-dd."`
}

// CreditSource is the ledger that payees are paid from.
type CreditSource struct {
	Format   string      `yaml:"format" need:"yes" oneof:"table" desc:"Always table."`
	Charset  string      `yaml:"charset" oneof:"utf-8 gbk" else:"utf-8" desc:"Character set of the export."`
	Fetch    Fetch       `yaml:"fetch" need:"yes" desc:"Where the files appear. The date in the name says which period a file belongs to."`
	Snapshot bool        `yaml:"snapshot" else:"no: files are increments" desc:"yes when every file is a full dump, so that only the newest counts."`
	Table    CreditTable `yaml:"table" need:"yes" desc:"Which columns mean what."`
}

// CreditTable maps the columns of the ledger to the fields of a ledger entry;
// + is owed to the payee.
type CreditTable struct {
	EntryID    Field   `yaml:"entry_id" need:"yes" desc:"The export's own id of the row, unique in a file and the same when the row is exported again."`
	Payee      Field   `yaml:"payee" need:"yes" desc:"Who is owed."`
	Kind       Choice  `yaml:"kind" need:"yes" words:"sale refund chargeback adjustment fee external_payout" desc:"Why the balance moved."`
	Amount     Amount  `yaml:"amount" need:"yes" desc:"How far it moved; + is owed to the payee."`
	Currency   Field   `yaml:"currency" need:"yes" desc:"ISO 4217 code, like EUR."`
	OrderRef   Field   `yaml:"order_ref" else:"empty" desc:"The order number that was sent to the provider; open breaks hold money by it."`
	Status     Choice  `yaml:"status" need:"yes" words:"confirmed pending void" desc:"Only confirmed rows count."`
	OccurredAt Instant `yaml:"occurred_at" need:"yes" desc:"When it was earned; decides the period. A layout without an offset needs a zone here."`
}

// PayeeSource is the export of payees.
type PayeeSource struct {
	Format  string     `yaml:"format" need:"yes" oneof:"table" desc:"Always table."`
	Charset string     `yaml:"charset" oneof:"utf-8 gbk" else:"utf-8" desc:"Character set of the export."`
	Fetch   Fetch      `yaml:"fetch" need:"yes" desc:"Where the files appear; the file of the period is read."`
	Table   PayeeTable `yaml:"table" need:"yes" desc:"Which columns mean what."`
}

// PayeeTable maps the columns of the export of payees: one row per payee and
// currency.
type PayeeTable struct {
	Payee       Field  `yaml:"payee" need:"yes" desc:"The payee, as the ledger names it."`
	Name        Field  `yaml:"name" need:"yes" desc:"Name of the holder of the destination."`
	Country     Field  `yaml:"country" else:"empty" desc:"Country of the payee, ISO 3166 code like DE."`
	Currency    Field  `yaml:"currency" need:"yes" desc:"Currency the destination takes."`
	Rail        Field  `yaml:"rail" need:"yes" desc:"Name of one of settle.rails."`
	Destination Field  `yaml:"destination" need:"yes" desc:"Where the money goes: IBAN, account or card number, wallet."`
	BIC         Field  `yaml:"bic" else:"empty" desc:"BIC of the payee's bank."`
	Bank        Field  `yaml:"bank" else:"empty" desc:"Name of the payee's bank."`
	Branch      Field  `yaml:"branch" else:"empty" desc:"Branch of the payee's bank."`
	Province    Field  `yaml:"province" else:"empty" desc:"Province of the branch."`
	City        Field  `yaml:"city" else:"empty" desc:"City of the branch, or town of the payee."`
	Corporate   Choice `yaml:"corporate" else:"no" words:"yes no" desc:"Whether the destination is a company's."`
	KYC         Choice `yaml:"kyc" else:"not checked" words:"verified pending rejected" desc:"Whether the payee is known; only verified ones are paid."`
	Frozen      Choice `yaml:"frozen" else:"no" words:"yes no" desc:"Whether payouts to the payee are stopped."`
}

// SettleRules say who is paid.
type SettleRules struct {
	Minimum                map[string]string `yaml:"minimum" need:"yes" keys:"currency" desc:"Smallest payout per currency in major units; a smaller balance is carried over. A currency without one is not paid."`
	Maximum                map[string]string `yaml:"maximum" keys:"currency" else:"none" desc:"Largest payout per currency in major units; a larger one needs review."`
	Countries              []string          `yaml:"countries" check:"country" else:"any" desc:"Countries that are paid to."`
	OnOpenBreak            string            `yaml:"on_open_break" oneof:"hold_entry hold_payee ignore" default:"hold_entry" desc:"What an open break does to the money of its order: hold_entry keeps back the order's entries, hold_payee the payee's payout, ignore nothing."`
	DestinationCoolingDays int               `yaml:"destination_cooling_days" default:"0" min:"0" max:"90" desc:"How many days a changed destination waits."`
	Approval               Approval          `yaml:"approval" else:"required" desc:"Whether a batch needs an approval before its files are written."`
}

// Approval says whether batches need one.
type Approval struct {
	Required bool `yaml:"required" default:"true" desc:"no is allowed and printed in red everywhere."`
}

// Person is somebody who may approve.
type Person struct {
	Name string   `yaml:"name" need:"yes" desc:"Name, as approvals name it."`
	Key  string   `yaml:"key" need:"yes" check:"public_key" desc:"ed25519 public key in base64, as settle sign --new-key prints it."`
	May  []string `yaml:"may" need:"yes" oneof:"approve" desc:"What the person may do."`
}

// Rail is one way to pay.
type Rail struct {
	Format       string       `yaml:"format" oneof:"sepa csv" else:"the rail's name" desc:"Which writer makes the files: sepa or csv."`
	Profile      string       `yaml:"profile" else:"pain.001.001.09 for sepa" oneof:"pain.001.001.03 pain.001.001.09" desc:"Message version of sepa files."`
	Currencies   []string     `yaml:"currencies" check:"currency" else:"EUR for sepa, any for csv" desc:"Currencies the rail carries."`
	Debtor       Debtor       `yaml:"debtor" need:"yes" desc:"The account that pays."`
	Execution    Execution    `yaml:"execution" else:"the defaults below" desc:"When the bank is to pay."`
	MaxPerFile   int          `yaml:"max_per_file" default:"1000" min:"1" max:"1000000" desc:"Payouts in one file."`
	MaxFileSum   string       `yaml:"max_file_sum" else:"none" desc:"Largest sum of one file in major units."`
	MaxAmount    string       `yaml:"max_amount" else:"999999999.99 for sepa, none for csv" desc:"Largest payout the bank takes in major units; a larger one needs review."`
	BatchBooking string       `yaml:"batch_booking" oneof:"yes no" else:"the bank's agreement" desc:"Whether the bank debits a file as one sum."`
	ACSCIsPaid   bool         `yaml:"acsc_is_paid" else:"no" desc:"yes when the bank's ACSC means that the payee is paid; else the debit on the account statement says so."`
	Remittance   string       `yaml:"remittance" check:"remittance" default:"{period} {rail_ref}" desc:"Text for the payee; {period}, {payee}, {rail_ref} and {payout_key} are filled in."`
	Deliver      *Deliver     `yaml:"deliver" else:"files stay in submissions" desc:"Where files are put for the bank."`
	Template     *Template    `yaml:"template" else:"none" desc:"The bank's bulk-payment template. Needed with format csv."`
	Result       *ResultTable `yaml:"result" else:"none" desc:"How the bank's result file is read."`
}

// Debtor is the account that pays.
type Debtor struct {
	Name    string `yaml:"name" need:"yes" desc:"Name of the holder."`
	IBAN    string `yaml:"iban" check:"secret" else:"account" desc:"IBAN, only as env:NAME or file:PATH."`
	Account string `yaml:"account" check:"secret" else:"iban" desc:"Account number, only as env:NAME or file:PATH."`
	BIC     string `yaml:"bic" check:"bic" else:"not stated" desc:"BIC of the bank."`
}

// Execution says when the bank is to pay.
type Execution struct {
	Calendar   string `yaml:"calendar" oneof:"target weekdays every" else:"target for sepa, every for csv" desc:"Days on which the bank pays."`
	OffsetDays int    `yaml:"offset_days" default:"1" min:"0" max:"30" desc:"Days of the calendar from making the file to paying."`
}

// Deliver says where finished files are put.
type Deliver struct {
	Dir string `yaml:"dir" need:"yes" desc:"Folder, relative to home; each file is read back and compared."` // absolute after loading
}

// Template is a bank's bulk-payment file. Texts hold {placeholders}.
type Template struct {
	Charset  string           `yaml:"charset" oneof:"utf-8 utf-8-bom gb18030" default:"utf-8" desc:"Character set of the file."`
	LineEnd  string           `yaml:"line_end" oneof:"lf crlf" default:"crlf" desc:"How lines end."`
	Comma    string           `yaml:"comma" check:"comma" default:"," desc:"Character between cells; one byte, or tab."`
	Quote    string           `yaml:"quote" oneof:"never needed" default:"needed" desc:"never refuses values that would need quotes."`
	Ending   string           `yaml:"ending" check:"ending" default:"csv" desc:"Ending of the file's name."`
	Top      []string         `yaml:"top" else:"none" desc:"Lines before the rows, as they are, with {count}, {total}, {total_minor}, {currency}, {date}, {period}, {batch_no}, {message_id}, {debtor_name}, {debtor_account} filled in."`
	Columns  []TemplateColumn `yaml:"columns" need:"yes" desc:"Columns of a row, in order."`
	Titles   bool             `yaml:"titles" default:"true" desc:"Whether a line with the columns' titles stands before the rows."`
	Bottom   []string         `yaml:"bottom" else:"none" desc:"Lines after the rows, filled in like those of top."`
	DateForm string           `yaml:"date_form" check:"date_layout" default:"20060102" desc:"How dates are written, as Go's reference date."`
}

// TemplateColumn is one column of a row.
type TemplateColumn struct {
	Title    string `yaml:"title" else:"empty" desc:"Title of the column."`
	Value    string `yaml:"value" else:"empty" desc:"Text with {row}, {rail_ref}, {payee}, {name}, {destination}, {bank}, {branch}, {province}, {city}, {bic}, {country}, {corporate} or {corporate:YES|NO}, {amount}, {amount_minor}, {currency}, {remittance}, {period}, {date} filled in."`
	MaxChars int    `yaml:"max_chars" default:"0" min:"0" max:"10000" desc:"Most characters of the value; 0 is no limit. A longer value makes the payout refused, never cut."`
	Need     bool   `yaml:"need" else:"no" desc:"Whether an empty value is refused."`
}

// ResultTable maps the result file of a bank that answers with a table.
type ResultTable struct {
	Charset string `yaml:"charset" oneof:"utf-8 gbk" else:"utf-8" desc:"Character set of the file."`
	RailRef Field  `yaml:"rail_ref" need:"yes" desc:"The reference the file was sent with."`
	Status  Choice `yaml:"status" need:"yes" words:"paid failed processing returned" desc:"The bank's words for what became of the payout."`
	Amount  Amount `yaml:"amount" else:"not compared" desc:"The amount, compared with the payout's."`
	Code    Field  `yaml:"code" else:"empty" desc:"The bank's reason code."`
	Reason  Field  `yaml:"reason" else:"empty" desc:"The bank's reason in words."`
	Skip    int    `yaml:"skip_lines" default:"0" min:"0" max:"100" desc:"Lines before the header."`
}

// EventMapping maps webhook dumps as JSON lines. Fields are paths with dots,
// like data.object.id.
type EventMapping struct {
	Name     string `yaml:"name" need:"yes" check:"name" desc:"Name of the sender, part of an event's identity."`
	ID       string `yaml:"id" need:"yes" desc:"Path of the event's id."`
	RailRef  string `yaml:"rail_ref" need:"yes" desc:"Path of the payout's reference."`
	Type     Choice `yaml:"type" need:"yes" words:"processing paid failed returned cancelled" desc:"Path of the type, as column, and the sender's words."`
	Time     string `yaml:"time" need:"yes" desc:"Path of the time."`
	Layout   string `yaml:"layout" check:"layout" default:"rfc3339" desc:"How the time is written."`
	Amount   string `yaml:"amount" need:"yes" desc:"Path of the amount."`
	Unit     string `yaml:"unit" need:"yes" oneof:"major minor" desc:"major or minor units."`
	Currency string `yaml:"currency" need:"yes" desc:"Path of the currency."`
	Code     string `yaml:"code" else:"none" desc:"Path of the reason code."`
}
