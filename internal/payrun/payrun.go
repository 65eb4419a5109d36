// Package payrun makes payout batches and carries each payout to its end: it
// calls the stages in order as internal/chain does for a day. It reads no
// clock and prints nothing.
package payrun

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/settle"
)

// Engine makes batches. Its fields are set once.
type Engine struct {
	Config  *config.Config
	State   *state.State
	Now     time.Time
	RunID   int64
	Version string // of the engine
	Maker   string // who runs it; may never approve

	DryRun   bool // work everything out, leave no trace
	Progress func(bytes, rows int64)
	Stage    func(stage string)

	fresh *fresh
	told  *told // the batch whose reports were written last
}

// Close ends what the engine still reads.
func (e *Engine) Close() error { return e.forget() }

// Ask is what a batch is made for.
type Ask struct {
	Period       calendar.Month
	Supplement   bool
	Except       []Exception
	ConfirmTotal []string // 123.45 or EUR:123.45, as the caller typed them
}

// Exception is a person's word that a batch may be made although a
// reconciliation is behind; its entries are held.
type Exception struct {
	Name string `json:"name"`
	By   string `json:"by"`
	Why  string `json:"why"`
}

// Kind says why nothing was done.
type Kind int

// The kinds of Stop.
const (
	Refused  Kind = iota // the input, or the state of things, does not allow it
	Misused              // the caller asked for something that cannot be
	NotReady             // it is too early: try again later
	Unfit                // the settings do not go with what is there
)

// Stop is why nothing was done. Nothing was posted and nothing written.
type Stop struct {
	Kind   Kind
	Cause  string
	Faults []string // path:line: column "X": found, wanted
	More   int64    // faults beyond those listed
}

func (s *Stop) Error() string {
	lines := append([]string{s.Cause}, s.Faults...)
	if s.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", s.More))
	}
	return strings.Join(lines, "\n  ")
}

func refuse(format string, args ...any) error {
	return &Stop{Kind: Refused, Cause: fmt.Sprintf(format, args...)}
}
func misuse(format string, args ...any) error {
	return &Stop{Kind: Misused, Cause: fmt.Sprintf(format, args...)}
}
func unfit(format string, args ...any) error {
	return &Stop{Kind: Unfit, Cause: fmt.Sprintf(format, args...)}
}

// Result is what a call of Settle came to.
type Result struct {
	Batch   state.Batch // zero No for a dry run
	Summary settle.Summary
	Already bool // the batch was complete before

	plan *making // of a dry run, which is stored nowhere
}

// Settle makes the batch of a period, or goes on where an earlier call was
// stopped. A complete batch is only reported. The order of things: what may be
// begun, the input files, the plan, the batch row, slices, completion, files
// for the banks, publication and reports.
func (e *Engine) Settle(ctx context.Context, ask Ask) (Result, error) {
	batch, begun, err := e.begun(ctx, ask)
	if err == nil {
		err = e.finishParts(ctx, ask.Period, batch)
	}
	if err != nil {
		return Result{}, err
	}
	if begun && batch.Complete != nil {
		return Result{Batch: batch, Already: true}, e.finish(ctx, batch, nil)
	}
	m, err := e.prepare(ctx, ask, batch, begun)
	if err != nil {
		return Result{}, err
	}
	if err := e.work(ctx, m); err != nil {
		return Result{}, errors.Join(err, m.close())
	}
	if e.DryRun {
		return Result{Batch: m.batch, Summary: m.summary, plan: m}, nil
	}
	defer m.close()
	if err := e.post(ctx, m); err != nil {
		return Result{}, err
	}
	if batch, err = e.State.BatchRow(ctx, m.batch.No); err != nil {
		return Result{}, err
	}
	return Result{Batch: batch, Summary: m.summary}, e.finish(ctx, batch, m)
}

// settings are the settlement's settings as they are now.
func (e *Engine) settings() *config.Settle { return e.Config.Settle }

// home is a path below home.
func (e *Engine) home(parts ...string) string {
	return filepath.Join(append([]string{e.Config.Home}, parts...)...)
}

func (e *Engine) stage(name string) {
	if e.Stage != nil {
		e.Stage(name)
	}
}
