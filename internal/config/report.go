package config

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Reports says how reports are written.
type Reports struct {
	CSVBOM bool `yaml:"csv_bom" default:"false" desc:"yes begins the CSV files with a byte order mark, so that Excel reads them as UTF-8 on a double click; programs seldom want it."`
	XLSX   bool `yaml:"xlsx" default:"true" desc:"no leaves out report.xlsx, the workbook beside the CSV files."`
}

// Journal maps what happened in a month to accounts of the company's books.
type Journal struct {
	Line            int                        // of accounts in the file, for messages; 0 when it is not from one
	Accounts        JournalAccounts            `yaml:"accounts" need:"yes" desc:"The accounts of every reconciliation and of settlement."`
	Reconciliations map[string]JournalAccounts `yaml:"reconciliations" keys:"name" else:"those of accounts" desc:"Other accounts of single reconciliations, by name; what is left out is that of accounts."`
}

// JournalAccounts are account keys as the books know them. An account is only
// needed when a month has something to book on it.
type JournalAccounts struct {
	ProviderReceivable string `yaml:"provider_receivable" else:"none" desc:"What the provider owes us: the net of everything its statements say moved."`
	SalesClearing      string `yaml:"sales_clearing" else:"none" desc:"Counter account of what our own exports say was paid, less refunds."`
	Fees               string `yaml:"fees" else:"none" desc:"What providers charged."`
	Discounts          string `yaml:"discounts" else:"none" desc:"What a provider takes off between gross and net beside its fee: discounts we fund, shares of others."`
	Chargebacks        string `yaml:"chargebacks" else:"none" desc:"What customers' banks took back."`
	Bank               string `yaml:"bank" else:"none" desc:"Money on its way between the provider and our bank: withdrawals and transfers."`
	Other              string `yaml:"other" else:"none" desc:"What else a provider moved that our exports do not hold: adjustments, reserves."`
	OpenDifferences    string `yaml:"open_differences" else:"none" desc:"Differences that are open."`
	Rounding           string `yaml:"rounding" else:"none" desc:"Differences within tolerance."`
	Suspense           string `yaml:"suspense" else:"none" desc:"Differences that people booked to suspense."`
	WriteOff           string `yaml:"write_off" else:"none" desc:"Differences that people wrote off."`
	Corrections        string `yaml:"corrections" else:"none" desc:"Counter account of what people book by hand for a difference that they closed otherwise: booked, refunded, reversed, recovered."`
	PayeesPayable      string `yaml:"payees_payable" else:"none" desc:"What is owed to payees."`
	Payouts            string `yaml:"payouts" else:"none" desc:"Payouts on their way to payees."`
}

// Of are the accounts of a reconciliation: its own, else the common ones.
func (j *Journal) Of(reconciliation string) map[string]string {
	accounts := accountsOf(j.Accounts)
	for key, account := range accountsOf(j.Reconciliations[reconciliation]) {
		accounts[key] = account
	}
	return accounts
}

// accountsOf are the accounts that are set, by key.
func accountsOf(a JournalAccounts) map[string]string {
	set := map[string]string{}
	v := reflect.ValueOf(a)
	for i := range v.NumField() {
		if account := v.Field(i).String(); account != "" {
			set[v.Type().Field(i).Tag.Get("yaml")] = account
		}
	}
	return set
}

// validate notes accounts of a reconciliation that does not exist.
func (j *Journal) validate(d *document, path string, c *Config) {
	j.Line = d.line(under(path, "accounts"))
	var names []string
	for _, r := range c.Reconciliations {
		names = append(names, r.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(j.Reconciliations)) {
		if !slices.Contains(names, name) {
			d.at(under(path, "reconciliations."+name), fmt.Sprintf("key %q: no reconciliation of this name: %s", name, unknown(name, names)))
		}
	}
}
