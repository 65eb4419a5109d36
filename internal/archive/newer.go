package archive

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
)

// Newer returns the dates, ascending, for which a source's drop folder holds a
// file that was changed after the instant that since gives for the date; a
// zero instant leaves the date out. It looks at names and times only: whether
// such a file says anything new is known once it is taken.
func Newer(home string, src *config.Source, since map[calendar.Date]time.Time) ([]calendar.Date, error) {
	entries, err := os.ReadDir(src.Fetch.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, disk.Explain(home, err)
	}
	var dates []calendar.Date
	for _, entry := range entries {
		date, dated := src.Fetch.DateOf(entry.Name())
		after := since[date]
		if !dated || after.IsZero() || entry.IsDir() || isUnfinished(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, disk.Explain(home, err)
		}
		if info.ModTime().After(after) {
			dates = append(dates, date)
		}
	}
	slices.Sort(dates)
	return slices.Compact(dates), nil
}
