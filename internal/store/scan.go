package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// Scan calls f for every row of a query. The values are those of the driver and
// only valid until f returns: for millions of rows this takes half the time of
// database/sql, which looks at the type of every value.
func (s *Store) Scan(ctx context.Context, query string, f func([]driver.Value) error, args ...any) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	named := make([]driver.NamedValue, len(args))
	for i, arg := range args {
		named[i] = driver.NamedValue{Ordinal: i + 1, Value: arg}
	}
	return conn.Raw(func(raw any) error {
		c, ok := raw.(driver.QueryerContext)
		if !ok {
			return fmt.Errorf("the driver's connection is a %T", raw)
		}
		rows, err := c.QueryContext(ctx, query, named)
		if err != nil {
			return err
		}
		return errors.Join(scanAll(rows, f), rows.Close())
	})
}

func scanAll(rows driver.Rows, f func([]driver.Value) error) error {
	values := make([]driver.Value, len(rows.Columns()))
	for {
		err := rows.Next(values)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = f(values)
		}
		if err != nil {
			return err
		}
	}
}
