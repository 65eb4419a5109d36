package payrun

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"sort"
	"strings"

	"recon/internal/archive"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// The names that the settlement's own exports have in the archive.
const (
	ledgerSource  = "settle-ledger"
	payeesSource  = "settle-payees"
	openingSource = "settle-opening"
	statusSource  = "settle-status"
)

// takeInputs takes every file the batch is made of into the archive: the
// ledger's files of all periods since the start, the payee file of the period,
// and for the first batch the opening file.
func (e *Engine) takeInputs(ctx context.Context, m *making) error {
	m.asOf = e.Now
	e.stage("take files")
	for _, step := range []func(context.Context, *making) error{e.takeLedger, e.takePayees, e.takeOpening} {
		if err := step(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) takeLedger(ctx context.Context, m *making) error {
	src := source(ledgerSource, m.settings.Ledger.Fetch)
	first, last := m.settings.StartMonth().First(), m.period.Last()
	inputs, err := e.takeBetween(ctx, src, ledgerRole, first, last)
	if err != nil {
		return err
	}
	if inputs, err = e.addVanished(ctx, m, inputs); err != nil {
		return err
	}
	newest := calendar.Date(-1 << 31)
	for _, in := range inputs {
		newest = max(newest, in.Date)
	}
	if newest < m.period.First() {
		return refuse("%s: no file for %s, wanted %s: put the period's ledger there", knownDir(e.Config.Home, src), m.period, src.Fetch.Match(m.period.First()))
	}
	if m.settings.Ledger.Snapshot {
		inputs = slices.DeleteFunc(inputs, func(in Input) bool { return in.Date != newest })
	}
	m.inputs = append(m.inputs, inputs...)
	return nil
}

// addVanished adds the ledger files that the batch before was made of and that
// are gone from the folder: a file that was removed takes nothing back. One
// whose name is there with other bytes was replaced.
func (e *Engine) addVanished(ctx context.Context, m *making, inputs []Input) ([]Input, error) {
	if m.before == nil {
		return inputs, nil
	}
	old, err := e.resume(ctx, *m.before)
	if err != nil {
		return nil, err
	}
	for _, in := range old.of(ledgerRole) {
		if !slices.ContainsFunc(inputs, func(now Input) bool { return now.Name == in.Name || now.SHA256 == in.SHA256 }) {
			inputs = append(inputs, in)
		}
	}
	sort.Slice(inputs, func(i, j int) bool {
		a, b := inputs[i], inputs[j]
		return a.Date < b.Date || a.Date == b.Date && a.Name < b.Name
	})
	return inputs, nil
}

// takePayees takes the payee file of the period: the newest whose name is
// dated within it.
func (e *Engine) takePayees(ctx context.Context, m *making) error {
	src := source(payeesSource, m.settings.Payees.Fetch)
	dates, err := e.dates(src, calendar.Date(-1<<31), m.period.Last())
	if err != nil {
		return err
	}
	dir := knownDir(e.Config.Home, src)
	switch {
	case len(dates) == 0:
		return refuse("%s: no payee file, wanted %s", dir, src.Fetch.Match(m.period.First()))
	case dates[len(dates)-1] < m.period.First():
		return refuse("%s: the newest payee file is of %s, older than period %s; wanted %s: destinations change, export it anew",
			dir, dates[len(dates)-1], m.period, src.Fetch.Match(m.period.First()))
	}
	newest := dates[len(dates)-1]
	inputs, err := e.takeOnePayees(ctx, src, newest)
	m.inputs = append(m.inputs, inputs...)
	return err
}

// takeOnePayees takes the payee file of a date: one, as two would contradict
// each other.
func (e *Engine) takeOnePayees(ctx context.Context, src *config.Source, date calendar.Date) ([]Input, error) {
	inputs, err := e.takeBetween(ctx, src, payeesRole, date, date)
	if err == nil && len(inputs) != 1 {
		err = refuse("%s: %d payee files for %s (%s, %s), wanted one", knownDir(e.Config.Home, src), len(inputs), date, inputs[0].Name, inputs[1].Name)
	}
	return inputs, err
}

// takeOpening takes the opening file, for the first batch only.
func (e *Engine) takeOpening(ctx context.Context, m *making) error {
	o := m.settings.Opening
	if o == nil || o.None {
		return nil
	}
	src := source(openingSource, o.Fetch)
	date := m.settings.StartMonth().First()
	if m.before != nil {
		return e.sameOpening(ctx, src, date)
	}
	found, err := e.take(ctx, src, date)
	if err != nil {
		return err
	}
	if len(found) != 1 {
		return refuse("%s: %d opening files, wanted one: %s", knownDir(e.Config.Home, src), len(found), src.Fetch.Match(date))
	}
	m.inputs = append(m.inputs, input(openingRole, found[0]))
	return nil
}

// sameOpening refuses an opening file that is not the one the first batch
// posted: it would be passed over, and what it says is owed would be paid never.
func (e *Engine) sameOpening(ctx context.Context, src *config.Source, date calendar.Date) error {
	first, _, err := e.firstBatch(ctx)
	if err != nil {
		return err
	}
	posted, err := openingOf(first)
	if err != nil {
		return err
	}
	if len(posted) == 0 {
		return refuse("settle.opening names a file, but batch %s began without one; an opening is posted with the first batch only: say opening: none, and write what is owed from before into the ledger as adjustments", first.ID)
	}
	found, err := archive.Look(ctx, e.Config.Home, src, date)
	var missing *archive.Missing
	if errors.As(err, &missing) {
		return nil // it is in the archive
	}
	for _, t := range found {
		if t.SHA256 != posted[0].SHA256 {
			return refuse("%s: is not the opening that batch %s posted, and an opening is posted once: bring that file back or remove this one, and write corrections into the ledger as adjustments", t.Name, first.ID)
		}
	}
	return err
}

// source is a settlement's export as the archive knows sources.
func source(name string, fetch config.Fetch) *config.Source {
	return &config.Source{Name: name, Side: "ledger", Format: "table", Fetch: fetch}
}

func knownDir(home string, src *config.Source) string { return archive.KnownAs(home, src.Fetch.Dir) }

// takeBetween takes the files of every date in a range, by date and name.
func (e *Engine) takeBetween(ctx context.Context, src *config.Source, role string, from, to calendar.Date) ([]Input, error) {
	dates, err := e.dates(src, from, to)
	if err != nil {
		return nil, err
	}
	var inputs []Input
	for _, date := range dates {
		found, err := e.take(ctx, src, date)
		if err != nil {
			return nil, err
		}
		for _, t := range found {
			inputs = append(inputs, input(role, t))
		}
	}
	return inputs, nil
}

func input(role string, t archive.Taken) Input {
	return Input{Role: role, Name: t.Name, Date: t.Date, SHA256: t.SHA256, Path: t.Stored, Bytes: t.Bytes, here: t.Path}
}

// dates are the dates in the names of a folder's files, in a range, ascending.
func (e *Engine) dates(src *config.Source, from, to calendar.Date) ([]calendar.Date, error) {
	entries, err := os.ReadDir(src.Fetch.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refuse("%s: no such folder: make it, or correct the folder in %s", knownDir(e.Config.Home, src), strings.Replace(src.Name, "-", ".", 1))
	}
	if err != nil {
		return nil, err
	}
	var dates []calendar.Date
	for _, entry := range entries {
		date, ok := src.Fetch.DateOf(entry.Name())
		if ok && !entry.IsDir() && date >= from && date <= to && !slices.Contains(dates, date) {
			dates = append(dates, date)
		}
	}
	slices.Sort(dates)
	return dates, nil
}

// take takes a source's files of a date into the archive, or looks at them
// where they lie when no trace may be left.
func (e *Engine) take(ctx context.Context, src *config.Source, date calendar.Date) ([]archive.Taken, error) {
	take := archive.Take
	if e.DryRun {
		take = archive.Look
	}
	found, err := take(ctx, e.Config.Home, src, date)
	var writing *archive.StillWriting
	var missing *archive.Missing
	switch {
	case errors.As(err, &writing):
		return nil, &Stop{Kind: NotReady, Cause: writing.Error()}
	case errors.As(err, &missing):
		return nil, refuse("%s", missing)
	case err != nil || e.DryRun:
		return found, err
	}
	for _, t := range found {
		raw := state.RawFile{Source: t.Source, Date: t.Date, SHA256: t.SHA256, Name: t.Name, Path: t.Stored, Bytes: t.Bytes, TakenAt: e.Now}
		if err := e.State.AddRawFile(ctx, raw); err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(t.Name), err)
		}
	}
	return found, nil
}
