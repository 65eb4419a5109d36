package cli

import (
	"errors"

	"github.com/spf13/cobra"
)

// settleCommand stands where settlement will be, so that the second binary
// says what it is instead of what cobra makes of an unknown command.
func (a *app) settleCommand() *cobra.Command {
	return &cobra.Command{
		Use: "settle", Short: "Pay out what payees are owed (not in this version)", Hidden: true,
		Args: cobra.ArbitraryArgs, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return usageError(errors.New("settlement is not in this version; only reconciliation is"))
		},
	}
}
