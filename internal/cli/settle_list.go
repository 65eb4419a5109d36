package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"recon/report"
)

// printJSON writes one value for machines.
func (a *app) printJSON(v any) error { return json.NewEncoder(a.stdout).Encode(v) }

func (a *app) batchListCommand() *cobra.Command {
	var states []string
	c := &cobra.Command{
		Use: "list [BATCH]", Short: "All batches, or the payouts of one, as they are now",
		Example: `  settle list
  settle list 2026-08-1 --state failed,returned`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				if len(args) == 1 {
					return exitClean, a.listPayouts(c.Context(), s, args[0], states)
				}
				lines, err := s.pay.BatchLines(c.Context())
				if err != nil || a.json {
					return exitClean, orJSON(err, a, lines)
				}
				return exitClean, report.WriteBatchList(a.stdout, s.cfg.Language, report.Rows(lines))
			})
		},
	}
	c.Flags().StringSliceVar(&states, "state", nil, "only payouts in these states; unclear is one")
	return c
}

func orJSON(err error, a *app, v any) error {
	if err != nil {
		return err
	}
	return a.printJSON(v)
}

func (a *app) listPayouts(ctx context.Context, s *settling, id string, states []string) error {
	lines, err := s.pay.PayoutLines(ctx, id, states...)
	if err != nil || a.json {
		return orJSON(err, a, lines)
	}
	return report.WritePayoutList(a.stdout, s.cfg.Language, s.cfg.Settle.Location(), report.Rows(lines))
}

func (a *app) payoutShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show BATCH|PAYOUT", Short: "Everything about a batch, or about a payout by key or rail reference",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				return exitClean, a.show(c.Context(), s, args[0])
			})
		},
	}
}

func (a *app) show(ctx context.Context, s *settling, name string) error {
	zone := s.cfg.Settle.Location()
	if strings.HasPrefix(name, "monthly-payout:") || len(name) == 32 {
		p, err := s.pay.ShowPayout(ctx, name)
		if err != nil || a.json {
			return orJSON(err, a, p)
		}
		return report.WritePayoutShown(a.stdout, s.cfg.Language, zone, p)
	}
	b, err := s.pay.ShowBatch(ctx, name)
	if err != nil || a.json {
		return orJSON(err, a, b)
	}
	return report.WriteBatchShown(a.stdout, s.cfg.Language, zone, b)
}

// printFiles prints the submission files of a batch and what to do with them.
func (a *app) printFiles(ctx context.Context, s *settling, id string) error {
	b, err := s.pay.ShowBatch(ctx, id)
	if err != nil {
		return err
	}
	for _, f := range b.Submissions {
		if _, err := fmt.Fprintf(a.stdout, "  %s  %d payouts  sha256 %s\n", s.shown(f.File), f.Count, f.SHA256); err != nil {
			return err
		}
	}
	return nil
}

// overdueCommand lists what should have happened by now.
func (a *app) overdueCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "What should have happened by now: files not sent, not answered or not paid, payouts unclear",
		Long: "Exit code 3 when there is anything.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				alarms, err := s.pay.Alarms(c.Context())
				if err != nil {
					return exitFailed, err
				}
				code := exitClean
				for _, id := range sortedNames(alarms) {
					for _, line := range alarms[id] {
						code = exitOpen
						fmt.Fprintf(a.stdout, "%s  %s  %s  since %s\n", id, line.Kind, line.Subject, line.Since.In(s.cfg.Settle.Location()).Format("2006-01-02 15:04"))
					}
				}
				return code, nil
			})
		},
	}
}
