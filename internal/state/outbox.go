package state

import (
	"context"
	"database/sql"
	"time"

	"recon/internal/calendar"
)

// The kinds of message.
const (
	DayMessage     = "day"     // what a date came to
	MorningMessage = "morning" // all that is open and late
	RunMessage     = "run"     // a run that could not go on
)

// Message is something to be said to one target. Its key is kind, date, target
// and version.
type Message struct {
	No       int64 // given by Queue, in the order of queueing
	Kind     string
	Date     calendar.Date
	Target   string // mail:NAME or chat:NAME, by the configuration
	Version  int64  // given by Queue: counts the messages of this kind, date and target
	Severity string // failed, action or info
	Standing string // what the date came to; a message that says it again is not queued
	Body     string // JSON: what to say
	RunID    int64
	QueuedAt time.Time
	ToldBy   string // says which other message tells this one, which is then not sent by itself; not read back
}

// Queue stores messages to be sent, all or none, and returns those that are
// new. A message whose standing is that of the last one of its kind, date and
// target is not: that has been said.
func (s *State) Queue(ctx context.Context, all ...Message) (queued []Message, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		for _, m := range all {
			said, err := lastMessage(ctx, tx, m.Kind, m.Date, m.Target)
			if err != nil {
				return err
			}
			if said.Version > 0 && said.Standing == m.Standing {
				continue
			}
			m.Version = said.Version + 1
			if m, err = insertMessage(ctx, tx, m); err != nil {
				return err
			}
			queued = append(queued, m)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return queued, nil
}

func insertMessage(ctx context.Context, tx *sql.Tx, m Message) (Message, error) {
	if err := tx.QueryRowContext(ctx, "select coalesce(max(message_no), 0) + 1 from outbox").Scan(&m.No); err != nil {
		return m, err
	}
	_, err := tx.ExecContext(ctx, `insert into outbox (message_no, kind, date, target, version, severity, standing, body, run_id, queued_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.No, m.Kind, m.Date.String(), m.Target, m.Version, m.Severity, m.Standing, m.Body, m.RunID, m.QueuedAt.UnixMicro())
	if err != nil || m.ToldBy == "" {
		return m, err
	}
	return m, endMessage(ctx, tx, m.No, m.RunID, m.QueuedAt, true, m.ToldBy)
}

// LastMessage is the last message of a kind about a date for a target, sent or
// not; version 0 when there is none.
func (s *State) LastMessage(ctx context.Context, kind string, date calendar.Date, target string) (Message, error) {
	return lastMessage(ctx, s.db, kind, date, target)
}

func lastMessage(ctx context.Context, db querier, kind string, date calendar.Date, target string) (Message, error) {
	list, err := collect(ctx, db, readMessage, "select "+messageColumns+
		" from outbox where kind = ? and date = ? and target = ? order by version desc limit 1", kind, date.String(), target)
	if err != nil || len(list) == 0 {
		return Message{}, err
	}
	return list[0], nil
}

// Waiting returns the messages that are neither sent nor given up, in the order
// of queueing.
func (s *State) Waiting(ctx context.Context) ([]Message, error) {
	return collect(ctx, s.db, readMessage, "select "+messageColumns+" from outbox_waiting order by message_no")
}

// CountWaiting is how many messages are neither sent nor given up.
func (s *State) CountWaiting(ctx context.Context) (int64, error) {
	return number(ctx, s.db, "select count(*) from outbox_waiting")
}

const messageColumns = "message_no, kind, date, target, version, severity, standing, body, run_id, queued_at"

func readMessage(rows *sql.Rows) (m Message, err error) {
	var date string
	var queued int64
	if err := rows.Scan(&m.No, &m.Kind, &date, &m.Target, &m.Version, &m.Severity, &m.Standing, &m.Body, &m.RunID, &queued); err != nil {
		return m, err
	}
	m.QueuedAt = instant(queued)
	m.Date, err = calendar.Parse(date)
	return m, err
}

// AddTry stores that a message could not be sent, and why.
func (s *State) AddTry(ctx context.Context, messageNo, runID int64, at time.Time, reason string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `insert into outbox_try (try_no, message_no, run_id, tried_at, error)
values ((select coalesce(max(try_no), 0) + 1 from outbox_try), ?, ?, ?, ?)`, messageNo, runID, at.UnixMicro(), reason)
		return err
	})
}

// EndMessage stores that a message needs nothing more: it was sent, else it is
// given up. A note says what of it was not as wanted. It can be said once.
func (s *State) EndMessage(ctx context.Context, messageNo, runID int64, at time.Time, sent bool, note string) error {
	return s.write(ctx, func(tx *sql.Tx) error { return endMessage(ctx, tx, messageNo, runID, at, sent, note) })
}

func endMessage(ctx context.Context, tx *sql.Tx, messageNo, runID int64, at time.Time, sent bool, note string) error {
	outcome := map[bool]string{true: "sent", false: "given_up"}[sent]
	_, err := tx.ExecContext(ctx, "insert into outbox_end (message_no, outcome, note, run_id, ended_at) values (?, ?, ?, ?, ?)",
		messageNo, outcome, note, runID, at.UnixMicro())
	return err
}

// UnendedDates returns the dates, ascending, of which something may have been
// left unsaid: what runs tried or committed since a moment that did not end, as
// the run that asks and killed ones, or ended as failed, as one does that could
// not queue its messages.
func (s *State) UnendedDates(ctx context.Context, since time.Time) ([]calendar.Date, error) {
	return collect(ctx, s.db, readDate, `
with unended as (
  select r.run_id from run as r
  left join run_end as e on e.run_id = r.run_id
  where (e.run_id is null or e.exit_code = 1) and r.started_at >= ?
)
select d.date from day as d join unended as u on u.run_id = d.run_id
  where d.reconciliation <> 'settle' and d.reconciliation not like 'settle-%'
union
select a.date from attempt as a join unended as u on u.run_id = a.run_id
order by 1`, since.UnixMicro())
}

func readDate(rows *sql.Rows) (calendar.Date, error) {
	var text string
	if err := rows.Scan(&text); err != nil {
		return 0, err
	}
	return calendar.Parse(text)
}
