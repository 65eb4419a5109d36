package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestNamesKnowEveryFolderThatGotAName(t *testing.T) {
	dir := t.TempDir()
	var names Names
	for _, path := range []string{"a/b", "a/b", "a/c"} {
		if err := names.MkdirAll(filepath.Join(dir, path), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	names.Changed(filepath.Join(dir, "a", "c"))
	var again Names // of a process that finds the folders there
	if err := again.MkdirAll(filepath.Join(dir, "a", "b"), 0o750); err != nil || !again.changed[filepath.Join(dir, "a")] {
		t.Errorf("a folder that is there is not flushed: %v %v", again.changed, err)
	}
	var found []string
	for folder := range names.changed {
		found = append(found, folder)
	}
	slices.Sort(found)
	if wanted := []string{dir, filepath.Join(dir, "a"), filepath.Join(dir, "a", "c")}; !slices.Equal(found, wanted) {
		t.Errorf("found %v, wanted %v", found, wanted)
	}
	if err := names.Sync(); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "a", "c")); err != nil {
		t.Fatal(err)
	}
	if err := names.Sync(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("found %v for a folder that is gone", err)
	}
}
