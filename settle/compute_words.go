package settle

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"time"

	"recon/internal/money"
	"recon/internal/store"
)

// words are the tables that put amounts and instants into words, which SQL that
// every engine reads alike cannot.
var words = []struct {
	table, query string
	word         func(*sql.Rows) ([]driver.Value, error)
}{
	{"rule_word", "select currency, minimum_minor, maximum_minor from currency_rule order by currency", ruleWord},
	{"cooling_word", `select distinct coalesce(p.seen_at, r.as_of) as seen_at, r.as_of - r.cooling_since as waits
from payee as p cross join settle_run as r where p.known order by seen_at`, coolingWord},
}

func fillWords(ctx context.Context, ws *store.Store) error {
	for _, w := range words {
		if err := ws.Exec(ctx, "drop table if exists "+w.table); err != nil {
			return err
		}
		if err := runFile(ctx, ws, "schema/words/"+w.table+".sql"); err != nil {
			return err
		}
		err := ws.Append(ctx, w.table, func(add func(...driver.Value) error) error {
			return eachRow(ctx, ws, w.query, func(r *sql.Rows) error {
				row, err := w.word(r)
				if err != nil {
					return err
				}
				return add(row...)
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ruleWord writes the limits of a currency like 10.00 EUR.
func ruleWord(r *sql.Rows) ([]driver.Value, error) {
	var currency string
	var minimum int64
	var maximum sql.NullInt64
	if err := r.Scan(&currency, &minimum, &maximum); err != nil {
		return nil, err
	}
	word := func(minor int64) string { return money.Format(minor, money.Exponent(currency)) + " " + currency }
	most := ""
	if maximum.Valid {
		most = word(maximum.Int64)
	}
	return []driver.Value{currency, word(minimum), most}, nil
}

// coolingWord writes until when a destination waits. The zone of the settlement
// is not known here, so it says UTC.
func coolingWord(r *sql.Rows) ([]driver.Value, error) {
	var seen, waits int64
	err := r.Scan(&seen, &waits)
	return []driver.Value{seen, time.UnixMicro(seen + waits).UTC().Format("2006-01-02 15:04:05 UTC")}, err
}

// eachRow calls f for every row of a query.
func eachRow(ctx context.Context, ws *store.Store, query string, f func(*sql.Rows) error) error {
	rows, err := ws.DB().QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
