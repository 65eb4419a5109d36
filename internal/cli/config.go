package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"recon/internal/config"
	"recon/internal/payrun"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "Check, describe and try the configuration"}
	var against string
	check := &cobra.Command{
		Use: "check", Short: "Say whether the configuration is right",
		Example: "  recon config check\n  recon config check --against inbox/orders/orders_2026-08-15.csv",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			if against != "" {
				return a.checkAgainst(c.Context(), cfg, against)
			}
			if cfg.Settle != nil {
				if err := payrun.CheckRails(cfg.Settle); err != nil {
					return err
				}
			}
			fmt.Fprintf(a.stdout, "%s is right: %d sources, %d reconciliations\n", a.configPath, len(cfg.Sources), len(cfg.Reconciliations))
			return nil
		},
	}
	check.Flags().StringVar(&against, "against", "", "also compare the mapping of an own export with this file")
	schema := &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of the configuration, for editors",
		RunE: func(*cobra.Command, []string) error {
			text, err := config.Schema()
			if err == nil {
				_, err = a.stdout.Write(text)
			}
			return err
		},
	}
	c.AddCommand(check, schema, a.explainCommand(), a.tryCommand())
	return c
}

func (a *app) explainCommand() *cobra.Command {
	var date, language string
	c := &cobra.Command{
		Use: "explain", Short: "Say the rules in sentences with real dates",
		Example: "  recon config explain --date 2026-08-15 --language zh-CN",
		RunE: func(*cobra.Command, []string) error {
			cfg, err := a.load()
			if err != nil {
				return err
			}
			if language == "" {
				language = cfg.Language
			}
			d, err := dateIn(date, a.now, a.now.Location())
			if err != nil {
				return usageError(err)
			}
			fmt.Fprint(a.stdout, config.Explain(cfg, d, language))
			return nil
		},
	}
	c.Flags().StringVar(&date, "date", "yesterday", "business date of the examples")
	c.Flags().StringVar(&language, "language", "", "en or zh-CN (default: the configuration's)")
	return c
}
