// Package archive takes files out of drop folders into raw/, byte for byte:
// raw/<source>/<date>/<sha256>.<ext>, written once and never edited. The state
// remembers what was taken, so a file that vanishes from its drop folder stays.
package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
)

// Taken is one file of a source's day.
type Taken struct {
	Source string
	Date   calendar.Date
	Name   string // as people know it, like inbox/alipay/x.csv.zip
	Path   string // where its bytes lie
	Stored string // the same relative to home, with slashes; "" when it was read in place
	SHA256 string // hex
	Bytes  int64

	pending *pending // nil once the archive keeps the file
}

// pending is a copy that has no name in the archive yet.
type pending struct {
	name    string     // that it is to get
	flushed chan error // what came of flushing it
}

// Missing says that a source's drop folder holds no file for a date.
type Missing struct {
	Source   string
	Date     calendar.Date
	Dir      string // as people know it
	Wanted   string // the name that was looked for, as a glob
	NoFolder bool   // the drop folder itself is not there
}

func (m *Missing) Error() string {
	if m.NoFolder {
		return fmt.Sprintf("%s: no such folder: make it, or correct fetch.dir of source %s", m.Dir, m.Source)
	}
	return fmt.Sprintf("%s: no file for %s, wanted %s", m.Dir, m.Date, m.Wanted)
}

// StillWriting says that a file changed while it was being copied.
type StillWriting struct {
	Name   string // as people know it
	Change string // what was seen
}

func (s *StillWriting) Error() string {
	return s.Name + ": is still being written: " + s.Change + "; try again"
}

// unfinished are the endings of files that somebody is still putting there.
var unfinished = []string{".part", ".tmp", ".filepart"}

// Take copies a source's files of a date into the archive below home, by name.
// Of files with the same bytes the first is taken. Nothing there: *Missing. A
// file that changes meanwhile: *StillWriting.
func Take(ctx context.Context, home string, src *config.Source, date calendar.Date) ([]Taken, error) {
	all, err := Begin(ctx, home, src, date)
	for i := range all {
		err = errors.Join(err, disk.Explain(home, all[i].Keep()))
	}
	return all, err
}

// Begin is Take for whoever reads the copies while they are flushed: each lies
// at its Path and gets its name in the archive, which Stored says, by Keep.
func Begin(ctx context.Context, home string, src *config.Source, date calendar.Date) ([]Taken, error) {
	return each(home, src, date, func(t *Taken, from *os.Root, name string) error {
		return t.begin(ctx, from, name, home)
	})
}

// Look is Take without a trace: the files are read where they lie.
func Look(ctx context.Context, home string, src *config.Source, date calendar.Date) ([]Taken, error) {
	return each(home, src, date, func(t *Taken, from *os.Root, name string) error {
		t.Path = filepath.Join(src.Fetch.Dir, name)
		return t.read(ctx, from, name, io.Discard)
	})
}

// each runs fn for every file of a source and date and gathers those whose
// bytes are new.
func each(home string, src *config.Source, date calendar.Date, fn func(*Taken, *os.Root, string) error) ([]Taken, error) {
	known := KnownAs(home, src.Fetch.Dir)
	missing := &Missing{Source: src.Name, Date: date, Dir: known, Wanted: src.Fetch.Match(date)}
	dir, err := os.OpenRoot(src.Fetch.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		missing.NoFolder = true
		return nil, missing
	}
	if err != nil {
		return nil, disk.Explain(home, err)
	}
	defer dir.Close()
	names, err := names(dir, src.Fetch, date)
	if err != nil {
		return nil, disk.Explain(home, fmt.Errorf("%s: %w", known, err))
	}
	var all []Taken
	seen := map[string]bool{}
	for _, name := range names {
		t := Taken{Source: src.Name, Date: date, Name: path.Join(known, name)}
		err := fn(&t, dir, name)
		if err == nil && seen[t.SHA256] {
			err = t.drop()
		} else if err == nil {
			seen[t.SHA256] = true
			all = append(all, t)
		}
		if err != nil {
			for i := range all {
				err = errors.Join(err, all[i].drop())
			}
			return nil, disk.Explain(home, err)
		}
	}
	if len(all) == 0 {
		return nil, missing
	}
	return all, nil
}

// names lists the finished files of a date, sorted.
func names(dir *os.Root, fetch config.Fetch, date calendar.Date) ([]string, error) {
	folder, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	entries, err := folder.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, e := range entries {
		if !e.IsDir() && !isUnfinished(e.Name()) && isOf(fetch, e.Name(), date) {
			found = append(found, e.Name())
		}
	}
	sort.Strings(found)
	return found, nil
}

func isUnfinished(name string) bool {
	lower := strings.ToLower(name)
	for _, ending := range unfinished {
		if strings.HasSuffix(lower, ending) {
			return true
		}
	}
	return strings.HasPrefix(name, ".")
}

// isOf reports whether a name is one of the date. A name can hold digits that
// look like a date before the one that counts; DateOf knows which counts.
func isOf(fetch config.Fetch, name string, date calendar.Date) bool {
	glob := fetch.Match(date)
	if ok, err := path.Match(glob, name); !ok || err != nil {
		return false
	}
	named, dated := fetch.DateOf(name)
	return !dated || fetch.Match(named) == glob
}

// KnownAs is a folder as people know it: relative to home, or its last element
// when it lies elsewhere, as reports hold no path of the machine.
func KnownAs(home, dir string) string {
	relative, err := filepath.Rel(home, dir)
	if err != nil || !filepath.IsLocal(relative) {
		return filepath.Base(dir)
	}
	return filepath.ToSlash(relative)
}
