package report

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"recon/internal/golden"
)

// TestFinanceDocuments keeps the lists of reasons, decisions and skips in the
// documents for finance in step with what reports say. -update writes them.
func TestFinanceDocuments(t *testing.T) {
	for path, language := range map[string]string{"../docs/finance.md": English, "../docs/finance.zh.md": Chinese} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := string(text)
		for name, list := range map[string]string{"advice": adviceList(language), "decisions": decisionList(language), "skips": skipList(language)} {
			if want, err = between(want, name, list); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		}
		if want == string(text) {
			continue
		}
		if !golden.Update() {
			t.Errorf("%s: not what reports say: run go test ./report -run FinanceDocuments -update", path)
			continue
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// between puts a list between the marks of a name.
func between(text, name, list string) (string, error) {
	begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->"
	before, rest, ok1 := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("no marks of %s", name)
	}
	return before + begin + list + end + after, nil
}

// adviceList is the table of advice: each line as reports give it.
func adviceList(language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| `reason` | %s | %s | %s |\n|---|---|---|---|\n", Word(language, "kind"), Word(language, "finding"), Word(language, "do"))
	for i := range adviceTable {
		a := &adviceTable[i]
		kind := code(language, "kind", a.kind)
		if a.kind == "" {
			kind = "–"
		}
		said := a.in(language)
		fmt.Fprintf(&b, "| `%s` | %s | %s%s | %s |\n", a.reason, kind, said.Label, signMark(a.sign), said.Suggestion)
	}
	return b.String()
}

// signMark tells lines of one label apart that differ by the sign alone.
func signMark(sign int) string { return map[int]string{1: " (+)", -1: " (−)", 0: ""}[sign] }

func decisionList(language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| `decision` | |\n|---|---|\n")
	for _, word := range []string{"booked", "refunded", "reversed", "recovered", "wrong_account", "provider_corrected", "suspense", "written_off", "manual_match"} {
		fmt.Fprintf(&b, "| `%s` | %s |\n", word, code(language, "decision", word))
	}
	return b.String()
}

func skipList(language string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| `reason` | |\n|---|---|\n")
	for _, reason := range []string{"currency", "frozen", "kyc", "destination", "country", "open_break", "negative", "zero", "minimum", "review"} {
		fmt.Fprintf(&b, "| `%s` | %s |\n", reason, code(language, "skip", reason))
	}
	return b.String()
}
