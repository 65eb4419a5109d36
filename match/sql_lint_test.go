package match

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"recon/internal/sqlsubset"
)

// The steps keep to what DuckDB and Spark read alike.
func TestSQLKeepsToTheSubset(t *testing.T) {
	names := stepFiles(t)
	if len(names) < 50 {
		t.Fatalf("found %d steps, wanted all of them", len(names))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		must(t, err)
		for _, complaint := range sqlsubset.Check(name, string(text), "run", "rule") {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}

// stepFiles lists every SQL file of the stage.
func stepFiles(t *testing.T) []string {
	var names []string
	must(t, fs.WalkDir(os.DirFS("."), ".", func(p string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(p, ".sql") {
			names = append(names, p)
		}
		return err
	}))
	return names
}
