package report

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"recon/internal/golden"
)

// goldenDays are the days whose files lie in testdata.
var goldenDays = map[string]*Day{
	"full.en":    sampleDay(English),
	"full.zh":    sampleDay(Chinese),
	"clean.en":   cleanDay(English),
	"clean.zh":   cleanDay(Chinese),
	"stopped.en": stoppedDay(English),
	"stopped.zh": stoppedDay(Chinese),
	"opening.zh": openingDay(),
	"hostile.en": hostileDay(),
}

// writers are the files of a day by their ending.
var writers = map[string]func(io.Writer, *Day) error{
	".html":         WriteHTML,
	".breaks.csv":   WriteBreaks,
	".customer.csv": WriteCustomer,
	".proof.csv":    WriteProof,
	".json":         func(w io.Writer, d *Day) error { return WriteSummary(w, Summarize(d).Published()) },
	".txt":          func(w io.Writer, d *Day) error { return WriteText(w, d) },
}

// carried is what all pages of a kind carry: style, script, and in the policy the
// hashes that know them.
var carried = regexp.MustCompile(`(?s) style-src &#39;sha256-[^"]*|<style>.*?</style>\n?|<script>.*?</script>\n?`)

// bare is a page without it, as it lies in testdata: a change of style is no
// change of pages.
func bare(page []byte) []byte { return carried.ReplaceAll(page, nil) }

func TestGoldenFiles(t *testing.T) {
	for name, day := range goldenDays {
		for ending, write := range writers {
			t.Run(name+ending, func(t *testing.T) {
				golden.Check(t, filepath.Join("testdata", name+ending), bare(written(t, write, day)))
			})
		}
	}
}

func written(t *testing.T, write func(io.Writer, *Day) error, d *Day) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A later run finds the day current; what it writes must not differ.
func TestDayPublishedEarlierGivesTheSameBytes(t *testing.T) {
	first, later := cleanDay(English), cleanDay(English)
	for i := range first.Reconciliations {
		first.Reconciliations[i].State = Done
		later.Reconciliations[i].State = Current
	}
	for ending, write := range writers {
		if ending == ".txt" {
			continue
		}
		if !bytes.Equal(written(t, write, first), written(t, write, later)) {
			t.Errorf("%s differs", ending)
		}
	}
}

func TestAccountIsHiddenEverywhere(t *testing.T) {
	d := sampleDay(English)
	r := &d.Reconciliations[0]
	account := r.Sources[0].Account
	r.Faults = []string{"inbox/" + account + ".csv:1: bad"}
	r.Cause, r.Sources[0].GateDetail = "no "+account, "account "+account
	r.Inputs[0].Name, r.Chargebacks[0].File, r.Sources[0].Files[0] = account+".zip", account+".csv", account+".zip"
	breaks := sampleBreaks()
	for i := range breaks {
		breaks[i].Account = lastFour(account)
	}
	r.Breaks = Rows(breaks)
	for _, state := range []State{Done, Refused, Current, Failed} {
		r.State = state
		if state == Current { // from here on only the last four are known
			r.Sources[0].Account = lastFour(account)
		}
		for ending, write := range writers {
			if bytes.Contains(written(t, write, d), []byte(account)) {
				t.Errorf("%s, %s: holds the account", ending, state)
			}
		}
		var b bytes.Buffer
		if err := WriteBreakRows(&b, d.Date, English, Rows(breaks)); err != nil || bytes.Contains(b.Bytes(), []byte(account)) {
			t.Errorf("break rows hold the account, or %v", err)
		}
	}
}

func TestSummaryKeepsTheContract(t *testing.T) {
	var got map[string]any
	if err := json.Unmarshal(written(t, writers[".json"], sampleDay(English)), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"":       {"reconciliations", "counts", "files"},
		"rec":    {"name", "date", "version", "through", "state", "sources", "counts", "amounts", "carried", "proof"},
		"source": {"name", "statement_id", "rows", "gate"},
		"count":  {"matched", "repeated", "duplicate", "ambiguous", "status", "currency", "amount", "fee", "pending", "missing", "extra", "closed"},
		"carry":  {"in", "new", "closed", "out"},
		"files":  {"report_html", "breaks_csv", "proof_csv", "customer_csv", "summary_json"},
	}
	rec := got["reconciliations"].([]any)[0].(map[string]any)
	have := map[string]any{"": got, "rec": rec, "source": rec["sources"].([]any)[0], "count": got["counts"], "carry": rec["carried"], "files": got["files"]}
	for part, keys := range want {
		object := have[part].(map[string]any)
		if len(object) != len(keys) {
			t.Errorf("%q has %d keys, want %v", part, len(object), keys)
		}
		for _, k := range keys {
			if _, ok := object[k]; !ok {
				t.Errorf("%q lacks %s", part, k)
			}
		}
	}
	if n := got["counts"].(map[string]any)["matched"]; n != 10003.0 {
		t.Errorf("matched over reconciliations: %v", n)
	}
}

func TestShowGolden(t *testing.T) {
	for _, l := range []string{English, Chinese} {
		for name, s := range map[string]Shown{"show": sampleShown(), "show.onesided": {Break: sampleBreak(13, "extra", "payment", 0, 45600)}} {
			var b bytes.Buffer
			if err := WriteBreak(&b, sampleDate+2, l, s); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", name+"."+strings.TrimSuffix(l, "-CN")+".txt"), b.Bytes())
		}
	}
}

func TestBreakListGolden(t *testing.T) {
	var b bytes.Buffer
	if err := WriteBreakList(&b, sampleDate, Chinese, Rows(sampleBreaks())); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/list.zh.txt", b.Bytes())
	b.Reset()
	if err := WriteBreakList(&b, sampleDate, English, hostileDay().Reconciliations[0].Breaks); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/list.hostile.txt", b.Bytes())
}
