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
		return a.printJSON(importedOf(in))
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
		where := ""
		if n.Line > 0 {
			where = fmt.Sprintf("line %d: ", n.Line)
		}
		fmt.Fprintf(a.stdout, "  %s%s\n", where, n.Text)
	}
	return nil
}

// importedJSON is what a status or event file came to, for machines.
type importedJSON struct {
	File          string         `json:"file"`
	Kind          string         `json:"kind"` // pain.002, camt.053, camt.054, result, events; "" when it was read before
	Known         bool           `json:"read_before"`
	Signals       int            `json:"signals"`
	Steps         int64          `json:"steps"`    // transitions of payouts
	Repeated      int64          `json:"repeated"` // said what was known already
	Exceptions    []exceptionRow `json:"exceptions"`
	Verifications []exceptionRow `json:"verifications"`
	Notes         []exceptionRow `json:"notes"`
}

// exceptionRow is one thing of a file that a person may want to look at.
type exceptionRow struct {
	Line        int64  `json:"line"`
	Kind        string `json:"kind,omitempty"`
	RailRef     string `json:"rail_ref,omitempty"`
	Code        string `json:"code,omitempty"`
	Currency    string `json:"currency,omitempty"`
	AmountMinor int64  `json:"amount_minor,omitempty"`
	Detail      string `json:"detail"`
}

func importedOf(in payrun.Imported) importedJSON {
	out := importedJSON{File: in.Name, Kind: in.Kind, Known: in.Known, Signals: in.Signals, Steps: in.Applied, Repeated: in.Skipped + int64(in.Repeated),
		Exceptions: []exceptionRow{}, Verifications: []exceptionRow{}, Notes: []exceptionRow{}}
	for _, x := range in.Exceptions {
		out.Exceptions = append(out.Exceptions, exceptionRow{x.Line, x.Kind, x.RailRef, x.Code, x.Currency, x.AmountMinor, x.Detail})
	}
	for _, v := range in.Verifications {
		out.Verifications = append(out.Verifications, exceptionRow{Line: v.Line, RailRef: v.RailRef, Code: v.Code, Detail: v.Reason})
	}
	for _, n := range in.Notes {
		out.Notes = append(out.Notes, exceptionRow{Line: n.Line, Detail: n.Text})
	}
	return out
}
