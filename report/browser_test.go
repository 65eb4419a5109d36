package report

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"recon/internal/browser"
)

// pages writes the pages whose goldens lie in testdata, whole, into a folder and
// returns their names.
func pages(t *testing.T) (dir string, names []string) {
	t.Helper()
	all := map[string][]byte{}
	for name, day := range goldenDays {
		all[name] = written(t, WriteHTML, day)
	}
	for name, batch := range goldenBatches {
		all["settle."+name] = batchFile(t, WriteSettleHTML, batch)
	}
	for _, name := range goldenSheets {
		all["settle."+name+".sheet"] = batchFile(t, WriteApprovalSheet, goldenBatches[name])
	}
	for name, u := range goldenUploads() {
		all["settle."+name] = batchFile(t, WriteUploadSheet, u)
	}
	for name, st := range goldenStatements() {
		all["settle."+name] = batchFile(t, writeStatementPage, st)
	}
	for name, m := range goldenMonths {
		all[name] = monthBytes(t, WriteMonthHTML, booked(t, m))
	}
	dir = t.TempDir()
	for name, page := range all {
		names = append(names, name+".html")
		if err := os.WriteFile(filepath.Join(dir, name+".html"), page, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	return dir, names
}

// Every page, whatever came in from outside, shows on a phone, on a desk and in
// the dark without a complaint, is no wider than the view, and can be heard.
func TestPagesInChromium(t *testing.T) {
	open := browser.Start(t)
	dir, names := pages(t)
	for _, name := range names {
		views := []browser.View{browser.Phone}
		if slices.Contains(looked, name) {
			views = append(views, browser.Desktop, browser.Dark)
		}
		for _, v := range views {
			t.Run(name+"/"+v.Name, func(t *testing.T) {
				p := open(t, v, browser.File(filepath.Join(dir, name)))
				for _, fault := range p.Faults() {
					t.Error(fault)
				}
				if n := browser.Eval[int64](p, bareLabels); v.Phone && n > 0 {
					t.Errorf("%d labels without anything behind them", n)
				}
				if len(views) > 1 {
					p.Shot(name)
				}
			})
		}
	}
}

// bareLabels counts what a phone shows of cells that say nothing.
const bareLabels = `Array.from(document.querySelectorAll(".cards td")).filter(c => c.textContent.trim() === "" && c.getClientRects().length > 0).length`

// looked are the pages that are looked at from everywhere; the others differ in
// what they say, not in how.
var looked = []string{"full.en.html", "full.zh.html", "stopped.en.html", "settle.full.zh.html", "settle.statement.en.html", "month.full.zh.html"}

var (
	mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`)
	onePage  = regexp.MustCompile(`/Type /Page\b[^s]`)
)

// On a desk short answers stand side by side, lists of single rows have the
// whole width, and the tables of the first screen are wholly there.
func TestDeskIsUsed(t *testing.T) {
	open := browser.Start(t)
	for _, language := range []string{English, Chinese} {
		p := open(t, browser.View{Name: "small desk", Width: 1120, Height: 800}, browser.File(pageOf(t, sampleDay(language))))
		if n := browser.Eval[int64](p, `Math.min(...Array.from(document.querySelectorAll(".answers .cards")).map(t => t.clientWidth))`); n < 900 {
			t.Errorf("%s: a list of single rows is %d points wide", language, n)
		}
		if n := browser.Eval[int64](p, `Array.from(document.querySelectorAll(".first .scroll")).filter(s => s.scrollWidth > s.clientWidth).length`); n != 0 {
			t.Errorf("%s: %d tables of the first screen are cut off", language, n)
		}
		d := sampleDay(language)
		d.Desk, d.Reconciliations[0].Chargebacks = nil, nil
		d.Reconciliations[0].Breaks = Rows([]Break{sampleBreak(1, "extra", "payment", 0, 100), sampleBreak(2, "missing", "payment", 100, 0)})
		p = open(t, browser.Desktop, browser.File(pageOf(t, d)))
		if !browser.Eval[bool](p, `(() => { const s = document.querySelectorAll(".answers > section"), [a, b] = [s[0].getBoundingClientRect(), s[1].getBoundingClientRect()]; return a.top === b.top && a.right < b.left; })()`) {
			t.Errorf("%s: the first two answers do not stand side by side", language)
		}
	}
}

// pageOf writes a day's page and returns where.
func pageOf(t *testing.T, d *Day) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, written(t, WriteHTML, d), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A page prints on A4, over as many sheets as it needs.
func TestPagesPrintOnA4(t *testing.T) {
	open := browser.Start(t)
	dir, _ := pages(t)
	for _, name := range []string{"full.zh.html", "settle.full.en.html", "settle.statement.zh.html"} {
		printed := open(t, browser.Desktop, browser.File(filepath.Join(dir, name))).PDF(name)
		if sheets := len(onePage.FindAll(printed, -1)); sheets == 0 || name == "full.zh.html" && sheets < 3 {
			t.Errorf("%s: %d sheets", name, sheets)
		}
		for _, box := range mediaBox.FindAllSubmatch(printed, -1) {
			if wide, high := string(box[1]), string(box[2]); !strings.HasPrefix(wide, "59") || !strings.HasPrefix(high, "84") {
				t.Errorf("%s: a sheet of %s by %s points, wanted A4, 595 by 842", name, wide, high)
			}
		}
		if !mediaBox.Match(printed) {
			t.Errorf("%s: no sheet has a size", name)
		}
	}
}

// The script filters and sorts; the page's policy lets it, and nothing else, run.
func TestFilterAndSortInChromium(t *testing.T) {
	open := browser.Start(t)
	dir, _ := pages(t)
	p := open(t, browser.Desktop, browser.File(filepath.Join(dir, "full.en.html")))
	const rows = `document.querySelectorAll("table.open tbody tr").length`
	const seen = `Array.from(document.querySelectorAll("table.open tbody tr")).filter(r => r.getClientRects().length > 0).length`
	all := browser.Eval[int64](p, rows)
	if got := browser.Eval[int64](p, seen); got != all || all != int64(len(sampleBreaks())) {
		t.Fatalf("%d of %d rows are seen before any filter", got, all)
	}
	steps := []struct {
		what string
		do   chromedp.Action[chromedp.Void]
		want int64
	}{
		{"an order", chromedp.SendKeys(chromedp.CSS("#filter input"), "s20260815000007"), 1},
		{"no such order", chromedp.SendKeys(chromedp.CSS("#filter input"), "x"), 0},
		{"two keys back", chromedp.SendKeys(chromedp.CSS("#filter input"), kb.Backspace+kb.Backspace), 9}, // ...000001 and those it begins
	}
	for _, s := range steps {
		if p.Do(s.do); browser.Eval[int64](p, seen) != s.want {
			t.Errorf("%s: %d rows, want %d", s.what, browser.Eval[int64](p, seen), s.want)
		}
	}
	browser.Eval[any](p, `var i = document.querySelector("#filter input"); i.value = ""; i.dispatchEvent(new Event("input")); null`)
	choose := func(label, value string) int64 {
		browser.Eval[any](p, fmt.Sprintf(`var s = document.querySelector('select[aria-label=%q]'); s.value = %q; s.dispatchEvent(new Event("change")); null`, label, value))
		return browser.Eval[int64](p, seen)
	}
	if got := choose("All reasons", "missing"); got != 5 {
		t.Errorf("missing: %d rows, want 5", got)
	}
	if got := choose("All accounts", "wechat"); got != 5 { // it has no break, so it is no choice
		t.Errorf("an account without breaks: %d rows", got)
	}
	if got := choose("All reasons", ""); got != all {
		t.Errorf("all again: %d rows, want %d", got, all)
	}
	if status := browser.Eval[string](p, `document.querySelector("#filter [role=status]").textContent`); status != fmt.Sprint(all, " shown") {
		t.Errorf("the status says %q", status)
	}
	if problems := p.Problems(); len(problems) > 0 {
		t.Error(problems)
	}
	sorted(t, p)
}

// sorted clicks on a heading twice and reads the column.
func sorted(t *testing.T, p *browser.Page) {
	t.Helper()
	const table = `Array.from(document.querySelectorAll("table.open")).find(t => t.tBodies[0].rows.length > 1)`
	column := func() []int64 {
		return browser.Eval[[]int64](p, `Array.from(`+table+`.tBodies[0].rows).map(r => Number(r.cells[1].dataset.v))`)
	}
	click := func() []int64 {
		browser.Eval[any](p, table+`.tHead.rows[0].cells[1].querySelector("button").click(); null`)
		return column()
	}
	up, down := click(), click()
	if len(up) < 2 || !slices.IsSorted(up) {
		t.Errorf("ascending: %v", up)
	}
	slices.Reverse(down)
	if !slices.Equal(up, down) {
		t.Errorf("descending is not the other way round: %v and %v", up, down)
	}
	if got := browser.Eval[string](p, table+`.tHead.rows[0].cells[1].getAttribute("aria-sort")`); got != "descending" {
		t.Errorf("aria-sort %q", got)
	}
}

// A script that is not the page's own does not run.
func TestForeignScriptIsRefused(t *testing.T) {
	open := browser.Start(t)
	page := bytes.Replace(written(t, WriteHTML, sampleDay(English)), []byte("</main>"), []byte(`<script>document.title = "run"</script></main>`), 1)
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, page, 0o600); err != nil {
		t.Fatal(err)
	}
	p := open(t, browser.Desktop, browser.File(path))
	if title := browser.Eval[string](p, "document.title"); title == "run" {
		t.Error("it ran")
	}
	if !strings.Contains(strings.Join(p.Problems(), "\n"), "Content Security Policy") {
		t.Errorf("the browser did not complain: %v", p.Problems())
	}
}

// Nothing is green while anything is not reconciled.
func TestNothingIsGreenUnlessAllIs(t *testing.T) {
	open := browser.Start(t)
	dir, _ := pages(t)
	const script = `(() => {
		const probe = document.createElement("i"); document.body.append(probe); probe.style.color = "var(--green)";
		const green = getComputedStyle(probe).color;
		return Array.from(document.querySelectorAll("main *, header *")).filter(e => getComputedStyle(e).color === green && e !== probe).length;
	})()`
	for name, green := range map[string]bool{"stopped.en.html": false, "opening.zh.html": false, "clean.en.html": true, "full.en.html": true} {
		p := open(t, browser.Desktop, browser.File(filepath.Join(dir, name)))
		if n := browser.Eval[int64](p, script); n > 0 != green {
			t.Errorf("%s: %d green things", name, n)
		}
	}
}

// Everything that is said stands on the page without its script.
func TestPageNeedsNoScript(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(goldenDays)) {
		page := string(written(t, WriteHTML, goldenDays[name]))
		if !strings.Contains(page, `<div id="filter" hidden`) {
			t.Errorf("%s: a filter shows that nothing serves", name)
		}
	}
}
