package report

import (
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"recon/internal/state"
	"recon/internal/store"
)

const nobody = 65534

func wantText(t *testing.T, found string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(found, part) {
			t.Errorf("found %q, wanted it to say %q", found, part)
		}
	}
}

// copyToSmallFile copies more into a file than the process may write.
func copyToSmallFile(t *testing.T, home string) error {
	signal.Ignore(syscall.SIGXFSZ)
	db, err := store.Open(t.Context(), store.Options{Dir: filepath.Join(home, "tmp")})
	if err != nil {
		t.Fatal(err)
	}
	limit := syscall.Rlimit{Cur: 1 << 15, Max: 1 << 15}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	files := NewPublication(home, "alipay", publishDay)
	return files.Copy(t.Context(), db.DB(), "match", "select md5(i::varchar) as x from range(100000) as r(i) order by x")
}

func TestFullFileSaysWhatToDo(t *testing.T) {
	home := t.TempDir()
	out, _ := child(home, "copy to a small file", "")
	wantText(t, out, "match: ", `"tmp/publish/2026-08-15/alipay/match.parquet": File too large: raise the limit on the size of a file`)
	if strings.Contains(out, home) {
		t.Errorf("found %q, wanted it not to say where home is", out)
	}
}

func TestClosedFolderSaysWhatToDo(t *testing.T) {
	home := t.TempDir()
	p := publishHome(t, home)
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	before := publishedFiles(t, home)
	p.State.Close()
	err := filepath.WalkDir(filepath.Dir(home), func(name string, d fs.DirEntry, err error) error {
		if err == nil && os.Getuid() == 0 {
			err = os.Chown(name, nobody, nobody)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	closed := filepath.Join(home, "versions", "break", "2026-08-15")
	if err := os.Chmod(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	out, _ := child(home, "publish as nobody", "")
	wantText(t, out, "versions/break/2026-08-15/alipay-", "permission denied: let the user that runs this read and write there")
	if err := os.Chmod(closed, 0o750); err != nil {
		t.Fatal(err)
	}
	wantSame(t, publishedFiles(t, home), before)
}

func TestWhatCannotBeMovedInIsTakenBack(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	versions := func() string {
		found, err := filepath.Glob(filepath.Join(p.Home, "versions", "*", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(found, "\n")
	}
	before := versions()
	blocked := filepath.Join(p.Home, "versions", "new")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := publishVersion(t, p, "alipay", 2); err == nil {
		t.Fatal("published over a file in the place of a folder")
	} else {
		wantText(t, err.Error(), "versions/new")
	}
	wantSame(t, versions(), before)
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if err := publishVersion(t, p, "alipay", 2); err != nil {
		t.Error(err)
	}
}

func TestKeptFileMustBeThere(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	rows, err := p.State.Manifest(t.Context(), "alipay", publishDay)
	if err != nil {
		t.Fatal(err)
	}
	publish := func(version int64) error {
		files := NewPublication(p.Home, "alipay", publishDay)
		files.Keep(rows...)
		return p.Publish(t.Context(), state.Day{DayKey: state.DayKey{Reconciliation: "alipay", Date: publishDay, Version: version}, RunID: 1, CommittedAt: publishAt}, files)
	}
	before := publishedFiles(t, p.Home)
	if err := publish(2); err != nil {
		t.Fatal(err)
	}
	delete(before, "reports/2026-08-15/alipay.html") // it names the version
	after := publishedFiles(t, p.Home)
	delete(after, "reports/2026-08-15/alipay.html")
	wantSame(t, after, before)
	if err := os.Remove(filepath.Join(p.Home, rows[1].Path)); err != nil {
		t.Fatal(err)
	}
	if err := publish(3); err == nil {
		t.Error("published without a file")
	} else {
		wantText(t, err.Error(), rows[1].Path+": is gone or was changed: bring it back from a backup")
	}
}
