package config

import (
	"fmt"
	"slices"
)

// validateLedgers notes own exports whose rows two reconciliations, or one
// twice, would claim. Filters on different columns can only be judged by the
// rows themselves.
func (c *Config) validateLedgers(d *document, path string, i int) {
	for j, use := range c.Reconciliations[i].Ledger {
		entry := fmt.Sprintf("%s.ledger[%d]", path, j)
		at := entry
		if d.has(under(entry, "source")) {
			at = under(entry, "source")
		}
		if !c.known(d, at, use.Source, sideLedger) {
			continue
		}
		c.eachUseBefore(i, j, use.Source, func(other LedgerUse, r, s int) {
			line := d.line(fmt.Sprintf("reconciliations[%d].ledger[%d]", r, s))
			if r == i {
				d.bad(at, use.Source, fmt.Sprintf("named in line %d too, wanted one use with all values", line))
			} else if text := overlap(use.Where, other.Where); text != "" {
				d.bad(at, use.Source, fmt.Sprintf("%s, and line %d claims the same rows; wanted a where that parts them", text, line))
			}
		})
		c.validateIgnored(d, under(entry, "where"), use)
	}
}

// eachUseBefore calls f for every earlier use of a source.
func (c *Config) eachUseBefore(i, j int, source string, f func(use LedgerUse, r, s int)) {
	for r := range i + 1 {
		for s, use := range c.Reconciliations[r].Ledger {
			if r == i && s == j {
				return
			}
			if use.Source == source {
				f(use, r, s)
			}
		}
	}
}

// overlap says which rows two filters both pick for certain, or nothing.
func overlap(a, b *Filter) string {
	switch {
	case a == nil:
		return "claims every row"
	case b == nil:
		return "claims " + a.Column
	case a.Column != b.Column:
		return ""
	}
	for _, word := range a.Words() {
		if slices.Contains(b.Words(), word) {
			return fmt.Sprintf("claims %s %q", a.Column, word)
		}
	}
	return ""
}

// validateIgnored notes rows that a reconciliation claims and the source ignores.
func (c *Config) validateIgnored(d *document, at string, use LedgerUse) {
	ignore := c.Source(use.Source).Ignore
	if use.Where == nil || ignore == nil || use.Where.Column != ignore.Column {
		return
	}
	for _, word := range use.Where.Words() {
		if slices.Contains(ignore.Words(), word) {
			d.bad(at, word, "ignored by the source too, wanted one of both")
		}
	}
}
