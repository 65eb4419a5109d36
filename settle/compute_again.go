package settle

import (
	"context"
	"fmt"
	"io/fs"
	slash "path"
	"strings"

	"recon/internal/store"
)

// dropPlan drops what the steps of the folders made, if they ran before.
func dropPlan(ctx context.Context, ws *store.Store, dirs ...string) error {
	for _, dir := range dirs {
		names, err := fs.Glob(planSteps, dir+"/*.sql")
		if err != nil {
			return err
		}
		for i := len(names) - 1; 0 <= i; i-- {
			if err := dropStep(ctx, ws, names[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropStep drops the table or view of one step, which is named after it.
func dropStep(ctx context.Context, ws *store.Store, name string) error {
	_, table, _ := strings.Cut(strings.TrimSuffix(slash.Base(name), ".sql"), "_")
	if strings.HasPrefix(table, "assert_") {
		return nil
	}
	text, err := planSteps.ReadFile(name)
	if err != nil {
		return err
	}
	kind := "table"
	if strings.Contains(string(text), "\ncreate view "+table+" as") {
		kind = "view"
	}
	return ws.Exec(ctx, "drop "+kind+" if exists "+table)
}

// beyond explains the engine's error for a sum that does not fit.
func beyond(err error) error {
	for _, word := range []string{"Out of Range Error", "Conversion Error"} {
		if strings.Contains(err.Error(), word) {
			return fmt.Errorf("a sum of amounts is beyond 64 bits: %w", err)
		}
	}
	return err
}
