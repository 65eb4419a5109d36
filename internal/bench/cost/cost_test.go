package cost

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMedian(t *testing.T) {
	costs := []Cost{{5 * time.Second, 1, 10}, {time.Second, 3, 30}, {2 * time.Second, 2, 20}}
	if diff := cmp.Diff(Cost{2 * time.Second, 2, 30}, Median(costs)); diff != "" {
		t.Error(diff)
	}
}

func TestCounts(t *testing.T) {
	want := map[string]int64{"matched": 12, "extra": 0}
	if diff := cmp.Diff(want, Counts("matched,12\nnoise\nextra,0\nname,x\n")); diff != "" {
		t.Error(diff)
	}
}

func TestMeasureSaysWhatFailed(t *testing.T) {
	c, out, err := Measure(t.Context(), t.TempDir(), []int{3}, "sh", "-c", "echo a,1; exit 3")
	if err != nil || out != "a,1\n" || c.Wall <= 0 || c.RSS <= 0 {
		t.Errorf("found %v %q %v", c, out, err)
	}
	if _, _, err := Measure(t.Context(), t.TempDir(), nil, "sh", "-c", "exit 3"); err == nil {
		t.Error("exit code 3 was not allowed, wanted an error")
	}
}
