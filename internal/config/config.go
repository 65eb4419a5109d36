// Package config holds the settings of one company: one YAML file, strict,
// with the defaults beside their types. The file is described for people in
// docs/configuration.md and for editors by the JSON Schema of `recon config schema`.
package config

// Config is the whole file, defaults filled in.
type Config struct {
	Version         int              `yaml:"version"`
	Home            string           `yaml:"home"`     // absolute after loading
	Zone            string           `yaml:"zone"`     // default zone of every source
	Language        string           `yaml:"language"` // zh-CN or en
	Sources         []Source         `yaml:"sources"`
	Reconciliations []Reconciliation `yaml:"reconciliations"`
	Limits          Limits           `yaml:"limits"`
}

// Source is one stream of files: a provider's statement or an own export.
type Source struct {
	Name     string   `yaml:"name"`
	Side     string   `yaml:"side"`   // statement or ledger
	Format   string   `yaml:"format"` // an id of `recon formats`, table, or auto
	Provider string   `yaml:"provider"`
	Account  string   `yaml:"account"`
	Charset  string   `yaml:"charset"` // own exports: utf-8 (default), gbk
	Zone     string   `yaml:"zone"`    // default: Config.Zone, else the format's
	Cut      string   `yaml:"cut"`     // hh:mm after midnight at which the business day ends
	Ready    string   `yaml:"ready"`   // hh:mm on the next day from which the file can be expected
	Days     string   `yaml:"days"`    // every or weekdays
	Compare  string   `yaml:"compare"` // order or received
	Password string   `yaml:"password"`
	Fetch    Fetch    `yaml:"fetch"`
	Table    *Table   `yaml:"table"`
	Ignore   *Filter  `yaml:"ignore"`
	Control  *Control `yaml:"control"`
}

// Fetch says where a source's files appear. Pattern is a glob in which
// {yyyymmdd}, {yyyy-mm-dd} and {yyyymm} stand for the date of the file.
type Fetch struct {
	Dir        string `yaml:"dir"` // absolute after loading
	Pattern    string `yaml:"pattern"`
	DateOffset string `yaml:"date_offset"` // 1d when files are named by the day of delivery
}

// Control is a sidecar file with an own export's count and sum.
type Control struct {
	Pattern string `yaml:"pattern"` // JSON {"rows": n, "amount_minor": n}
}

// Filter picks rows by a column's value. In (routes) and Values (ignores) mean the same.
type Filter struct {
	Column string   `yaml:"column"`
	In     []string `yaml:"in"`
	Values []string `yaml:"values"`
}

// Table maps the columns of an own export to the fields of an entry.
type Table struct {
	EntryID    Field   `yaml:"entry_id"`
	Kind       Choice  `yaml:"kind"`
	OrderRef   Field   `yaml:"order_ref"`
	OrderNo    Field   `yaml:"order_no"`
	Ref        Field   `yaml:"ref"`
	RefundRef  Field   `yaml:"refund_ref"`
	BatchRef   Field   `yaml:"batch_ref"`
	Payee      Field   `yaml:"payee"`
	Amount     Amount  `yaml:"amount"`
	Fee        Amount  `yaml:"fee"`
	Currency   Field   `yaml:"currency"`
	Status     Choice  `yaml:"status"`
	OccurredAt Instant `yaml:"occurred_at"`
}

// Field is a column by name, or the same text for every row. In YAML: a plain
// string is the column; else {column: ...} or {const: ...}.
type Field struct {
	Column string `yaml:"column"`
	Const  string `yaml:"const"`
}

// Choice is a closed list: Const, or Column with the export's own words per
// value ({column: type, payment: [PAY], refund: [REFUND]}).
type Choice struct {
	Column string
	Const  string
	Values map[string][]string // our word -> the export's words
}

// Amount is a money column. Unit: major (text like 12.30) or minor (integers).
// Sign: negate turns refunds that are written positive.
type Amount struct {
	Column string `yaml:"column"`
	Unit   string `yaml:"unit"`
	Sign   string `yaml:"sign"`
}

// Instant is a time column. Layout: a layout of Go's time package, rfc3339,
// unix, unix_milli or unix_micro. Fallback is read when Column is empty and
// the row claims no money.
type Instant struct {
	Column   string `yaml:"column"`
	Fallback string `yaml:"fallback"`
	Layout   string `yaml:"layout"`
	Zone     string `yaml:"zone"`
}

// Reconciliation compares statements with own exports, as one chain of days.
type Reconciliation struct {
	Name      string      `yaml:"name"`
	Statement []string    `yaml:"statement"`
	Ledger    []LedgerUse `yaml:"ledger"`
	Tolerance Tolerance   `yaml:"tolerance"`
	Due       Due         `yaml:"due"`
}

// LedgerUse is an own export, or the rows of it that Where picks. In YAML a
// plain string is the source.
type LedgerUse struct {
	Source string  `yaml:"source"`
	Where  *Filter `yaml:"where"`
}

// Tolerance is how far amounts may differ and still match.
type Tolerance struct {
	AmountMinor int64 `yaml:"amount_minor"`
}

// Due says how long a one-sided row is pending (design: due_on).
type Due struct {
	Days       int    `yaml:"days"`
	RefundDays int    `yaml:"refund_days"` // default: Days
	CutWindow  string `yaml:"cut_window"`  // a duration, 10m
}

// Limits bound what a run accepts and uses.
type Limits struct {
	OneSidedPercent int    `yaml:"one_sided_percent"`
	Memory          string `yaml:"memory"`
	Threads         int    `yaml:"threads"`        // 0: all processors
	UnzippedBytes   string `yaml:"unzipped_bytes"` // of one file, default 16GiB
}
