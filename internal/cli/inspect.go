package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/money"
	"recon/providers"
)

func (a *app) inspectCommand() *cobra.Command {
	var source string
	c := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Say what a file is, its totals and its faults, and touch nothing",
		Args:  cobra.ExactArgs(1),
		Example: `  recon inspect 20889999888877770156_20260815.csv.zip
  recon inspect --source orders inbox/orders/orders_2026-08-15.csv    an own export, by its mapping`,
		RunE: func(c *cobra.Command, args []string) error { return a.inspect(c.Context(), args[0], source) },
	}
	c.Flags().StringVar(&source, "source", "", "read it as a file of this source; without, as a statement known by its content")
	return c
}

func (a *app) inspect(ctx context.Context, path, source string) error {
	file := ingest.File{Source: &config.Source{Name: "file", Side: "statement", Format: "auto", Zone: "UTC"}, Path: path, Name: filepath.Base(path), No: ingest.MaxParts}
	if _, err := os.Stat(path); err != nil {
		return usageError(err)
	}
	if source != "" {
		cfg, err := a.load()
		if err != nil {
			return err
		}
		if file.Source = cfg.Source(source); file.Source == nil {
			return usageError(fmt.Errorf("--source %q: there is none of that name in %s", source, a.configPath))
		}
		if file.Date, _ = file.Source.Fetch.DateOf(filepath.Base(path)); file.Source.Side == "ledger" {
			file.Side, file.Format = ingest.Ledger, ingest.NewTable(cfg, "", file.Date)
		}
	}
	receipts, err := ingest.Inspect(ctx, file, ingest.Options{Formats: providers.All()})
	if err != nil {
		return err
	}
	if a.json {
		err = json.NewEncoder(a.stdout).Encode(receiptsOf(receipts))
	} else {
		for _, r := range receipts {
			a.printReceipt(r)
		}
	}
	for _, r := range receipts {
		if len(r.Faults) > 0 {
			return coded(exitFailed)
		}
	}
	return err
}

func (a *app) printReceipt(r ingest.Receipt) {
	fmt.Fprintln(a.stdout, r.Name())
	line := func(name, format string, args ...any) {
		fmt.Fprintf(a.stdout, "  %-10s %s\n", name, fmt.Sprintf(format, args...))
	}
	if r.Format != "" {
		line("format", "%s", r.Format)
	}
	if r.Stated.Account != "" {
		line("account", "...%s", lastFour(r.Stated.Account))
	}
	if r.Stated.HasDays {
		line("days", "%s to %s", r.Stated.From, r.Stated.Until)
	}
	line("rows", "%d", r.Rows)
	if r.Ignored > 0 {
		line("ignored", "%d", r.Ignored)
	}
	for _, t := range r.Totals {
		exponent := money.Exponent(t.Currency)
		line(t.Kind.String(), "%d rows, gross %s, fee %s, net %s %s", t.Count, money.Format(t.Gross, exponent),
			money.Format(t.Fee, exponent), money.Format(t.Net, exponent), t.Currency)
	}
	for _, s := range r.Export.Sums {
		line("sum", "%s %s as written, %s claimed", money.Format(s.AsWritten, money.Exponent(s.Currency)), s.Currency, money.Format(s.GrossMinor, money.Exponent(s.Currency)))
	}
	for _, f := range r.Faults {
		line("fault", "%s", f.Error())
	}
	if r.MoreFaults > 0 {
		line("faults", "%d more", r.MoreFaults)
	}
}

func lastFour(account string) string {
	if len(account) > 4 {
		return account[len(account)-4:]
	}
	return account
}

// receiptSummary is what `recon inspect --json` prints of a text.
type receiptSummary struct {
	Name       string         `json:"name"`
	Format     string         `json:"format"`
	Account    string         `json:"account_last4"`
	Rows       int64          `json:"rows"`
	Ignored    int64          `json:"ignored"`
	Totals     []ingest.Total `json:"totals"`
	Faults     []string       `json:"faults"`
	MoreFaults int64          `json:"more_faults"`
}

func receiptsOf(receipts []ingest.Receipt) []receiptSummary {
	var list []receiptSummary
	for _, r := range receipts {
		s := receiptSummary{Name: r.Name(), Format: r.Format, Account: lastFour(r.Stated.Account), Rows: r.Rows,
			Ignored: r.Ignored, Totals: r.Totals, Faults: []string{}, MoreFaults: r.MoreFaults}
		for _, f := range r.Faults {
			s.Faults = append(s.Faults, f.Error())
		}
		list = append(list, s)
	}
	return list
}
