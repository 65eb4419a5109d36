package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
	"recon/internal/payrun"
	"recon/report"
)

// settleFlags are the flags of `settle --period`.
type settleFlags struct {
	period, asOf       string
	supplement, dryRun bool
	except, confirm    []string
	by, why            string
}

// settleCommand is the month: `settle --period`, and what is done about a batch
// afterwards as commands below it.
func (a *app) settleCommand() *cobra.Command {
	var f settleFlags
	c := &cobra.Command{
		Use:   "settle",
		Short: "Pay out what payees are owed for a period",
		Long: `Settle works out from the ledger, as of one cutoff, what each payee is owed, reserves it and makes a batch of
payouts. A batch is a draft until it is approved; then its submission files are written. Run again, it goes on
where it was stopped, and a complete batch is only reported.

Exit codes: 0 done, skips alone included, 1 failed or refused, 2 usage or configuration, 3 done with payouts in review or
restated entries, 4 too early (the period is not over, or not reconciled to its end).`,
		Example: `  settle preflight --period 2026-08             what to look at before
  settle --period 2026-08 --dry-run             everything worked out, no trace left
  settle --period 2026-08                       the batch, as a draft
  settle approval-sheet 2026-08-1               what the approver reads and signs
  settle sign approval.json --key li.key --by li.na
  settle approve 2026-08-1 --signature approval.sig.json
  settle sent 2026-08-1/sepa-1 --bank-ref 4711 --by wang
  settle status import pain002.xml camt053.xml  what became of the payouts`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.settle(c.Context(), f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.period, "period", "", "month to settle, like 2026-08")
	flags.StringVar(&f.asOf, "as-of", "", "the instant taken for now, RFC 3339")
	flags.BoolVar(&f.supplement, "supplement", false, "pay those whose reason for being skipped is gone, as another part of the period")
	flags.BoolVar(&f.dryRun, "dry-run", false, "work everything out and leave no trace")
	flags.StringSliceVar(&f.except, "except", nil, "go on although this reconciliation is behind, holding its entries; needs --by and --why")
	flags.StringSliceVar(&f.confirm, "confirm-total", nil, "the total of a batch far above those before, like 123.45 or EUR:123.45")
	flags.StringVar(&f.by, "by", "", "who makes the exception")
	flags.StringVar(&f.why, "why", "", "why it is right")
	c.AddCommand(a.settleCommands()...)
	return c
}

// settleCommands are the commands about a batch, its files and its payouts.
func (a *app) settleCommands() []*cobra.Command {
	return []*cobra.Command{
		a.preflightCommand(), a.sheetCommand(), a.signCommand(), a.approveCommand(), a.discardCommand(),
		a.exportCommand(), a.sentCommand(), a.voidCommand(), a.redateCommand(), a.statusCommand(), a.eventsCommand(),
		a.batchListCommand(), a.payoutShowCommand(), a.cancelCommand(), a.retryCommand(), a.acceptRestatedCommand(), a.statementCommand(),
	}
}

func (a *app) settle(ctx context.Context, f settleFlags) error {
	ask, err := a.ask(f)
	if err != nil {
		return usageError(err)
	}
	return a.settling(ctx, f.dryRun, func(s *settling) (int, error) {
		result, err := s.pay.Settle(ctx, ask)
		if err != nil {
			return 0, errors.Join(err, s.pay.ReportStop(ctx, ask, err))
		}
		return a.showBatch(ctx, s, result)
	})
}

// ask reads the flags.
func (a *app) ask(f settleFlags) (ask payrun.Ask, err error) {
	if f.period == "" {
		return ask, errors.New("--period is missing, like --period 2026-08")
	}
	if ask.Period, err = calendar.ParseMonth(f.period); err != nil {
		return ask, fmt.Errorf("--period: %w", err)
	}
	if f.asOf != "" {
		if a.now, err = time.Parse(time.RFC3339, f.asOf); err != nil {
			return ask, fmt.Errorf("--as-of %q: wanted an instant like 2026-09-01T06:00:00+02:00", f.asOf)
		}
	}
	if len(f.except) > 0 && (f.by == "" || f.why == "") {
		return ask, errors.New("--except needs --by WHO and --why TEXT; both are printed in the report for ever")
	}
	for _, name := range f.except {
		ask.Except = append(ask.Except, payrun.Exception{Name: name, By: f.by, Why: f.why})
	}
	ask.Supplement, ask.ConfirmTotal = f.supplement, f.confirm
	return ask, nil
}

// showBatch prints what a call of settle came to.
func (a *app) showBatch(ctx context.Context, s *settling, result payrun.Result) (int, error) {
	model, done, err := s.pay.Shown(ctx, result)
	if err != nil {
		return 0, err
	}
	defer done()
	if err := a.printBatch(s, model); err != nil {
		return 0, err
	}
	if hasReview(model) || result.Restated() > 0 {
		return exitOpen, nil
	}
	return exitClean, nil
}

func hasReview(s *report.Settlement) bool {
	for _, t := range s.Totals {
		if t.ReviewCount > 0 {
			return true
		}
	}
	return false
}

func (a *app) printBatch(s *settling, model *report.Settlement) error {
	if !a.json {
		return report.WriteSettleText(a.stdout, model)
	}
	summary, err := report.SummarizeSettlement(model)
	if err != nil {
		return err
	}
	return report.WriteSettleSummary(a.stdout, summary)
}
