package report

import (
	"context"
	"fmt"
	"time"

	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/stop"
)

// Publisher puts days where people and analysts find them. Its caller holds
// the lock of home.
type Publisher struct {
	Home  string // absolute
	State *state.State
	At    time.Time // when this run publishes; it goes into the state and nowhere else

	// Reports writes the reports of a day from the state and the day's
	// published files, so that it can be asked again after a crash. It may be nil.
	Reports func(ctx context.Context, day state.DayKey) error

	// Placed is called when the lake of home was swapped. It may be nil.
	Placed func(ctx context.Context, home string) error
}

// Publish makes a day visible: its files go to versions, the state commits
// the day with their manifest, the lake is swapped, reports are written, and
// the state says that all of it is in place. An error before the commit leaves
// the former version as it was; after it, Recover does the rest. The day's
// version must be the one after the latest; an empty output digest is filled
// with that of the files.
func (p *Publisher) Publish(ctx context.Context, day state.Day, files *Publication) error {
	return disk.Explain(p.Home, p.publish(ctx, day, files))
}

func (p *Publisher) publish(ctx context.Context, day state.Day, files *Publication) error {
	rows, err := files.Wait()
	if err != nil {
		return err
	}
	stop.At(stop.Hashed)
	if err := files.moveIn(); err != nil {
		return err
	}
	stop.At(stop.Versions)
	if day.OutputDigest == "" {
		day.OutputDigest = DigestOf(rows)
	}
	if err := p.State.CommitDay(ctx, day, rows); err != nil {
		return err
	}
	stop.At(stop.Committed)
	return p.finish(ctx, day.DayKey)
}

// finish swaps the lake, writes a day's reports and stores that it is published.
func (p *Publisher) finish(ctx context.Context, day state.DayKey) error {
	if err := p.place(ctx, day); err != nil {
		return err
	}
	if p.Placed != nil {
		if err := p.Placed(ctx, p.Home); err != nil {
			return err
		}
	}
	stop.At(stop.Lake)
	if p.Reports != nil {
		if err := p.Reports(ctx, day); err != nil {
			return fmt.Errorf("reports of %s %s: %w", day.Reconciliation, day.Date, err)
		}
	}
	stop.At(stop.Reports)
	if err := p.State.MarkPublished(ctx, day, p.At); err != nil {
		return err
	}
	stop.At(stop.Published)
	return nil
}

// Recover finishes what a killed run left: it empties home/tmp, swaps the lake
// and writes the reports of every committed day whose lake files are not those
// of its manifest or that is not marked published, and removes files from
// versions that no manifest names and that are older than a day. It returns
// the days it had to finish. Whoever takes the lock calls it first.
func (p *Publisher) Recover(ctx context.Context) ([]state.DayKey, error) {
	finished, err := p.recover(ctx)
	return finished, disk.Explain(p.Home, err)
}

func (p *Publisher) recover(ctx context.Context) (finished []state.DayKey, err error) {
	if err := p.emptyScratch(); err != nil {
		return nil, err
	}
	days, err := p.unfinished(ctx)
	if err != nil {
		return nil, err
	}
	for _, day := range days {
		if err := p.finish(ctx, day); err != nil {
			return finished, err
		}
		finished = append(finished, day)
	}
	if err := p.sweep(ctx); err != nil {
		return finished, err
	}
	stop.At(stop.Swept)
	return finished, nil
}

// unfinished are the days that are not marked published or whose lake files
// are not those of their manifest, by date and reconciliation.
func (p *Publisher) unfinished(ctx context.Context) (open []state.DayKey, err error) {
	days, err := p.State.CurrentDays(ctx)
	if err != nil {
		return nil, err
	}
	files, err := p.State.CurrentFiles(ctx)
	if err != nil {
		return nil, err
	}
	differs := map[state.DayKey]bool{}
	for _, f := range files {
		differs[f.DayKey] = differs[f.DayKey] || !p.isPlaced(f)
	}
	for _, d := range days {
		if !d.Published || differs[d.DayKey] {
			open = append(open, d.DayKey)
		}
	}
	return open, nil
}
