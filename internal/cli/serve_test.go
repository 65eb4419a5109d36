package cli

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"recon/fixtures/gen"
	"recon/internal/browser"
	"recon/internal/calendar"
)

// serving starts the real binary over a home and returns its address.
func serving(t *testing.T, binary, dir string, flags ...string) string {
	t.Helper()
	c := exec.Command(binary, append([]string{"serve", "--read-only", "--addr", "127.0.0.1:0", "--config", filepath.Join(dir, "recon.yaml")}, flags...)...)
	c.Env = append(os.Environ(), "RECON_NOW=2026-08-15T11:00:00+08:00", "SERVE_TOKEN=a token that nobody guesses")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Signal(syscall.SIGTERM)
		if err := c.Wait(); err != nil {
			t.Errorf("serve ended with %v, wanted exit code 0", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// twoNights is a home with two reconciled nights of the small company.
func twoNights(t *testing.T, binary string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := gen.Company(dir, calendar.Of(2026, time.August, 13)); err != nil {
		t.Fatal(err)
	}
	run(t, binary, dir, "", "2026-08-13")
	run(t, binary, dir, "", "2026-08-14")
	return dir
}

type visit struct {
	method, path string
	header       map[string]string
	status       int
	holds        string
}

func (v visit) make(t *testing.T, address string) {
	t.Helper()
	r, err := http.NewRequest(v.method, address+v.path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range v.header {
		r.Header.Set(key, value)
		if key == "Host" {
			r.Host = value
		}
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != v.status || !strings.Contains(string(body), v.holds) {
		t.Errorf("%s %s: status %d, wanted %d with %q: %.300s", v.method, v.path, answer.StatusCode, v.status, v.holds, body)
	}
	if answer.Header.Get("X-Content-Type-Options") != "nosniff" || answer.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %s: headers %v", v.method, v.path, answer.Header)
	}
}

// TestServe asks the real server for what is there, and for what is nobody's
// business.
func TestServe(t *testing.T) {
	t.Parallel()
	binary := build(t)
	dir := twoNights(t, binary)
	before := published(t, dir)
	address := serving(t, binary, dir)
	id := firstBreak(t, binary, dir)
	unlink := link(t, dir)
	for _, v := range []visit{
		{"GET", "/", nil, 200, `<a href="/reports/2026-08-14/report.html">2026-08-14</a>`},
		{"GET", "/breaks", nil, 200, id},
		{"GET", "/breaks?reason=amount", nil, 200, `<option value="amount" selected>`},
		{"GET", "/breaks?reason=no-such", nil, 200, "没有符合条件的未平差异"},
		{"GET", "/breaks?q=%3Cscript%3E", nil, 200, `value="&lt;script&gt;"`},
		{"GET", "/breaks?from=999999999999999999999&min_age=-5", nil, 200, id},
		{"GET", "/breaks/" + id, nil, 200, "支付宝交易号"},
		{"GET", "/breaks/B%2e%2e", nil, 404, "not open"},
		{"GET", "/runs", nil, 200, "recon run"},
		{"GET", "/runs/1", nil, 200, "2026-08-13"},
		{"GET", "/runs/99", nil, 404, "no run 99"},
		{"GET", "/runs/x", nil, 404, ""},
		{"GET", "/reports/2026-08-14/report.html", nil, 200, "<!doctype html>"},
		{"GET", "/reports/2026-08-14/breaks.csv", nil, 200, "break_id,"},
		{"GET", "/healthz", nil, 200, "ok"},
		{"GET", "/reports/", nil, 404, ""},
		{"GET", "/reports/2026-08-14", nil, 404, ""},
		{"GET", "/reports/..%2fstate.db", nil, 404, ""},
		{"GET", "/reports/%2e%2e/recon.yaml", nil, 404, ""},
		{"GET", "/reports/2026-08-14/..%2f..%2f..%2fsecrets.json", nil, 404, ""},
		{"GET", "/reports/link/report.html", nil, 404, ""},
		{"GET", "/reports/.hidden/report.html", nil, 404, ""},
		{"GET", "/state.db", nil, 404, ""},
		{"POST", "/breaks", nil, 405, ""},
		{"DELETE", "/reports/2026-08-14/report.html", nil, 405, ""},
		{"GET", "/", map[string]string{"Host": "evil.example"}, 421, "only to localhost"},
		{"GET", "/", map[string]string{"Host": "127.0.0.1.evil.example:80"}, 421, "only to localhost"},
		{"GET", "/", map[string]string{"Host": "localhost:1"}, 200, ""},
		{"GET", "/", map[string]string{"Host": "[::1]:1"}, 200, ""},
	} {
		v.make(t, address)
	}
	unlink()
	same(t, published(t, dir), before)
}

// link puts a link out of reports, and a hidden folder, into reports. It returns
// what takes them away again.
func link(t *testing.T, dir string) func() {
	t.Helper()
	outside := t.TempDir()
	hidden := filepath.Join(dir, "reports", ".hidden")
	for _, folder := range []string{outside, hidden} {
		if err := os.MkdirAll(folder, 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "report.html"), []byte("not for you"), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "reports", "link")); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(os.Remove(filepath.Join(dir, "reports", "link")), os.RemoveAll(hidden)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestServeAsksForTheToken of everybody, as a password or as a bearer.
func TestServeAsksForTheToken(t *testing.T) {
	t.Parallel()
	binary := build(t)
	dir := filepath.Join(t.TempDir(), "shop")
	if err := gen.Company(dir, calendar.Of(2026, time.August, 13)); err != nil {
		t.Fatal(err)
	}
	address := serving(t, binary, dir, "--token", "env:SERVE_TOKEN")
	for _, v := range []visit{
		{"GET", "/", nil, 401, "wanted the token"},
		{"GET", "/healthz", nil, 401, "wanted the token"},
		{"GET", "/reports/x.html", map[string]string{"Authorization": "Bearer a token that somebody guesses"}, 401, "wanted the token"},
		{"GET", "/", map[string]string{"Authorization": "Bearer"}, 401, "wanted the token"},
		{"GET", "/", map[string]string{"Authorization": "Basic Og=="}, 401, "wanted the token"},
		{"GET", "/", map[string]string{"Authorization": "Bearer a token that nobody guesses"}, 200, "<!doctype html>"},
		{"GET", "/", map[string]string{"Authorization": "Basic bGkubmE6YSB0b2tlbiB0aGF0IG5vYm9keSBndWVzc2Vz"}, 200, "<!doctype html>"},
		{"GET", "/", map[string]string{"Host": "recon.example.com", "Authorization": "Bearer a token that nobody guesses"}, 200, "<!doctype html>"},
	} {
		v.make(t, address)
	}
}

// firstBreak is the id of an open break whose row the statement has.
func firstBreak(t *testing.T, binary, dir string) string {
	t.Helper()
	out, err := exec.Command(binary, "breaks", "list", "--reason", "missing", "--csv", "--config", filepath.Join(dir, "recon.yaml")).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, rows, _ := strings.Cut(string(out), "\n")
	id, _, found := strings.Cut(rows, ",")
	if !found {
		t.Fatalf("no break in %s", out)
	}
	return id
}

// TestServedPagesInChromium goes through the pages as a person does, on a phone,
// on a desk and in the dark.
func TestServedPagesInChromium(t *testing.T) {
	t.Parallel()
	binary := build(t)
	dir := twoNights(t, binary)
	address := serving(t, binary, dir)
	id := firstBreak(t, binary, dir)
	open := browser.Start(t)
	for _, path := range []string{"/", "/breaks", "/breaks?reason=currency", "/breaks/" + id, "/runs", "/runs/1", "/breaks/none"} {
		for _, v := range []browser.View{browser.Phone, browser.Desktop, browser.Dark} {
			t.Run(strings.ReplaceAll(path, "/", " ")+" "+v.Name, func(t *testing.T) {
				p := open(t, v, address+path)
				for _, fault := range p.Faults() {
					// The browser itself says that a page that is not there is not there.
					if !strings.Contains(fault, "404") || path != "/breaks/none" {
						t.Error(fault)
					}
				}
				p.Shot("served")
			})
		}
	}
	p := open(t, browser.Desktop, address+"/breaks")
	all := browser.Eval[int64](p, "document.querySelectorAll('tbody tr').length")
	p.Do(chromedp.SetValue(chromedp.CSS("select[name=reason]"), "missing"), chromedp.Click(chromedp.CSS("form.filter button")),
		chromedp.WaitReady(chromedp.CSS("option[value=missing][selected]")))
	some := browser.Eval[int64](p, "document.querySelectorAll('tbody tr').length")
	if some == 0 || some >= all {
		t.Errorf("the filter shows %d of %d breaks", some, all)
	}
	p.Do(chromedp.Click(chromedp.CSS("tbody a.id")), chromedp.WaitVisible(chromedp.CSS("dl.facts")))
	if shown := browser.Eval[string](p, "location.pathname"); !strings.HasPrefix(shown, "/breaks/B") {
		t.Errorf("a click on a break leads to %s", shown)
	}
}
