package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/store"
)

var (
	publishDay = calendar.Of(2026, 8, 15)
	publishAt  = time.Date(2026, 8, 16, 2, 0, 0, 0, time.UTC)
)

// publishHome opens a home's state and its publisher; reports are one file
// with the version.
func publishHome(t *testing.T, home string) *Publisher {
	t.Helper()
	st, err := state.Open(t.Context(), filepath.Join(home, "state.db"), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return &Publisher{Home: home, State: st, At: publishAt, Reports: func(_ context.Context, d state.DayKey) error {
		folder := filepath.Join(home, "reports", d.Date.String())
		if err := disk.MkdirAll(folder, 0o750); err != nil {
			return err
		}
		return disk.WriteFile(filepath.Join(folder, d.Reconciliation+".html"), 0o640, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "version %d", d.Version)
			return err
		})
	}}
}

// parquetText is what stands in the tests for a Parquet file: it shows when it is torn.
func parquetText(what string) string {
	return "PAR1" + strings.Repeat(what, 1<<16/len(what)) + "PAR1"
}

// version adds the files of a version of the test day: version 1 has three
// pieces of entry and a table old, later ones have two pieces and a table new.
func version(t *testing.T, home, name string, n int64) *Publication {
	t.Helper()
	files := NewPublication(home, name, publishDay)
	add := func(table string, part int64, what string) {
		scratch := filepath.Join(home, "tmp", fmt.Sprintf("%s-%s-%d", name, table, part))
		if err := os.MkdirAll(filepath.Dir(scratch), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(scratch, []byte(parquetText(what)), 0o600); err != nil {
			t.Fatal(err)
		}
		files.Add(table, part, scratch, n)
	}
	add("entry", 1, "first piece, the same in every version")
	add("entry", 2, fmt.Sprintf("second piece of version %d", n))
	if n == 1 {
		add("entry", 3, "third piece")
		add("old", 0, "old")
	} else {
		add("new", 0, "new")
	}
	add("break", 0, fmt.Sprintf("breaks of version %d", n))
	return files
}

// publishVersion publishes version n of the test day.
func publishVersion(t *testing.T, p *Publisher, name string, n int64) error {
	t.Helper()
	run, err := p.State.BeginRun(t.Context(), state.Run{Command: "recon run", StartedAt: publishAt})
	if err != nil {
		t.Fatal(err)
	}
	day := state.Day{DayKey: state.DayKey{Reconciliation: name, Date: publishDay, Version: n}, RunID: run, CommittedAt: publishAt}
	return p.Publish(t.Context(), day, version(t, p.Home, name, n))
}

// published is every file below the folders that people read, with its mode and content's sum.
func publishedFiles(t *testing.T, home string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, top := range []string{"lake", "reports"} {
		err := filepath.WalkDir(filepath.Join(home, top), func(name string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			relative, err := filepath.Rel(home, name)
			files[relative] = info.Mode().String()
			if err == nil && !d.IsDir() {
				var text []byte
				text, err = os.ReadFile(name)
				sum := sha256.Sum256(text)
				files[relative] += " " + hex.EncodeToString(sum[:4])
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func fileNames(files map[string]string) (names []string) {
	for n, what := range files {
		if !strings.HasPrefix(what, "d") {
			names = append(names, n)
		}
	}
	sort.Strings(names)
	return names
}

func wantSame(t *testing.T, got, wanted any) {
	t.Helper()
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("wanted -, found +\n%s", diff)
	}
}

func TestPublishSwapsTheLake(t *testing.T) {
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	p := publishHome(t, t.TempDir())
	for _, name := range []string{"alipay", "alipay-b2b"} {
		if err := publishVersion(t, p, name, 1); err != nil {
			t.Fatal(err)
		}
	}
	wantSame(t, fileNames(publishedFiles(t, p.Home)), []string{
		"lake/break/date=2026-08-15/alipay-b2b.parquet", "lake/break/date=2026-08-15/alipay.parquet",
		"lake/entry/date=2026-08-15/alipay-0001.parquet", "lake/entry/date=2026-08-15/alipay-0002.parquet", "lake/entry/date=2026-08-15/alipay-0003.parquet",
		"lake/entry/date=2026-08-15/alipay-b2b-0001.parquet", "lake/entry/date=2026-08-15/alipay-b2b-0002.parquet", "lake/entry/date=2026-08-15/alipay-b2b-0003.parquet",
		"lake/old/date=2026-08-15/alipay-b2b.parquet", "lake/old/date=2026-08-15/alipay.parquet",
		"reports/2026-08-15/alipay-b2b.html", "reports/2026-08-15/alipay.html",
	})
	if err := publishVersion(t, p, "alipay", 2); err != nil {
		t.Fatal(err)
	}
	files := publishedFiles(t, p.Home)
	wantSame(t, fileNames(files), []string{
		"lake/break/date=2026-08-15/alipay-b2b.parquet", "lake/break/date=2026-08-15/alipay.parquet",
		"lake/entry/date=2026-08-15/alipay-0001.parquet", "lake/entry/date=2026-08-15/alipay-0002.parquet",
		"lake/entry/date=2026-08-15/alipay-b2b-0001.parquet", "lake/entry/date=2026-08-15/alipay-b2b-0002.parquet", "lake/entry/date=2026-08-15/alipay-b2b-0003.parquet",
		"lake/new/date=2026-08-15/alipay.parquet",
		"lake/old/date=2026-08-15/alipay-b2b.parquet",
		"reports/2026-08-15/alipay-b2b.html", "reports/2026-08-15/alipay.html",
	})
	for name, what := range files {
		if !strings.HasPrefix(what, "drwxr-x---") && !strings.HasPrefix(what, "-rw-r----- ") {
			t.Errorf("%s: mode %s, wanted 0750 for folders and 0640 for files", name, what)
		}
	}
	days, err := p.State.CurrentDays(t.Context())
	if err != nil || len(days) == 0 {
		t.Fatal(days, err)
	}
	for _, d := range days {
		if !d.Published {
			t.Errorf("%s %s is not marked published", d.Reconciliation, d.Date)
		}
	}
}

func TestManifestSaysWhatIsThere(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 1); err != nil {
		t.Fatal(err)
	}
	rows, err := p.State.Manifest(t.Context(), "alipay", publishDay)
	if err != nil || len(rows) != 5 {
		t.Fatalf("found %d rows %v, wanted 5", len(rows), err)
	}
	for _, r := range rows {
		text, err := os.ReadFile(filepath.Join(p.Home, r.Path))
		sum := sha256.Sum256(text)
		if err != nil || hex.EncodeToString(sum[:]) != r.SHA256 || int64(len(text)) != r.Bytes || r.Rows != 1 {
			t.Errorf("%+v: %v", r, err)
		}
		lake, err := os.ReadFile(filepath.Join(p.Home, "lake", r.Table, "date=2026-08-15", lakeName("alipay", r.Part)))
		if err != nil || !bytes.Equal(lake, text) {
			t.Errorf("%s: the lake has other bytes: %v", r.Path, err)
		}
	}
	day, _, err := p.State.LatestDay(t.Context(), "alipay", publishDay)
	if err != nil || day.OutputDigest != DigestOf(rows) {
		t.Errorf("output digest %q %v", day.OutputDigest, err)
	}
}

func TestSameContentIsNotWrittenAgain(t *testing.T) {
	p := publishHome(t, t.TempDir())
	if err := publishVersion(t, p, "alipay", 2-1); err != nil {
		t.Fatal(err)
	}
	for n := int64(2); n <= 3; n++ {
		files := version(t, p.Home, "alipay", 1)
		day := state.Day{DayKey: state.DayKey{Reconciliation: "alipay", Date: publishDay, Version: n}, RunID: 1, CommittedAt: publishAt}
		if err := p.Publish(t.Context(), day, files); err != nil {
			t.Fatal(err)
		}
	}
	found, err := filepath.Glob(filepath.Join(p.Home, "versions", "*", "*", "*"))
	if err != nil || len(found) != 5 {
		t.Errorf("found %d files in versions %v, wanted 5", len(found), err)
	}
}

func TestWrongVersionIsNotPublished(t *testing.T) {
	p := publishHome(t, t.TempDir())
	err := publishVersion(t, p, "alipay", 2)
	if err == nil || !strings.Contains(err.Error(), "commit of alipay 2026-08-15: version 2 is not the one after version 0") {
		t.Errorf("found %v", err)
	}
	wantSame(t, fileNames(publishedFiles(t, p.Home)), []string(nil))
}

func TestCopyGivesTheSameBytesOnAnyNumberOfThreads(t *testing.T) {
	var digests []string
	for _, threads := range []int{1, 3} {
		home := t.TempDir()
		db, err := store.Open(t.Context(), store.Options{Dir: filepath.Join(home, "tmp"), Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.Exec(t.Context(), "create table pair as select i % 7 as a, i, md5(i::varchar) as x from range(300000) as r(i)"); err != nil {
			t.Fatal(err)
		}
		files := NewPublication(home, "alipay", publishDay)
		if err := files.Copy(t.Context(), db.DB(), "match", "select a, i, x from pair order by a, x, i"); err != nil {
			t.Fatal(err)
		}
		rows, err := files.Wait()
		if err != nil || len(rows) != 1 || rows[0].Rows != 300000 {
			t.Fatalf("found %+v %v", rows, err)
		}
		digests = append(digests, rows[0].SHA256)
		if err := files.Copy(t.Context(), db.DB(), "match", "select a from pair"); err == nil {
			t.Error("a query without an order was copied")
		}
	}
	if digests[0] != digests[1] {
		t.Errorf("other bytes: %v", digests)
	}
}
