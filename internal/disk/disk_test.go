package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func wantFile(t *testing.T, path, content string, mode fs.FileMode) {
	t.Helper()
	found, err := os.ReadFile(path)
	if err != nil || string(found) != content {
		t.Errorf("found %.40q %v, wanted %q", found, err, content)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
		t.Errorf("found %v %v, wanted mode %o", info, err, mode)
	}
}

func TestWriteFileReplacesWholeOrNotAtAll(t *testing.T) {
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), "report.html")
	if err := WriteFile(path, 0o640, text("first")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "first", 0o640)
	err := WriteFile(path, 0o640, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("second", 1<<15))
		wantFile(t, path, "first", 0o640)
		return errors.New("no more")
	})
	if err == nil || err.Error() != "no more" {
		t.Errorf("found %v", err)
	}
	wantFile(t, path, "first", 0o640)
	if _, err := os.Stat(path + Temporary); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the temporary file is still there: %v", err)
	}
	if err := WriteFile(path, 0o640, text("third")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, path, "third", 0o640)
}

func TestMkdirAllGivesEveryFolderTheMode(t *testing.T) {
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	dir := t.TempDir()
	for range 2 {
		if err := MkdirAll(filepath.Join(dir, "a", "b"), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a", "a/b"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode().Perm() != 0o750 {
			t.Errorf("%s: found %v %v", name, info, err)
		}
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := MkdirAll(filepath.Join(file, "b"), 0o750); !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, fs.ErrExist) {
		t.Errorf("found %v", err)
	}
}

func TestFullDisk(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = f.WriteString("x")
	found := Explain("/srv/recon", err)
	const wanted = "write /dev/full: no space left on device: free space on that disk, then run again: the run takes up where it stopped"
	if found.Error() != wanted || !errors.Is(found, syscall.ENOSPC) {
		t.Errorf("found  %v\nwanted %s", found, wanted)
	}
}

func TestExplain(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "/srv/recon/lake/match", Err: syscall.EACCES}
	for _, c := range []struct {
		err    error
		wanted string
	}{
		{denied, "open lake/match: permission denied: let the user that runs this read and write there"},
		{Explain("/srv/recon", denied), "open lake/match: permission denied: let the user that runs this read and write there"},
		{fmt.Errorf("alipay: %w", Explain("/srv/recon", denied)), "alipay: open lake/match: permission denied: let the user that runs this read and write there"},
		{errors.New(`IO Error: Could not write file "/srv/recon/tmp/x": No space left on device`),
			`IO Error: Could not write file "tmp/x": No space left on device: free space on that disk, then run again: the run takes up where it stopped`},
		{errors.New("7 rows too many"), "7 rows too many"},
	} {
		if found := Explain("/srv/recon", c.err); found.Error() != c.wanted {
			t.Errorf("found  %v\nwanted %s", found, c.wanted)
		}
	}
	if Explain("/srv/recon", nil) != nil {
		t.Error("no error became one")
	}
}
