package store

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

// LakeTable describes a published table. Its columns stand behind date, which
// is the folder of a file, and for tables of a reconciliation behind its name.
type LakeTable struct {
	Name    string
	Grain   string // one row per what
	Key     []string
	Notes   string
	Columns []LakeColumn
	schema  string // the name of its file
}

// LakeColumn describes a column of a published table.
type LakeColumn struct {
	Name, Type string // the type is one of the engine, in upper case
	Nullable   bool
	Text       string
}

// LakeTables are the published tables by name, read from the comments of their
// schema files: lake (the table's name), key, like (where a column without a
// text has it from), and the text of each column.
var LakeTables = sync.OnceValues(readLake)

func readLake() (map[string]LakeTable, error) {
	files, err := schema.ReadDir("schema")
	if err != nil {
		return nil, err
	}
	tables := map[string]LakeTable{}
	for _, f := range files {
		table, err := lakeTable(strings.TrimSuffix(f.Name(), ".sql"))
		if err != nil {
			return nil, err
		}
		if table.Name != "" {
			tables[table.Name] = table
		}
	}
	return tables, nil
}

var (
	writesLine = regexp.MustCompile(`^-- writes: \w+ \((.*)\)$`)
	columnLine = regexp.MustCompile(`^  (\w+) (\w+)( not null)?,?(?: -- (.*))?$`)
)

// lakeTable reads one schema file; a table that is not published has no name.
func lakeTable(file string) (t LakeTable, err error) {
	text, err := schema.ReadFile(path.Join("schema", file+".sql"))
	if err != nil {
		return t, err
	}
	t.schema = file
	like := ""
	for _, line := range strings.Split(string(text), "\n") {
		key, value, _ := strings.Cut(strings.TrimPrefix(line, "-- "), ": ")
		switch found := columnLine.FindStringSubmatch(line); {
		case found != nil:
			t.Columns = append(t.Columns, LakeColumn{found[1], strings.ToUpper(found[2]), found[3] == "", found[4]})
		case strings.HasPrefix(line, "-- writes: "):
			if grain := writesLine.FindStringSubmatch(line); grain != nil {
				t.Grain = grain[1]
			}
		case strings.HasPrefix(line, "-- ") && key == "lake":
			t.Name = value
		case strings.HasPrefix(line, "-- ") && key == "key":
			t.Key = strings.Split(value, ", ")
		case strings.HasPrefix(line, "-- ") && key == "like":
			like = value
		case strings.HasPrefix(line, "-- "):
			t.Notes = strings.TrimSpace(t.Notes + " " + strings.TrimPrefix(line, "-- "))
		}
	}
	if like == "" || t.Name == "" {
		return t, nil
	}
	return t, t.describeLike(like)
}

// describeLike gives columns without a text that of the same column elsewhere.
func (t *LakeTable) describeLike(file string) error {
	other, err := lakeTable(file)
	if err != nil {
		return fmt.Errorf("%s: %w", t.schema, err)
	}
	texts := map[string]string{}
	for _, c := range other.Columns {
		texts[c.Name] = c.Text
	}
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Text == "" {
			c.Text = texts[c.Name]
		}
	}
	return nil
}
