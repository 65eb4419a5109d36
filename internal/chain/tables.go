package chain

import (
	"path/filepath"

	"recon/internal/state"
	"recon/internal/store"
)

// Parts turns manifest rows, sorted by day, into what a view reads.
func Parts(home string, files []state.ManifestRow) []store.Part {
	var parts []store.Part
	for _, f := range files {
		last := len(parts) - 1
		if last < 0 || parts[last].Date != f.Date {
			parts = append(parts, store.Part{Date: f.Date})
			last++
		}
		parts[last].Files = append(parts[last].Files, filepath.Join(home, f.Path))
	}
	return parts
}
