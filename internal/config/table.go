package config

// Table maps the columns of an own export to the fields of an entry.
type Table struct {
	EntryID    Field   `yaml:"entry_id" need:"yes" desc:"The export's own id of the row, unique in a file and the same when the row is exported again."`
	Kind       Choice  `yaml:"kind" need:"yes" words:"payment refund fee chargeback adjustment transfer payout reserve other" desc:"Why the money moved."`
	OrderRef   Field   `yaml:"order_ref" else:"empty" desc:"The order number that was sent to the provider; payments and refunds are matched by it."`
	OrderNo    Field   `yaml:"order_no" else:"empty" desc:"The shop's own order number; several payment attempts share it."`
	Ref        Field   `yaml:"ref" else:"empty" desc:"The provider's number of the payment."`
	RefundRef  Field   `yaml:"refund_ref" else:"empty" desc:"The refund number that was sent to the provider; unique within one order."`
	BatchRef   Field   `yaml:"batch_ref" else:"empty" desc:"The provider's settlement batch."`
	Payee      Field   `yaml:"payee" else:"empty" desc:"Seller the money belongs to."`
	Amount     Amount  `yaml:"amount" need:"yes" desc:"The order amount; + is money to you."`
	Fee        Amount  `yaml:"fee" else:"0" desc:"The fee's effect on you: a charged fee is negative."`
	Currency   Field   `yaml:"currency" need:"yes" desc:"ISO 4217 code, like CNY."`
	Status     Choice  `yaml:"status" need:"yes" words:"paid refunded pending closed" desc:"What the row claims: paid and refunded claim money, pending and closed do not."`
	OccurredAt Instant `yaml:"occurred_at" need:"yes" desc:"When the money moved; decides the business date."`
}

// Field is a column by name, or the same text for every row. In YAML: a plain
// string is the column; else {column: ...} or {const: ...}.
type Field struct {
	Column string `yaml:"column" else:"const" desc:"Column of the export, as its header names it."`
	Const  string `yaml:"const" else:"column" desc:"The same text for every row."`
}

// Choice is a closed list: Const, or Column with the export's own words per
// value ({column: type, payment: [PAY], refund: [REFUND]}).
type Choice struct {
	Column string              `yaml:"column" else:"const" desc:"Column of the export, as its header names it."`
	Const  string              `yaml:"const" else:"column" desc:"The same value for every row."`
	Values map[string][]string // our word -> the export's words
}

// Amount is a money column. Unit: major (text like 12.30) or minor (integers).
// Sign: negate turns refunds that are written positive; by_kind gives a column
// without signs those of the kinds (fee: the opposite).
type Amount struct {
	Column string `yaml:"column" need:"yes" desc:"Column of the export, as its header names it."`
	Unit   string `yaml:"unit" need:"yes" oneof:"major minor" desc:"major for text like 12.30, minor for whole numbers of the smallest unit like 1230."`
	Sign   string `yaml:"sign" oneof:"keep negate by_kind" else:"keep" desc:"negate turns the sign, for refunds or fees that are written positive; by_kind is for payments and refunds in one column that has no signs."`
}

// Instant is a time column. Layout: a layout of Go's time package, rfc3339,
// unix, unix_milli or unix_micro. Fallback is read when Column is empty and
// the row claims no money.
type Instant struct {
	Column   string `yaml:"column" need:"yes" desc:"Column of the export, as its header names it."`
	Fallback string `yaml:"fallback" else:"none" desc:"Column read instead when the first is empty and the row claims no money."`
	Layout   string `yaml:"layout" check:"layout" default:"2006-01-02 15:04:05" desc:"How the time is written: that moment in the export's way of writing, or rfc3339, unix, unix_milli, unix_micro."`
	Zone     string `yaml:"zone" check:"zone" else:"the zone of the source" desc:"Time zone of times without an offset."`
}
