package csv

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/internal/golden"
	"recon/settle/rail"
)

// results are the readers of the fixtures, which are named after them.
var results = map[string]*Result{
	"alipay": NewResult("alipay", config.Rail{Currencies: []string{"CNY"}, Result: &config.ResultTable{
		Charset: "gbk", Skip: 1, RailRef: config.Field{Column: "备注"}, Amount: config.Amount{Column: "金额（元）", Unit: "major"},
		Code: config.Field{Column: "失败代码"}, Reason: config.Field{Column: "失败原因"},
		Status: config.Choice{Column: "状态", Values: map[string][]string{"paid": {"成功"}, "failed": {"失败"}, "processing": {"处理中"}, "returned": {"退票"}}},
	}}),
	"bank": NewResult("bank", config.Rail{Currencies: []string{"EUR"}, Result: &config.ResultTable{
		RailRef: config.Field{Column: "Ref"}, Amount: config.Amount{Column: "Minor", Unit: "minor", Sign: "negate"}, Code: config.Field{Column: "Code"},
		Status: config.Choice{Column: "State", Values: map[string][]string{"paid": {"OK", "DONE"}, "failed": {"KO"}}},
	}}),
}

// printResult writes what was understood, one line for each row.
func printResult(f rail.StatusFile, err error) []byte {
	var out bytes.Buffer
	if err != nil {
		fmt.Fprintln(&out, err)
		return out.Bytes()
	}
	fmt.Fprintf(&out, "%s of %s\n", f.Kind, f.Sender)
	for _, s := range f.Signals {
		fmt.Fprintf(&out, "%3d %s %s: %q -> %s", s.Line, s.Level, s.RailRef, s.Code, s.Next)
		if s.HasAmount {
			fmt.Fprintf(&out, ", %d %s", s.AmountMinor, s.Currency)
		}
		if s.Fixable {
			fmt.Fprint(&out, ", fixable")
		}
		for _, r := range s.Reasons {
			fmt.Fprintf(&out, ", %s %q", r.Code, r.Text)
		}
		if s.Note != "" {
			fmt.Fprintf(&out, ", note: %s", s.Note)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func fixtures(t testing.TB) []string {
	paths, err := filepath.Glob("testdata/result_*.csv")
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	return paths
}

func readerOf(path string) *Result {
	name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "result_"), "_")
	return results[strings.TrimSuffix(name, ".csv")]
}

// Every result file of testdata is read; what was understood, or why it was
// refused, stands beside it.
func TestResultGoldens(t *testing.T) {
	for _, path := range fixtures(t) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := readerOf(path).Read(bytes.NewReader(content), strings.TrimPrefix(filepath.Base(path), "result_"))
		if refused := strings.Contains(path, "_bad_"); refused != (err != nil) {
			t.Errorf("%s: refused: %v", path, err)
		}
		golden.Check(t, path+".want", printResult(f, err))
	}
}

// TestDetectResults: a table belongs to the rail whose columns it has, also by
// its beginning alone.
func TestDetectResults(t *testing.T) {
	for _, path := range fixtures(t) {
		if strings.Contains(path, "_bad_") && !strings.Contains(path, "rows") && !strings.Contains(path, "quote") && !strings.Contains(path, "unit") {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range results {
			want := r == readerOf(path)
			for _, head := range [][]byte{content, content[:bytes.LastIndexByte(content, '\n')], content[:min(len(content), 131)]} {
				if r.Detect(head) != want {
					t.Errorf("%s: %s says %v of %d bytes", path, name, !want, len(head))
				}
			}
		}
	}
	for _, head := range []string{"", "\n", "<Document>", "\xff\xfe", "a,b\n1,2\n", strings.Repeat("x", 1<<16), "Ref;Ref;State\n"} {
		for name, r := range results {
			if r.Detect([]byte(head)) {
				t.Errorf("%s takes %q", name, head[:min(len(head), 20)])
			}
		}
	}
}

// TestSheltermanagerAsm3826: a byte order mark does not hide the first column,
// whatever it is called.
func TestSheltermanagerAsm3826(t *testing.T) {
	text := byteOrder + "Ref;State;Minor;Code\nMP1;OK;-1;\n"
	f, err := results["bank"].Read(strings.NewReader(text), "x.csv")
	if err != nil || len(f.Signals) != 1 || f.Signals[0].RailRef != "MP1" || !results["bank"].Detect([]byte(text)) {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestCommasOfResults: banks cut tables at other characters, too.
func TestCommasOfResults(t *testing.T) {
	for _, comma := range []string{",", ";", "\t", "|"} {
		text := strings.ReplaceAll("Ref;State;Minor;Code\nMP1;DONE;-1;\n", ";", comma)
		f, err := results["bank"].Read(strings.NewReader(text), "x.csv")
		if err != nil || len(f.Signals) != 1 || f.Signals[0].Next != rail.Paid || f.Signals[0].AmountMinor != 1 {
			t.Errorf("%q: %+v, %v", comma, f, err)
		}
	}
}

// TestAmountsWithoutCurrency: without a currency nobody knows how many decimals
// an amount may have, so that it is not compared.
func TestAmountsWithoutCurrency(t *testing.T) {
	cfg := config.Rail{Currencies: []string{"EUR", "JPY"}, Result: &results["bank"].table}
	f, err := NewResult("x", cfg).Read(strings.NewReader("Ref;State;Minor;Code\nMP1;OK;-1;\n"), "x.csv")
	if err != nil || len(f.Signals) != 1 || f.Signals[0].HasAmount {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestReferenceInsideARemark: banks repeat the remark that holds the reference.
func TestReferenceInsideARemark(t *testing.T) {
	const ref = "MP202608ZKLYCEWKDO64V6WCGGZZUI64"
	for text, want := range map[string]string{
		"2026-08 " + ref: ref, ref + "，谢谢": ref, ref: ref, "MP1": "MP1", "X" + ref: "X" + ref, ref + "A": ref + "A", ref + " " + ref: ref + " " + ref,
	} {
		if got := inside(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestConstantStatus: a file of refusals needs no column that says so.
func TestConstantStatus(t *testing.T) {
	r := NewResult("x", config.Rail{Result: &config.ResultTable{RailRef: config.Field{Column: "Ref"}, Status: config.Choice{Const: "failed"}}})
	f, err := r.Read(strings.NewReader("Ref\nMP1\nMP2\n"), "x.csv")
	if err != nil || len(f.Signals) != 2 || f.Signals[1].Next != rail.Failed || f.Signals[1].Line != 3 {
		t.Errorf("%+v, %v", f, err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestLargeResult(t *testing.T) {
	if _, err := results["bank"].Read(endless{}, "x.csv"); err == nil || err.Error() != "x.csv: larger than 64 MiB" {
		t.Error(err)
	}
}

// FuzzResult feeds files to the readers: the answer is an error with the file's
// name, or signals that say what or why.
func FuzzResult(f *testing.F) {
	for _, path := range fixtures(f) {
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, r := range results {
			r.Detect(content)
			file, err := r.Read(bytes.NewReader(content), "x.csv")
			if err != nil && (!strings.HasPrefix(err.Error(), "x.csv:") || len(file.Signals) > 0) {
				t.Error(err)
			}
			for _, s := range file.Signals {
				if s.RailRef == "" || s.Next == "" && s.Note == "" || s.Fixable && s.Next != rail.Failed && s.Next != rail.Returned {
					t.Errorf("%+v", s)
				}
			}
		}
	})
}
