package sepa

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/golden"
	"recon/internal/tool"
	"recon/settle/rail"
)

// readers are what a file is offered to.
var readers = []rail.StatusReader{Pain002{}, Camt053{}, Camt054{}}

// readStatus reads a file with the reader that says it is its own.
func readStatus(t testing.TB, path string) (rail.StatusFile, error) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reader := rail.StatusReader(Pain002{})
	for _, r := range readers {
		if r.Detect(content) {
			reader = r
		}
	}
	return reader.Read(bytes.NewReader(content), strings.TrimPrefix(filepath.Base(path), "status_"))
}

// printStatus writes what was understood, one line for each signal.
func printStatus(f rail.StatusFile, err error) []byte {
	var out bytes.Buffer
	if err != nil {
		fmt.Fprintln(&out, err)
		return out.Bytes()
	}
	fmt.Fprintf(&out, "%s %q of %q, account %q, %s\n", f.Kind, f.MessageID, f.Sender, f.Account, f.Created.Format(time.RFC3339))
	for _, s := range f.Signals {
		fmt.Fprintf(&out, "%3d %s %s", s.Line, s.Level, strings.Join(strings.Fields(s.MessageID+" "+s.PaymentInfoID+" "+s.RailRef), " / "))
		fmt.Fprintf(&out, "\n    %s -> %s%s", s.Code, s.Next, marks(s))
		if s.HasAmount {
			fmt.Fprintf(&out, ", %d %s", s.AmountMinor, s.Currency)
		}
		if !s.OccurredAt.Equal(f.Created) {
			fmt.Fprintf(&out, ", %s", s.OccurredAt.Format(time.RFC3339))
		}
		for _, r := range s.Reasons {
			fmt.Fprintf(&out, "\n    reason %s %q", r.Code, r.Text)
		}
		if s.Note != "" {
			fmt.Fprintf(&out, "\n    note: %s", s.Note)
		}
		if s.Evidence != "" {
			fmt.Fprintf(&out, "\n    evidence %s %s", s.Source, s.Evidence)
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}

func marks(s rail.Signal) string {
	var out string
	for _, m := range []struct {
		set  bool
		name string
	}{{s.Unclear, "unclear"}, {s.Partly, "partly"}, {s.Fixable, "fixable"}, {s.Verification, "verification"}} {
		if m.set {
			out += " " + m.name
		}
	}
	return out
}

// Every status file of testdata is read; what was understood, or why it was
// refused, stands beside it.
func TestStatusGoldens(t *testing.T) {
	paths, err := filepath.Glob("testdata/status_*.xml")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := readStatus(t, path)
			if refused := strings.HasPrefix(filepath.Base(path), "status_bad_"); refused != (err != nil) {
				t.Errorf("refused: %v", err)
			}
			golden.Check(t, path+".want", printStatus(f, err))
		})
	}
}

// The fixtures are what the standard has, so that nothing is learnt from them
// that no bank writes.
func TestStatusFixturesFitTheSchemas(t *testing.T) {
	schemas := tool.Sample(t, "iso20022/xsd")
	for pattern, schema := range map[string]string{
		"pain002_03_*": "pain.002.001.03", "pain002_10_*": "pain.002.001.10", "pain002_14_*": "pain.002.001.14",
		"camt053_02_*": "camt.053.001.02", "camt053_08_*": "camt.053.001.08", "camt054_04_*": "camt.054.001.04",
	} {
		paths, err := filepath.Glob("testdata/status_" + pattern + ".xml")
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(paths), err)
		}
		out, err := exec.Command("xmllint", append([]string{"--noout", "--schema", filepath.Join(schemas, schema+".xsd")}, paths...)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", schema, err, out)
		}
	}
}
