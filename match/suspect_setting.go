package match

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"recon/internal/store"
)

// setting looks for a setting that would explain the day: times that are all
// off by the same whole hours, amounts that are all off by 100 or by their
// sign, keys of which hardly any joins. At least as many pairs as the limit of
// rows must show it.
func (d doubt) setting(s *Suspicion, zone *time.Location) {
	if d.wrongKey() {
		s.Setting = "order_ref"
		return
	}
	for from := 0; from < len(d.pairs); {
		until := from
		for until < len(d.pairs) && d.pairs[until].source == d.pairs[from].source && d.pairs[until].kind == d.pairs[from].kind {
			until++
		}
		if pairs := d.pairs[from:until]; int64(len(pairs)) >= d.rows && s.Setting == "" {
			s.fromPairs(pairs, zone)
		}
		from = until
	}
}

// wrongKey reports whether under 5 % of the keys of the smaller side join.
func (d doubt) wrongKey() bool {
	few := min(d.keys.statement, d.keys.ledger)
	return few >= d.rows && 20*d.keys.both < few
}

// fromPairs judges the pairs of one source and kind.
func (s *Suspicion) fromPairs(pairs []pair, zone *time.Location) {
	var hundredfold, hundredth, negated int
	offs := map[int64]int{}
	for _, p := range pairs {
		offs[wholeHours(p.laterBy)]++
		switch {
		case p.statement == 0:
		case p.ledger == 100*p.statement:
			hundredfold++
		case p.statement == 100*p.ledger:
			hundredth++
		case p.statement == -p.ledger:
			negated++
		}
	}
	what := fmt.Sprintf("%s %ss of %s", "the amounts of the", pairs[0].kind, pairs[0].source)
	most := len(pairs) / 2
	switch {
	case hundredfold > most:
		s.say("unit", pairs, what+" are 100 times the provider's: set `unit: minor`")
	case hundredth > most:
		s.say("unit", pairs, what+" are a hundredth of the provider's: set `unit: major`")
	case negated > most:
		s.say("sign", pairs, what+" have the other sign than the provider's: change `sign: negate`")
	}
	for hours, n := range offs {
		if hours != 0 && 10*n > 9*len(pairs) && s.Setting == "" {
			s.say("zone", pairs, timesOff(pairs[0], hours, zone))
		}
	}
}

func (s *Suspicion) say(setting string, pairs []pair, text string) {
	s.Setting, s.Source, s.Text = setting, pairs[0].source, text
}

// timesOff says by how much the own times are off, and that they are UTC when
// they are off by just what zone is.
func timesOff(p pair, hours int64, zone *time.Location) string {
	direction, unit := "earlier", "hours"
	if hours < 0 {
		direction = "later"
	}
	if hours == 1 || hours == -1 {
		unit = "hour"
	}
	text := fmt.Sprintf("the times of %s are %d %s %s than the provider's", p.source, max(hours, -hours), unit, direction)
	if _, offset := time.UnixMicro(p.at).In(zone).Zone(); int64(offset) == hours*3600 {
		return text + ": they look like UTC, add `zone: UTC` to occurred_at"
	}
	return text + ": check `zone` of occurred_at"
}

// slack is how far a difference may be from whole hours: a callback takes its
// time.
const slack = int64(5 * time.Minute / time.Microsecond)

// wholeHours is a difference as whole hours, 0 when it is none.
func wholeHours(micros int64) int64 {
	const hour = int64(time.Hour / time.Microsecond)
	hours := micros / hour
	switch rest := micros - hours*hour; {
	case rest >= hour-slack:
		return hours + 1
	case rest <= slack-hour:
		return hours - 1
	case rest > slack || rest < -slack:
		return 0
	}
	return hours
}

// findField names the field of the own rows in which most of them hold the
// statement's order_ref.
func (s *Suspicion) findField(ctx context.Context, ws *store.Store) error {
	s.Text = "hardly any key of the two sides joins: check the column of `order_ref`"
	var best int64
	return each(ctx, ws, "select field, entries, joining from field_share order by joining desc, field", func(r *sql.Rows) error {
		var field string
		var rows, joining int64
		if err := r.Scan(&field, &rows, &joining); err != nil {
			return err
		}
		if best == 0 && 2*joining > rows {
			s.Text = fmt.Sprintf("hardly any key of the two sides joins: the column of `%s` joins %d %%, use it for `order_ref`", field, 100*joining/rows)
		}
		best = max(best, joining)
		return nil
	})
}
