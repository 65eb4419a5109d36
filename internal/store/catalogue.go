package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"recon/internal/disk"
)

// Catalogue is the name of the database of views in the lake.
const Catalogue = "recon.duckdb"

// lakeMacro is where the lake is for whoever opened the catalogue: in the
// variable lake if that is set, else beside the catalogue, whose path stands in
// the engine's default for temporary files, else below the working folder. A
// view cannot hold the path itself, as home may move.
const lakeMacro = `create macro lake() as coalesce(
 rtrim(getvariable('lake'), '/') || '/',
 case when ends_with(current_setting('temp_directory'), '` + Catalogue + `.tmp') then left(current_setting('temp_directory'), -16) end,
 'lake/')`

// WriteCatalogue makes lake/recon.duckdb of a home, a database of one view per
// published table, unless it is there and says the same. It is replaced as a
// whole; who has the old one open keeps it.
func WriteCatalogue(ctx context.Context, home string) error {
	statements, filled, err := catalogue(home)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(strings.Join(statements, "\n")))
	mark := "catalogue " + hex.EncodeToString(sum[:])
	target := filepath.Join(home, "lake", Catalogue)
	// The mark is looked for in the bytes: opening the database would take longer
	// than everything else that is checked.
	old, err := os.ReadFile(target)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || bytes.Contains(old, []byte(mark)) {
		return err
	}
	return disk.Explain(home, replaceCatalogue(ctx, home, target, filled, append(statements, "comment on macro lake is '"+mark+"'")))
}

func replaceCatalogue(ctx context.Context, home, target string, filled, statements []string) (err error) {
	scratch := filepath.Join(home, "tmp", "catalogue")
	if err := errors.Join(os.RemoveAll(scratch), os.MkdirAll(scratch, 0o700)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	file := filepath.Join(scratch, Catalogue)
	if err := fillCatalogue(ctx, file, filepath.Join(scratch, "lake"), filled, statements); err != nil {
		return fmt.Errorf("%s: %w", Catalogue, err)
	}
	if err := errors.Join(os.Chmod(file, 0o640), disk.SyncFile(file)); err != nil {
		return err
	}
	// What somebody wrote into the old one and left unfinished is not of the new one.
	if err := os.Remove(target + ".wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(file, target); err != nil {
		return err
	}
	return disk.SyncDir(filepath.Dir(target))
}

// fillCatalogue makes the views over a lake of empty files: making them over
// the real one would open each of its files. One transaction flushes once, and
// several threads would only hand so little work to and fro.
func fillCatalogue(ctx context.Context, file, lake string, filled, statements []string) (err error) {
	db, err := sql.Open("duckdb", file+"?threads=1")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // the variable is one of the connection
	empty := file + ".empty"
	if _, err := db.ExecContext(ctx, "copy (select null as nothing where false) to "+quote(empty)+" (format parquet)"); err != nil {
		return err
	}
	if err := emptyLake(lake, empty, filled); err != nil {
		return err
	}
	begin, end := []string{"set variable lake = " + quote(lake), "begin transaction"}, "commit"
	for _, s := range slices.Concat(begin, statements, []string{end}) {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// emptyLake puts a file without rows into the folders of tables. It may be the
// same for all, as a view says the columns of its table itself.
func emptyLake(lake, empty string, tables []string) error {
	for _, name := range tables {
		folder := filepath.Join(lake, name, "date=2000-01-01")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		if err := os.Link(empty, filepath.Join(folder, "empty.parquet")); err != nil {
			return err
		}
	}
	return nil
}

// catalogue is what makes the views: one per published table, empty for a table
// that has no file yet. It also names the tables that have one.
func catalogue(home string) (statements, filled []string, err error) {
	tables, err := LakeTables()
	if err != nil {
		return nil, nil, err
	}
	statements = append(statements, lakeMacro)
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		found, err := hasFile(filepath.Join(home, "lake", name))
		if err != nil {
			return nil, nil, err
		}
		source := ""
		if found {
			filled = append(filled, name)
			source = "select * from read_parquet(lake() || '" + name + "/*/*.parquet', union_by_name = true, hive_types = {'date': date})"
		}
		statements = append(statements, "create view "+name+" as "+tables[name].view(source),
			"comment on view "+name+" is "+quote(tables[name].Grain))
	}
	return statements, filled, nil
}

// hasFile reports whether a table's folder holds a file; the newest date is
// looked at first, as it nearly always does.
func hasFile(folder string) (bool, error) {
	dates, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for _, date := range slices.Backward(dates) {
		if !date.IsDir() || err != nil {
			continue
		}
		var files []os.DirEntry
		files, err = os.ReadDir(filepath.Join(folder, date.Name()))
		if slices.ContainsFunc(files, func(f os.DirEntry) bool { return strings.HasSuffix(f.Name(), ".parquet") }) {
			return true, nil
		}
	}
	return false, err
}
