package cli

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"recon/fixtures/gen"
	"recon/internal/calendar"
	"recon/internal/stop"
)

// TestKilledNightsEndAsUndisturbedOnes kills the binary with SIGKILL at every
// place that a run passes, and a few times at random, runs it again, and wants
// the same lake and reports, byte for byte, as in a home where nothing happened.
func TestKilledNightsEndAsUndisturbedOnes(t *testing.T) {
	t.Parallel()
	binary := build(t)
	first := filepath.Join(t.TempDir(), "shop")
	if err := gen.Company(first, calendar.Of(2026, time.August, 13)); err != nil {
		t.Fatal(err)
	}
	run(t, binary, first, "", "2026-08-13")
	undisturbed := copyOf(t, first)
	run(t, binary, undisturbed, "", "2026-08-14")
	want := published(t, undisturbed)
	for _, point := range places() {
		t.Run(point, func(t *testing.T) {
			dir := copyOf(t, first)
			if code := run(t, binary, dir, point, "2026-08-14"); code != -1 {
				t.Fatalf("exit code %d, wanted a kill", code)
			}
			torn(t, dir)
			run(t, binary, dir, "", "2026-08-14")
			same(t, published(t, dir), want)
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 4 {
		after := time.Duration(random.IntN(900)) * time.Millisecond
		t.Run("after "+after.String(), func(t *testing.T) {
			dir := copyOf(t, first)
			killAfter(t, nightCommand(binary, dir, "", "2026-08-14"), after)
			torn(t, dir)
			run(t, binary, dir, "", "2026-08-14")
			same(t, published(t, dir), want)
		})
	}
}

// places are all stop points, and later passes of those that a night passes
// file by file.
func places() []string {
	places := []string{stop.Moved + ":4", stop.Linked + ":9", stop.Renamed + ":14", stop.FileFilled + ":3", stop.Committed + ":2"}
	return append(places, stop.Points...)
}

// build makes the real binary.
func build(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recon")
	if out, err := exec.Command("go", "build", "-o", path, "recon/cmd/recon").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}

// copyOf copies a home, the hard links in it too.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "shop")
	if out, err := exec.Command("cp", "-a", dir, to).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v\n%s", err, out)
	}
	return to
}

func nightCommand(binary, dir, point, date string) *exec.Cmd {
	c := exec.Command(binary, "run", "--config", filepath.Join(dir, "recon.yaml"), "--date", date)
	c.Env = append(os.Environ(), "RECON_NOW=2026-08-16T11:00:00+08:00", "RECON_STOP_AT="+point)
	return c
}

// run runs one night and returns its exit code, -1 when it was killed.
func run(t *testing.T, binary, dir, point, date string) int {
	t.Helper()
	c := nightCommand(binary, dir, point, date)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	if code := c.ProcessState.ExitCode(); code == exitFailed || code == exitUsage {
		t.Fatalf("exit code %d\n%s", code, out)
	}
	return c.ProcessState.ExitCode()
}

func killAfter(t *testing.T, c *exec.Cmd, after time.Duration) {
	t.Helper()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { c.Process.Signal(syscall.SIGKILL) })
	defer timer.Stop()
	c.Wait()
}

// published are the files that people and analysts see, with their digests.
func published(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, folder := range []string{"lake", "reports"} {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(dir, path)
			files[rel] = fmt.Sprintf("%x", sha256.Sum256(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// torn fails when a reader by pattern would see a file that is not whole: a
// Parquet file ends in its magic number.
func torn(t *testing.T, dir string) {
	t.Helper()
	for name := range published(t, dir) {
		if !strings.HasSuffix(name, ".parquet") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.HasSuffix(string(data), "PAR1") {
			t.Errorf("%s: not whole (%v)", name, err)
		}
		if base := filepath.Base(name); strings.HasPrefix(base, ".") || strings.Contains(base, "tmp") {
			t.Errorf("%s: a temporary file under a name that readers take", name)
		}
	}
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, sum := range want {
		if got[name] != sum {
			t.Errorf("%s: other bytes than undisturbed", name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: not there undisturbed", name)
		}
	}
}
