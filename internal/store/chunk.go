package store

import (
	"fmt"
	"strconv"
	"strings"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// This file is the fence around raw memory. The public row API of the driver
// boxes every value and costs more than parsing and storing together, so rows
// are written straight into the vectors of DuckDB's chunks. What is relied
// upon: a flat vector of BIGINT or DATE is an array of int64 or int32; of
// VARCHAR an array of Text; a validity mask has one bit per row, set when the
// value is not null; AppendDataChunk copies everything it needs.

// InlineBytes is how long a text can be that a Text holds itself.
const InlineBytes = 12

// ChunkRows is how many rows a chunk holds.
const ChunkRows = 2048

// Type is the type of a column of a Scratch.
type Type uint8

// The types a Scratch can hold.
const (
	BigInt Type = iota
	Varchar
	Date // days since 1970-01-01
)

// Column is one column of a Scratch.
type Column struct {
	Name     string
	Type     Type
	Nullable bool
}

// Text is DuckDB's own form of a string: its length, then the text itself up
// to 12 bytes, or its first four bytes and where it lies.
type Text struct {
	length uint32
	prefix [4]byte
	rest   uint64
}

// SetText makes t stand for s, which must be valid UTF-8. A longer s is not
// copied: it must stay where it is, pinned, until Append has returned.
func SetText(t *Text, s []byte) {
	n := len(s)
	t.length = uint32(n)
	if n > InlineBytes {
		t.prefix = [4]byte(s)
		t.rest = uint64(uintptr(unsafe.Pointer(unsafe.SliceData(s))))
		return
	}
	// The unused bytes must be zero: DuckDB compares and hashes all twelve.
	t.prefix, t.rest = [4]byte{}, 0
	copy(unsafe.Slice(&t.prefix[0], InlineBytes), s)
}

// Scratch is a temporary table on a connection of its own, filled by one
// goroutine chunk by chunk and then queried there under the name "scratch".
type Scratch struct {
	db       mapping.Database
	conn     mapping.Connection
	types    []mapping.LogicalType
	chunk    mapping.DataChunk
	columns  []Column
	appender mapping.Appender // open between the first Append and Exec
}

// NewScratch opens a connection to the workspace and makes its chunk. The
// table appears with the first Append.
func (s *Store) NewScratch(columns []Column) (*Scratch, error) {
	t := &Scratch{columns: columns}
	if err := t.connect(s.path); err != nil {
		t.Close()
		return nil, fmt.Errorf("workspace %s: %w", s.path, err)
	}
	for _, c := range columns {
		t.types = append(t.types, mapping.CreateLogicalType(c.Type.mapped()))
	}
	t.chunk = mapping.CreateDataChunk(t.types)
	for i, c := range columns {
		if c.Nullable {
			mapping.VectorEnsureValidityWritable(t.vector(i))
		}
	}
	return t, nil
}

// connect opens the instance that the driver has open under the same path. The
// configuration must be the driver's own, or the instance is not shared.
func (t *Scratch) connect(path string) error {
	var config mapping.Config
	if mapping.CreateConfig(&config) == mapping.StateError {
		return fmt.Errorf("no memory for a configuration")
	}
	defer mapping.DestroyConfig(&config)
	if mapping.SetConfig(config, "duckdb_api", "go") == mapping.StateError {
		return fmt.Errorf("setting duckdb_api refused")
	}
	var message string
	if mapping.GetOrCreateFromCache(duckdb.GetInstanceCache(), path, &t.db, config, &message) == mapping.StateError {
		return fmt.Errorf("%s", message)
	}
	if mapping.Connect(t.db, &t.conn) == mapping.StateError {
		return fmt.Errorf("no connection")
	}
	return t.run("use work")
}

func (t Type) mapped() mapping.Type {
	return [...]mapping.Type{BigInt: mapping.TypeBigInt, Varchar: mapping.TypeVarchar, Date: mapping.TypeDate}[t]
}

func (t *Scratch) vector(column int) mapping.Vector {
	return mapping.DataChunkGetVector(t.chunk, mapping.IdxT(column))
}

// BigInts is the chunk's memory of a BigInt column; it stays the same for the
// life of the Scratch, and so does that of the other types.
func (t *Scratch) BigInts(column int) []int64 {
	return unsafe.Slice((*int64)(mapping.VectorGetData(t.vector(column))), ChunkRows)
}

// Texts is the chunk's memory of a Varchar column.
func (t *Scratch) Texts(column int) []Text {
	return unsafe.Slice((*Text)(mapping.VectorGetData(t.vector(column))), ChunkRows)
}

// Dates is the chunk's memory of a Date column.
func (t *Scratch) Dates(column int) []int32 {
	return unsafe.Slice((*int32)(mapping.VectorGetData(t.vector(column))), ChunkRows)
}

// Valid is the mask of a Nullable column: bit i%64 of word i/64 is row i.
func (t *Scratch) Valid(column int) []uint64 {
	return unsafe.Slice((*uint64)(mapping.VectorGetValidity(t.vector(column))), ChunkRows/64)
}

// Append adds the first rows rows of the chunk to the table.
func (t *Scratch) Append(rows int) error {
	if t.appender.Ptr == nil {
		if err := t.create(); err != nil {
			return err
		}
	}
	mapping.DataChunkSetSize(t.chunk, mapping.IdxT(rows))
	if mapping.AppendDataChunk(t.appender, t.chunk) == mapping.StateError {
		return fmt.Errorf("scratch: %s", mapping.AppenderError(t.appender))
	}
	return nil
}

func (t *Scratch) create() error {
	var ddl []string
	for _, c := range t.columns {
		column := c.Name + " " + [...]string{BigInt: "bigint", Varchar: "varchar", Date: "date"}[c.Type]
		if !c.Nullable {
			column += " not null"
		}
		ddl = append(ddl, column)
	}
	if err := t.run("create or replace temp table scratch (" + strings.Join(ddl, ", ") + ")"); err != nil {
		return err
	}
	if mapping.AppenderCreateExt(t.conn, "temp", "main", "scratch", &t.appender) == mapping.StateError {
		return fmt.Errorf("scratch: %s", mapping.AppenderError(t.appender))
	}
	return nil
}

// Exec runs one statement after everything appended is in the table, then
// empties it.
func (t *Scratch) Exec(query string) error {
	if mapping.AppenderClose(t.appender) == mapping.StateError {
		return fmt.Errorf("scratch: %s", mapping.AppenderError(t.appender))
	}
	mapping.AppenderDestroy(&t.appender)
	if err := t.run(query); err != nil {
		return err
	}
	return t.run("drop table scratch")
}

// Clear throws away what was appended.
func (t *Scratch) Clear() error {
	if t.appender.Ptr == nil {
		return nil
	}
	return t.Exec("select 1")
}

func (t *Scratch) run(query string) error {
	var result mapping.Result
	defer mapping.DestroyResult(&result)
	if mapping.Query(t.conn, query, &result) == mapping.StateError {
		return fmt.Errorf("%s", mapping.ResultError(&result))
	}
	return nil
}

// Close drops the table and its connection.
func (t *Scratch) Close() {
	if t.appender.Ptr != nil {
		mapping.AppenderDestroy(&t.appender)
	}
	mapping.DestroyDataChunk(&t.chunk)
	for i := range t.types {
		mapping.DestroyLogicalType(&t.types[i])
	}
	mapping.Disconnect(&t.conn)
	mapping.Close(&t.db)
}

// Literal writes a text as an SQL literal, for statements that take no
// parameters (copy, and everything on a Scratch's connection).
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// IntLiteral writes a whole number as an SQL literal.
func IntLiteral(n int64) string { return strconv.FormatInt(n, 10) }
