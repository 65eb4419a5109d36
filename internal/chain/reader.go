package chain

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"sync"
	"time"

	"recon/internal/calendar"
	"recon/internal/store"
)

// reader reads published days for reports, from the files of their manifests.
// Its workspace is opened by the first question that needs one: what is printed
// at the end of a run is figures of the state.
type reader struct {
	settings store.Options
	guard    sync.Mutex
	ws       *store.Store
	lent     bool // by who closes it
	ended    bool
	views    int // made so far; each reconciliation's views have a number of their own
}

func (e *Engine) openReader() *reader {
	return &reader{settings: store.Options{Memory: e.Config.Limits.Memory, Threads: e.Config.Limits.Threads}}
}

// readerIn reads in a workspace that is open already and stays it; nil: in one
// of its own. Opening costs, and makes every other give back what it has spare.
func (e *Engine) readerIn(ws *store.Store) *reader {
	r := e.openReader()
	r.ws, r.lent = ws, ws != nil
	return r
}

// workspace is the open workspace. Files of a report are written side by side,
// and the first that asks opens it.
func (r *reader) workspace(ctx context.Context) (*store.Store, error) {
	r.guard.Lock()
	defer r.guard.Unlock()
	if r.ended {
		return nil, errors.New("the report's rows are not to be read any more")
	}
	if r.ws != nil {
		return r.ws, nil
	}
	ws, err := store.Open(ctx, r.settings)
	if err == nil {
		r.ws = ws
	}
	return ws, err
}

// show makes a view over the files of a table.
func (r *reader) show(ctx context.Context, view, template string, parts []store.Part) error {
	ws, err := r.workspace(ctx)
	if err != nil {
		return err
	}
	return ws.ViewParts(ctx, view, template, "", parts)
}

// Close ends the reading.
func (r *reader) Close() error {
	r.guard.Lock()
	defer r.guard.Unlock()
	r.ended = true
	if r.ws == nil || r.lent {
		return nil
	}
	return r.ws.Close()
}

// stream walks a query's rows without holding them.
func stream[T any](ctx context.Context, r *reader, query string, scan func(*sql.Rows) (T, error), args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		ws, err := r.workspace(ctx)
		if err != nil {
			yield(none, err)
			return
		}
		rows, err := ws.DB().QueryContext(ctx, query, args...)
		if err != nil {
			yield(none, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if row, err := scan(rows); !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, err)
		}
	}
}

func dateOf(t time.Time) calendar.Date { return calendar.Of(t.Date()) }
