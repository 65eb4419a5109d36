package state

import (
	"context"
	"time"
)

// The states of a batch. They are worked out from what is stored and stand in
// no table.
const (
	BatchComputing  = "computing"  // its row is there, its payouts are not all
	BatchDraft      = "draft"      // complete; not approved yet, or without approval: no file yet. It can be discarded.
	BatchApproved   = "approved"   // somebody approved payouts of it, no file is made yet
	BatchSubmitting = "submitting" // files are made; a pending payout is in none yet, or a file is not marked as sent
	BatchOpen       = "open"       // all files are sent; a payout is in review, submitted, processing or unclear
	BatchClosed     = "closed"     // complete, and no payout of it is in review, pending, submitted, processing or unclear
	BatchDiscarded  = "discarded"  // thrown away as a draft
)

// Batch is one settlement of a period, or a part of one. Everything in it
// follows from this row.
type Batch struct {
	No               int64  // from 1, filled by BeginBatch
	ID               string // 2026-08-1, a second draft 2026-08-1-d2; filled by BeginBatch
	Period           string // 2026-08
	Part             int64  // from 1
	Draft            int64  // from 1, filled by BeginBatch
	StartAt          time.Time
	Cutoff           time.Time
	Zone             string
	AsOf             time.Time
	Inputs           string // JSON: files, with hashes and archive paths
	Rules            string // JSON, without secrets
	Holds            string // JSON: the days whose breaks hold money
	Exceptions       string // JSON: what people overrode
	PostingSeq       int64  // highest there was before it; filled by BeginBatch
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
// the sequences are filled in the same transaction. While another batch is
// computing no new one begins.
func (s *State) BeginBatch(ctx context.Context, b Batch) (batch Batch, began bool, err error) {
	return b, false, errUnwritten
}

// LiveBatch returns the batch of a period and part that is not discarded, if
// there is one.
func (s *State) LiveBatch(ctx context.Context, period string, part int64) (b Batch, known bool, err error) {
	return b, false, errUnwritten
}

// BatchByID returns one batch; an unknown one is an error.
func (s *State) BatchByID(ctx context.Context, id string) (b Batch, err error) {
	return b, errUnwritten
}

// Batches returns all batches, discarded ones too, by number.
func (s *State) Batches(ctx context.Context) ([]Batch, error) { return nil, errUnwritten }

// LatestBatch returns the last complete batch, discarded ones left out, whose
// number is below before; 0 is any.
func (s *State) LatestBatch(ctx context.Context, before int64) (b Batch, known bool, err error) {
	return b, false, errUnwritten
}
