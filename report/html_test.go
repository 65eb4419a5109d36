package report

import (
	"bytes"
	"os"
	"testing"
)

func TestDraft(t *testing.T) {
	for _, l := range []string{English, Chinese} {
		var b bytes.Buffer
		if err := WriteHTML(&b, sampleDay(l)); err != nil {
			t.Fatal(err)
		}
		os.WriteFile("/tmp/f-"+l+".html", b.Bytes(), 0o644)
	}
}
