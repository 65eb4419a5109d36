package report

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"

	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/stop"
)

// Analysts read the lake through their group.
const (
	publicFolder = 0o750
	publicFile   = 0o640
)

// hashers is how many files are hashed and flushed at once, beside the match.
const hashers = 2

// mostParts is the most files of a table, as a part's number has four digits.
const mostParts = 9999

// Publication is the Parquet files of one version of a day, before they are
// published. Files may be added from several goroutines.
type Publication struct {
	home           string
	reconciliation string
	date           calendar.Date

	slots   chan struct{}
	running sync.WaitGroup
	guard   sync.Mutex
	files   []parquetFile
	errs    []error
}

// parquetFile is one of them, with what the manifest will say.
type parquetFile struct {
	scratch string
	row     state.ManifestRow
}

// NewPublication starts an empty publication of a reconciliation's day.
func NewPublication(home, reconciliation string, date calendar.Date) *Publication {
	return &Publication{home: home, reconciliation: reconciliation, date: date, slots: make(chan struct{}, hashers)}
}

// Add takes a finished scratch file below home as one part of a table: part 0
// when the table is one file, else from 1. The file is hashed and flushed in
// the background and may be read where it lies until Publish moves it away.
func (p *Publication) Add(table string, part int64, scratch string, rows int64) {
	p.running.Add(1)
	go func() {
		defer p.running.Done()
		p.slots <- struct{}{}
		file, err := p.prepare(table, part, scratch)
		<-p.slots
		file.row.Rows = rows
		p.guard.Lock()
		defer p.guard.Unlock()
		if err != nil {
			p.errs = append(p.errs, fmt.Errorf("%s part %d: %w", table, part, err))
			return
		}
		p.files = append(p.files, file)
	}()
}

// Copy writes the rows of a query over the workspace as the one file of a
// table. The query must end in a total order, so that the same rows are the
// same bytes.
func (p *Publication) Copy(ctx context.Context, db *sql.DB, table, query string) error {
	return p.CopyPart(ctx, db, table, 0, query)
}

// CopyPart is Copy for one part of a table.
func (p *Publication) CopyPart(ctx context.Context, db *sql.DB, table string, part int64, query string) error {
	if !strings.Contains(strings.ToLower(query), "order by") {
		return fmt.Errorf("%s: a query without an order: its bytes would change from run to run", table)
	}
	scratch := filepath.Join(p.home, "tmp", "publish", p.date.String(), p.reconciliation, table+".parquet")
	if err := os.MkdirAll(filepath.Dir(scratch), 0o700); err != nil {
		return err
	}
	result, err := db.ExecContext(ctx, "copy ("+query+") to '"+strings.ReplaceAll(scratch, "'", "''")+"' (format parquet, compression zstd, parquet_version v2)")
	if err != nil {
		return fmt.Errorf("%s: %w", table, disk.Explain(p.home, err))
	}
	rows, err := result.RowsAffected()
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	p.Add(table, part, scratch, rows)
	return nil
}

// Wait returns the manifest, by table and part, once every file is hashed.
func (p *Publication) Wait() ([]state.ManifestRow, error) {
	p.running.Wait()
	if err := errors.Join(p.errs...); err != nil {
		return nil, err
	}
	sort.Slice(p.files, func(i, j int) bool { return before(p.files[i].row, p.files[j].row) })
	rows := make([]state.ManifestRow, len(p.files))
	for i, f := range p.files {
		rows[i] = f.row
		if i > 0 && !before(rows[i-1], rows[i]) {
			return nil, fmt.Errorf("%s: part %d twice", f.row.Table, f.row.Part)
		}
	}
	return rows, nil
}

func before(a, b state.ManifestRow) bool {
	if a.Table != b.Table {
		return a.Table < b.Table
	}
	return a.Part < b.Part
}

// aboutDay are the tables that say how a day was made. Its result does not hang
// on them: a file that comes again under another name makes no new version.
var aboutDay = []string{"statement", "gate_check", "fee", "run"}

// DigestOf is the digest of a day's result: which tables, parts and bytes.
func DigestOf(rows []state.ManifestRow) string {
	sum := sha256.New()
	for _, r := range rows {
		if slices.Contains(aboutDay, r.Table) {
			continue
		}
		fmt.Fprintf(sum, "%s %d %d %s\n", r.Table, r.Part, r.Rows, r.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// prepare hashes a scratch file, gives it its place in versions by its
// content, and flushes it if that content is not there already.
func (p *Publication) prepare(table string, part int64, scratch string) (parquetFile, error) {
	if part < 0 || part > mostParts {
		return parquetFile{}, fmt.Errorf("wanted a part from 0 to %d", mostParts)
	}
	sum, size, err := hashFile(scratch)
	if err != nil {
		return parquetFile{}, err
	}
	place := path.Join("versions", table, p.date.String(), p.reconciliation+"-"+sum[:32]+".parquet")
	file := parquetFile{scratch, state.ManifestRow{Table: table, Part: part, Path: place, SHA256: sum, Bytes: size}}
	if p.isThere(file) {
		return file, nil
	}
	if err := os.Chmod(scratch, publicFile); err != nil {
		return file, err
	}
	return file, disk.SyncFile(scratch)
}

// isThere reports whether versions holds the file's content. Names are made of
// the content, and a file appears there whole or not at all.
func (p *Publication) isThere(f parquetFile) bool {
	info, err := os.Stat(filepath.Join(p.home, f.row.Path))
	return err == nil && info.Mode().IsRegular() && info.Size() == f.row.Bytes
}

// moveIn moves the scratch files into versions. When it cannot, it takes back
// what it moved, as the disk may be full.
func (p *Publication) moveIn() (err error) {
	var moved []string
	var names disk.Names
	defer func() {
		if err != nil {
			for _, m := range moved {
				err = errors.Join(err, os.Remove(m))
			}
		}
	}()
	for _, f := range p.files {
		if p.isThere(f) {
			continue
		}
		if f.scratch == "" {
			return fmt.Errorf("%s: is gone or was changed: bring it back from a backup", f.row.Path)
		}
		target := filepath.Join(p.home, f.row.Path)
		if err := names.MkdirAll(filepath.Dir(target), publicFolder); err != nil {
			return err
		}
		if err := os.Rename(f.scratch, target); err != nil {
			return err
		}
		moved = append(moved, target)
		names.Changed(filepath.Dir(target))
		stop.At(stop.Moved)
	}
	return names.Sync()
}

func hashFile(name string) (sum string, size int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	hash := sha256.New()
	size, err = io.CopyBuffer(struct{ io.Writer }{hash}, struct{ io.Reader }{f}, make([]byte, 1<<20))
	return hex.EncodeToString(hash.Sum(nil)), size, err
}
