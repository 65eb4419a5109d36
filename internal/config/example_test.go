package config

import (
	"bytes"
	"reflect"
	"testing"
)

// withSettle is the example with its settle section put into force, as its
// comment says: the mark of a comment is taken from every line below.
func withSettle(t *testing.T) []byte {
	t.Helper()
	before, section, ok := bytes.Cut(Example(), []byte("\n# settle:\n"))
	if !ok {
		t.Fatal("no settle section in the example")
	}
	section = bytes.ReplaceAll(append([]byte("# settle:\n"), section...), []byte("\n# "), []byte("\n"))
	return append(append(bytes.Clone(before), '\n'), bytes.TrimPrefix(section, []byte("# "))...)
}

// TestExampleWithSettle: the section loads, has no person yet, and means what
// the design's file means.
func TestExampleWithSettle(t *testing.T) {
	c, err := load("recon.yaml", withSettle(t), "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	if c.Settle == nil || c.Settle.People != nil || c.Settle.Ledger.Fetch.Dir != "/home/inbox/credits" {
		t.Fatalf("%+v", c.Settle)
	}
	want := company(t, "testdata/company.yaml")
	want.Settle.People, c.Settle.Home = nil, want.Settle.Home
	c.Settle.Ledger.Fetch.Dir, c.Settle.Payees.Fetch.Dir = want.Settle.Ledger.Fetch.Dir, want.Settle.Payees.Fetch.Dir
	if got := c.Settle.Canonical(); !bytes.Equal(got, want.Settle.Canonical()) {
		t.Errorf("got %s", got)
	}
}

// TestExampleWithJournal: the section loads, names every account that a month
// can need, and the other accounts of one reconciliation stand in for the common ones.
func TestExampleWithJournal(t *testing.T) {
	c, err := load("recon.yaml", withSection(t, "journal"), "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	alipay, wechat := c.Journal.Of("alipay"), c.Journal.Of("wechat")
	if len(alipay) != reflect.TypeFor[JournalAccounts]().NumField() {
		t.Errorf("the example names the accounts %v, wanted all", alipay)
	}
	if alipay["provider_receivable"] != "1221.01" || wechat["provider_receivable"] != "1221.02" || wechat["fees"] != alipay["fees"] {
		t.Errorf("alipay %v, wechat %v", alipay, wechat)
	}
}
