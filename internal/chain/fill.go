package chain

import (
	"context"
	"database/sql"
	"path/filepath"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/internal/store"
)

// fill makes the tables that matching reads: today's entries, what is carried
// forward, the history, people's closures, and the rules.
func (e *Engine) fill(ctx context.Context, d *day) error {
	for _, step := range []func(context.Context, *day) error{
		e.viewEntries, e.viewCarried, e.viewHistory, e.fillRun, e.fillFiles, e.fillControl, e.fillKinds, e.fillClosures,
	} {
		if err := step(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

// viewEntries shows the day's pieces, in file order.
func (e *Engine) viewEntries(ctx context.Context, d *day) error {
	var part store.Part
	for _, p := range d.pieceList {
		part.Files = append(part.Files, p.Path)
		d.entries += p.Rows
	}
	for _, f := range d.reused {
		d.entries += f.Rows
		part.Files = append(part.Files, filepath.Join(e.Config.Home, f.Path))
	}
	return d.ws.ViewParts(ctx, "entry", "entry", "", []store.Part{part})
}

// viewCarried shows what the day before left open and what people closed.
func (e *Engine) viewCarried(ctx context.Context, d *day) error {
	for view, table := range map[string]string{"carried": "open_entry", "closed_key": "closed_entry"} {
		var files []state.ManifestRow
		if d.previous != nil {
			var err error
			if files, err = e.State.Current(ctx, table, d.rec.Name, d.previous.Date, d.previous.Date); err != nil {
				return err
			}
		}
		if err := d.ws.ViewParts(ctx, view, view, "", Parts(e.Config.Home, files)); err != nil {
			return err
		}
	}
	return nil
}

// viewHistory shows the tables of the days before, as far back as is looked.
func (e *Engine) viewHistory(ctx context.Context, d *day) error {
	for _, h := range []struct{ view, table, date string }{
		{"history_entry", "entry", "arrived_on"}, {"history_match", "match", "matched_on"}, {"history_reopened", "reopened", "reopened_on"},
	} {
		files, err := e.State.Current(ctx, h.table, d.rec.Name, d.date-historyDays, d.date-1)
		if err != nil {
			return err
		}
		if err := d.ws.ViewParts(ctx, h.view, h.view, h.date, Parts(e.Config.Home, files)); err != nil {
			return err
		}
		for _, f := range files {
			d.entries += f.Rows
		}
	}
	return nil
}

func (e *Engine) fillRun(ctx context.Context, d *day) error {
	if err := insert(ctx, d.ws, "run", []any{d.date.String(), d.rec.Name, int64(1), d.opening, d.gap}); err != nil {
		return err
	}
	return insert(ctx, d.ws, "rule", []any{d.rules.tolerance, int64(e.Config.Limits.OneSidedPercent), int64(oneSidedRows)})
}

// oneSidedRows is how many rows of a side must at least be one-sided before a
// share of them makes a day suspect (design: the gates).
const oneSidedRows = 100

// fillFiles names every file that a row of today, an open row or a row of the
// history can come from: all files of the chain so far.
func (e *Engine) fillFiles(ctx context.Context, d *day) error {
	days, err := e.State.Days(ctx, d.rec.Name, calendar.Of(1970, 1, 1), d.date-1)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, day := range days {
		s, err := parseSummary(day.Summary)
		if err != nil {
			return err
		}
		rows = append(rows, fileRows(day.Date, s.Files)...)
	}
	return insert(ctx, d.ws, "file", append(rows, fileRows(d.date, d.summary.Files)...)...)
}

func fileRows(date calendar.Date, files []FileSummary) [][]any {
	var rows [][]any
	for _, f := range files {
		rows = append(rows, []any{date.String(), int64(f.No), f.Side, f.Source, f.Provider, f.Account4, f.ShownName(), f.Part, f.SHA256})
	}
	return rows
}

func (e *Engine) fillControl(ctx context.Context, d *day) error {
	var rows [][]any
	for _, f := range d.summary.Files {
		for _, t := range f.Totals {
			rows = append(rows, []any{int64(f.No), t.Currency, t.Kind, t.Count, t.GrossMinor})
		}
	}
	return insert(ctx, d.ws, "control", rows...)
}

// fillKinds lists the kinds that the reconciliation's own exports can hold.
func (e *Engine) fillKinds(ctx context.Context, d *day) error {
	var rows [][]any
	for _, kind := range e.ownKinds(d.rec) {
		rows = append(rows, []any{kind})
	}
	return insert(ctx, d.ws, "own_kind", rows...)
}

func (e *Engine) ownKinds(rec *config.Reconciliation) []string {
	seen := map[string]bool{}
	var kinds []string
	add := func(kind string) {
		if kind != "" && !seen[kind] {
			seen[kind] = true
			kinds = append(kinds, kind)
		}
	}
	for _, use := range rec.Ledger {
		choice := e.Config.Source(use.Source).Table.Kind
		add(choice.Const)
		for kind := range choice.Values {
			add(kind)
		}
	}
	return kinds
}

// fillClosures gives the decisions that come into effect on this day: those
// since the day before in the chain.
func (e *Engine) fillClosures(ctx context.Context, d *day) error {
	closures, err := e.State.Closures(ctx, d.rec.Name, d.date)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, c := range closures {
		if d.previous == nil || c.EffectiveOn > d.previous.Date {
			rows = append(rows, []any{c.ID, c.BreakID, c.Word, c.PartnerBreakID, c.EffectiveOn.String(), c.By})
		}
	}
	return insert(ctx, d.ws, "closure", rows...)
}

// insert creates a table of the shared schema and fills it, in one transaction.
func insert(ctx context.Context, ws *store.Store, table string, rows ...[]any) error {
	if err := ws.CreateTable(ctx, table); err != nil {
		return err
	}
	if len(rows) == 0 {
		return nil
	}
	tx, err := ws.DB().BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	stmt, err := tx.PrepareContext(ctx, insertText(table, len(rows[0])))
	if err != nil {
		return err
	}
	defer stmt.Close()
	if err := insertAll(ctx, stmt, rows); err != nil {
		return err
	}
	return tx.Commit()
}

func insertAll(ctx context.Context, stmt *sql.Stmt, rows [][]any) error {
	for _, row := range rows {
		if _, err := stmt.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
	return nil
}

func insertText(table string, columns int) string {
	text := "insert into " + table + " values ("
	for i := range columns {
		if i > 0 {
			text += ", "
		}
		text += "?"
	}
	return text + ")"
}
