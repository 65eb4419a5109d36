// Package bench holds what the benchmarks share: the day they run, its
// configuration, and the names by which results are counted.
package bench

import (
	_ "embed"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"recon/fixtures/gen"
)

// Date is the day that is generated and run.
const Date = "2026-08-15"

// Classes are the names that peers and key count by.
var Classes = []string{"matched", "missing", "extra", "amount", "duplicate", "status", "pending", "ambiguous"}

//go:embed recon.yaml
var settings string

// Home makes a home whose drop folders hold the files of data, by hard link:
// they are read as often as they are run. Memory is limits.memory.
func Home(home, data, memory string) error {
	if err := os.MkdirAll(home, 0o750); err != nil {
		return err
	}
	if err := WriteConfig(filepath.Join(home, "recon.yaml"), memory); err != nil {
		return err
	}
	inbox := filepath.Join(data, "inbox")
	return filepath.WalkDir(inbox, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(data, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return os.MkdirAll(filepath.Join(home, below), 0o750)
		}
		return os.Link(path, filepath.Join(home, below))
	})
}

// WriteConfig writes the benchmark's configuration.
func WriteConfig(path, memory string) error {
	text := strings.NewReplacer("MEMORY", memory, "ACCOUNT", gen.DefaultAccount).Replace(settings)
	return os.WriteFile(path, []byte(text), 0o640)
}
