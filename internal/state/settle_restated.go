package state

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Acceptance says that a person accepted the change of an entry counted before.
type Acceptance struct {
	No      int64 // filled in by the store
	EntryID string
	Content string // canonical text of the row as it was accepted, or gone
	By, Why string
	At      time.Time
}

// AcceptRestated stores acceptances, all or none. What is accepted with the
// same content already is left out.
func (s *State) AcceptRestated(ctx context.Context, all []Acceptance) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		accepted, err := acceptedContents(ctx, tx, all)
		if err != nil {
			return err
		}
		last, err := number(ctx, tx, "select coalesce(max(accepted_no), 0) from restated_accepted")
		if err != nil {
			return err
		}
		rows := newBulk(tx, "restated_accepted", "accepted_no", "entry_id", "content", "accepted_by", "why", "accepted_at")
		for _, a := range all {
			if was, isThere := accepted[a.EntryID]; isThere && was == a.Content {
				continue
			}
			if a.By == "" || a.Why == "" {
				return fmt.Errorf("entry %s: to accept a change needs a person and a reason", a.EntryID)
			}
			accepted[a.EntryID] = a.Content
			last++
			if err := rows.add(ctx, last, a.EntryID, a.Content, a.By, a.Why, a.At.UnixMicro()); err != nil {
				return fmt.Errorf("entry %s: %w", a.EntryID, err)
			}
		}
		return rows.flush(ctx)
	})
}

// acceptedContents are the contents that were last accepted of some entries.
func acceptedContents(ctx context.Context, tx *sql.Tx, all []Acceptance) (map[string]string, error) {
	w := wanted{columns: []string{"entry_id"}}
	for _, a := range all {
		w.add(a.EntryID)
	}
	found, err := lookUp(ctx, tx, w, readAcceptance, acceptanceSelect+`from wanted as w
cross join restated_accepted as r
where r.entry_id = w.entry_id
order by r.accepted_no`)
	contents := map[string]string{}
	for _, a := range found {
		contents[a.EntryID] = a.Content
	}
	return contents, err
}

// AcceptedRestated returns the last acceptance of every entry, up to a number
// (Batch.AcceptedNo), by entry id.
func (s *State) AcceptedRestated(ctx context.Context, upTo int64) ([]Acceptance, error) {
	return collect(ctx, s.db, readAcceptance, acceptanceSelect+`from restated_accepted as r
where r.accepted_no = (select max(l.accepted_no) from restated_accepted as l where l.entry_id = r.entry_id and l.accepted_no <= ?)
order by r.entry_id`, upTo)
}

const acceptanceSelect = "select r.accepted_no, r.entry_id, r.content, r.accepted_by, r.why, r.accepted_at\n"

func readAcceptance(rows *sql.Rows) (a Acceptance, err error) {
	var at int64
	err = rows.Scan(&a.No, &a.EntryID, &a.Content, &a.By, &a.Why, &at)
	a.At = fromMicros(at)
	return a, err
}
