package settle

import (
	"io/fs"
	"strings"
	"testing"

	"recon/internal/sqlsubset"
)

// TestSQLKeepsToTheSubset holds every step against what engines read alike.
func TestSQLKeepsToTheSubset(t *testing.T) {
	names, err := fs.Glob(planSteps, "sql/*/*.sql")
	if err != nil || len(names) < 35 {
		t.Fatalf("found %d steps (%v), wanted all of them", len(names), err)
	}
	made := map[string]string{}
	for _, name := range names {
		text, err := planSteps.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range sqlsubset.Check(name, string(text), "settle_run", "several_files") {
			t.Errorf("%s: %s", name, complaint)
		}
		checkOrderOfSteps(t, made, name, string(text))
	}
}

// checkOrderOfSteps: a step reads what earlier steps or the caller made, so that
// running the folders in name order is right.
func checkOrderOfSteps(t *testing.T, made map[string]string, name, text string) {
	reads, rest, _ := strings.Cut(strings.TrimPrefix(text, "-- reads: "), "\n")
	for _, table := range strings.Split(reads, ", ") {
		_, err1 := inputSchema.ReadFile("schema/" + table + ".sql")
		_, err2 := inputSchema.ReadFile("schema/words/" + table + ".sql")
		if made[table] == "" && err1 != nil && err2 != nil && table != "ledger_entry" {
			t.Errorf("%s reads %s, which no step before it makes", name, table)
		}
	}
	table := strings.Fields(strings.TrimPrefix(rest, "-- writes: "))[0]
	// One of the two folders 2_ is run, so that news is made once.
	if made[table] != "" && table != "nothing" && table != "news" {
		t.Errorf("%s writes %s like %s", name, table, made[table])
	}
	made[table] = name
}
