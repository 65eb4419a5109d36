package state

import (
	"context"
	"database/sql"
	"time"
)

// StatusFile is one status file that was read.
type StatusFile struct {
	No        int64
	SHA256    string
	Name      string
	Kind      string // pain.002, camt.053, camt.054, result, events
	Sender    string
	MessageID string
	Path      string // in the archive
	Signals   int64
	Applied   int64 // transitions; filled by Apply
	RunID     int64
	ReadAt    time.Time // filled by Apply
}

// PayoutException is a signal that changed nothing and that a person should
// look at.
type PayoutException struct {
	No          int64
	Source      string
	Evidence    string
	Kind        string
	RailRef     string
	Code        string
	Detail      string
	Currency    string
	AmountMinor int64
	RecordedAt  time.Time // filled by Apply
}

// ExceptionFilter chooses exceptions; empty fields choose all.
type ExceptionFilter struct {
	Kind    string
	RailRef string
	AfterNo int64
}

// StatusFileKnown reports whether a status file of these bytes was read before.
func (s *State) StatusFileKnown(ctx context.Context, sha256 string) (known bool, err error) {
	found, err := number(ctx, s.db, "select count(*) from status_file where sha256 = ?", sha256)
	return found > 0, err
}

// readBefore reports whether there is nothing to do for a file: its bytes were
// read before, or its message was and it has no news. before is the name of an
// earlier file with its message.
func readBefore(ctx context.Context, tx *sql.Tx, f StatusFile, news bool) (before string, known bool, err error) {
	found, err := statusFiles(ctx, tx, f)
	for _, o := range found {
		known = known || o.SHA256 == f.SHA256 || !news
		before = o.Name
	}
	return before, known, err
}

// statusFiles finds a file by its bytes, or by its kind, sender and message:
// a sender may number the messages of each kind from one.
func statusFiles(ctx context.Context, q querier, f StatusFile) ([]StatusFile, error) {
	return collect(ctx, q, readStatusFile, statusSelect+`where sha256 = ?
  or (? <> '' and ? <> '' and sender = ? and kind = ? and message_id = ?)
order by status_no`, f.SHA256, f.Sender, f.MessageID, f.Sender, f.Kind, f.MessageID)
}

// StatusFiles returns the status files in the order of reading.
func (s *State) StatusFiles(ctx context.Context) ([]StatusFile, error) {
	return collect(ctx, s.db, readStatusFile, statusSelect+"order by status_no")
}

const statusSelect = `select status_no, sha256, name, kind, sender, message_id, path, signals, applied, run_id, read_at
from status_file
`

func readStatusFile(rows *sql.Rows) (f StatusFile, err error) {
	var read int64
	err = rows.Scan(&f.No, &f.SHA256, &f.Name, &f.Kind, &f.Sender, &f.MessageID, &f.Path, &f.Signals, &f.Applied, &f.RunID, &read)
	f.ReadAt = fromMicros(read)
	return f, err
}

func insertStatusFile(ctx context.Context, tx *sql.Tx, f StatusFile) error {
	_, err := tx.ExecContext(ctx, `insert into status_file (status_no, sha256, name, kind, sender, message_id, path, signals, applied, run_id, read_at)
values ((select coalesce(max(status_no), 0) + 1 from status_file), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		f.SHA256, f.Name, f.Kind, f.Sender, f.MessageID, f.Path, f.Signals, f.Applied, f.RunID, f.ReadAt.UnixMicro())
	return err
}

// insertExceptions stores exceptions; what is stored already stays as it is.
func insertExceptions(ctx context.Context, tx *sql.Tx, all []PayoutException, now time.Time) error {
	last, err := number(ctx, tx, "select coalesce(max(exception_no), 0) from payout_exception")
	if err != nil {
		return err
	}
	rows := newBulk(tx, "payout_exception", "exception_no", "source", "evidence", "kind", "rail_ref", "code", "detail",
		"currency", "amount_minor", "recorded_at")
	rows.onClash = " on conflict (source, evidence, kind, rail_ref) do nothing"
	for i, e := range all {
		if err := rows.add(ctx, last+int64(i)+1, e.Source, e.Evidence, e.Kind, e.RailRef, e.Code, e.Detail,
			e.Currency, e.AmountMinor, now.UnixMicro()); err != nil {
			return err
		}
	}
	return rows.flush(ctx)
}

// Exceptions returns exceptions in the order of recording.
func (s *State) Exceptions(ctx context.Context, f ExceptionFilter) ([]PayoutException, error) {
	read := func(rows *sql.Rows) (e PayoutException, err error) {
		var at int64
		err = rows.Scan(&e.No, &e.Source, &e.Evidence, &e.Kind, &e.RailRef, &e.Code, &e.Detail, &e.Currency, &e.AmountMinor, &at)
		e.RecordedAt = fromMicros(at)
		return e, err
	}
	return collect(ctx, s.db, read, `select exception_no, source, evidence, kind, rail_ref, code, detail, currency, amount_minor, recorded_at
from payout_exception
where exception_no > ? and (? = '' or kind = ?) and (? = '' or rail_ref = ?)
order by exception_no`, f.AfterNo, f.Kind, f.Kind, f.RailRef, f.RailRef)
}
