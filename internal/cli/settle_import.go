package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/payrun"
)

func (a *app) statusCommand() *cobra.Command {
	c := &cobra.Command{Use: "status", Short: "What became of the payouts"}
	c.AddCommand(a.importer("import FILE...", "Read a bank's answers: pain.002, camt.053, camt.054, result files",
		"  settle status import pain002.xml camt053.xml", (*payrun.Engine).ImportStatus), a.overdueCommand())
	return c
}

func (a *app) eventsCommand() *cobra.Command {
	c := &cobra.Command{Use: "events", Short: "Webhook events about payouts"}
	c.AddCommand(a.importer("import FILE...", "Read dumps of webhook events as JSON lines",
		"  settle events import stripe.jsonl", (*payrun.Engine).ImportEvents))
	return c
}

// importer makes a command that reads files one after the other. A file that
// is refused does not stop the others.
func (a *app) importer(use, short, example string, read func(*payrun.Engine, context.Context, string) (payrun.Imported, error)) *cobra.Command {
	return &cobra.Command{
		Use: use, Short: short, Example: example, Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				var errs []error
				code := exitClean
				for _, name := range args {
					in, err := read(s.pay, c.Context(), name)
					if err != nil {
						errs = append(errs, err)
						continue
					}
					if len(in.Exceptions) > 0 {
						code = exitOpen
					}
					errs = append(errs, a.printImported(in))
				}
				return code, errors.Join(errs...)
			})
		},
	}
}

func (a *app) printImported(in payrun.Imported) error {
	if a.json {
		return a.printJSON(in)
	}
	if in.Known {
		_, err := fmt.Fprintf(a.stdout, "%s: read before, nothing done\n", in.Name)
		return err
	}
	fmt.Fprintf(a.stdout, "%s: %s, %d signals, %d steps taken, %d known before, %d exceptions\n",
		in.Name, in.Kind, in.Signals, in.Applied, in.Skipped+int64(in.Repeated), len(in.Exceptions))
	for _, x := range in.Exceptions {
		fmt.Fprintf(a.stdout, "  line %d: %s %s %s %s\n", x.Line, x.Kind, x.RailRef, x.Code, x.Detail)
	}
	for _, v := range in.Verifications {
		fmt.Fprintf(a.stdout, "  line %d: payee verification %s %s %s\n", v.Line, v.RailRef, v.Code, v.Reason)
	}
	for _, n := range in.Notes {
		fmt.Fprintf(a.stdout, "  line %d: %s\n", n.Line, n.Text)
	}
	return nil
}
