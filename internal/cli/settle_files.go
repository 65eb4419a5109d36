package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/calendar"
)

func (a *app) exportCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use: "export SUBMISSION", Short: "Copy a submission file out of home after checking its hash",
		Example: "  settle export 2026-08-1/sepa-1 --to /media/usb",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := required("--to", to); err != nil {
				return usageError(err)
			}
			return a.settling(c.Context(), true, func(s *settling) (int, error) {
				sub, err := s.pay.Export(c.Context(), args[0], to)
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%s: %d bytes, sha256 %s\n", sub.ID, sub.Bytes, sub.SHA256)
				}
				return exitClean, err
			})
		},
	}
	c.Flags().StringVar(&to, "to", "", "file or folder to copy to (required)")
	return c
}

func (a *app) sentCommand() *cobra.Command {
	var by, ref string
	c := &cobra.Command{
		Use: "sent SUBMISSION", Short: "Record that a file was uploaded to the bank",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			for _, err := range []error{required("--by", by), required("--bank-ref", ref)} {
				if err != nil {
					return usageError(err)
				}
			}
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				sub, err := s.pay.Sent(c.Context(), args[0], ref, by)
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%s: sent, bank reference %s\n", sub.ID, ref)
				}
				return exitClean, err
			})
		},
	}
	c.Flags().StringVar(&by, "by", "", "who uploaded it (required)")
	c.Flags().StringVar(&ref, "bank-ref", "", "the bank's reference of the upload (required)")
	return c
}

func (a *app) voidCommand() *cobra.Command {
	var not bool
	c := a.said("void SUBMISSION", "Take a file back that nobody uploaded",
		"Void makes the payouts of a file pending again. A file that is recorded as sent cannot be taken back.",
		func(ctx context.Context, s *settling, id string, f sayFlags) (string, error) {
			if !not {
				return "", usageError(fmt.Errorf("void pays twice when the bank has the file already: say --i-have-not-uploaded"))
			}
			sub, err := s.pay.Void(ctx, id, f.by, f.why)
			return sub.ID + ": void, its payouts are pending again; destroy every copy of the file", err
		})
	c.Flags().BoolVar(&not, "i-have-not-uploaded", false, "the file was given to no bank")
	return c
}

func (a *app) redateCommand() *cobra.Command {
	var date string
	c := &cobra.Command{
		Use: "redate SUBMISSION", Short: "Make a file again with another execution date and the same references",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			day, err := calendar.Parse(date)
			if err != nil {
				return usageError(fmt.Errorf("--date: %w", err))
			}
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				sub, err := s.pay.Redate(c.Context(), args[0], day)
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%s: %s, executed on %s, takes the place of %s\n", sub.ID, sub.Path, sub.Execution, args[0])
				}
				return exitClean, err
			})
		},
	}
	c.Flags().StringVar(&date, "date", "", "day on which the bank is to pay, yyyy-mm-dd (required)")
	return c
}
