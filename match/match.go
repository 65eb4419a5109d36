// Package match pairs the entries of a day: what the provider's statements say
// against what the company's own books say. `ls -R match/sql` is the algorithm;
// the Go around it names the rows that stay open and dates them.
package match

import (
	"context"
	"embed"

	"recon/internal/calendar"
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

// Run matches the day that the workspace holds. The caller has created and
// filled run, rule, file, entry, carried, closed_key, closure, own_kind,
// control, history_entry, history_match and history_reopened (tables of the
// shared schema, or views of the same columns). Run leaves match, break,
// open_entry, closed, closed_entry, reopened, repeated, by_nature, chargeback,
// proof, day_count and day_amount. A law that does not hold is an error.
// Paired, if it is not nil, is called once match is complete, so that it can be
// written while the rest is judged.
func Run(ctx context.Context, ws *store.Store, due DueFunc, paired func()) (Summary, error) {
	for _, table := range between {
		if err := ws.CreateTable(ctx, table); err != nil {
			return Summary{}, err
		}
	}
	if err := ws.RunDir(ctx, steps, "match", "sql/1_again"); err != nil {
		return Summary{}, err
	}
	if err := viewPastDays(ctx, ws); err != nil {
		return Summary{}, err
	}
	if err := ws.RunDir(ctx, steps, "match", "sql/2_pair"); err != nil {
		return Summary{}, err
	}
	if paired != nil {
		paired()
	}
	if err := nameOpen(ctx, ws); err != nil {
		return Summary{}, err
	}
	if err := dateOpen(ctx, ws, due); err != nil {
		return Summary{}, err
	}
	if err := ws.RunDir(ctx, steps, "match", "sql/3_judge"); err != nil {
		return Summary{}, err
	}
	return summarize(ctx, ws)
}
