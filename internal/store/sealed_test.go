package store

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A sealed workspace reads the published files and nothing else on the machine,
// writes nowhere, and keeps its settings.
func TestSealed(t *testing.T) {
	ctx, home := context.Background(), t.TempDir()
	s, err := Open(ctx, Options{Memory: "200MB"})
	must(t, err)
	defer s.Close()
	versions := filepath.Join(home, "versions")
	must(t, os.MkdirAll(filepath.Join(versions, "run", "2026-08-15"), 0o750))
	file := filepath.Join(versions, "run", "2026-08-15", "a.parquet")
	must(t, s.Exec(ctx, "copy (select 'a' as reconciliation, 3::bigint as version) to "+quote(file)))
	must(t, os.WriteFile(filepath.Join(home, "state.db"), []byte("secret"), 0o600))
	must(t, os.Symlink(filepath.Join(home, "state.db"), filepath.Join(home, "link")))
	must(t, s.ViewLake(ctx, "", map[string][]string{"run": {file}}))
	q, err := s.Seal(ctx, versions)
	must(t, err)
	defer q.Close()
	ask := func(text string) error {
		if _, err := q.Params(text); err != nil {
			return err
		}
		rows, err := q.Query(ctx, text)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
		}
		return rows.Err()
	}
	for _, text := range []string{
		"select * from run", "describe run", "with x as (select 1 as a) select * from x -- the end", "from run;",
		"select count(distinct hash(i)) from range(3000000) as r(i)", // spills
	} {
		if err := ask(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{
		"select * from read_text('/etc/hostname')",
		"select * from read_blob('" + home + "/state.db')",
		"select * from read_blob('" + versions + "/../state.db')",
		"select * from glob('" + home + "/*')",
		"from '" + home + "/state.db'",
		"copy (select 1) to '" + home + "/x.csv'",
		"copy (select 1) to '" + versions + "/x.csv'",
		"create table x as select 1", "insert into run values (1)", "attach '" + home + "/state.db' as s", "install httpfs", "load httpfs",
		"set memory_limit = '1TB'", "set allowed_directories = ['/']", "pragma enable_profiling", "call enable_logging()", "export database '" + home + "/e'",
		"select 1; select 2", "select 1; copy (select 1) to '" + versions + "/y.csv'", "", "-- nothing",
	} {
		if err := ask(text); err == nil {
			t.Errorf("%s: was answered", text)
		}
	}
	if _, err := q.conn.ExecContext(ctx, "set memory_limit = '1TB'"); err == nil {
		t.Error("settings can be changed")
	}
	names, err := q.Params("select * from run where version = $n and reconciliation = $name")
	if err != nil || strings.Join(names, " ") != "n name" {
		t.Errorf("parameters %v, %v", names, err)
	}
	left, err := filepath.Glob(filepath.Join(home, "*"))
	if err != nil || len(left) != 3 {
		t.Errorf("home has %v", left)
	}
}
