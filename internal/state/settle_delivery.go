package state

import (
	"context"
	"time"
)

// BeginDelivery stores that a file's copy may lie in the folder of the bank's
// program from now on. It comes before the copy, and may be said again.
func (s *State) BeginDelivery(ctx context.Context, submissionNo int64, at time.Time) error {
	_, err := s.db.ExecContext(ctx, "insert into delivery_begun (submission_no, begun_at) values (?, ?) on conflict (submission_no) do nothing",
		submissionNo, at.UnixMicro())
	return err
}

// MarkWithdrawn stores that the copy of a redated file was removed before
// anybody fetched it.
func (s *State) MarkWithdrawn(ctx context.Context, submissionNo int64, at time.Time) error {
	_, err := s.db.ExecContext(ctx, "insert into delivery_withdrawn (submission_no, withdrawn_at) values (?, ?) on conflict (submission_no) do nothing",
		submissionNo, at.UnixMicro())
	return err
}

// MayBeFetched says whether a copy of a file was begun and not withdrawn: the
// bank may have it.
func (s *State) MayBeFetched(ctx context.Context, submissionNo int64) (bool, error) {
	return mayBeFetched(ctx, s.db, submissionNo)
}

func mayBeFetched(ctx context.Context, q querier, submissionNo int64) (bool, error) {
	n, err := number(ctx, q, `select count(*) from delivery_begun as b
where b.submission_no = ? and not exists (select 1 from delivery_withdrawn as w where w.submission_no = b.submission_no)`, submissionNo)
	return n > 0, err
}
