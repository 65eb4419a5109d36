package match

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"recon/internal/store"
)

// viewPastDays makes the view past_day: history_entry on the days that reopened
// names. The days stand in it as literals, so that no other day of a long
// history is opened, and none at all on most days.
func viewPastDays(ctx context.Context, ws *store.Store) error {
	days := []string{"date '0001-01-01'"}
	err := each(ctx, ws, "select arrived_on from reopened where cause = 'changed' group by arrived_on order by arrived_on", func(r *sql.Rows) error {
		var day time.Time
		err := r.Scan(&day)
		days = append(days, "date '"+day.Format(time.DateOnly)+"'")
		return err
	})
	if err != nil {
		return err
	}
	return ws.Exec(ctx, "create view past_day as select * from history_entry where arrived_on in ("+strings.Join(days, ", ")+")")
}
