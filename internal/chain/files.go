package chain

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sort"
	"sync"

	"recon/ingest"
	"recon/internal/archive"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
	"recon/internal/state"
)

// taken is one file of a day: what the reader needs, and how the archive knows it.
type taken struct {
	ingest.File
	copy   *archive.Taken // that the archive is to keep; nil for a known file
	sha256 string
	stored string // in the archive, relative to home
	bytes  int64
	known  bool   // admitted earlier and gone from its folder since
	part   string // of a known file
}

// fetch takes the files of every source of a reconciliation for a date, in the
// order of the configuration and then of names. A source without a file stops
// the day: before its hour it is not ready, after it the file is late.
func (e *Engine) fetch(ctx context.Context, rec *config.Reconciliation, date calendar.Date) ([]taken, error) {
	sources := e.awaited(rec, date)
	found, errs := make([][]taken, len(sources)), make([]error, len(sources))
	var fetching sync.WaitGroup
	for i, src := range sources {
		fetching.Go(func() { found[i], errs[i] = e.fetchSource(ctx, src, date) })
	}
	fetching.Wait()
	files := slices.Concat(found...)
	for _, err := range errs {
		if err != nil {
			// What was taken is known, whatever is missing or went wrong elsewhere.
			if e := e.keep(ctx, files, date); e != nil {
				return nil, e
			}
			return nil, err
		}
	}
	for i := range files {
		files[i].No = int32(i + 1)
	}
	return files, nil
}

// awaited are the sources of which a day needs a file: no provider's that sends
// none for it, and every own export.
func (e *Engine) awaited(rec *config.Reconciliation, date calendar.Date) []*config.Source {
	return slices.DeleteFunc(e.sources(rec), func(src *config.Source) bool { return src.Side == "statement" && !src.ExpectedOn(date) })
}

// sources are the statement sources of a reconciliation, then its own exports,
// each once, however many uses of it there are.
func (e *Engine) sources(rec *config.Reconciliation) []*config.Source {
	names := slices.Clone(rec.Statement)
	for _, use := range rec.Ledger {
		if !slices.Contains(names, use.Source) {
			names = append(names, use.Source)
		}
	}
	var all []*config.Source
	for _, name := range names {
		all = append(all, e.Config.Source(name))
	}
	return all
}

func (e *Engine) fetchSource(ctx context.Context, src *config.Source, date calendar.Date) ([]taken, error) {
	take := archive.Begin
	if e.DryRun {
		take = archive.Look
	}
	found, err := take(ctx, e.Config.Home, src, date)
	var missing *archive.Missing
	var writing *archive.StillWriting
	switch {
	case errors.As(err, &writing):
		return nil, &Stop{State: state.NotReady, Cause: writing.Error()}
	case errors.As(err, &missing):
	case err != nil:
		return nil, err
	}
	var files []taken
	for i, t := range found {
		files = append(files, taken{File: e.file(src, date, t.Path, t.Name), copy: &found[i], sha256: t.SHA256, stored: t.Stored, bytes: t.Bytes})
	}
	all, err := e.addAdmitted(ctx, src, date, files)
	if err != nil {
		return files, err // to be kept
	}
	if files = all; len(files) == 0 {
		return nil, e.absent(src, date, missing)
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name+files[i].sha256 < files[j].Name+files[j].sha256 })
	return files, nil
}

func (e *Engine) file(src *config.Source, date calendar.Date, path, name string) ingest.File {
	side := ingest.Statement
	if src.Side == "ledger" {
		side = ingest.Ledger
	}
	return ingest.File{Source: src, Side: side, Path: path, Name: name, Date: date}
}

// keeping is keep, once for all who ask: the files are read, and matched, while
// the disk takes them in.
func (e *Engine) keeping(ctx context.Context, files []taken, date calendar.Date) func() error {
	return sync.OnceValue(func() error { return e.keep(ctx, files, date) })
}

// keep gives files of a date that were taken their names in the archive, and
// stores that they were taken: as many as can be, also of a run that is told to
// stop. The error is the first trouble.
func (e *Engine) keep(ctx context.Context, files []taken, date calendar.Date) (err error) {
	if e.DryRun {
		return nil
	}
	var raw []state.RawFile
	for _, f := range files {
		if f.known {
			continue
		}
		if lost := f.copy.Keep(); lost == nil {
			raw = append(raw, state.RawFile{Source: f.Source.Name, Date: date, SHA256: f.sha256, Name: f.Name, Path: f.stored, Bytes: f.bytes, TakenAt: e.Now})
		} else if err == nil {
			err = disk.Explain(e.Config.Home, lost)
		}
	}
	return errors.Join(err, e.State.AddRawFile(context.WithoutCancel(ctx), raw...))
}

// withKept is what came of a day, err, and of keeping its files. A stop says that
// nothing is wrong but a file, so trouble with the archive takes its place.
func withKept(err, kept error) error {
	var stopped *Stop
	switch {
	case kept == nil || errors.Is(err, kept):
		return err
	case errors.As(err, &stopped):
		return kept
	}
	return errors.Join(err, kept)
}

// addAdmitted adds the files that were admitted for the date earlier and are
// gone from the folder. One whose name came again with other bytes is replaced.
func (e *Engine) addAdmitted(ctx context.Context, src *config.Source, date calendar.Date, files []taken) ([]taken, error) {
	admitted, err := e.State.Statements(ctx, src.Name, date)
	if err != nil {
		return nil, err
	}
	raw, err := e.State.RawFiles(ctx, src.Name, date)
	if err != nil {
		return nil, err
	}
	for _, st := range admitted {
		i := slices.IndexFunc(raw, func(r state.RawFile) bool { return r.SHA256 == st.SHA256 })
		replaced := slices.ContainsFunc(files, func(t taken) bool {
			return t.sha256 == st.SHA256 || i >= 0 && t.Name == raw[i].Name
		})
		if i < 0 || replaced {
			continue
		}
		f := e.file(src, date, filepath.Join(e.Config.Home, raw[i].Path), raw[i].Name)
		files = append(files, taken{File: f, sha256: st.SHA256, stored: raw[i].Path, bytes: raw[i].Bytes, known: true, part: st.Part})
	}
	return files, nil
}

// absent says whether a file that is not there is awaited or late.
func (e *Engine) absent(src *config.Source, date calendar.Date, missing *archive.Missing) error {
	ready := src.ReadyAt(date)
	if e.Now.Before(ready) {
		return stop(state.NotReady, "%s: expected from %s", missing, ready.Format("2006-01-02 15:04 MST"))
	}
	return stop(state.Failed, "%s: late since %s; ask the provider or the exporting system for it, then run again", missing, ready.Format("2006-01-02 15:04 MST"))
}
