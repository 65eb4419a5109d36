package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/duckdb/duckdb-go/v2"
)

// Append fills a table of the workspace: fill is called once with a function
// that adds one row, its values in the order of the table's columns. After an
// error the table may hold part of the rows.
func (s *Store) Append(ctx context.Context, table string, fill func(add func(...driver.Value) error) error) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(raw any) error {
		c, ok := raw.(driver.Conn)
		if !ok {
			return fmt.Errorf("append to %s: the driver's connection is a %T", table, raw)
		}
		a, err := duckdb.NewAppender(c, "work", "main", table)
		if err != nil {
			return err
		}
		return errors.Join(fill(a.AppendRow), a.Close())
	})
}
