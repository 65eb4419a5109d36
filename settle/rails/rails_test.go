package rails

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/internal/tool"
	"recon/settle/rail/sepa"
)

// settings are rails of both kinds with a result table each, the columns of
// which are those of the fixtures.
func settings() map[string]config.Rail {
	return map[string]config.Rail{
		"sepa": {},
		"alipay": {Format: "csv", Currencies: []string{"CNY"}, Result: &config.ResultTable{
			Charset: "gbk", Skip: 1, RailRef: config.Field{Column: "备注"}, Status: config.Choice{Column: "状态", Values: map[string][]string{"paid": {"成功"}}},
		}},
		"bank": {Format: "csv", Result: &config.ResultTable{
			RailRef: config.Field{Column: "Ref"}, Status: config.Choice{Column: "State", Values: map[string][]string{"paid": {"OK"}}},
		}},
	}
}

func read(t *testing.T, path string) (content, head []byte) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content, content[:min(len(content), HeadBytes)]
}

// TestNamesLie: every fixture of every rail is offered to all readers; exactly
// its own takes it, whatever it is called.
func TestNamesLie(t *testing.T) {
	readers := Readers(settings())
	seen := map[string]int{}
	for _, pattern := range []string{"../rail/sepa/testdata/status_*.xml", "../rail/csv/testdata/result_*.csv", "../rail/csv/testdata/*"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			name := filepath.Base(path)
			if strings.Contains(name, "_bad_") || strings.HasSuffix(name, ".want") {
				continue
			}
			want := ""
			for mark, kind := range map[string]string{"status_pain002": "pain.002", "status_camt053": "camt.053", "status_camt054": "camt.054", "result_": "result"} {
				if strings.HasPrefix(name, mark) {
					want = kind
				}
			}
			_, head := read(t, path)
			r, err := Detect(readers, head)
			if want == "" && err == nil || want != "" && (err != nil || r.Kind() != want) {
				t.Errorf("%s: %v, wanted %q", path, err, want)
			}
			seen[want]++
		}
	}
	if len(seen) != 5 {
		t.Errorf("%v", seen)
	}
}

// TestPublicSamples: each file that others published has one reader, or a
// reason why none.
func TestPublicSamples(t *testing.T) {
	samples := tool.Sample(t, "")
	readers := Readers(settings())
	got := map[string]int{}
	for _, pattern := range []string{"iso20022/xml/*", "payouts_own/*", "intl/camt/*", "intl/mt940/*", "intl/stripe/*", "intl/paypal/*", "cn/alipay/*", "cn/wechat/*"} {
		paths, err := filepath.Glob(filepath.Join(samples, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		for _, path := range paths {
			content, head := read(t, path)
			r, err := Detect(readers, head)
			if err != nil {
				reason, _, _ := strings.Cut(err.Error(), ",")
				reason, _, _ = strings.Cut(reason, " (")
				got[reason]++
				continue
			}
			got[r.Kind()]++
			if _, err := r.Read(bytes.NewReader(content), filepath.Base(path)); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	for kind, want := range map[string]int{"pain.002": 12, "camt.053": 19, "camt.054": 4, "a submission file": 11, "an intraday report": 2, "result": 0} {
		if got[kind] != want {
			t.Errorf("%s: %d files, wanted %d: %v", kind, got[kind], want, got)
		}
	}
}

func TestDetectExplains(t *testing.T) {
	two := settings()
	two["bank2"] = two["bank"]
	for _, c := range []struct {
		rails map[string]config.Rail
		head  string
		want  string
	}{
		{nil, "", "not a status file that is known, wanted one of pain.002, camt.053, camt.054"},
		{nil, "PK\x03\x04", "a zip archive; unpack it and import the files in it"},
		{nil, "<Document><CstmrCdtTrfInitn>", "a submission file (pain.001) and not the bank's answer to one"},
		{nil, `<x:Document xmlns:x="u"><x:BkToCstmrAcctRpt>`, "an intraday report (camt.052), of which nothing is final; wait for the statement"},
		{settings(), "a,b\n", `not a status file that is known, wanted one of pain.002, camt.053, camt.054, ` +
			`a table with the columns "备注" "状态" (settle.rails.alipay.result), a table with the columns "Ref" "State" (settle.rails.bank.result)`},
		{two, "Ref,State\n", `has the columns of the result files of several rails, a table with the columns "Ref" "State" (settle.rails.bank.result), ` +
			`a table with the columns "Ref" "State" (settle.rails.bank2.result); give these columns other names, or one rail`},
	} {
		if _, err := Detect(Readers(c.rails), []byte(c.head)); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v\nwanted %s", c.head, err, c.want)
		}
	}
}

// TestACSCIsPaidOnlyIfAllBanksAgree: a report does not say which rail it is of.
func TestACSCIsPaidOnlyIfAllBanksAgree(t *testing.T) {
	yes, no := config.Rail{Format: "sepa", ACSCIsPaid: true}, config.Rail{Format: "sepa"}
	for _, c := range []struct {
		rails map[string]config.Rail
		want  bool
	}{
		{nil, false}, {map[string]config.Rail{"a": yes}, true}, {map[string]config.Rail{"a": yes, "b": yes}, true},
		{map[string]config.Rail{"a": yes, "b": no}, false}, {map[string]config.Rail{"a": yes, "b": {Format: "csv"}}, true},
		{map[string]config.Rail{"sepa": {ACSCIsPaid: true}}, true},
	} {
		if r := Readers(c.rails)[0].(sepa.Pain002); r.ACSCIsPaid != c.want {
			t.Errorf("%v: %v", c.rails, r.ACSCIsPaid)
		}
	}
}

func TestNew(t *testing.T) {
	csv := config.Rail{Template: &config.Template{Columns: []config.TemplateColumn{{Value: "{destination}"}, {Value: "{amount}"}, {Value: "{rail_ref}"}}}}
	sepa := config.Rail{Debtor: config.Debtor{Name: "Example", IBAN: "env:IBAN"}}
	for _, c := range []struct {
		name, format string
		cfg          config.Rail
		want         string
	}{
		{"csv", "", csv, "csv"}, {"alipay", "csv", csv, "csv"}, {"sepa", "", sepa, "xml"}, {"bank", "sepa", sepa, "xml"},
		{"alipay", "", csv, `settle.rails.alipay.format: "alipay", wanted one of csv sepa`}, {"x", "nacha", csv, `settle.rails.x.format: "nacha", wanted one of csv sepa`},
	} {
		c.cfg.Format = c.format
		r, err := New(c.name, c.cfg)
		got := fmt.Sprint(err)
		if err == nil {
			got = r.Ending()
		}
		if got != c.want {
			t.Errorf("%s %s: %s, wanted %s", c.name, c.format, got, c.want)
		}
	}
}
