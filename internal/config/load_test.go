package config

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"recon/internal/golden"
)

var formats = Formats{
	"alipay.trade":        {Zone: "Asia/Shanghai", Ready: "10:00"},
	"wechatpay.tradebill": {Zone: "Asia/Shanghai", Ready: "09:30"},
	"unionpay.zm":         {Zone: "Asia/Shanghai", Cut: "23:00", Days: "weekdays"},
}

// TestFaults loads the recon.yaml of every case; the wanted text is the whole error.
func TestFaults(t *testing.T) {
	cases, err := filepath.Glob("testdata/faults/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range cases {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			_, err = load("recon.yaml", archive.Files[0].Data, "/home", formats)
			var faults *Error
			if !errors.As(err, &faults) {
				t.Fatalf("got %v, wanted faults", err)
			}
			archive.Files[1].Data = []byte(faults.Error() + "\n")
			golden.Check(t, path, txtar.Format(archive))
		})
	}
}

// TestCompany loads the file of the design as it is written there.
func TestCompany(t *testing.T) {
	c := company(t, "testdata/company.yaml")
	orders := c.Source("orders")
	want := &Table{
		EntryID:    Field{Column: "id"},
		Kind:       Choice{Const: "payment"},
		OrderRef:   Field{Column: "out_trade_no"},
		OrderNo:    Field{Column: "order_id"},
		Ref:        Field{Column: "trade_no"},
		Amount:     Amount{Column: "amount", Unit: "major"},
		Currency:   Field{Const: "CNY"},
		Status:     Choice{Column: "status", Values: map[string][]string{"paid": {"PAID"}, "refunded": {"REFUNDED"}, "pending": {"PENDING"}, "closed": {"CLOSED"}}},
		OccurredAt: Instant{Column: "paid_at", Fallback: "created_at", Layout: "2006-01-02 15:04:05", Zone: "Asia/Shanghai"},
	}
	if diff := cmp.Diff(want, orders.Table); diff != "" {
		t.Error(diff)
	}
	if got := c.Source("refunds").Table.Amount.Sign; got != "negate" {
		t.Errorf("sign %q", got)
	}
	if got := c.Settle.Zone; got != "Europe/Berlin" {
		t.Errorf("settle.zone %v", got)
	}
	ledger := []LedgerUse{{Source: "orders", Where: &Filter{Column: "channel", In: []string{"ALIPAY", "ALI_APP"}}}, {Source: "refunds"}}
	if diff := cmp.Diff(ledger, c.Reconciliations[0].Ledger); diff != "" {
		t.Error(diff)
	}
}

func TestExampleLoads(t *testing.T) {
	c, err := load("recon.yaml", Example(), "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Reconciliations) != 2 || c.Home != "/home" {
		t.Errorf("%d reconciliations at %s", len(c.Reconciliations), c.Home)
	}
}

// TestRoutesByTwoColumns: whether filters on different columns overlap is seen
// in the rows, not in the file.
func TestRoutesByTwoColumns(t *testing.T) {
	text := bytes.ReplaceAll(Example(), []byte("column: channel, in: [WECHAT]"), []byte("column: shop, in: [ALIPAY]"))
	if _, err := load("recon.yaml", text, "/home", formats); err != nil {
		t.Error(err)
	}
}

func TestPaths(t *testing.T) {
	text := bytes.Replace(Example(), []byte("home: . "), []byte("home: data "), 1)
	text = bytes.Replace(text, []byte("    account:"), []byte("    password: file:zip.key\n    account:"), 1)
	text = bytes.Replace(text, []byte("dir: inbox/wechat"), []byte("dir: /mnt/wechat/"), 1)
	c, err := load("recon.yaml", text, "/etc/recon", formats)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{c.Home, c.Sources[0].Fetch.Dir, c.Sources[1].Fetch.Dir, c.Sources[0].Password}
	want := []string{"/etc/recon/data", "/etc/recon/data/inbox/alipay", "/mnt/wechat", "file:/etc/recon/zip.key"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFilled is about what a source leaves out: its own word, then its
// format's, then the file's, then the default.
func TestFilled(t *testing.T) {
	text := bytes.Replace(Example(), []byte("zone: Asia/Shanghai            #"), []byte("zone: Europe/Berlin #"), 1)
	text = bytes.Replace(text, []byte("days: 0,"), []byte("days: 2,"), 1)
	c, err := load("recon.yaml", text, "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	wechat, orders := c.Source("wechat-main"), c.Source("orders")
	got := []string{wechat.Zone, wechat.Ready, wechat.Cut, wechat.Days, wechat.Compare, wechat.Charset, orders.Zone, orders.Ready, orders.Charset, orders.Compare}
	want := []string{"Asia/Shanghai", "09:30", "00:00", "every", "order", "", "Europe/Berlin", "10:00", "utf-8", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := c.Source("refunds").Table.OccurredAt.Zone; got != "Europe/Berlin" {
		t.Errorf("zone of refunded_at %s", got)
	}
	if due := c.Reconciliations[0].Due; due.RefundDays != 2 {
		t.Errorf("refund days %d, wanted those of days", due.RefundDays)
	}
}

func TestUnreadableFile(t *testing.T) {
	folder := t.TempDir()
	large := filepath.Join(folder, "large.yaml")
	if err := os.WriteFile(large, bytes.Repeat([]byte("#\n"), 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "none.yaml"): ": no such file, `recon init` writes a first configuration",
		folder:                             ": is a directory",
		large:                              ": larger than 1 MiB, wanted a configuration",
	} {
		_, err := Load(path, formats)
		var faults *Error
		if !errors.As(err, &faults) || faults.Error() != path+want {
			t.Errorf("got %v, wanted %s", err, path+want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(Example())
	for _, name := range []string{"company", "market", "plain"} {
		text, err := os.ReadFile("testdata/" + name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("version: 1\nsources:\n- {name: &a x, table: {kind: {const: *a}}}\n"))
	f.Add([]byte("? [a]\n: {b: [}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := load("recon.yaml", text, "/home", formats)
		if (c == nil) == (err == nil) {
			t.Fatal("wanted a configuration or an error")
		}
		if c == nil {
			return
		}
		if _, err := c.Effective(); err != nil {
			t.Fatal(err)
		}
		if c.Settle == nil {
			return
		}
		// What loads can be explained, and comes back from the rules of a batch.
		Explain(&Config{Home: c.Home, Settle: c.Settle}, 0, "en")
		if back, err := SettleFrom(c.Settle.Canonical(), c.Home); err != nil || !cmp.Equal(back, c.Settle) {
			t.Fatal(err, cmp.Diff(back, c.Settle))
		}
	})
}

func company(t testing.TB, path string) *Config {
	t.Helper()
	c, err := Load(path, formats)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
