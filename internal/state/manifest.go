package state

import (
	"context"
	"database/sql"
	"time"

	"recon/internal/calendar"
)

// Manifest returns the files of a day's latest version, by table and part.
func (s *State) Manifest(ctx context.Context, reconciliation string, date calendar.Date) ([]ManifestRow, error) {
	return collect(ctx, s.db, readManifest, "select "+manifestColumns+
		" from manifest_latest where reconciliation = ? and date = ? order by table_name, part", reconciliation, date.String())
}

// ManifestOf returns the files of one version of a day, by table and part.
func (s *State) ManifestOf(ctx context.Context, key DayKey) ([]ManifestRow, error) {
	return collect(ctx, s.db, readManifest, "select "+manifestColumns+
		" from manifest where reconciliation = ? and date = ? and version = ? order by table_name, part",
		key.Reconciliation, key.Date.String(), key.Version)
}

// Current returns the current files of one table between two dates (both
// included), by reconciliation, date and part; reconciliation "" is all.
func (s *State) Current(ctx context.Context, table, reconciliation string, from, to calendar.Date) ([]ManifestRow, error) {
	return collect(ctx, s.db, readManifest, "select "+manifestColumns+
		` from manifest_latest where table_name = ? and (? = '' or reconciliation = ?) and date between ? and ?
order by reconciliation, date, part`, table, reconciliation, reconciliation, from.String(), to.String())
}

// CurrentFiles returns the files of the latest version of every day, by date,
// reconciliation, table and part.
func (s *State) CurrentFiles(ctx context.Context) ([]ManifestRow, error) {
	return collect(ctx, s.db, readManifest, "select "+manifestColumns+
		" from manifest_latest order by date, reconciliation, table_name, part")
}

// ManifestPaths returns every path that any version of any day names, sorted.
func (s *State) ManifestPaths(ctx context.Context) ([]string, error) {
	read := func(rows *sql.Rows) (path string, err error) { return path, rows.Scan(&path) }
	return collect(ctx, s.db, read, "select distinct path from manifest order by path")
}

// CurrentDays returns the latest version of every day with whether it is
// marked published, by date and reconciliation.
func (s *State) CurrentDays(ctx context.Context) ([]CurrentDay, error) {
	return collect(ctx, s.db, readCurrentDay, `select d.reconciliation, d.date, d.version, coalesce(p.version, 0)
from day_latest as d
left join published as p on p.reconciliation = d.reconciliation and p.date = d.date and p.version = d.version
order by d.date, d.reconciliation`)
}

// CurrentDay is the latest version of a day.
type CurrentDay struct {
	DayKey
	Published bool
}

func readCurrentDay(rows *sql.Rows) (d CurrentDay, err error) {
	var date string
	var published int64
	if err := rows.Scan(&d.Reconciliation, &date, &d.Version, &published); err != nil {
		return d, err
	}
	d.Published = published > 0
	d.Date, err = calendar.Parse(date)
	return d, err
}

// MarkPublished stores that a day's lake files and reports are in place. Saying
// it again changes nothing.
func (s *State) MarkPublished(ctx context.Context, key DayKey, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `insert into published (reconciliation, date, version, published_at)
values (?, ?, ?, ?) on conflict (reconciliation, date, version) do nothing`,
		key.Reconciliation, key.Date.String(), key.Version, at.UnixMicro())
	return err
}

const manifestColumns = "reconciliation, date, version, table_name, part, path, sha256, bytes, row_count"

func readManifest(rows *sql.Rows) (m ManifestRow, err error) {
	var date string
	if err := rows.Scan(&m.Reconciliation, &date, &m.Version, &m.Table, &m.Part, &m.Path, &m.SHA256, &m.Bytes, &m.Rows); err != nil {
		return m, err
	}
	m.Date, err = calendar.Parse(date)
	return m, err
}
