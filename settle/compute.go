// Package settle works out what each payee is owed and what becomes of the
// payouts. `ls -R settle/sql` is the computation: a ledger counted up to a
// cutoff, less what was paid before, held against the rules. Nothing in it reads
// a clock or a file, so that the same tables give the same plan.
package settle

import (
	"context"
	"embed"
	"io/fs"
	slash "path"
	"slices"
	"strings"

	"recon/internal/store"
)

//go:embed sql/*/*.sql
var planSteps embed.FS

//go:embed schema/*.sql schema/words/*.sql
var inputSchema embed.FS

// CreateInputs makes the tables that Compute reads, empty, but for
// ledger_entry, which reading the ledger makes. Those named in others are left
// to the caller, who makes tables or views of the same columns.
func CreateInputs(ctx context.Context, ws *store.Store, others ...string) error {
	names, err := fs.Glob(inputSchema, "schema/*.sql")
	if err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(others, strings.TrimSuffix(slash.Base(name), ".sql")) {
			continue
		}
		if err := runFile(ctx, ws, name); err != nil {
			return err
		}
	}
	return nil
}

func runFile(ctx context.Context, ws *store.Store, name string) error {
	text, err := inputSchema.ReadFile(name)
	if err != nil {
		return err
	}
	return ws.Exec(ctx, string(text))
}

// Compute works out the batch that the workspace holds the inputs of: the
// tables of CreateInputs and ledger_entry. It leaves counted_entry, held_entry,
// early_entry, restated, payee_balance, payout_plan, skip_plan,
// destination_plan and batch_total, whose columns stand in their files in
// settle/sql; amounts are minor units, + is owed to the payee. A law that does
// not hold and a sum beyond 64 bits are errors. It can be called again, when
// inputs have changed.
func Compute(ctx context.Context, ws *store.Store) (Summary, error) {
	if err := dropPlan(ctx, ws, "1_past", "2_first", "2_later", "3_count", "4_plan"); err != nil {
		return Summary{}, err
	}
	var counted bool
	if err := ws.DB().QueryRowContext(ctx, "select exists (select 1 from counted_before)").Scan(&counted); err != nil {
		return Summary{}, err
	}
	news := "2_first"
	if counted {
		news = "2_later"
	}
	for _, dir := range []string{"1_past", news, "3_count"} {
		if err := ws.RunDir(ctx, planSteps, "settle", "sql/"+dir); err != nil {
			return Summary{}, beyond(err)
		}
	}
	return plan(ctx, ws)
}

// Replan works out the plan again after Compute, when only the tables payee,
// currency_rule, country_rule and in_part have changed. The ledger is not read
// again.
func Replan(ctx context.Context, ws *store.Store) (Summary, error) {
	if err := dropPlan(ctx, ws, "4_plan"); err != nil {
		return Summary{}, err
	}
	return plan(ctx, ws)
}

func plan(ctx context.Context, ws *store.Store) (Summary, error) {
	if err := fillWords(ctx, ws); err != nil {
		return Summary{}, err
	}
	if err := ws.RunDir(ctx, planSteps, "settle", "sql/4_plan"); err != nil {
		return Summary{}, beyond(err)
	}
	return summarize(ctx, ws)
}
