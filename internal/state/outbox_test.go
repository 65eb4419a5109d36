package state

import (
	"testing"
	"time"

	"recon/internal/calendar"
)

func message(run int64, target, standing string) Message {
	return Message{Kind: DayMessage, Date: day, Target: target, Severity: "info", Standing: standing, Body: "{}", RunID: run, QueuedAt: noon}
}

// TestSaidOnce: a standing is said once, again when it came back after another,
// and to every target by itself.
func TestSaidOnce(t *testing.T) {
	s, _, run := fresh(t)
	for _, step := range []struct {
		standing string
		version  int64 // 0: not queued
	}{{"refused", 1}, {"refused", 0}, {"done 1", 2}, {"done 1", 0}, {"refused", 3}} {
		queued := must(s.Queue(ctx, message(run, "mail:finance", step.standing)))(t)
		if step.version == 0 && len(queued) > 0 || step.version > 0 && (len(queued) != 1 || queued[0].Version != step.version) {
			t.Errorf("%s: %+v, wanted version %d", step.standing, queued, step.version)
		}
	}
	want(t, len(must(s.Queue(ctx, message(run, "chat:ops", "refused")))(t)), 1)
	want(t, must(s.LastMessage(ctx, DayMessage, day, "mail:finance"))(t).Standing, "refused")
	want(t, must(s.LastMessage(ctx, MorningMessage, day, "mail:finance"))(t), Message{})
	want(t, len(must(s.Waiting(ctx))(t)), 4)
}

// TestQueueIsAllOrNothing: one bad message keeps the others out.
func TestQueueIsAllOrNothing(t *testing.T) {
	s, _, run := fresh(t)
	bad := message(run, "chat:ops", "done")
	bad.Severity = "loud"
	_, err := s.Queue(ctx, message(run, "mail:finance", "done"), bad)
	wantError(t, err, "CHECK")
	want(t, must(s.Waiting(ctx))(t), []Message(nil))
}

// TestEndedMessagesWaitNoMore: sent and given up are the end, once.
func TestEndedMessagesWaitNoMore(t *testing.T) {
	s, _, run := fresh(t)
	queued := must(s.Queue(ctx, message(run, "mail:finance", "done"), message(run, "chat:ops", "done")))(t)
	if err := s.AddTry(ctx, queued[0].No, run, noon, "connection refused"); err != nil {
		t.Fatal(err)
	}
	want(t, len(must(s.Waiting(ctx))(t)), 2)
	if err := s.EndMessage(ctx, queued[0].No, run, noon, true, ""); err != nil {
		t.Fatal(err)
	}
	want(t, must(s.Waiting(ctx))(t), queued[1:])
	wantError(t, s.EndMessage(ctx, queued[0].No, run, noon, true, ""), "UNIQUE")
	if err := s.EndMessage(ctx, queued[1].No, run, noon, false, "too old"); err != nil {
		t.Fatal(err)
	}
	want(t, must(s.Waiting(ctx))(t), []Message(nil))
}

// TestToldByAnother: a message that another one tells is remembered as said, and
// never sent by itself.
func TestToldByAnother(t *testing.T) {
	s, _, run := fresh(t)
	told, digest := message(run, "mail:finance", "done 1"), message(run, "mail:finance", "done 1")
	told.ToldBy, digest.Date = "told by the message about the day after", day+1
	queued := must(s.Queue(ctx, told, digest))(t)
	want(t, len(queued), 2)
	want(t, must(s.Waiting(ctx))(t), queued[1:])
	want(t, len(must(s.Queue(ctx, message(run, "mail:finance", "done 1")))(t)), 0)
	want(t, len(must(s.Queue(ctx, message(run, "mail:finance", "done 2")))(t)), 1)
}

// TestUnendedDates: what a killed or a failed run did is looked at, what a good
// or an old one did is not.
func TestUnendedDates(t *testing.T) {
	s, _, killed := fresh(t)
	start := func(at time.Time) int64 { return must(s.BeginRun(ctx, Run{StartedAt: at}))(t) }
	failed, old, good := start(noon), start(noon.Add(-time.Hour)), start(noon)
	for i, run := range []int64{killed, failed, old, good} {
		date := day + calendar.Date(i)
		if err := s.RecordAttempt(ctx, Attempt{Reconciliation: "alipay", Date: date, RunID: run, State: Refused, At: noon}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.CommitDay(ctx, Day{DayKey: DayKey{"wechat", day - 1, 1}, RunID: killed, CommittedAt: noon}, nil); err != nil {
		t.Fatal(err)
	}
	for run, code := range map[int64]int{failed: 1, good: 3} {
		if err := s.EndRun(ctx, run, noon, code, "ended"); err != nil {
			t.Fatal(err)
		}
	}
	want(t, must(s.UnendedDates(ctx, noon))(t), []calendar.Date{day - 1, day, day + 1})
}
