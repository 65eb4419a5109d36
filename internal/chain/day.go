package chain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/keyjoin"
	"recon/internal/state"
	"recon/internal/store"
	"recon/match"
	"recon/report"
)

// day is one day on its way through the stages.
type day struct {
	*link
	ws        *store.Store
	scratch   string       // folder of this day's working files
	keep      func() error // has the archive keep the day's files; the same answer however often it is asked
	inputs    state.Inputs
	digest    string // of inputs
	rules     rules
	pieceList []ingest.Piece      // of the files that were read
	reused    []state.ManifestRow // entry files of the version before, when no file changed
	files     *report.Publication
	entries   int64               // rows of today and of the history that is looked at
	read      []ingest.File       // the files that pieceList is of
	keys      *keyjoin.Rows       // of the rows that were read; nil when entry files are taken over
	matches   <-chan settledParts // what came of writing the settled pairs; nil when nothing is under way
	summary   Summary
	accepted  Accept
}

// Day is the whole of a reconciliation's day, stage by stage. A day that is
// not published is a *Stop; everything else that goes wrong is an error.
func (e *Engine) Day(ctx context.Context, rec *config.Reconciliation, date calendar.Date) (o Outcome, err error) {
	e.stage(rec, date, "fetch")
	l, err := e.link(ctx, rec, date)
	if err != nil {
		return o, err
	}
	files, err := e.fetch(ctx, rec, date)
	if err != nil {
		return o, err
	}
	d := &day{link: l, keep: e.keeping(ctx, files, date)}
	defer func() { err = withKept(err, d.keep()) }()
	if d.rules, err = e.rulesOf(l); err != nil {
		return o, err
	}
	if err := e.carryInputs(ctx, d); err != nil {
		return o, err
	}
	if e.unchanged(d, files) {
		return e.alreadyDone(d)
	}
	if err := e.open(ctx, d); err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, d.close()) }()

	e.stage(rec, date, "read")
	if err := e.read(ctx, d, files); err != nil {
		return o, err
	}
	if l.latest != nil && d.digest == l.latest.InputDigest && !e.Restate {
		return e.alreadyDone(d)
	}
	e.startPublication(d)
	e.stage(rec, date, "match")
	if err := e.fill(ctx, d); err != nil {
		return o, err
	}
	found, err := match.Run(ctx, d.ws, match.Options{Due: e.dueDates(d), Keys: d.keys, Entries: d.entries, Threads: e.Config.Limits.Threads,
		Joined: func(settled *keyjoin.Result) { e.startMatches(ctx, d, settled) },
		Again:  func(ctx context.Context, rows []keyjoin.Row) ([]string, error) { return e.readAgain(ctx, d, rows) }})
	if err != nil {
		return o, err
	}
	if err := d.summarize(ctx, found); err != nil {
		return o, err
	}
	if err := e.judge(ctx, d); err != nil {
		return o, err
	}
	e.stage(rec, date, "publish")
	return e.publish(ctx, d)
}

// carryInputs gathers what the day takes from days before and from people.
func (e *Engine) carryInputs(ctx context.Context, d *day) error {
	from := d.date - historyDays
	if d.previous != nil {
		from = min(from, d.previous.Date)
	}
	b, err := e.readBook(ctx, d.rec.Name, from, d.date-1)
	if err != nil {
		return err
	}
	closures, err := e.State.Closures(ctx, d.rec.Name, d.date)
	if err != nil {
		return err
	}
	d.inputs = chainInputs(d.link, b, closures)
	return nil
}

// dueDates says when rows of the day that stay one-sided are due.
func (e *Engine) dueDates(d *day) match.DueFunc {
	return func(source, kind string, date calendar.Date) (match.Due, error) {
		src := e.Config.Source(source)
		if src == nil {
			return match.Due{}, fmt.Errorf("source %q has open entries of %s and is not configured any more: put it back", source, d.rec.Name)
		}
		from, on, late := d.rules.due(src, kind, date)
		return match.Due{WindowFrom: from, On: on, OnLate: late}, nil
	}
}

// unchanged reports whether a stored day follows from exactly these files, so
// that nothing has to be read.
func (e *Engine) unchanged(d *day, files []taken) bool {
	if d.latest == nil || e.Restate {
		return false
	}
	stored := map[string]bool{}
	for _, f := range d.latest.Inputs.Files {
		stored[f.Source+" "+f.SHA256] = true
	}
	for _, f := range files {
		if !f.known && !stored[f.Source.Name+" "+f.sha256] {
			return false
		}
	}
	d.inputs.Files = d.latest.Inputs.Files
	return inputDigest(d.inputs) == d.latest.InputDigest
}

func (e *Engine) alreadyDone(d *day) (Outcome, error) {
	s, err := parseSummary(d.latest.Summary)
	return Outcome{Reconciliation: d.rec.Name, Date: d.date, State: state.Already,
		Version: d.latest.Version, OpenBreaks: s.openBreaks()}, err
}

// open makes the day's workspace.
func (e *Engine) open(ctx context.Context, d *day) (err error) {
	base := filepath.Join(e.Config.Home, "tmp")
	if e.DryRun {
		base = ""
	} else if err := os.MkdirAll(base, 0o700); err != nil {
		return err
	}
	if d.scratch, err = os.MkdirTemp(base, "day-*"); err != nil {
		return err
	}
	if err := os.Mkdir(d.pieces(), 0o700); err != nil {
		return err
	}
	d.ws, err = store.Open(ctx, store.Options{Dir: d.scratch, Memory: e.Config.Limits.Memory, Threads: e.Config.Limits.Threads})
	return err
}

func (d *day) close() error {
	var err error
	if d.files != nil {
		// A day that stopped has files that are still being written and hashed; what
		// came of that is of no interest any more, or was reported by publish.
		_ = d.waitForMatches()
		_, _ = d.files.Wait()
	}
	if d.keys != nil {
		err = d.keys.Close()
	}
	if d.ws != nil {
		err = errors.Join(err, d.ws.Close())
	}
	return errors.Join(err, os.RemoveAll(d.scratch))
}
