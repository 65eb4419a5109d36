package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/state"
)

// sayFlags are who says something and why.
type sayFlags struct{ by, why string }

func (f *sayFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.by, "by", "", "who says so (required)")
	c.Flags().StringVar(&f.why, "why", "", "why, in words (required)")
}

func (f *sayFlags) check() error {
	if err := required("--by", f.by); err != nil {
		return usageError(err)
	}
	if err := required("--why", f.why); err != nil {
		return usageError(err)
	}
	return nil
}

// said makes a command of one argument that needs --by and --why.
func (a *app) said(use, short, long string, work func(ctx context.Context, s *settling, arg string, f sayFlags) (string, error)) *cobra.Command {
	var f sayFlags
	c := &cobra.Command{
		Use: use, Short: short, Long: long, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				text, err := work(c.Context(), s, args[0], f)
				if err == nil {
					_, err = fmt.Fprintln(a.stdout, text)
				}
				return exitClean, err
			})
		},
	}
	f.add(c)
	return c
}

func (a *app) discardCommand() *cobra.Command {
	return a.said("discard BATCH", "Throw a draft away",
		"Discard cancels the payouts of a draft and takes its reservations back. The next run of its period makes another draft.",
		func(ctx context.Context, s *settling, id string, f sayFlags) (string, error) {
			b, err := s.pay.Discard(ctx, id, f.by, f.why)
			return fmt.Sprintf("batch %s is discarded; settle --period %s makes the next draft", b.ID, b.Period), err
		})
}

func (a *app) cancelCommand() *cobra.Command {
	return a.said("cancel PAYOUT", "Cancel a payout that is in no file",
		"PAYOUT is a payout key or a rail reference. The money is available again; the next batch takes it.",
		func(ctx context.Context, s *settling, key string, f sayFlags) (string, error) {
			p, err := s.pay.Cancel(ctx, key, f.by, f.why)
			return fmt.Sprintf("payout %s is cancelled, its money is available again", p.PayoutKey), err
		})
}

func (a *app) retryCommand() *cobra.Command {
	return a.said("retry PAYOUT", "Pay again what failed, was cancelled or came back",
		"Retry makes the next attempt of a payout, to the destination in the newest payee file, when what is available still covers it.",
		func(ctx context.Context, s *settling, key string, f sayFlags) (string, error) {
			p, err := s.pay.Retry(ctx, key, f.by, f.why)
			text := fmt.Sprintf("payout %s: attempt %d with reference %s", p.PayoutKey, p.Number, p.RailRef)
			if p.Born == state.PayoutReview {
				text += fmt.Sprintf("; approve it: settle approve %s --key KEYFILE --payout %s", p.BatchID, p.PayoutKey)
			}
			return text, err
		})
}

func (a *app) acceptRestatedCommand() *cobra.Command {
	var f sayFlags
	var all bool
	c := &cobra.Command{
		Use: "accept-restated BATCH [ENTRY ...]", Short: "Let changed entries count from the next batch on",
		Long: "An entry that an earlier batch counted and that is now changed, void or gone does not count until somebody accepts the change.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if all == (len(args) > 1) {
				return usageError(fmt.Errorf("wanted entry ids, or --all for every entry in restated.csv of the batch"))
			}
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				n, err := s.pay.AcceptRestated(c.Context(), args[0], args[1:], f.by, f.why)
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%d changed entries are accepted; the next batch counts them\n", n)
				}
				return exitClean, err
			})
		},
	}
	f.add(c)
	c.Flags().BoolVar(&all, "all", false, "every restated entry of the batch")
	return c
}
