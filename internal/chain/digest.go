package chain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
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

// outputDigest is the digest of a day's tables.
func outputDigest(files []state.ManifestRow) string {
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%s %d %s", f.Table, f.Part, f.SHA256))
	}
	return digestOf(lines...)
}

// chainInputs fills in the inputs that come from earlier days and from people.
func (e *Engine) chainInputs(ctx context.Context, l *link) (in state.Inputs, err error) {
	if l.previous != nil {
		files, err := e.State.Manifest(ctx, l.rec.Name, l.previous.Date)
		if err != nil {
			return in, err
		}
		in.Open = outputDigest(only(files, "open_entry"))
	}
	if in.History, err = e.historyDigest(ctx, l.rec.Name, l.date); err != nil {
		return in, err
	}
	in.Closures, err = e.closureDigest(ctx, l.rec.Name, l.date)
	return in, err
}

// historyDigest covers what later days look up of a day: its entries, matches
// and closings.
func (e *Engine) historyDigest(ctx context.Context, rec string, date calendar.Date) (string, error) {
	var lines []string
	for _, table := range historyTables {
		files, err := e.State.Current(ctx, table, rec, date-historyDays, date-1)
		if err != nil {
			return "", err
		}
		for _, f := range files {
			lines = append(lines, fmt.Sprintf("%s %s %d %s", f.Table, f.Date, f.Part, f.SHA256))
		}
	}
	return digestOf(lines...), nil
}

// historyTables are the tables of earlier days that a day reads.
var historyTables = []string{"entry", "match", "closed"}

func (e *Engine) closureDigest(ctx context.Context, rec string, date calendar.Date) (string, error) {
	closures, err := e.State.Closures(ctx, rec, date)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, c := range closures {
		text, err := json.Marshal([]string{c.BreakID, c.Word, c.PartnerBreakID, c.EffectiveOn.String(), c.By})
		if err != nil {
			return "", err
		}
		lines = append(lines, string(text))
	}
	return digestOf(lines...), nil
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
