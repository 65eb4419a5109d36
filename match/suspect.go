package match

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"recon/internal/money"
	"recon/internal/store"
)

// Suspicion says why a day that was matched should not be published: a side
// that looks incomplete, or a setting that looks wrong.
type Suspicion struct {
	Side     string // the side that looks incomplete, statement or ledger; "" if it is only a setting
	Rows, Of int64  // rows of the other side without a partner, of all its rows
	Money    []Alone
	From     time.Time // the hours in which rows lack a partner; zero when it is every hour
	Until    time.Time // exclusive

	Setting string // zone, unit, sign or order_ref; "" if no setting looks wrong
	Source  string // whose setting it is; "" where it cannot be said

	Text string // all of it as English sentences
}

// Alone is the money of rows without a partner in one currency, minor units
// whatever their sign.
type Alone struct {
	Currency  string
	Minor, Of int64
}

// Suspect looks at the day that Run has matched, by the limits in the table
// rule. It returns nil when nothing is suspect. Hours are told in zone.
func Suspect(ctx context.Context, ws *store.Store, zone *time.Location) (*Suspicion, error) {
	if err := ws.RunDir(ctx, steps, "match", "sql/6_doubt"); err != nil {
		return nil, err
	}
	d, err := readDoubt(ctx, ws)
	if err != nil {
		return nil, err
	}
	s := &Suspicion{}
	d.incomplete(s)
	d.setting(s, zone)
	if s.Side == "" && s.Setting == "" {
		return nil, nil
	}
	if err := ws.RunDir(ctx, steps, "match", "sql/7_explain"); err != nil {
		return nil, err
	}
	return s, s.explain(ctx, ws, zone)
}

// doubt is what the day shows of itself.
type doubt struct {
	percent, rows int64 // the limits
	shares        []share
	keys          struct{ statement, ledger, both int64 }
	pairs         []pair
}

// share is one currency of one side.
type share struct {
	side, currency                    string
	rows, moved, aloneRows, aloneMove int64
}

// pair is two rows of one key.
type pair struct {
	source, kind      string
	statement, ledger int64 // minor units of one currency
	at                int64 // the statement's time, epoch microseconds
	laterBy           int64 // microseconds by which that is later than the own row's
}

func readDoubt(ctx context.Context, ws *store.Store) (d doubt, err error) {
	err = each(ctx, ws, "select one_sided_percent, one_sided_rows from rule", func(r *sql.Rows) error {
		return r.Scan(&d.percent, &d.rows)
	})
	if err != nil {
		return d, err
	}
	err = each(ctx, ws, "select side, currency, entries, moved_minor, alone, alone_minor from side_share order by side, currency", func(r *sql.Rows) error {
		var s share
		err := r.Scan(&s.side, &s.currency, &s.rows, &s.moved, &s.aloneRows, &s.aloneMove)
		d.shares = append(d.shares, s)
		return err
	})
	if err != nil {
		return d, err
	}
	err = each(ctx, ws, "select statement_keys, ledger_keys, both_keys from key_share", func(r *sql.Rows) error {
		return r.Scan(&d.keys.statement, &d.keys.ledger, &d.keys.both)
	})
	if err != nil {
		return d, err
	}
	err = each(ctx, ws, "select source, kind, statement_minor, ledger_minor, occurred_at, later_by from pair_sample where currency = ledger_currency order by source, kind, occurred_at, later_by, statement_minor, ledger_minor", func(r *sql.Rows) error {
		var p pair
		err := r.Scan(&p.source, &p.kind, &p.statement, &p.ledger, &p.at, &p.laterBy)
		d.pairs = append(d.pairs, p)
		return err
	})
	return d, err
}

// incomplete finds the side of which more than the limit, in rows or in the
// money of one currency, has no partner; the other side is the incomplete one.
// When both are, it is the one whose partners lack the more.
func (d doubt) incomplete(s *Suspicion) {
	for _, side := range []string{"statement", "ledger"} {
		var rows, alone int64
		var lost []Alone
		over := false
		for _, x := range d.shares {
			if x.side != side {
				continue
			}
			rows, alone = rows+x.rows, alone+x.aloneRows
			over = over || x.aloneRows >= d.rows && exceeds(x.aloneMove, x.moved, d.percent)
			if x.aloneRows > 0 {
				lost = append(lost, Alone{x.currency, x.aloneMove, x.moved})
			}
		}
		over = over || alone >= d.rows && exceeds(alone, rows, d.percent)
		if over && alone > s.Rows {
			s.Side, s.Rows, s.Of, s.Money = otherSide(side), alone, rows, lost
		}
	}
}

// exceeds reports whether part is more than percent of whole.
func exceeds(part, whole, percent int64) bool {
	return part > whole/100*percent+whole%100*percent/100
}

func otherSide(side string) string {
	if side == "statement" {
		return "ledger"
	}
	return "statement"
}

// explain adds the hours and puts everything into words.
func (s *Suspicion) explain(ctx context.Context, ws *store.Store, zone *time.Location) error {
	var parts []string
	if s.Side != "" {
		if err := s.findHours(ctx, ws, zone); err != nil {
			return err
		}
		parts = append(parts, s.sayIncomplete())
	}
	if s.Setting == "order_ref" {
		if err := s.findField(ctx, ws); err != nil {
			return err
		}
	}
	if s.Text != "" {
		parts = append(parts, s.Text)
	}
	s.Text = strings.Join(parts, "; ")
	return nil
}

func (s *Suspicion) sayIncomplete() string {
	name, rows, lack := "the own exports look incomplete", "statement", "are not in our books"
	if s.Side == "statement" {
		name, rows, lack = "the statement looks incomplete", "own", "are not at the provider"
	}
	var lost []string
	for _, m := range s.Money {
		lost = append(lost, money.Format(m.Minor, money.Exponent(m.Currency))+" "+m.Currency)
	}
	text := fmt.Sprintf("%s: %d of %d %s rows (%d %%, %s) %s", name, s.Rows, s.Of, rows, 100*s.Rows/max(s.Of, 1), strings.Join(lost, ", "), lack)
	if s.From.IsZero() {
		return text + ", spread over the whole day"
	}
	return text + ", most of them between " + s.From.Format("15:04") + " and " + clock(s.Until, s.From)
}

// clock prints the end of a span; midnight after its beginning is 24:00.
func clock(until, from time.Time) string {
	if until.Hour() == 0 && until.Minute() == 0 && until.After(from) {
		return "24:00"
	}
	return until.Format("15:04")
}

// findHours looks for one run of hours, not the whole day, in which at least
// half of the rows have no partner and which holds most of those that have none.
func (s *Suspicion) findHours(ctx context.Context, ws *store.Store, zone *time.Location) error {
	var first, last, inside, hours, bad int64
	err := each(ctx, ws, "select side, hour_from, entries, alone from hour_share order by hour_from, side", func(r *sql.Rows) error {
		var side string
		var from, rows, alone int64
		if err := r.Scan(&side, &from, &rows, &alone); err != nil || side == s.Side {
			return err
		}
		hours++
		if 2*alone < rows {
			return nil
		}
		if bad == 0 {
			first = from
		}
		bad, last, inside = bad+1, from, inside+alone
		return nil
	})
	if err == nil && bad > 0 && bad < hours && 2*inside > s.Rows {
		s.From = time.UnixMicro(first).In(zone)
		s.Until = time.UnixMicro(last).Add(time.Hour).In(zone)
	}
	return err
}
