package payrun

import (
	"context"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/report"
)

// How long each thing may take before it is an alarm.
const (
	unsentAfter      = 4 * time.Hour // from made to sent
	unansweredAfter  = 1             // bank days from sent to any answer
	stillUnclearDays = 2             // bank days of nobody knowing whether money moved
	stillUnpaidDays  = 2             // bank days from the bank's taking a payout to its debit
)

// Alarms are what should have happened by now, by batch.
func (e *Engine) Alarms(ctx context.Context) (map[string][]report.AlarmLine, error) {
	found := map[string][]report.AlarmLine{}
	live, err := e.State.LiveAttempts(ctx)
	if err != nil {
		return nil, err
	}
	waiting := map[string]string{} // files with a payout that no bank spoke of, and their batches
	for _, a := range live {
		if a.State == state.PayoutSubmitted && !a.Unclear {
			waiting[a.SubmissionID] = a.BatchID
		}
	}
	subs, err := e.State.Submissions(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, sub := range subs {
		if id := waiting[sub.ID]; id != "" && sub.State == state.SubmissionMade && e.Now.Sub(sub.CreatedAt) > unsentAfter {
			found[id] = append(found[id], report.AlarmLine{Kind: "unsent", Subject: sub.ID, Since: sub.CreatedAt})
		}
	}
	executed := map[string]time.Time{}
	for _, sub := range subs {
		executed[sub.ID] = sub.Execution.Start(e.settings().Location())
	}
	said := map[string]bool{}
	for _, a := range live {
		if err := e.alarm(ctx, a, executed[a.SubmissionID], found, said); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// alarm adds what is wrong with one live attempt. What many payouts of a file
// wait for is said once per file.
func (e *Engine) alarm(ctx context.Context, a state.PayoutAttempt, executed time.Time, found map[string][]report.AlarmLine, said map[string]bool) error {
	line, days := late(a, executed)
	about := line.Kind + " " + line.Subject
	if line.Kind == "" || said[about] {
		return nil
	}
	past, err := e.isPast(ctx, a, line.Since, days)
	if err != nil || !past {
		return err
	}
	said[about] = true
	found[a.BatchID] = append(found[a.BatchID], line)
	return nil
}

// late is what a live attempt waits for, and for how many bank days it may:
// its result is unclear, its file was sent and not answered, or the bank took
// it, was to pay on the day executed, and no debit has come.
func late(a state.PayoutAttempt, executed time.Time) (report.AlarmLine, int) {
	switch {
	case a.Unclear:
		return report.AlarmLine{Kind: "unclear", Subject: a.PayoutKey, Since: a.StateAt}, stillUnclearDays
	case a.State == state.PayoutSubmitted && !a.SentAt.IsZero():
		return report.AlarmLine{Kind: "unanswered", Subject: a.SubmissionID, Since: a.SentAt}, unansweredAfter
	case a.State == state.PayoutProcessing:
		since := a.StateAt
		if since.Before(executed) {
			since = executed
		}
		return report.AlarmLine{Kind: "unpaid", Subject: a.SubmissionID, Since: since}, stillUnpaidDays
	}
	return report.AlarmLine{}, 0
}

// isPast reports whether so many bank days of an attempt's rail have passed since.
func (e *Engine) isPast(ctx context.Context, a state.PayoutAttempt, since time.Time, days int) (bool, error) {
	zone := e.settings().Location()
	form, err := e.calendarOf(ctx, a)
	if err != nil {
		return false, err
	}
	due, err := calendar.AddDays(form, calendar.Of(since.In(zone).Date()), days)
	return calendar.Of(e.Now.In(zone).Date()) > due, err
}

// calendarOf is the calendar of the bank that pays an attempt. A rail that the
// settings do not have any more is in those of the attempt's batch.
func (e *Engine) calendarOf(ctx context.Context, a state.PayoutAttempt) (string, error) {
	if cfg, ok := e.settings().Rails[a.Rail]; ok {
		return cfg.Execution.Calendar, nil
	}
	b, err := e.batchByNo(ctx, a.BatchNo)
	if err != nil {
		return "", err
	}
	was, err := config.SettleFrom([]byte(b.Rules), e.Config.Home)
	if err != nil {
		return "", err
	}
	return was.Rails[a.Rail].Execution.Calendar, nil
}
