package archive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/config"
)

var (
	ctx   = context.Background()
	day   = calendar.Of(2026, 8, 15)
	time1 = time.Unix(1, 0)
)

// sums of the contents below
const (
	sumA = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
	sumB = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d"
)

// inbox makes a home with files in its drop folder.
func inbox(t *testing.T, files map[string]string) (home string, src *config.Source) {
	t.Helper()
	home = t.TempDir()
	src = &config.Source{Name: "alipay-main", Fetch: config.Fetch{Dir: filepath.Join(home, "inbox", "alipay"), Pattern: "*{yyyymmdd}*.csv*"}}
	if err := os.MkdirAll(src.Fetch.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		put(t, src, name, text)
	}
	return home, src
}

func put(t *testing.T, src *config.Source, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(src.Fetch.Dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, got, wanted any) {
	t.Helper()
	if diff := cmp.Diff(wanted, got, cmp.AllowUnexported(Taken{})); diff != "" {
		t.Errorf("wanted -, found +\n%s", diff)
	}
}

func wantError(t *testing.T, err error, text string) {
	t.Helper()
	if err == nil || err.Error() != text {
		t.Errorf("found  %v\nwanted %s", err, text)
	}
}

// tree is every path below dir with its mode, but for the drop folders.
func tree(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		if d.Name() == "inbox" {
			return filepath.SkipDir
		}
		info, err := d.Info()
		relative, _ := filepath.Rel(dir, path)
		all = append(all, info.Mode().String()+" "+relative)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(all)
	return all
}

func TestTakeCopiesByName(t *testing.T) {
	home, src := inbox(t, map[string]string{
		"x_20260815_2.csv": "b", "x_20260815_1.csv.ZIP": "a", "x_20260816.csv": "other day",
		"x_20260815.csv.part": "1", "x_20260815.csv.tmp": "2", "x_20260815.csv.filepart": "3", ".x_20260815.csv": "4",
	})
	if err := os.Mkdir(filepath.Join(src.Fetch.Dir, "20260815.csv.d"), 0o755); err != nil {
		t.Fatal(err)
	}
	wanted := []Taken{
		{"alipay-main", day, "inbox/alipay/x_20260815_1.csv.ZIP", filepath.Join(home, "raw/alipay-main/2026-08-15", sumA+".zip"), "raw/alipay-main/2026-08-15/" + sumA + ".zip", sumA, 1, nil},
		{"alipay-main", day, "inbox/alipay/x_20260815_2.csv", filepath.Join(home, "raw/alipay-main/2026-08-15", sumB+".csv"), "raw/alipay-main/2026-08-15/" + sumB + ".csv", sumB, 1, nil},
	}
	for range 2 { // the second time finds all of it there
		taken, err := Take(ctx, home, src, day)
		if err != nil {
			t.Fatal(err)
		}
		want(t, taken, wanted)
		want(t, tree(t, home), []string{
			"-rw------- raw/alipay-main/2026-08-15/" + sumB + ".csv",
			"-rw------- raw/alipay-main/2026-08-15/" + sumA + ".zip",
			"drwx------ raw",
			"drwx------ raw/alipay-main",
			"drwx------ raw/alipay-main/2026-08-15",
			"drwx------ tmp",
		})
	}
	text, err := os.ReadFile(wanted[0].Path)
	if err != nil || string(text) != "a" {
		t.Errorf("found %q %v", text, err)
	}
}

func TestSameBytesAreOneFile(t *testing.T) {
	home, src := inbox(t, map[string]string{"a20260815.csv": "a", "b20260815.csv.txt": "a"})
	taken, err := Take(ctx, home, src, day)
	if err != nil || len(taken) != 1 || taken[0].Name != "inbox/alipay/a20260815.csv" {
		t.Fatalf("found %v %v", taken, err)
	}
	os.Remove(filepath.Join(src.Fetch.Dir, "a20260815.csv"))
	again, err := Take(ctx, home, src, day)
	if err != nil || len(again) != 1 || again[0].Path != taken[0].Path {
		t.Fatalf("found %v %v", again, err)
	}
}

func TestLookLeavesNoTrace(t *testing.T) {
	home, src := inbox(t, map[string]string{"x20260815.csv": "a"})
	found, err := Look(ctx, home, src, day)
	if err != nil {
		t.Fatal(err)
	}
	want(t, found, []Taken{{"alipay-main", day, "inbox/alipay/x20260815.csv", filepath.Join(src.Fetch.Dir, "x20260815.csv"), "", sumA, 1, nil}})
	want(t, tree(t, home), []string(nil))
}

func TestNothingThere(t *testing.T) {
	home, src := inbox(t, map[string]string{"x20260814.csv": "a"})
	_, err := Take(ctx, home, src, day)
	var missing *Missing
	if !errors.As(err, &missing) || missing.NoFolder {
		t.Errorf("found %#v", err)
	}
	wantError(t, err, "inbox/alipay: no file for 2026-08-15, wanted *20260815*.csv*")
	src.Fetch.Dir += "-gone"
	_, err = Look(ctx, home, src, day)
	wantError(t, err, "inbox/alipay-gone: no such folder: make it, or correct fetch.dir of source alipay-main")
	want(t, tree(t, home), []string(nil))
}

func TestAccountNumberThatLooksLikeADate(t *testing.T) {
	home, src := inbox(t, map[string]string{"2088202608150156_20260816.csv": "a"})
	if _, err := Look(ctx, home, src, day); err == nil {
		t.Error("the file of the 16th was taken for the 15th")
	}
	if _, err := Look(ctx, home, src, day+1); err != nil {
		t.Error(err)
	}
}

func TestLinks(t *testing.T) {
	home, src := inbox(t, map[string]string{"real.txt": "a"})
	link := func(target string) {
		name := filepath.Join(src.Fetch.Dir, "x20260815.csv")
		os.Remove(name)
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
	}
	link("real.txt")
	if _, err := Take(ctx, home, src, day); err != nil {
		t.Errorf("a link inside the folder: %v", err)
	}
	link("/etc/hostname")
	_, err := Take(ctx, home, src, day)
	wantError(t, err, "inbox/alipay/x20260815.csv: is a link that leads out of its folder: put the file itself there")
	link("../../lock")
	_, err = Take(ctx, home, src, day)
	wantError(t, err, "inbox/alipay/x20260815.csv: is a link that leads out of its folder: put the file itself there")
	link("gone")
	_, err = Take(ctx, home, src, day)
	wantError(t, err, "inbox/alipay/x20260815.csv: is a link to nothing: put the file itself there")
}

func TestPipeIsRefusedWithoutWaiting(t *testing.T) {
	home, src := inbox(t, nil)
	if err := syscall.Mkfifo(filepath.Join(src.Fetch.Dir, "x20260815.csv"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Take(ctx, home, src, day)
	wantError(t, err, "inbox/alipay/x20260815.csv: is no ordinary file: put the file itself there")
}

// writer does something to the file when the first bytes of it are copied.
type writer func()

func (w writer) Write(p []byte) (int, error) { w(); return len(p), nil }

func TestFileThatChangesMeanwhile(t *testing.T) {
	name := "x20260815.csv"
	for change, act := range map[string]func(path string) error{
		"size grew from 10 to 20 while it was copied":  func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("x", 20)), 0o644) },
		"size shrank from 10 to 5 while it was copied": func(p string) error { return os.Truncate(p, 5) },
		"its content changed while it was copied":      func(p string) error { return os.Chtimes(p, time1, time1) },
		"it vanished while it was copied":              os.Remove,
		"it was replaced while it was copied":          func(p string) error { return errors.Join(os.WriteFile(p+"2", nil, 0o644), os.Rename(p+"2", p)) },
	} {
		_, src := inbox(t, map[string]string{name: "0123456789"})
		dir, err := os.OpenRoot(src.Fetch.Dir)
		if err != nil {
			t.Fatal(err)
		}
		taken := Taken{Name: "inbox/" + name}
		err = taken.read(ctx, dir, name, writer(func() {
			if err := act(filepath.Join(src.Fetch.Dir, name)); err != nil {
				t.Error(err)
			}
		}))
		wantError(t, err, "inbox/"+name+": is still being written: "+change+"; try again")
		var still *StillWriting
		if !errors.As(err, &still) {
			t.Errorf("found %T", err)
		}
	}
}

func TestStoppedRunStopsCopying(t *testing.T) {
	home, src := inbox(t, map[string]string{"x20260815.csv": "a"})
	stopped, stop := context.WithCancel(ctx)
	stop()
	if _, err := Take(stopped, home, src, day); !errors.Is(err, context.Canceled) {
		t.Errorf("found %v", err)
	}
	want(t, tree(t, home), []string{"drwx------ tmp"})
}

// A copy has its name in the archive only once it is kept, and until then can be
// read where it lies; copies that nobody keeps leave nothing behind.
func TestCopyIsKeptWhenItIsFlushed(t *testing.T) {
	home, src := inbox(t, map[string]string{"x_20260815_1.csv": "a", "x_20260815_2.csv": "b", "x_20260815_3.csv": "a"})
	taken, err := Begin(ctx, home, src, day)
	if err != nil || len(taken) != 2 {
		t.Fatal(taken, err)
	}
	want(t, below(t, filepath.Join(home, "raw")), []string(nil))
	for i, text := range []string{"a", "b"} {
		read, err := os.ReadFile(taken[i].Path)
		if err != nil || string(read) != text {
			t.Errorf("%s: %q, %v", taken[i].Path, read, err)
		}
		for range 2 { // the second time it is kept already
			if err := taken[i].Keep(); err != nil {
				t.Fatal(err)
			}
		}
		want(t, taken[i].Path, filepath.Join(home, filepath.FromSlash(taken[i].Stored)))
	}
	kept := []string{"alipay-main/2026-08-15/" + sumA + ".csv", "alipay-main/2026-08-15/" + sumB + ".csv"}
	sort.Strings(kept)
	want(t, below(t, filepath.Join(home, "raw")), kept)
	want(t, below(t, filepath.Join(home, "tmp")), []string(nil))
}

// below are the files below a folder.
func below(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err == nil && !entry.IsDir() {
			relative, _ := filepath.Rel(dir, path)
			files = append(files, filepath.ToSlash(relative))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
