package settle

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	slash "path"
	"strings"

	"recon/internal/store"
)

// dropPlan drops what the steps of the folders made, if it is there from an
// earlier computation.
func dropPlan(ctx context.Context, ws *store.Store, dirs ...string) error {
	var names []string
	for _, dir := range dirs {
		files, err := fs.Glob(planSteps, "sql/"+dir+"/*.sql")
		if err != nil {
			return err
		}
		for _, file := range files {
			// A step is named after what it makes; an assertion makes nothing.
			_, name, _ := strings.Cut(strings.TrimSuffix(slash.Base(file), ".sql"), "_")
			names = append(names, name)
		}
	}
	kinds, err := madeBefore(ctx, ws)
	if err != nil {
		return err
	}
	for _, name := range names {
		if kind := kinds[name]; kind != "" {
			if err := ws.Exec(ctx, "drop "+kind+" "+name); err != nil {
				return err
			}
			delete(kinds, name)
		}
	}
	return nil
}

// madeBefore says of everything in the workspace whether it is a table or a view.
func madeBefore(ctx context.Context, ws *store.Store) (map[string]string, error) {
	kinds := map[string]string{}
	err := eachRow(ctx, ws, `select table_name as name, 'table' as kind from duckdb_tables() where database_name = 'work'
union all select view_name as name, 'view' as kind from duckdb_views() where database_name = 'work'`, func(r *sql.Rows) error {
		var name, kind string
		err := r.Scan(&name, &kind)
		kinds[name] = kind
		return err
	})
	return kinds, err
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
