package chain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"

	"recon/internal/calendar"
	"recon/internal/state"
)

// historyDays is how far back an own row that comes again, or a second charge
// of a key, is recognised.
const historyDays = 40

// digestOf is the hex sha256 of lines, each ended by a newline.
func digestOf(lines ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n") + "\n"))
	return hex.EncodeToString(sum[:])
}

// inputDigest is the digest of everything a day follows from: what was open,
// the history, closures, and the canonical rows of each file. Names, paths and
// bytes of files are no part of it: a statement downloaded again is the same.
func inputDigest(in state.Inputs) string {
	lines := []string{"open " + in.Open, "history " + in.History, "closures " + in.Closures}
	for _, f := range in.Files {
		lines = append(lines, fmt.Sprintf("file %d %q %s %q %s", f.No, f.Source, f.Date, f.Part, f.Digest))
	}
	return digestOf(lines...)
}

// book is what later days read of a reconciliation's days: the files of each
// table, by date and part.
type book map[string][]state.ManifestRow

// historyTables are read of the last days, carriedTables of the day before.
var (
	historyTables = []string{"entry", "match", "reopened"}
	carriedTables = []string{"open_entry", "closed_entry"}
)

// readBook reads the book of the days between two dates, both included.
func (e *Engine) readBook(ctx context.Context, rec string, from, to calendar.Date) (book, error) {
	b := book{}
	for _, table := range slices.Concat(historyTables, carriedTables) {
		files, err := e.State.Current(ctx, table, rec, from, to)
		if err != nil {
			return nil, err
		}
		b[table] = files
	}
	return b, nil
}

// digest covers the files of tables between two dates, both included.
func (b book) digest(tables []string, from, to calendar.Date) string {
	var lines []string
	for _, table := range tables {
		files := b[table]
		first := sort.Search(len(files), func(i int) bool { return files[i].Date >= from })
		for _, f := range files[first:] {
			if f.Date > to {
				break
			}
			lines = append(lines, fmt.Sprintf("%s %s %d %s", table, f.Date, f.Part, f.SHA256))
		}
	}
	return digestOf(lines...)
}

// chainInputs are the inputs that come from earlier days and from people, whose
// closures up to the day or a later one are given.
func chainInputs(l *link, b book, closures []state.Decision) (in state.Inputs) {
	if l.previous != nil {
		in.Open = b.digest(carriedTables, l.previous.Date, l.previous.Date)
	}
	in.History = b.digest(historyTables, l.date-historyDays, l.date-1)
	in.Closures = closureDigest(closures, l.date)
	return in
}

func closureDigest(closures []state.Decision, date calendar.Date) string {
	var lines []string
	for _, c := range closures {
		if c.EffectiveOn > date {
			continue
		}
		// Texts alone can always be written as JSON.
		text, _ := json.Marshal([]string{c.BreakID, c.Word, c.PartnerBreakID, c.EffectiveOn.String(), c.By})
		lines = append(lines, string(text))
	}
	return digestOf(lines...)
}

func only(files []state.ManifestRow, table string) []state.ManifestRow {
	var kept []state.ManifestRow
	for _, f := range files {
		if f.Table == table {
			kept = append(kept, f)
		}
	}
	return kept
}
