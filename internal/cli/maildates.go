package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// singlyMost is how many dates a target is told singly at the end of one run;
// more, as after a week without runs, are one message.
const singlyMost = 3

// dateNews are what a target is to be told about dates, ascending.
type dateNews struct {
	messages []state.Message
	days     []report.DayTold
}

// queueDates looks at every date that this run, or a killed or failed one before
// it, touched, and at yesterday, which may have to be reported for the hour alone.
// A date that cannot be read keeps no other from being told; the run then ends
// as failed, and the next one looks at the date again.
func (o *outbox) queueDates(ctx context.Context) error {
	dates, err := o.state.UnendedDates(ctx, o.app.now.Add(-forgetAfter))
	if err != nil {
		return err
	}
	dates = append(dates, o.today()-1)
	slices.Sort(dates)
	all := make([]dateNews, len(o.targets))
	var errs []error
	for _, date := range slices.Compact(dates) {
		errs = append(errs, o.engine.ReadDay(ctx, date, func(day *report.Day) error { return o.gather(ctx, day, all) }))
	}
	var messages []state.Message
	for i := range all {
		told, err := o.told(o.targets[i], &all[i])
		messages, errs = append(messages, told...), append(errs, err)
	}
	return errors.Join(append(errs, o.queue(ctx, messages))...)
}

// gather adds what every target is to be told about a date, if anything.
func (o *outbox) gather(ctx context.Context, day *report.Day, all []dateNews) error {
	for i, t := range o.targets {
		standing, m, err := o.aboutDay(ctx, day, t)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		queued, err := o.message(state.DayMessage, day.Date, t, standing, m, day.Files)
		if err != nil {
			return err
		}
		all[i].add(queued, report.DayTold{Date: day.Date, Message: m, Files: day.Files})
	}
	return nil
}

// add adds a date. What is not to be told singly is not kept: a year without
// runs must fit into memory.
func (n *dateNews) add(m state.Message, day report.DayTold) {
	n.messages, n.days = append(n.messages, m), append(n.days, day)
	if len(n.days) <= singlyMost {
		return
	}
	for i := range n.days {
		n.messages[i].Body = "{}"
		n.days[i].Message.Text, n.days[i].Message.HTML, n.days[i].Message.Trend = "", "", nil
	}
}

// aboutDay is what a target is to be told about a date, and the standing that
// this is; nil when there is nothing to tell.
func (o *outbox) aboutDay(ctx context.Context, day *report.Day, t target) (string, *report.Message, error) {
	last, err := o.state.LastMessage(ctx, state.DayMessage, day.Date, t.key)
	if err != nil {
		return "", nil, err
	}
	now := standingOf(day, t)
	if !now.news(parseStanding(last.Standing), last.Version > 0, o.overdue(day.Date, t)) {
		return "", nil, nil
	}
	m, err := report.DayMessage(day, o.rules(t))
	if err != nil || !t.wants(m.Severity, last) {
		return "", nil, err
	}
	return now.String(), m, nil
}

// told are the messages that tell a target its news: of a few dates one each,
// of more the one of the last date, which then tells them all.
func (o *outbox) told(t target, n *dateNews) ([]state.Message, error) {
	if len(n.days) <= singlyMost {
		return n.messages, nil
	}
	m, err := report.CatchUpMessage(o.cfg.Language, n.days, o.rules(t))
	if err != nil {
		return nil, err
	}
	end := len(n.messages) - 1
	last := n.messages[end]
	for i := range n.messages[:end] {
		n.messages[i].ToldBy = fmt.Sprintf("told by the message about %s", last.Date)
	}
	n.messages[end], err = o.message(last.Kind, last.Date, t, last.Standing, m, n.days[end].Files)
	return n.messages, err
}

// overdue reports whether a date is to be reported whatever is missing.
func (o *outbox) overdue(date calendar.Date, t target) bool {
	for i := range o.cfg.Reconciliations {
		rec := &o.cfg.Reconciliations[i]
		if t.reconciliations != nil && !slices.Contains(t.reconciliations, rec.Name) {
			continue
		}
		by := calendar.DayCut{Zone: o.zone(), At: o.cfg.Alert.ReportByTime()}.Begin(o.engine.Next(rec, date))
		if o.app.now.Before(by) {
			return false
		}
	}
	return true
}
