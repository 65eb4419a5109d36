package payrun

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/state"
)

// redate makes the file that takes the place of another.
func (s *submitting) redate(ctx context.Context, old state.Submission, date calendar.Date) (state.Submission, error) {
	today := calendar.Of(s.Now.In(s.settings.Location()).Date())
	form := s.settings.Rails[old.Rail].Execution.Calendar
	open, err := calendar.BusinessDay(form, date)
	switch {
	case err != nil:
		return old, misuse("%v", err)
	case date < today:
		return old, misuse("--date %s lies before today, %s", date, today)
	case !open:
		return old, misuse("--date %s is no day on which the bank pays (calendar %s)", date, form)
	}
	attempts, err := s.itemsOf(ctx, old)
	if err != nil {
		return old, err
	}
	sub := old
	sub.No, sub.Redates, sub.Execution, sub.CreatedAt = 0, old.No, date, s.Now.UTC().Truncate(time.Second)
	sub.State, sub.Placed, sub.Delivered = "", false, false
	if sub.ID, sub.Path, sub.Number, err = s.redatedName(ctx, old); err != nil {
		return old, err
	}
	content, writer, err := s.content(ctx, sub, attempts)
	if err != nil {
		return old, err
	}
	if err := s.render(&sub, writer, content); err != nil {
		return old, err
	}
	numbers := make([]int64, len(attempts))
	for i, a := range attempts {
		numbers[i] = a.No
	}
	stored, err := s.State.AddSubmission(ctx, sub, numbers)
	if err != nil {
		return old, errors.Join(refusal(err), s.dropRendered(sub))
	}
	// The former copy goes before the new one comes, so that the bank's program
	// never finds both.
	if err := errors.Join(s.withdrawRedated(ctx, old), s.setAside(old, state.SubmissionRedated)); err != nil {
		return stored, err
	}
	return stored, s.placeAndDeliver(ctx, stored)
}

// redatedName is the next free number of the rail in the batch.
func (s *submitting) redatedName(ctx context.Context, old state.Submission) (id, name string, number int64, err error) {
	all, err := s.State.Submissions(ctx, old.BatchNo)
	if err != nil {
		return "", "", 0, err
	}
	for _, o := range all {
		if o.Rail == old.Rail {
			number = max(number, o.Number)
		}
	}
	number++
	id = fmt.Sprintf("%s/%s-%d", s.batch.ID, old.Rail, number)
	return id, path.Join("submissions", s.batch.Period, id+strings.ToLower(filepath.Ext(old.Path))), number, nil
}
