// Package tool finds the programs that tests check the project's output with:
// a mail server, a browser, readers of Parquet in other languages. `make tools`
// builds or installs those that no system package brings.
package tool

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Path is where a program is: below .tools at the root of the module, else on
// the PATH. A test whose program is missing fails, as a check that is left out
// without a word is worth nothing.
func Path(t testing.TB, name string) string {
	t.Helper()
	if path := filepath.Join(root(t), ".tools", name); isFile(path) {
		return path
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is not here: run make tools; chromium, fonts-noto-cjk and libxml2-utils are packages of Debian and Ubuntu", name)
	}
	return path
}

// Python is the interpreter that has pandas, pyarrow, polars and duckdb.
func Python(t testing.TB) string {
	t.Helper()
	return Path(t, filepath.Join("python", "bin", "python"))
}

// root is the folder of the module that the test belongs to.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !isFile(filepath.Join(dir, "go.mod")) {
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
	return dir
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Sample is the path of a file or folder of others' samples, which lie beside
// the repository and are not part of it. Where they are absent the test is
// skipped, loudly; in CI, where they must lie, it fails.
func Sample(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(root(t), "..", "shared", "samples", filepath.FromSlash(name))
	switch _, err := os.Stat(path); {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatalf("SAMPLES ABSENT: %v: in CI nothing is skipped", err)
	default:
		t.Skipf("SAMPLES ABSENT: %v: nothing is checked against them", err)
	}
	return path
}
