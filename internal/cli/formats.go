package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"recon/providers"
)

func (a *app) formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "formats",
		Short: "List the statement formats a source can name",
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return json.NewEncoder(a.stdout).Encode(formatRows())
			}
			t := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
			fmt.Fprintln(t, "FORMAT\tPROVIDER\tZONE\tREADY")
			for _, f := range formatRows() {
				fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", f.Format, f.Provider, f.Zone, f.Ready)
			}
			return t.Flush()
		},
	}
}

type formatRow struct {
	Format   string `json:"format"`
	Provider string `json:"provider"`
	Zone     string `json:"zone"`
	Ready    string `json:"ready"`
}

func formatRows() []formatRow {
	var rows []formatRow
	defaults := providers.Defaults()
	for _, f := range providers.All() {
		d := defaults[f.ID()]
		rows = append(rows, formatRow{f.ID(), f.Provider(), d.Zone, d.Ready})
	}
	return append(rows, formatRow{Format: "table", Provider: "own export, mapped by the source's table:"})
}
