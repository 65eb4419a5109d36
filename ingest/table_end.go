package ingest

import (
	"fmt"
	"slices"
	"strings"
)

// end is Layout.End: what is known only when every row was read.
func (f *tableFile) end() []Fault {
	var all tableRows
	var ids []*idMarks
	for _, p := range f.pieces.parts {
		ids = append(ids, &p.ids)
		all.kinds.merge(p.kinds)
		all.states.merge(p.states)
		all.nobody.merge(p.nobody)
		all.twice.merge(p.twice)
	}
	out := idFaults(ids, f.src.Table.EntryID.Column)
	out = append(out, f.kind.faults(f.layout, f.owner, &all.kinds)...)
	out = append(out, f.status.faults(f.layout, f.owner, &all.states)...)
	out = append(out, f.routes.faults(f.src.Name, &all.nobody, &all.twice)...)
	slices.SortStableFunc(out, func(a, b Fault) int { return int(a.Line - b.Line) })
	return out
}

// faults name all words that the setting does not have, with the line to add.
func (c *choice) faults(l *Layout, owner string, t *tally) []Fault {
	list := t.list()
	if len(list) == 0 {
		return nil
	}
	column := l.columnOf(c.cell)
	text := fmt.Sprintf("values that no setting has: %s; add each to table.%s of %s under what it means (%s), like %s: [..., %s]",
		t.counted(), c.setting, owner, strings.Join(c.theirs, ", "), c.theirs[0], t.bare())
	return []Fault{{Line: list[0].Line, Column: column, Text: text}}
}

// export is Layout.Export: the figures of the whole file.
func (f *tableFile) export() ExportFigures {
	out := ExportFigures{Date: f.date}
	for _, p := range f.pieces.parts {
		part := ExportFigures{Date: f.date, Rows: p.rows, Newest: p.newest, LastHour: p.lastHour}
		for _, c := range p.purses {
			part.Sums = append(part.Sums, ExportSum{Currency: string(c.code[:]), GrossMinor: c.gross, AsWritten: c.written})
		}
		out = out.Plus(part)
	}
	return out
}
