package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// decideFlags are what a person says about a break.
type decideFlags struct {
	by, comment, owner, decision, effective string
}

// decider builds a decision about an open break; other is the last argument.
type decider func(ctx context.Context, s *session, b report.Break, other string) (state.Decision, error)

// decideCommands are the commands by which people speak about breaks.
func (a *app) decideCommands() []*cobra.Command {
	var f decideFlags
	note := a.decideCommand(&f, "note BREAK", "Write a remark to a break", 1, func(_ context.Context, s *session, b report.Break, _ string) (state.Decision, error) {
		return state.Decision{Kind: state.Note, Comment: f.comment}, required("--comment", f.comment)
	})
	assign := a.decideCommand(&f, "assign BREAK", "Say who looks after a break", 1, func(_ context.Context, s *session, b report.Break, _ string) (state.Decision, error) {
		return state.Decision{Kind: state.Assign, Owner: f.owner, Comment: f.comment}, required("--owner", f.owner)
	})
	assign.Flags().StringVar(&f.owner, "owner", "", "who looks after it")
	closing := a.decideCommand(&f, "close BREAK", "Close a break by a decision", 1, func(_ context.Context, s *session, b report.Break, _ string) (state.Decision, error) {
		if f.decision == state.ManualMatch || f.decision == state.Reopen {
			return state.Decision{}, fmt.Errorf("--decision %s: that is `recon breaks match` or `recon breaks reopen`", f.decision)
		}
		return s.closure(f.decision, ""), required("--decision", f.decision)
	})
	closing.Flags().StringVar(&f.decision, "decision", "", "one of "+decisionCodes())
	match := a.decideCommand(&f, "match BREAK OTHER", "Match two breaks with each other by hand", 2, func(ctx context.Context, s *session, b report.Break, other string) (state.Decision, error) {
		partner, err := s.openBreak(ctx, other)
		if err == nil && partner.Reconciliation != b.Reconciliation {
			err = fmt.Errorf("break %s is of %s and %s of %s: only breaks of one reconciliation can be matched", b.ID, b.Reconciliation, other, partner.Reconciliation)
		}
		return s.closure(state.ManualMatch, partner.ID), err
	})
	reopen := a.decideCommand(&f, "reopen BREAK", "Take a closure back", 1, nil)
	all := []*cobra.Command{note, assign, closing, match, reopen}
	for _, c := range all {
		c.Flags().StringVar(&f.by, "by", "", "who says so (required)")
		c.Flags().StringVar(&f.comment, "comment", "", "why, in words")
	}
	for _, c := range []*cobra.Command{closing, match, reopen} {
		c.Flags().StringVar(&f.effective, "effective", "", "business date from which it counts (default: the day after the last day run)")
	}
	return all
}

// decideCommand makes one of them. What builds the decision; nil: a reopening,
// whose break is not open.
func (a *app) decideCommand(f *decideFlags, use, short string, args int, what decider) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Args: cobra.ExactArgs(args),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required("--by", f.by); err != nil {
				return usageError(err)
			}
			return a.decide(c.Context(), *f, args, what)
		},
	}
}

func (a *app) decide(ctx context.Context, f decideFlags, args []string, what decider) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	s, err := a.open(ctx, cfg, false)
	if err != nil {
		return err
	}
	err = a.say(ctx, s, f, args, what)
	return errors.Join(err, s.close(ctx, exitCode(err)))
}

// say checks a decision against the break as it stands and stores it.
func (a *app) say(ctx context.Context, s *session, f decideFlags, args []string, what decider) error {
	d, firstSeen, err := s.decision(ctx, args, what)
	if err != nil {
		return usageError(err)
	}
	rec := d.Reconciliation
	d.By, d.At, d.Comment = f.by, a.now, f.comment
	if d.Kind == state.Closure {
		if d.EffectiveOn, err = s.effective(ctx, rec, f.effective, firstSeen); err != nil {
			return usageError(err)
		}
	}
	if _, err := s.state.AddDecisions(ctx, d); err != nil {
		return usageError(err)
	}
	if d.Kind == state.Closure {
		fmt.Fprintf(a.stdout, "%s: %s from %s on; the run of that day applies it\n", d.BreakID, d.Word, d.EffectiveOn)
		return nil
	}
	fmt.Fprintf(a.stdout, "%s: noted\n", d.BreakID)
	return s.engine.RewriteReports(ctx, rec)
}

// decision builds what a person says, and tells since when the break is open.
func (s *session) decision(ctx context.Context, args []string, what decider) (state.Decision, calendar.Date, error) {
	if what == nil {
		rec, err := s.engine.ClosedByPeople(ctx, args[0])
		d := s.closure(state.Reopen, "")
		d.BreakID, d.Reconciliation = args[0], rec
		return d, report.NoDate, err
	}
	b, err := s.openBreak(ctx, args[0])
	if err != nil {
		return state.Decision{}, 0, err
	}
	d, err := what(ctx, s, b, args[len(args)-1])
	d.BreakID, d.Reconciliation = b.ID, b.Reconciliation
	return d, b.FirstSeen, err
}

// closure is a decision that becomes an input of the chain.
func (s *session) closure(word, partner string) state.Decision {
	return state.Decision{Kind: state.Closure, Word: word, PartnerBreakID: partner}
}

// effective is the day from which a closure counts: as asked, else the day
// after the last day run. A break has to be open before it can be closed.
func (s *session) effective(ctx context.Context, rec, asked string, firstSeen calendar.Date) (calendar.Date, error) {
	first, last, ok, err := s.state.Through(ctx, rec)
	if err != nil || !ok {
		return 0, errors.Join(err, fmt.Errorf("%s has no day yet", rec))
	}
	if asked == "" {
		return s.engine.Next(s.cfg.Reconciliation(rec), last), nil
	}
	date, err := calendar.Parse(asked)
	if err == nil && date <= max(first, firstSeen) {
		err = fmt.Errorf("--effective %s: wanted a day after %s, the first day on which the break was open", date, max(first, firstSeen))
	}
	return date, err
}

func required(flag, value string) error {
	if value == "" {
		return fmt.Errorf("%s is missing", flag)
	}
	return nil
}

func decisionCodes() string {
	codes := ""
	for _, w := range state.Words {
		if w.Code == state.ManualMatch || w.Code == state.Reopen {
			continue
		}
		if codes != "" {
			codes += ", "
		}
		codes += w.Code
	}
	return codes
}
