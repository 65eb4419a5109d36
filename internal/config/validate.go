package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// validate notes what no single value shows: names that do not fit together
// and keys that need one another. A value that was refused on reading is empty
// here and is not judged again.
func (c *Config) validate(d *document, formats Formats) {
	if !d.has("settle") {
		for _, key := range []string{"sources", "reconciliations"} {
			if !d.has(key) && d.has("version") {
				d.at("", fmt.Sprintf("key %q: missing, `recon init` writes an example", key))
			}
		}
	}
	for i := range c.Sources {
		path := fmt.Sprintf("sources[%d]", i)
		unique(d, path, "name", c.Sources[i].Name, i, func(j int) string { return c.Sources[j].Name })
		c.Sources[i].validate(d, path, formats, c.Zone)
	}
	for i := range c.Reconciliations {
		path := fmt.Sprintf("reconciliations[%d]", i)
		unique(d, path, "name", c.Reconciliations[i].Name, i, func(j int) string { return c.Reconciliations[j].Name })
		c.Reconciliations[i].validateName(d, path)
		c.validateStatements(d, path, i)
		c.validateLedgers(d, path, i)
	}
	if name := c.Telemetry.Metrics; name != "" && !strings.HasSuffix(name, ".prom") {
		d.bad("telemetry.metrics", name, "ends in something else, wanted a file name that ends in .prom, which is what the textfile collector reads")
	}
	if c.Mail != nil {
		c.Mail.validate(d, "mail", c)
	}
	c.validateChat(d)
	if c.Settle != nil {
		c.Settle.validate(d, "settle")
	}
	if c.Journal != nil {
		c.Journal.validate(d, "journal", c)
	}
	c.validateUnused(d)
}

// unique notes a value of a key, like a name, that an earlier element of the
// list has.
func unique(d *document, path, key, value string, i int, valueOf func(int) string) {
	for j := range i {
		if value != "" && valueOf(j) == value {
			list := path[:strings.IndexByte(path, '[')]
			line := d.line(under(fmt.Sprintf("%s[%d]", list, j), key))
			d.bad(under(path, key), value, fmt.Sprintf("already the %s in line %d, wanted another", key, line))
			return
		}
	}
}

// validateName notes a name that settlement's published files have.
func (r *Reconciliation) validateName(d *document, path string) {
	if r.Name == settleName || strings.HasPrefix(r.Name, settleName+"-") {
		d.bad(under(path, "name"), r.Name, "taken by the files of settle, wanted another name")
	}
}

func (s *Source) validate(d *document, path string, formats Formats, zone string) {
	if s.Format != "" && !slices.Contains(formats.names(), s.Format) {
		d.bad(under(path, "format"), s.Format, unknown(s.Format, formats.names()))
	} else if s.Format != "" {
		s.validateSide(d, path)
		if first(s.Zone, formats[s.Format].Zone, zone) == "" && !d.has(under(path, "zone")) && !d.has("zone") {
			d.at(path, `key "zone": missing here and at the top; days begin and end in it, like zone: Asia/Shanghai`)
		}
	}
	s.Fetch.validate(d, under(path, "fetch"))
	if s.Table != nil {
		s.Table.validate(d, under(path, "table"))
	}
}

func (f Fetch) validate(d *document, path string) {
	if isMonthly(f.Pattern) && f.offset() != 0 {
		d.bad(under(path, "date_offset"), f.DateOffset, "a month's file has no day, wanted 0d")
	}
}

// only are the keys that make sense for one side.
var only = map[string][]string{
	sideStatement: {"account", "compare"},
	sideLedger:    {"table", "ignore", "charset", "provider", "control"},
}

// validateSide notes a format and keys that do not go with the source's side.
func (s *Source) validateSide(d *document, path string) {
	if s.Side == sideLedger && s.Format != formatTable {
		d.bad(under(path, "format"), s.Format, "a provider's format, wanted table for side ledger")
	}
	if s.Side == sideStatement && s.Format == formatTable {
		d.bad(under(path, "format"), s.Format, "the format of own exports, wanted a provider's or auto for side statement")
	}
	if s.Side == sideLedger && s.Format == formatTable && !d.has(under(path, "table")) {
		d.at(path, `key "table": missing, wanted the columns of the export`)
	}
	for side, keys := range only {
		for _, key := range keys {
			if s.Side != "" && s.Side != side && d.has(under(path, key)) {
				d.at(under(path, key), fmt.Sprintf("key %q: only for side %s", key, side))
			}
		}
	}
}

func (t *Table) validate(d *document, path string) {
	if !d.has(under(path, "order_ref")) && !d.has(under(path, "ref")) && d.has(under(path, "entry_id")) {
		d.at(path, `key "order_ref": missing. `+"Without it or ref no row can be matched.")
	}
	varies(d, under(path, "entry_id"), t.EntryID)
	currency(d, under(path, "currency"), t.Currency)
}

func (c *Config) validateStatements(d *document, path string, i int) {
	for j, name := range c.Reconciliations[i].Statement {
		at := fmt.Sprintf("%s.statement[%d]", path, j)
		if !c.known(d, at, name, sideStatement) {
			continue
		}
		if line := c.statementUse(d, name, i, j); line > 0 {
			d.bad(at, name, fmt.Sprintf("used in line %d too; a statement belongs to one reconciliation", line))
		}
	}
}

// statementUse is the line of an earlier use of a statement, 0 when there is none.
func (c *Config) statementUse(d *document, name string, i, j int) int {
	for r := range i + 1 {
		for s, other := range c.Reconciliations[r].Statement {
			if r == i && s == j {
				return 0
			}
			if other == name {
				return d.line(fmt.Sprintf("reconciliations[%d].statement[%d]", r, s))
			}
		}
	}
	return 0
}

// known notes a source that does not exist or has the other side. The names of
// sources that could not be read are unknown, so nothing is said then.
func (c *Config) known(d *document, at, name, side string) bool {
	var names []string
	for _, s := range c.Sources {
		if s.Name == "" || name == "" {
			return false
		}
		if s.Name == name {
			if s.Side != "" && s.Side != side {
				d.bad(at, name, "a source of side "+s.Side+", wanted one of side "+side)
			}
			return s.Side == side
		}
		names = append(names, s.Name)
	}
	text := "no source of this name"
	if near := Nearest(name, names); near != "" {
		text += ", did you mean " + strconv.Quote(near)
	}
	d.bad(at, name, text)
	return false
}

// validateUnused notes sources that no reconciliation reads, whose money would
// never be looked at.
func (c *Config) validateUnused(d *document) {
	if len(d.faults) > 0 {
		return // what could not be read may have named them
	}
	used := map[string]bool{}
	for _, r := range c.Reconciliations {
		for _, name := range r.Statement {
			used[name] = true
		}
		for _, u := range r.Ledger {
			used[u.Source] = true
		}
	}
	for i, s := range c.Sources {
		if !used[s.Name] {
			d.bad(fmt.Sprintf("sources[%d].name", i), s.Name, "used by no reconciliation, wanted one that names it")
		}
	}
}
