package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"recon/internal/browser"
)

// On a usual day of two accounts the first three answers are seen on a phone
// without scrolling, in both languages. The pictures are those of a company's
// real files.
func TestFirstAnswersFitAPhone(t *testing.T) {
	t.Parallel()
	binary, dir := build(t), filepath.Join(t.TempDir(), "demo")
	succeed(t, binary, "demo", dir)
	open := browser.Start(t)
	for _, language := range []string{"zh-CN", "en"} {
		inLanguage(t, binary, dir, language)
		p := open(t, browser.Phone, browser.File(filepath.Join(dir, "reports/2026-08-31/report.html")))
		p.Screen("day." + language)
		for _, fault := range p.Faults() {
			t.Errorf("%s: %s", language, fault)
		}
		for _, id := range []string{"rely", "agree", "act"} {
			bottom := browser.Eval[int64](p, fmt.Sprintf("Math.ceil(document.getElementById(%q).getBoundingClientRect().bottom)", id))
			if bottom > browser.Phone.Height {
				t.Errorf("%s: the answer %s ends at %d, a phone shows %d", language, id, bottom, browser.Phone.Height)
			}
		}
		open(t, browser.Desktop, browser.File(filepath.Join(dir, "reports/2026-08-31/report.html"))).Screen("day." + language)
	}
}

// inLanguage writes a report again in a language.
func inLanguage(t *testing.T, binary, dir, language string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "recon.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, language+".yaml")
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "language: zh-CN", "language: "+language, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	succeed(t, binary, "report", "--config", path, "--date", "2026-08-31")
}

// succeed runs the binary, which must succeed.
func succeed(t *testing.T, binary string, args ...string) {
	t.Helper()
	if out, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}
