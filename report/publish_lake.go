package report

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/stop"
)

// place makes the lake's files of a day those of its manifest, and no others
// of its reconciliation.
func (p *Publisher) place(ctx context.Context, day state.DayKey) error {
	rows, err := p.State.ManifestOf(ctx, day)
	if err != nil {
		return err
	}
	tables, err := p.tables(rows)
	if err != nil {
		return err
	}
	var names disk.Names
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if err := p.placeTable(table, day, tables[table], &names); err != nil {
			return err
		}
	}
	return names.Sync()
}

// tables are the manifest's rows by table, with an empty list for the tables
// that the lake has and the manifest has not: an older version may have had them.
func (p *Publisher) tables(rows []state.ManifestRow) (map[string][]state.ManifestRow, error) {
	tables := map[string][]state.ManifestRow{}
	folders, err := os.ReadDir(filepath.Join(p.Home, "lake"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, f := range folders {
		if f.IsDir() {
			tables[f.Name()] = nil
		}
	}
	for _, r := range rows {
		tables[r.Table] = append(tables[r.Table], r)
	}
	return tables, nil
}

// placeTable swaps one table's files of a day. A reader by pattern sees whole
// files under their names at every moment.
func (p *Publisher) placeTable(table string, day state.DayKey, wanted []state.ManifestRow, changed *disk.Names) error {
	folder := filepath.Join(p.Home, "lake", table, "date="+day.Date.String())
	if len(wanted) > 0 {
		if err := changed.MkdirAll(folder, publicFolder); err != nil {
			return err
		}
	}
	names := map[string]bool{}
	for _, r := range wanted {
		names[lakeName(r.Reconciliation, r.Part)] = true
		if err := p.link(r); err != nil {
			return err
		}
	}
	return removeSurplus(folder, day.Reconciliation, names, changed)
}

// inLake is where a manifest's row stands in the lake.
func (p *Publisher) inLake(r state.ManifestRow) string {
	return filepath.Join(p.Home, "lake", r.Table, "date="+r.Date.String(), lakeName(r.Reconciliation, r.Part))
}

// isPlaced reports whether a row's file in the lake and in versions are one.
func (p *Publisher) isPlaced(r state.ManifestRow) bool {
	version, err := os.Stat(filepath.Join(p.Home, r.Path))
	if err != nil || version.Size() != r.Bytes {
		return false
	}
	lake, err := os.Lstat(p.inLake(r))
	return err == nil && os.SameFile(lake, version)
}

// lakeName is the name of a table's part in the lake.
func lakeName(reconciliation string, part int64) string {
	if part == 0 {
		return reconciliation + ".parquet"
	}
	return fmt.Sprintf("%s-%04d.parquet", reconciliation, part)
}

// link makes a row's file in the lake the same file as that in versions.
func (p *Publisher) link(r state.ManifestRow) error {
	version, name := filepath.Join(p.Home, r.Path), p.inLake(r)
	if there, err := os.Stat(version); err != nil || there.Size() != r.Bytes {
		return fmt.Errorf("%s: is gone or was changed, and %s %s needs it: bring it back from a backup", r.Path, r.Reconciliation, r.Date)
	}
	// Renaming one name of a file over another of the same file does nothing
	// and leaves both, so this case must end here.
	if p.isPlaced(r) {
		return nil
	}
	temporary := strings.TrimSuffix(name, ".parquet") + disk.Temporary
	if err := os.Remove(temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Link(version, temporary); err != nil {
		return err
	}
	stop.At(stop.Linked)
	if err := os.Rename(temporary, name); err != nil {
		return err
	}
	stop.At(stop.Renamed)
	return nil
}

var partNumber = regexp.MustCompile(`^(-[0-9]{4})?$`)

// removeSurplus removes a reconciliation's files that are not wanted in a
// folder of the lake, and temporary ones of a killed run.
func removeSurplus(folder, reconciliation string, wanted map[string]bool, changed *disk.Names) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if wanted[e.Name()] || !isOf(e.Name(), reconciliation) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	changed.Changed(folder)
	return nil
}

// isOf reports whether a name in the lake is a reconciliation's, temporary or not.
func isOf(name, reconciliation string) bool {
	ending := filepath.Ext(name)
	if ending != ".parquet" && ending != disk.Temporary {
		return false
	}
	rest, found := strings.CutPrefix(strings.TrimSuffix(name, ending), reconciliation)
	return found && partNumber.MatchString(rest)
}

// emptyScratch removes everything below home/tmp. Nothing there outlives the
// run that made it.
func (p *Publisher) emptyScratch() error {
	scratch := filepath.Join(p.Home, "tmp")
	info, err := os.Stat(scratch)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSticky != 0 {
		return fmt.Errorf("tmp: is a folder that others share: give home a folder of its own")
	}
	entries, err := os.ReadDir(scratch)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(scratch, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// sweptAfter is how long a file that no manifest names stays in versions.
const sweptAfter = 24 * time.Hour

// sweep removes files from versions that no manifest names: a run moved them
// in and did not come to its commit.
func (p *Publisher) sweep(ctx context.Context) error {
	named, err := p.State.ManifestPaths(ctx)
	if err != nil {
		return err
	}
	keep := map[string]bool{}
	for _, n := range named {
		keep[n] = true
	}
	root := filepath.Join(p.Home, "versions")
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		relative, err := filepath.Rel(p.Home, name)
		if err != nil || keep[filepath.ToSlash(relative)] {
			return err
		}
		info, err := d.Info()
		if err != nil || p.At.Sub(info.ModTime()) < sweptAfter {
			return err
		}
		return os.Remove(name)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
