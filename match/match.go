// Package match pairs the entries of a day: what the provider's statements say
// against what the company's own books say. `ls -R match/sql` is the algorithm;
// the Go around it names the rows that stay open and dates them.
package match

import (
	"context"
	"embed"
	"runtime"

	"recon/internal/calendar"
	"recon/internal/keyjoin"
	"recon/internal/store"
)

//go:embed sql/*/*.sql
var steps embed.FS

// Due says when a one-sided row of one source, kind and business date counts
// as missing: from On, or from OnLate when it occurred at WindowFrom (epoch
// microseconds) or later, that is within the cut window of its business day.
type Due struct {
	WindowFrom int64
	On, OnLate calendar.Date
}

// DueFunc works out Due from the configuration.
type DueFunc func(source, kind string, businessDate calendar.Date) (Due, error)

// between are the tables that Go fills between two folders of steps.
var between = []string{"due", "open_id"}

// Options are what Run needs beside the workspace.
type Options struct {
	Due    DueFunc
	Keys   *keyjoin.Rows         // today's rows that can be joined, as reading gathered them; nil: they are read from the table entry
	Joined func(*keyjoin.Result) // called with the settled pairs, which can be written while the rest is matched; may be nil
	// Again reads rows of today anew, all columns of entry, and returns the Parquet
	// files with them; nil: left-over rows are looked for in the table entry.
	Again func(context.Context, []keyjoin.Row) ([]string, error)
	// Entries is how many rows today and the history have; 0 is unknown.
	Entries int64
	Threads int // 0: all processors
}

// Run matches the day that the workspace holds. The caller has created and
// filled run, rule, file, entry, carried, closed_key, closure, own_kind,
// control, history_entry, history_match and history_reopened (tables of the
// shared schema, or views of the same columns). Run settles the pairs of the
// plain join and leaves pool_match, which with them is the table match, break,
// open_entry, closed, closed_entry, reopened, repeated, by_nature, chargeback,
// proof, day_count and day_amount. A law that does not hold is an error.
func Run(ctx context.Context, ws *store.Store, o Options) (Summary, error) {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	for _, table := range between {
		if err := ws.CreateTable(ctx, table); err != nil {
			return Summary{}, err
		}
	}
	narrow := o.Threads
	if 0 < o.Entries && o.Entries < fewEntries {
		narrow = 1
	}
	folder := func(dir string, threads int) func() error {
		return func() error {
			if err := ws.SetThreads(ctx, threads); err != nil {
				return err
			}
			return ws.RunSteps(ctx, steps, "match", "sql/"+dir, o.Threads)
		}
	}
	for _, step := range []func() error{
		folder("1_again", narrow),
		func() error { return viewPastDays(ctx, ws) },
		folder("2_special", narrow),
		func() error { return joinPlainly(ctx, ws, o) },
		folder("3_whole", o.Threads),
		folder("4_pair", narrow),
		func() error { return nameOpen(ctx, ws) },
		func() error { return dateOpen(ctx, ws, o.Due) },
		folder("5_judge", narrow),
	} {
		if err := step(); err != nil {
			return Summary{}, err
		}
	}
	return summarize(ctx, ws)
}

// fewEntries: on a day of fewer the queries are so small that their threads cost
// more than they bring; several steps run side by side instead, each on one.
const fewEntries = 5_000_000
