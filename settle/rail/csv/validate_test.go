package csv

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// TestValidateRefuses: whatever is changed in a file is found.
func TestValidateRefuses(t *testing.T) {
	for _, c := range []struct{ template, from, to, want string }{
		{"alipay_account", "50020.00,3", "50020.01,3", "submission:2: states a sum of 50020.01, and has 50020.00"},
		{"alipay_account", "50020.00,3", "50020.00,4", "submission:2: states 4 payouts, and has 3"},
		{"alipay_account", "50020.00,3", "50020.0,3", "submission:2: column \"total\": 1 decimals, wanted 2 like before"},
		{"alipay_account", ",19.99,", ",19.98,", "submission:2: states a sum of 50020.00, and has 50019.99"},
		{"alipay_account", ",19.99,", ",-19.99,", "submission:4: column \"付款金额（元）\": begins with \"-\", which a spreadsheet takes for a formula"},
		{"alipay_account", ",19.99,", ",1999,", "submission:5: column \"付款金额（元）\": \"0.01\" has more than 0 decimals"},
		{"alipay_account", ",张三,", ",张,三,", "submission:4: 6 cells, wanted 5, or quotes do not fit"},
		{"alipay_account", ",张三,", ",,", "submission:4: column \"收款人姓名\": empty, wanted a value"},
		{"alipay_account", "商户流水号", "流水号", "submission:3: not the titles of the template"},
		{"alipay_account", "批次号", "批号", "submission:1: not what the template makes"},
		{"alipay_account", "\r\n,seller2", "\n,seller2", "submission: line 4: a line end that is not the template's"},
		{"alipay_new", "2,seller2", "3,seller2", "submission:4: column \"序号（必填）\": found \"3\", wanted row 2"},
		{"alipay_new", "MP202608HYR6QFQAHFMUUM4JJ5SWJYNR", "MP202608ZKLYCEWKDO64V6WCGGZZUI64",
			"submission:4: column \"备注（选填）\": MP202608ZKLYCEWKDO64V6WCGGZZUI64 stands in the file twice"},
		{"alipay_card", ",2,2026-08 MP202608Z", ",3,2026-08 MP202608Z", "submission:4: column \"对公对私标志\": not what the template makes"},
		{"bank_bulk", "KWD 1.999;1999", "KWD 1.999;1998", "submission:2: column \"column 5\": another amount than before in the row"},
		{"bank_bulk", "T;3;5002000;", "T;3;5002001;", "submission:5: states a sum of 5002001, and has 5002000"},
		{"bank_bulk", "P1;", "Q1;", "submission:2: column \"column 1\": not what the template makes"},
		{"bank_bulk", "张三", "\"张三", "submission:2: 0 cells, wanted 8, or quotes do not fit"},
	} {
		r := newRail(t, templates[c.template])
		path := filepath.Join("testdata", c.template+"."+r.Ending())
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(textOf(t, c.template, content), c.from, c.to, 1)
		_, _, err = r.Validate(bytes.NewReader(bytesOf(t, c.template, changed)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %s: %v\nwanted %s", c.template, c.from, err, c.want)
		}
	}
}

func textOf(t *testing.T, template string, content []byte) string {
	if templates[template].Template.Charset != setGB18030 {
		return string(content)
	}
	out, err := decodeGB18030(content)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func bytesOf(t *testing.T, template, text string) []byte {
	if templates[template].Template.Charset != setGB18030 {
		return []byte(text)
	}
	out, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestValidateRefusesDamage: files that were cut, re-encoded or are another's.
func TestValidateRefusesDamage(t *testing.T) {
	r := newRail(t, alipayAccount)
	content, err := os.ReadFile("testdata/alipay_account.csv")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"cut":      {content[:len(content)-1], "submission: the last line does not end; the file was cut"},
		"cut line": {content[:bytes.LastIndex(content[:len(content)-2], []byte("\n"))+1], "submission:2: states"},
		"empty":    {nil, "submission: the last line does not end; the file was cut"},
		"head":     {content[:bytes.Index(content, []byte("\r\n,"))+2], "submission: 3 lines, wanted at least 4"},
		"utf-8":    {[]byte(textOf(t, "alipay_account", content)), "submission: not GB18030 in line 1"},
		"mark":     {append([]byte(byteOrder), content...), "submission:1: a byte order mark is there: true, wanted by the template: false"},
		"another":  {[]byte("a,b\r\nc,d\r\ne,f\r\ng,h\r\n"), "submission:4: 2 cells, wanted 5, or quotes do not fit"},
	} {
		if _, _, err := r.Validate(bytes.NewReader(c.content)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v\nwanted %s", name, err, c.want)
		}
	}
}

func TestCells(t *testing.T) {
	r := &template{comma: ',', quotes: true}
	for line, want := range map[string]string{
		`a,b`: "a|b", ``: "", `,`: "|", `"a,b",c`: "a,b|c", `"a""b"`: `a"b`, `"",""`: "|",
		`a"b`: "!", `"a"b`: "!", `"a`: "!", `a,"b`: "!", `"a",`: "a|",
	} {
		cells, ok := r.cells(line)
		got := strings.Join(cells, "|")
		if !ok {
			got = "!"
		}
		if got != want {
			t.Errorf("%s: %s, wanted %s", line, got, want)
		}
	}
}

// FuzzValidate reads any bytes by all templates: the answer is an error, or
// sums of rows that are there.
func FuzzValidate(f *testing.F) {
	for name, cfg := range templates {
		content, err := os.ReadFile(filepath.Join("testdata", name+"."+or(cfg.Template.Ending, "csv")))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, cfg := range templates {
			count, sum, err := newRail(t, cfg).Validate(bytes.NewReader(content))
			if err == nil && (count < 1 || sum < count || count > int64(bytes.Count(content, []byte("\n")))) {
				t.Errorf("%d payouts, sum %d", count, sum)
			}
		}
	})
}
