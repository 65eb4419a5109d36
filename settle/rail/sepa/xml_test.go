package sepa

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recon/settle/rail"
)

// flood gives a beginning and then the same text for ever.
type flood struct {
	head, again string
	at          int
	read        int
}

func (e *flood) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if e.at == len(e.head) {
			e.head, e.at = e.again, 0
		}
		m := copy(p[n:], e.head[e.at:])
		n, e.at = n+m, e.at+m
	}
	e.read += n
	return n, nil
}

// TestHostileXML: whatever is sent ends in an error, and soon.
func TestHostileXML(t *testing.T) {
	const open = "<Document><CstmrPmtStsRpt>"
	for name, c := range map[string]struct {
		from io.Reader
		want string
	}{
		"deep":        {&flood{head: open, again: "<a>"}, "x.xml:1: elements nest deeper than 64"},
		"long text":   {&flood{head: open + "<GrpHdr><MsgId>", again: "a"}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"long tag":    {&flood{head: open + "<GrpHdr ", again: "a"}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"attributes":  {&flood{head: open + "<GrpHdr ", again: `a="" `}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"comment":     {&flood{head: open + "<!--", again: "a"}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"instruction": {&flood{head: "<?", again: "a"}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"directive":   {&flood{head: "<!DOCTYPE ", again: "a"}, "x.xml:1: cannot be read: a tag or text longer than 1 MiB"},
		"reader":      {io.MultiReader(strings.NewReader(open), brokenReader{}), "x.xml:1: cannot be read: the disk is gone"},
	} {
		f, err := Pain002{}.Read(c.from, "x.xml")
		if err == nil || err.Error() != c.want || len(f.Signals) > 0 {
			t.Errorf("%s: %v, wanted %s", name, err, c.want)
		}
		if from, ok := c.from.(*flood); ok && from.read > 2<<20 {
			t.Errorf("%s: %d bytes were read", name, from.read)
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// TestLargeXML: a file is refused once it is beyond the bound.
func TestLargeXML(t *testing.T) {
	e := openXML(&flood{head: "<Document><CstmrPmtStsRpt>", again: "<a>x</a>"}, "x.xml")
	e.source.total = maxXMLSize - 1000
	e.message(statusReport, func() { e.each(func(string) {}) })
	e.finish()
	if err := e.faults.Err(); err == nil || err.Error() != "x.xml:1: cannot be read: larger than 256 MiB" {
		t.Error(err)
	}
}

// TestDetectByContent: each file belongs to the reader of its content, whatever
// it is called, and to no other; a beginning is enough.
func TestDetectByContent(t *testing.T) {
	paths, err := filepath.Glob("testdata/status_*.xml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range readers {
			kind := strings.ReplaceAll(r.Kind(), ".", "")
			if got, want := r.Detect(content), strings.Contains(path, kind); got != want && !strings.Contains(path, "_bad_") {
				t.Errorf("%s: %s says %v", path, r.Kind(), got)
			}
			head := content[:min(len(content), 600)]
			if r.Detect(head) != r.Detect(content) {
				t.Errorf("%s: %s says another thing of its beginning", path, r.Kind())
			}
		}
	}
	for _, name := range []string{"bomb", "cut", "values"} {
		content, err := os.ReadFile("testdata/status_bad_" + name + ".xml")
		if err != nil || !(Pain002{}).Detect(content) {
			t.Errorf("%s is not known as what it is: %v", name, err)
		}
	}
}

// TestByteOrderMark: a mark before the XML is no text (sheltermanager/asm3 826).
func TestByteOrderMark(t *testing.T) {
	text := "\xef\xbb\xbf" + reportOf(rail.Payout, "ACSP")
	if !(Pain002{}).Detect([]byte(text)) || only(t, Pain002{}, text).Next != rail.Processing {
		t.Error("not read")
	}
}

// FuzzStatus feeds files to all readers: the answer is an error with the file's
// name, or signals that say what or why.
func FuzzStatus(f *testing.F) {
	paths, err := filepath.Glob("testdata/status_*.xml")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, r := range readers {
			r.Detect(content)
			file, err := r.Read(bytes.NewReader(content), "x.xml")
			if err != nil && (!strings.HasPrefix(err.Error(), "x.xml:") || len(file.Signals) > 0) {
				t.Errorf("%s: %v", r.Kind(), err)
			}
			for _, s := range file.Signals {
				checkSignal(t, s)
			}
		}
	})
}

// checkSignal checks what holds for every signal.
func checkSignal(t *testing.T, s rail.Signal) {
	t.Helper()
	if s.Next == "" && s.Note == "" || s.Unclear && s.Next != "" || s.Line < 1 {
		t.Errorf("%+v", s)
	}
	if s.Fixable && s.Next != rail.Failed && s.Next != rail.Returned {
		t.Errorf("fixable and %s", s.Next)
	}
	if s.AmountMinor < 0 || s.HasAmount && len(s.Currency) != 3 {
		t.Errorf("amount %d %q", s.AmountMinor, s.Currency)
	}
}
