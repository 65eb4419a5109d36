package match

import (
	"context"
	"database/sql"

	"recon/internal/store"
)

// Summary is what a day came to, in figures.
type Summary struct {
	Matched  int64            // pairs and matches of several rows made today
	Repeated int64            // own rows that came again with nothing new
	Closed   int64            // breaks of the day before that are open no longer
	Reasons  map[string]int64 // open breaks; a reason without breaks is absent
	Carried  Carried
	ByNature int64 // statement rows that our books cannot hold
	NoClaim  int64 // own rows that claim no money
	Proof    []Proof
	Amounts  []Amount
}

// Carried counts breaks from the end of the day before to the end of today:
// In + New - Closed = Out.
type Carried struct{ In, New, Closed, Out int64 }

// Proof is the roll-forward of one currency, minor units: Opening + Statement
// - ByNature - Ledger - Tolerance - People = Closing, the sum over open breaks.
type Proof struct {
	Currency                                                                 string
	Opening, Statement, ByNature, Ledger, Tolerance, ClosedByPeople, Closing int64
}

// Amount is the money of the open breaks of one reason and currency.
type Amount struct {
	Reason, Currency  string
	Statement, Ledger int64
}

// summarize reads the figures that Run left in the workspace.
func summarize(ctx context.Context, ws *store.Store) (Summary, error) {
	s := Summary{Reasons: map[string]int64{}}
	err := each(ctx, ws, "select name, entries from day_count order by name", func(r *sql.Rows) error {
		var name string
		var entries int64
		err := r.Scan(&name, &entries)
		s.count(name, entries)
		return err
	})
	if err != nil {
		return Summary{}, err
	}
	err = each(ctx, ws, "select currency, opening_minor, statement_minor, by_nature_minor, ledger_minor, tolerance_minor, closed_by_people_minor, closing_minor from proof order by currency", func(r *sql.Rows) error {
		var p Proof
		err := r.Scan(&p.Currency, &p.Opening, &p.Statement, &p.ByNature, &p.Ledger, &p.Tolerance, &p.ClosedByPeople, &p.Closing)
		s.Proof = append(s.Proof, p)
		return err
	})
	if err != nil {
		return Summary{}, err
	}
	err = each(ctx, ws, "select reason, currency, statement_minor, ledger_minor from day_amount order by reason, currency", func(r *sql.Rows) error {
		var a Amount
		err := r.Scan(&a.Reason, &a.Currency, &a.Statement, &a.Ledger)
		s.Amounts = append(s.Amounts, a)
		return err
	})
	return s, err
}

// count puts one row of day_count where it belongs.
func (s *Summary) count(name string, entries int64) {
	switch name {
	case "matched", "matched_group":
		s.Matched += entries
	case "repeated":
		s.Repeated = entries
	case "closed":
		s.Closed, s.Carried.Closed = entries, entries
	case "carried_in":
		s.Carried.In = entries
	case "carried_new":
		s.Carried.New = entries
	case "carried_out":
		s.Carried.Out = entries
	case "by_nature":
		s.ByNature = entries
	case "no_claim":
		s.NoClaim = entries
	default:
		s.Reasons[name] = entries
	}
}

// each calls f for every row of a query.
func each(ctx context.Context, ws *store.Store, query string, f func(*sql.Rows) error) error {
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
