// Package config holds the settings of one company: one YAML file, strict,
// with the defaults beside their types. The file is described for people in
// docs/configuration.md and for editors by the JSON Schema of `recon config schema`.
//
// The struct tags of the types are the single description of every key: yaml
// is its name, desc its meaning, default its value when absent, else how the
// value is found when absent, need marks a required key, and oneof, check, min,
// max and words bound what is accepted. Loading, the schema and the document
// are all made from them.
package config

// Config is the whole file, defaults filled in.
type Config struct {
	Version         int              `yaml:"version" need:"yes" min:"1" max:"1" desc:"Version of this file's layout, always 1."`
	Home            string           `yaml:"home" default:"." desc:"Folder below which everything lives: drop folders, archive, state, lake, reports. Relative to the folder of this file."` // absolute after loading
	Zone            string           `yaml:"zone" check:"zone" else:"none: then every source needs one, its own or its format's" desc:"Time zone of every source whose own settings and format name none, like Asia/Shanghai."`
	Language        string           `yaml:"language" oneof:"en zh-CN" default:"en" desc:"Language of reports and explanations."`
	Sources         []Source         `yaml:"sources" else:"none" desc:"Streams of files: the statements of providers and your own exports."`
	Reconciliations []Reconciliation `yaml:"reconciliations" else:"none" desc:"Which statements are compared with which own exports, each as its own chain of days."`
	Reports         Reports          `yaml:"reports" else:"the defaults below" desc:"How reports are written."`
	Journal         *Journal         `yaml:"journal" else:"none: then recon month writes no journal" desc:"Accounts of your books, for the journal of a month."`
	Limits          Limits           `yaml:"limits" else:"the defaults below" desc:"What a run accepts and uses."`
	Mail            *Mail            `yaml:"mail" else:"no mail is sent" desc:"The mail server, and who gets mails."`
	Chat            []Chat           `yaml:"chat" else:"none" desc:"Webhooks of chat groups."`
	Alert           Alert            `yaml:"alert" else:"the defaults below" desc:"What is urgent, and when a date is reported."`
	Telemetry       Telemetry        `yaml:"telemetry" else:"off" desc:"Metrics and traces for the systems that watch over the runs."`
	Settle          *Settle          `yaml:"settle" else:"none" desc:"Settings of the monthly payouts."`
}

// Source is one stream of files: a provider's statement or an own export.
type Source struct {
	Name     string   `yaml:"name" need:"yes" check:"name" desc:"Name of the source, used in reports and folder names."`
	Side     string   `yaml:"side" need:"yes" oneof:"statement ledger" desc:"statement for a provider's file, ledger for your own export."`
	Format   string   `yaml:"format" need:"yes" desc:"How the files are read: an id that recon formats lists, auto to detect a statement by its content, table for an own export."`
	Provider string   `yaml:"provider" else:"empty" desc:"Provider the rows of an own export are about."`
	Account  string   `yaml:"account" else:"not checked" desc:"Account number a statement must state. Quote it, it is text."`
	Charset  string   `yaml:"charset" oneof:"utf-8 gbk" else:"utf-8" desc:"Character set of an own export."`
	Zone     string   `yaml:"zone" check:"zone" else:"the format's, else zone at the top" desc:"Time zone of the business day and of times without an offset."`
	Cut      string   `yaml:"cut" check:"clock" else:"the format's, else 00:00" desc:"Time hh:mm at which the business day ends; before 12:00 it is a time of the next morning, from 12:00 on a time of the same evening."`
	Ready    string   `yaml:"ready" check:"clock" else:"the format's, else 10:00" desc:"Time hh:mm of the next day (with days: weekdays, of the next weekday) from which the file can be expected."`
	Days     string   `yaml:"days" oneof:"every weekdays" else:"the format's, else every" desc:"Days a file exists for: every day, or weekdays (Monday to Friday)."`
	Compare  string   `yaml:"compare" oneof:"order received" else:"order" desc:"Which amount of a statement is compared: order, what the customer was asked for; received, what reached you before fees."`
	Password string   `yaml:"password" check:"secret" else:"none" desc:"Password of the zip, only as env:NAME or file:PATH."`
	Fetch    Fetch    `yaml:"fetch" need:"yes" desc:"Where the files appear."`
	Table    *Table   `yaml:"table" else:"none" desc:"Which columns of an own export mean what. Needed with format: table."`
	Ignore   *Filter  `yaml:"ignore" else:"nothing is ignored" desc:"Rows of an own export that concern no reconciliation; they are dropped by name and counted in the report."`
	Control  *Control `yaml:"control" else:"none" desc:"A small file beside an own export that states its count and sum."`
}

// Fetch says where a source's files appear. Pattern is a glob in which
// {yyyymmdd}, {yyyy-mm-dd}, {yyyymm} and {yyyy-mm} stand for the date of the file.
type Fetch struct {
	Dir        string `yaml:"dir" need:"yes" desc:"Drop folder, relative to home."` // absolute after loading
	Pattern    string `yaml:"pattern" need:"yes" check:"pattern" desc:"Name of a day's files: * and ? as in a shell, and one of {yyyymmdd}, {yyyy-mm-dd}, {yyyymm}, {yyyy-mm} for the date. All files that match are parts of one statement."`
	DateOffset string `yaml:"date_offset" check:"offset" default:"0d" desc:"How many days the date in the name is after the business date: 1d when files are named by the day of delivery."`
}

// Control is a sidecar file with an own export's count and sum, as JSON
// {"rows": n, "amount_minor": n}.
type Control struct {
	Pattern string `yaml:"pattern" need:"yes" check:"pattern" desc:"Name of the control file in the folder of the export; JSON with rows and amount_minor."`
}

// Filter picks rows by a column's value. In (routes) and Values (ignores)
// mean the same; exactly one is set.
type Filter struct {
	Column string   `yaml:"column" need:"yes" desc:"Column of the export, as its header names it."`
	In     []string `yaml:"in" else:"values" desc:"Values of the column that are picked."`
	Values []string `yaml:"values" else:"in" desc:"The same as in."`
}

// Reconciliation compares statements with own exports, as one chain of days.
type Reconciliation struct {
	Name      string      `yaml:"name" need:"yes" check:"name" desc:"Name of the reconciliation, used in reports and file names."`
	Statement []string    `yaml:"statement" need:"yes" desc:"Sources of side statement. A statement belongs to one reconciliation only."`
	Ledger    []LedgerUse `yaml:"ledger" need:"yes" desc:"Sources of side ledger, each a name, or {source, where}. Every row of an export must be claimed by exactly one reconciliation or by ignore."`
	Tolerance Tolerance   `yaml:"tolerance" else:"none" desc:"How far two amounts may differ and still match."`
	Due       Due         `yaml:"due" else:"the defaults below" desc:"How long a row without counterpart is pending before it is a break."`
}

// LedgerUse is an own export, or the rows of it that Where picks. In YAML a
// plain string is the source.
type LedgerUse struct {
	Source string  `yaml:"source" need:"yes" desc:"Name of a source of side ledger."`
	Where  *Filter `yaml:"where" else:"every row" desc:"The rows that belong to this reconciliation."`
}

// Tolerance is how far amounts may differ and still match.
type Tolerance struct {
	AmountMinor int64 `yaml:"amount_minor" default:"0" min:"0" desc:"Largest difference in minor units (cents, fen). Differences within it are summed and shown."`
}

// Due says how long a one-sided row is pending: until its business date plus
// the days of its kind, plus one when it lies within CutWindow before the end
// of its business day.
type Due struct {
	Days       int    `yaml:"days" default:"0" min:"0" max:"60" desc:"Days after the business date on which a row without counterpart is judged."`
	RefundDays int    `yaml:"refund_days" min:"0" max:"60" else:"days" desc:"The same for refunds."`
	CutWindow  string `yaml:"cut_window" check:"duration" default:"0s" desc:"Length of the time before the end of a business day in which a row may appear in the next day's file, like 10m."`
}

// Limits bound what a run accepts and uses.
type Limits struct {
	OneSidedPercent int    `yaml:"one_sided_percent" default:"20" min:"0" max:"100" desc:"Share of rows or money of one side without counterpart, in percent, above which a day is suspect and nothing is published."`
	Memory          string `yaml:"memory" check:"size" default:"2GiB" desc:"Memory the tables of a run may use before they go to disk."`
	Threads         int    `yaml:"threads" default:"0" min:"0" max:"1024" desc:"Processors used; 0 is all of them."`
	UnzippedBytes   string `yaml:"unzipped_bytes" check:"size" default:"16GiB" desc:"Largest size of one file once unpacked."`
}
