package rail

import (
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	f := FaultsOf("x.xml")
	if err := f.Err(); err != nil {
		t.Error(err)
	}
	f.Add(0, "the file as a whole")
	for range 21 {
		f.Add(3, "found %q", "a")
	}
	lines := strings.Split(f.Err().Error(), "\n")
	if len(lines) != 21 || lines[0] != "x.xml: the file as a whole" || lines[19] != `x.xml:3: found "a"` || lines[20] != "x.xml: and 2 more faults" {
		t.Errorf("%q", lines)
	}
}
