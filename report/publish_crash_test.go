package report

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/stop"
)

// TestPublishChild is the process that other tests start and kill. Run with
// the rest it does nothing.
func TestPublishChild(t *testing.T) {
	home := os.Getenv("PUBLISH_TEST_HOME")
	if home == "" {
		return
	}
	switch os.Getenv("PUBLISH_TEST_TASK") {
	case "publish":
		p := publishHome(t, home)
		if _, err := p.Recover(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := publishVersion(t, p, "alipay", 2); err != nil {
			t.Fatal(err)
		}
	case "copy to a small file":
		fmt.Println(copyToSmallFile(t, home))
	case "publish as nobody":
		if os.Getuid() == 0 { // to whom no folder is closed
			if err := syscall.Setuid(nobody); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Println(publishVersion(t, publishHome(t, home), "alipay", 2))
	}
}

// child runs TestPublishChild in a process of its own.
func child(home, task, stopAt string) (output string, killed bool) {
	c := exec.Command(os.Args[0], "-test.run=^TestPublishChild$")
	c.Env = append(os.Environ(), "PUBLISH_TEST_HOME="+home, "PUBLISH_TEST_TASK="+task, "RECON_STOP_AT="+stopAt)
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(out), exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
	}
	return string(out), false
}

// lakeForm is the form of a name in the lake.
var lakeForm = regexp.MustCompile(`^alipay(-[0-9]{4})?\.parquet$`)

// watch reads the lake by pattern until stopped, and counts files that are not whole.
func watch(home string) (stopWatch func() (torn []string, looks int64)) {
	var done atomic.Bool
	result := make(chan []string)
	var looks int64
	go func() {
		var torn []string
		for !done.Load() {
			names, _ := filepath.Glob(filepath.Join(home, "lake", "*", "*", "*.parquet"))
			for _, n := range names {
				if !lakeForm.MatchString(filepath.Base(n)) {
					torn = append(torn, n+": a name that is not the lake's")
				}
				text, err := os.ReadFile(n)
				if errors.Is(err, fs.ErrNotExist) {
					continue // it was surplus and went between the listing and the reading
				}
				if err != nil || len(text) < 1<<15 || !bytes.HasPrefix(text, []byte("PAR1")) || !bytes.HasSuffix(text, []byte("PAR1")) {
					torn = append(torn, fmt.Sprintf("%s: %d bytes %v", n, len(text), err))
				}
				looks++
			}
		}
		result <- torn
	}()
	return func() ([]string, int64) { done.Store(true); return <-result, looks }
}

func TestKilledAnywhereTheNextRunFinishes(t *testing.T) {
	// What an undisturbed home looks like after each version.
	calm := publishHome(t, t.TempDir())
	if err := publishVersion(t, calm, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	first := publishedFiles(t, calm.Home)
	if err := publishVersion(t, calm, "alipay", 2); err != nil {
		t.Fatal(err)
	}
	second := publishedFiles(t, calm.Home)

	beforeCommit := []string{stop.Hashed, stop.Moved, stop.Moved + ":3", stop.Versions}
	afterCommit := []string{stop.Committed, stop.Linked + ":1", stop.Linked + ":3", stop.Renamed + ":1", stop.Renamed + ":2",
		stop.Lake, stop.FileFilled, stop.Reports, stop.Published}
	for i, point := range append(beforeCommit, afterCommit...) {
		home := t.TempDir()
		p := publishHome(t, home)
		if err := publishVersion(t, p, "alipay", 1); err != nil {
			t.Fatal(err)
		}
		stopWatch := watch(home)
		if out, killed := child(home, "publish", point); !killed {
			t.Errorf("%s: was not killed:\n%s", point, out)
		}
		for _, name := range fileNames(publishedFiles(t, home)) {
			if strings.HasPrefix(name, "lake/") && filepath.Ext(name) != ".tmp" && !lakeForm.MatchString(filepath.Base(name)) {
				t.Errorf("%s: %s in the lake", point, name)
			}
		}
		if _, err := p.Recover(t.Context()); err != nil {
			t.Errorf("%s: %v", point, err)
		}
		wanted := second
		if i < len(beforeCommit) {
			wanted = first
			wantSame(t, publishedFiles(t, home), first)
			if err := publishVersion(t, p, "alipay", 2); err != nil {
				t.Errorf("%s: %v", point, err)
			}
			wanted = second
		}
		if torn, looks := stopWatch(); len(torn) > 0 || looks == 0 {
			t.Errorf("%s: of %d files seen in the lake not whole: %v", point, looks, torn)
		}
		if diff := cmp.Diff(wanted, publishedFiles(t, home)); diff != "" {
			t.Errorf("%s: undisturbed -, killed and recovered +\n%s", point, diff)
		}
		if left, err := os.ReadDir(filepath.Join(home, "tmp")); err != nil || i >= len(beforeCommit) && len(left) > 0 {
			t.Errorf("%s: left in tmp: %v %v", point, left, err)
		}
		if again, err := p.Recover(t.Context()); err != nil || len(again) > 0 {
			t.Errorf("%s: a second time there was to do: %v %v", point, again, err)
		}
	}
}

func TestRecoverMendsTheLake(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	whole := publishedFiles(t, p.Home)
	piece := filepath.Join(p.Home, "lake/entry/date=2026-08-15/alipay-0002.parquet")
	for what, harm := range map[string]func() error{
		"removed":  func() error { return os.Remove(piece) },
		"replaced": func() error { return errors.Join(os.Remove(piece), os.WriteFile(piece, []byte("x"), 0o600)) },
		"folder":   func() error { return os.RemoveAll(filepath.Join(p.Home, "lake")) },
	} {
		if err := harm(); err != nil {
			t.Fatal(err)
		}
		finished, err := p.Recover(t.Context())
		if err != nil || len(finished) != 1 {
			t.Errorf("%s: finished %v %v", what, finished, err)
		}
		wantSame(t, publishedFiles(t, p.Home), whole)
	}
	rows, err := p.State.Manifest(t.Context(), "alipay", publishDay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(p.Home, rows[0].Path)); err != nil {
		t.Fatal(err)
	}
	_, err = p.Recover(t.Context())
	if err == nil || !strings.Contains(err.Error(), rows[0].Path+": is gone or was changed, and alipay 2026-08-15 needs it: bring it back from a backup") {
		t.Errorf("found %v", err)
	}
}

func TestRecoverSweepsWhatNoManifestNames(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(p.Home, "versions/entry/2026-08-15")
	for name, age := range map[string]time.Duration{"alipay-old.parquet": 25 * time.Hour, "alipay-young.parquet": 23 * time.Hour} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, name), publishAt.Add(-age), publishAt.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	named, err := filepath.Glob(filepath.Join(folder, "alipay-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range named[:3] {
		if err := os.Chtimes(n, publishAt.AddDate(-1, 0, 0), publishAt.AddDate(-1, 0, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(p.Home, "tmp", "left", "behind"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(left) != 4 {
		t.Errorf("found %v %v, wanted the three of the manifest and the young one", left, err)
	}
	if left, err := os.ReadDir(filepath.Join(p.Home, "tmp")); err != nil || len(left) != 0 {
		t.Errorf("left in tmp: %v %v", left, err)
	}
}

func TestSharedTmpIsNotEmptied(t *testing.T) {
	p := publishHome(t, t.TempDir())
	tmp := filepath.Join(p.Home, "tmp")
	if err := errors.Join(os.Mkdir(tmp, 0o700), os.Chmod(tmp, 0o777|fs.ModeSticky)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Recover(t.Context()); err == nil || !strings.Contains(err.Error(), "others share") {
		t.Errorf("found %v", err)
	}
}
