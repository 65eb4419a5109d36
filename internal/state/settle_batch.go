package state

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"
)

// The states of a batch. They are worked out from what is stored and stand in
// no table.
const (
	BatchComputing  = "computing"  // its row is there, its payouts are not all
	BatchDraft      = "draft"      // complete; not approved yet, or without approval: no file yet. It can be discarded.
	BatchApproved   = "approved"   // somebody approved payouts of it, no file is made yet
	BatchSubmitting = "submitting" // files are made; a pending payout is in none, or a file that no answer came to is not marked as sent
	BatchOpen       = "open"       // all files are sent; a payout is in review, submitted, processing or unclear
	BatchClosed     = "closed"     // complete, and no payout of it is in review, pending, submitted, processing or unclear
	BatchDiscarded  = "discarded"  // thrown away as a draft
)

// Batch is one settlement of a period, or a part of one. Everything in it
// follows from this row.
type Batch struct {
	No               int64  // from 1, filled in by BeginBatch
	ID               string // 2026-08-1, a second draft 2026-08-1-d2; filled in by BeginBatch
	Period           string // 2026-08
	Part             int64  // from 1
	Draft            int64  // from 1, filled in by BeginBatch
	StartAt          time.Time
	Cutoff           time.Time
	Zone             string
	AsOf             time.Time
	Inputs           string // JSON: files, with hashes and archive paths
	Rules            string // JSON, without secrets
	Holds            string // JSON: the days whose breaks hold money
	Exceptions       string // JSON: what people overrode
	PostingSeq       int64  // highest there was before it; filled in by BeginBatch
	EventSeq         int64  // the same of events
	AcceptedNo       int64  // the same of accepted restatements
	ApprovalRequired bool
	Maker            string
	RunID            int64
	CreatedAt        time.Time

	// What came later; BeginBatch does not read it.
	State       string      // one of the words above
	Complete    *Completion // nil while it computes
	Discarded   *Discarding // nil unless it was thrown away
	Reported    bool        // its reports were written once
	ReportedSeq int64       // they show events up to here, for ever
}

// Completion says that a batch is whole.
type Completion struct {
	Hash       string // 64 hex digits
	Payouts    int64
	Skips      int64
	Summary    string // JSON
	PostingSeq int64  // highest at that moment
	EventSeq   int64
	At         time.Time
}

// Discarding says who threw a draft away.
type Discarding struct {
	By, Why string
	At      time.Time
}

// BeginBatch stores a batch's row, unless its period and part have one that is
// not discarded: then that one is returned with began false. No, ID, Draft and
// the sequences are filled in in the same transaction. While another batch is
// computing no new one begins, because both would count the same money.
func (s *State) BeginBatch(ctx context.Context, b Batch) (batch Batch, began bool, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		live, err := readBatches(ctx, tx, "where d.batch_no is null and b.period = ? and b.part = ?", b.Period, b.Part)
		if err != nil {
			return err
		}
		if len(live) > 0 {
			batch = live[0]
			return nil
		}
		if err := refuseWhileComputing(ctx, tx); err != nil {
			return err
		}
		if batch, err = numberBatch(ctx, tx, b); err != nil {
			return err
		}
		began = true
		return insertBatch(ctx, tx, batch)
	})
	if err != nil {
		return Batch{}, false, fmt.Errorf("batch of %s, part %d: %w", b.Period, b.Part, err)
	}
	batch, err = s.withState(ctx, batch)
	return batch, began, err
}

// refuseWhileComputing is for whatever takes available money beside the batch
// that is computing and has counted the same money.
func refuseWhileComputing(ctx context.Context, tx *sql.Tx) error {
	computing, err := readBatches(ctx, tx, "where d.batch_no is null and c.batch_no is null")
	if err != nil || len(computing) == 0 {
		return err
	}
	return fmt.Errorf("batch %s is not computed to its end: finish or discard it first", computing[0].ID)
}

// numberBatch fills in the numbers that the store gives.
func numberBatch(ctx context.Context, tx *sql.Tx, b Batch) (Batch, error) {
	err := tx.QueryRowContext(ctx, `select
  (select coalesce(max(batch_no), 0) + 1 from batch),
  (select coalesce(max(draft), 0) + 1 from batch where period = ? and part = ?),
  (select coalesce(max(posting_seq), 0) from posting),
  (select coalesce(max(event_seq), 0) from payout_event),
  (select coalesce(max(accepted_no), 0) from restated_accepted)`, b.Period, b.Part).
		Scan(&b.No, &b.Draft, &b.PostingSeq, &b.EventSeq, &b.AcceptedNo)
	b.ID = b.Period + "-" + strconv.FormatInt(b.Part, 10)
	if b.Draft > 1 {
		b.ID += "-d" + strconv.FormatInt(b.Draft, 10)
	}
	b.State, b.Complete, b.Discarded, b.Reported, b.ReportedSeq = BatchComputing, nil, nil, false, 0
	return b, err
}

func insertBatch(ctx context.Context, tx *sql.Tx, b Batch) error {
	_, err := tx.ExecContext(ctx, `insert into batch (batch_no, batch_id, period, part, draft, start_at, cutoff, zone, as_of, inputs, rules, holds,
exceptions, posting_seq, event_seq, accepted_no, approval_required, maker, run_id, created_at)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		b.No, b.ID, b.Period, b.Part, b.Draft, b.StartAt.UnixMicro(), b.Cutoff.UnixMicro(), b.Zone, b.AsOf.UnixMicro(), b.Inputs, b.Rules, b.Holds,
		b.Exceptions, b.PostingSeq, b.EventSeq, b.AcceptedNo, flag(b.ApprovalRequired), b.Maker, b.RunID, b.CreatedAt.UnixMicro())
	return err
}

// LiveBatch returns the batch of a period and part that is not discarded, if
// there is one.
func (s *State) LiveBatch(ctx context.Context, period string, part int64) (b Batch, known bool, err error) {
	return s.oneBatch(ctx, "where d.batch_no is null and b.period = ? and b.part = ?", period, part)
}

// BatchByID returns one batch; an unknown one is an error.
func (s *State) BatchByID(ctx context.Context, id string) (b Batch, err error) {
	b, known, err := s.oneBatch(ctx, "where b.batch_id = ?", id)
	if err == nil && !known {
		err = fmt.Errorf("no batch %q: `settle list` shows them", id)
	}
	return b, err
}

// LatestBatch returns the last complete batch, discarded ones left out, whose
// number is below before; 0 is any.
func (s *State) LatestBatch(ctx context.Context, before int64) (b Batch, known bool, err error) {
	return s.oneBatch(ctx, `where d.batch_no is null and c.batch_no is not null and (? = 0 or b.batch_no < ?)
order by b.batch_no desc limit 1`, before, before)
}

// Batches returns all batches, discarded ones too, by number.
func (s *State) Batches(ctx context.Context) ([]Batch, error) {
	all, err := readBatches(ctx, s.db, "order by b.batch_no")
	if err != nil {
		return nil, err
	}
	for i, b := range all {
		if all[i], err = s.withState(ctx, b); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (s *State) oneBatch(ctx context.Context, where string, args ...any) (b Batch, known bool, err error) {
	found, err := readBatches(ctx, s.db, where, args...)
	if err != nil || len(found) == 0 {
		return b, false, err
	}
	b, err = s.withState(ctx, found[0])
	return b, true, err
}

// batchIn reads one batch in a transaction, without its state.
func batchIn(ctx context.Context, q querier, no int64) (Batch, error) {
	found, err := readBatches(ctx, q, "where b.batch_no = ?", no)
	if err != nil {
		return Batch{}, err
	}
	if len(found) == 0 {
		return Batch{}, fmt.Errorf("no batch with number %d", no)
	}
	return found[0], nil
}

// readBatches reads batches without their states.
func readBatches(ctx context.Context, q querier, rest string, args ...any) ([]Batch, error) {
	return collect(ctx, q, readBatch, `select b.batch_no, b.batch_id, b.period, b.part, b.draft, b.start_at, b.cutoff, b.zone, b.as_of,
b.inputs, b.rules, b.holds, b.exceptions, b.posting_seq, b.event_seq, b.accepted_no, b.approval_required, b.maker, b.run_id, b.created_at,
coalesce(c.batch_hash, ''), coalesce(c.payouts, 0), coalesce(c.skips, 0), coalesce(c.summary, ''), coalesce(c.posting_seq, 0),
coalesce(c.event_seq, 0), coalesce(c.completed_at, 0),
coalesce(d.discarded_by, ''), coalesce(d.why, ''), coalesce(d.discarded_at, 0), coalesce(r.event_seq, -1)
from batch as b
left join batch_complete as c on c.batch_no = b.batch_no
left join batch_discarded as d on d.batch_no = b.batch_no
left join batch_reported as r on r.batch_no = b.batch_no
`+rest, args...)
}

func readBatch(rows *sql.Rows) (b Batch, err error) {
	var c Completion
	var d Discarding
	var start, cutoff, asOf, approval, created, completed, discarded, reported int64
	err = rows.Scan(&b.No, &b.ID, &b.Period, &b.Part, &b.Draft, &start, &cutoff, &b.Zone, &asOf,
		&b.Inputs, &b.Rules, &b.Holds, &b.Exceptions, &b.PostingSeq, &b.EventSeq, &b.AcceptedNo, &approval, &b.Maker, &b.RunID, &created,
		&c.Hash, &c.Payouts, &c.Skips, &c.Summary, &c.PostingSeq, &c.EventSeq, &completed,
		&d.By, &d.Why, &discarded, &reported)
	b.StartAt, b.Cutoff, b.AsOf, b.CreatedAt = fromMicros(start), fromMicros(cutoff), fromMicros(asOf), fromMicros(created)
	b.ApprovalRequired = approval == 1
	if c.Hash != "" {
		c.At = fromMicros(completed)
		b.Complete = &c
	}
	if d.By != "" {
		d.At = fromMicros(discarded)
		b.Discarded = &d
	}
	b.Reported, b.ReportedSeq = reported >= 0, max(reported, 0)
	return b, err
}

// fromMicros is the instant of a column that is never absent: 0 is 1970.
func fromMicros(at int64) time.Time { return time.UnixMicro(at).UTC() }
