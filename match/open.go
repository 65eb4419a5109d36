package match

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"time"

	"recon/internal/calendar"
	"recon/internal/store"
)

// name is what the id of an entry is made of.
type name struct {
	n                                      int64
	side, source, ownID, kind, ref, refund string
	arrivedOn                              time.Time
	occurrence                             int64
}

// entryID is the lower hex of the first 16 bytes of sha256 over texts that each
// have their length before them: of a statement's row its source and date, the
// numbers the provider gives it and which of the rows with these numbers it
// is; of an own row its source and own id. Amounts and positions are no part
// of it.
func (e name) entryID() string {
	texts := []string{e.source, e.ownID}
	if e.side == "statement" {
		texts = []string{e.source, e.arrivedOn.Format(time.DateOnly), e.kind, e.ref, e.refund, strconv.FormatInt(e.occurrence, 10)}
	}
	var buf []byte
	for _, text := range texts {
		buf = binary.BigEndian.AppendUint32(buf, uint32(len(text)))
		buf = append(buf, text...)
	}
	sum := sha256.Sum256(buf)
	return hex.EncodeToString(sum[:16])
}

// nameOpen fills open_id from name.
func nameOpen(ctx context.Context, ws *store.Store) error {
	const query = "select n, side, arrived_on, source, own_id, kind, ref, refund_ref, occurrence from name"
	return ws.Append(ctx, "open_id", func(add func(...driver.Value) error) error {
		return ws.Scan(ctx, query, func(v []driver.Value) error {
			e := name{
				n: v[0].(int64), side: v[1].(string), arrivedOn: v[2].(time.Time), source: v[3].(string), ownID: v[4].(string),
				kind: v[5].(string), ref: v[6].(string), refund: v[7].(string), occurrence: v[8].(int64),
			}
			return add(e.n, e.entryID())
		})
	})
}

// undated lists what due dates are needed for: few, since they hang on a row's
// source, kind and date only.
const undated = `
	select p.source, p.kind, p.business_date
	from pool as p
	join fate as f on f.n = p.n
	where p.due_on is null
	group by p.source, p.kind, p.business_date
	order by p.source, p.kind, p.business_date`

// dateOpen fills due for the rows that stay open.
func dateOpen(ctx context.Context, ws *store.Store, due DueFunc) error {
	rows, err := ws.DB().QueryContext(ctx, undated)
	if err != nil {
		return err
	}
	defer rows.Close()
	return ws.Append(ctx, "due", func(add func(...driver.Value) error) error {
		for rows.Next() {
			if err := addDue(rows, due, add); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

func addDue(row *sql.Rows, due DueFunc, add func(...driver.Value) error) error {
	var source, kind string
	var date time.Time
	if err := row.Scan(&source, &kind, &date); err != nil {
		return err
	}
	d, err := due(source, kind, calendar.Of(date.Year(), date.Month(), date.Day()))
	if err != nil {
		return err
	}
	return add(source, kind, date, d.WindowFrom, midnight(d.On), midnight(d.OnLate))
}

// midnight is a date in the form the driver takes for DATE.
func midnight(d calendar.Date) time.Time { return d.Start(time.UTC) }
