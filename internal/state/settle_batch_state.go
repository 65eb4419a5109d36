package state

import (
	"context"
)

// approves holds of an approval that lets a payout go; one that only refuses
// leaves a draft a draft.
const approves = `(p.scope <> 'listed' or exists (
    select 1 from approval_item as i where i.approval_no = p.approval_no and i.decision = 'approve'
  ))`

// standing of a batch's payouts and files, for the word of its state.
type batchCounts struct {
	live      int64 // payouts in review, pending, submitted or processing; only such are unclear
	pending   int64
	approvals int64
	files     int64 // that are not void, of all that were made
	made      int64
	unsent    int64 // files not marked as sent, with a payout that no answer came to
}

// withState fills in the word of a batch's state.
func (s *State) withState(ctx context.Context, b Batch) (Batch, error) {
	switch {
	case b.Discarded != nil:
		b.State = BatchDiscarded
		return b, nil
	case b.Complete == nil:
		b.State = BatchComputing
		return b, nil
	}
	n, err := s.countBatch(ctx, b.No)
	b.State = n.word(b.ApprovalRequired)
	return b, err
}

func (n batchCounts) word(approvalRequired bool) string {
	draft := n.made == 0 && (n.approvals == 0 || !approvalRequired)
	switch {
	case n.live == 0:
		return BatchClosed
	case draft:
		return BatchDraft
	case n.files == 0:
		return BatchApproved
	case n.pending > 0 || n.unsent > 0:
		return BatchSubmitting
	}
	return BatchOpen
}

func (s *State) countBatch(ctx context.Context, no int64) (n batchCounts, err error) {
	err = s.db.QueryRowContext(ctx, `select
  coalesce(sum(case when t.state in ('review', 'pending', 'submitted', 'processing') then 1 else 0 end), 0),
  coalesce(sum(case when t.state = 'pending' then 1 else 0 end), 0)
from payout_attempt as a
inner join payout_state as t on t.attempt_no = a.attempt_no
where a.batch_no = ?`, no).Scan(&n.live, &n.pending)
	if err != nil || n.live == 0 {
		return n, err
	}
	err = s.db.QueryRowContext(ctx, `select
  (select count(*) from approval as p where p.batch_no = ? and `+approves+`),
  count(*),
  coalesce(sum(case when s.void = 0 then 1 else 0 end), 0),
  coalesce(sum(case when s.void = 0 and s.redated = 0 and s.sent_at = 0 and exists (
    select 1 from submission_item as i
    inner join payout_state as t on t.attempt_no = i.attempt_no
    where i.submission_no = s.submission_no and t.state = 'submitted'
  ) then 1 else 0 end), 0)
from submission_state as s
where s.batch_no = ?`, no, no).Scan(&n.approvals, &n.made, &n.files, &n.unsent)
	return n, err
}
