package store

/*
#include <stdlib.h>

typedef void (*recon_callback)(void *);
typedef void (*recon_fill)(void *, void *);

extern void reconScanBind(void *info);
extern void reconScanInit(void *info);
extern void reconScanFill(void *info, void *chunk);
*/
import "C"

import (
	"context"
	"fmt"
	"runtime/cgo"
	"strconv"
	"strings"
	"unsafe"

	"github.com/duckdb/duckdb-go/v2"
	"github.com/duckdb/duckdb-go/v2/mapping"
)

// Type is the type of a column of a Scan.
type Type uint8

// The types a Scan can have.
const (
	BigInt Type = iota
	Varchar
	Date // days since 1970-01-01
	Enum // a position in Column.Words
)

// Column is one column of a Scan.
type Column struct {
	Name  string
	Type  Type
	Words []string // of an Enum, at most 255
}

// logical is DuckDB's form of the type; the caller destroys it.
func (c Column) logical() mapping.LogicalType {
	if c.Type == Enum {
		return mapping.CreateEnumType(c.Words)
	}
	return mapping.CreateLogicalType([...]mapping.Type{BigInt: mapping.TypeBigInt, Varchar: mapping.TypeVarchar, Date: mapping.TypeDate}[c.Type])
}

// Scan is a table whose rows Go makes while a statement reads it: a table
// function with a connection of its own. Nothing is stored in between, which
// halves the cost of a million rows on their way to Parquet. One goroutine
// uses it, for one statement at a time.
type Scan struct {
	db      mapping.Database
	conn    mapping.Connection
	handle  cgo.Handle
	columns []Column
	fill    func(Chunk) (rows int, err error)
	err     error // of fill
}

// NewScan opens a connection to the workspace.
func (s *Store) NewScan(columns []Column) (*Scan, error) {
	scan := &Scan{columns: columns}
	scan.handle = cgo.NewHandle(scan)
	err := scan.connect(s.path)
	if err == nil {
		s.function.Do(func() { s.functionErr = register(scan.conn) })
		err = s.functionErr
	}
	if err != nil {
		scan.Close()
		return nil, fmt.Errorf("workspace %s: %w", s.path, err)
	}
	return scan, nil
}

// connect opens the instance that the driver has open under the same path. The
// configuration must be the driver's own, or the instance is not shared.
func (s *Scan) connect(path string) error {
	var config mapping.Config
	if mapping.CreateConfig(&config) == mapping.StateError {
		return fmt.Errorf("no memory for a configuration")
	}
	defer mapping.DestroyConfig(&config)
	if mapping.SetConfig(config, "duckdb_api", "go") == mapping.StateError {
		return fmt.Errorf("setting duckdb_api refused")
	}
	var message string
	if mapping.GetOrCreateFromCache(duckdb.GetInstanceCache(), path, &s.db, config, &message) == mapping.StateError {
		return fmt.Errorf("%s", message)
	}
	if mapping.Connect(s.db, &s.conn) == mapping.StateError {
		return fmt.Errorf("no connection")
	}
	return s.run(workspace)
}

// register adds the table function that all scans of a workspace are read
// through; its argument is the handle of the scan.
func register(conn mapping.Connection) error {
	f := mapping.CreateTableFunction()
	defer mapping.DestroyTableFunction(&f)
	number := mapping.CreateLogicalType(mapping.TypeBigInt)
	defer mapping.DestroyLogicalType(&number)
	mapping.TableFunctionSetName(f, "recon_scan")
	mapping.TableFunctionAddParameter(f, number)
	mapping.TableFunctionSetBind(f, unsafe.Pointer(C.recon_callback(C.reconScanBind)))
	mapping.TableFunctionSetInit(f, unsafe.Pointer(C.recon_callback(C.reconScanInit)))
	mapping.TableFunctionSetFunction(f, unsafe.Pointer(C.recon_fill(C.reconScanFill)))
	if mapping.RegisterTableFunction(conn, f) == mapping.StateError {
		return fmt.Errorf("function recon_scan refused")
	}
	return nil
}

// Source is the scan's name in a statement.
func (s *Scan) Source() string {
	return "recon_scan(" + strconv.FormatUint(uint64(s.handle), 10) + ")"
}

// Exec runs one statement that reads the scan once. Fill is called, from one
// thread at a time, until it returns no rows; what the texts of a chunk point
// to must stay until fill is called again or Exec returns.
func (s *Scan) Exec(query string, fill func(Chunk) (rows int, err error)) error {
	s.fill, s.err = fill, nil
	err := s.run(query)
	if s.fill = nil; s.err != nil {
		return s.err
	}
	return err
}

func (s *Scan) run(query string) error {
	var result mapping.Result
	defer mapping.DestroyResult(&result)
	if mapping.Query(s.conn, query, &result) == mapping.StateError {
		return fmt.Errorf("%s", mapping.ResultError(&result))
	}
	return nil
}

// Close ends the connection.
func (s *Scan) Close() {
	mapping.Disconnect(&s.conn)
	mapping.Close(&s.db)
	s.handle.Delete()
}

// Inline makes every statement run on the thread that asks for it, until
// restore is called. For one statement per processor that saves a quarter:
// DuckDB's waiting threads spin.
func (s *Store) Inline(ctx context.Context) (restore func() error, err error) {
	var threads string
	if err := s.db.QueryRowContext(ctx, "select current_setting('threads')::varchar").Scan(&threads); err != nil {
		return nil, err
	}
	if err := s.Exec(ctx, "set threads = 1"); err != nil {
		return nil, err
	}
	return func() error { return s.Exec(context.WithoutCancel(ctx), "set threads = "+threads) }, nil
}

// bound is the scan that the bind data of a statement names.
func bound(data unsafe.Pointer) *Scan { return cgo.Handle(*(*uintptr)(data)).Value().(*Scan) }

//export reconScanBind
func reconScanBind(info unsafe.Pointer) {
	bind := mapping.BindInfo{Ptr: info}
	defer func() {
		if p := recover(); p != nil {
			mapping.BindSetError(bind, fmt.Sprint(p))
		}
	}()
	argument := mapping.BindGetParameter(bind, 0)
	defer mapping.DestroyValue(&argument)
	handle := cgo.Handle(mapping.GetInt64(argument))
	for _, c := range handle.Value().(*Scan).columns {
		t := c.logical()
		mapping.BindAddResultColumn(bind, c.Name, t)
		mapping.DestroyLogicalType(&t)
	}
	// DuckDB keeps the pointer, so that it must not be to Go's memory.
	data := C.malloc(C.size_t(unsafe.Sizeof(uintptr(0))))
	*(*uintptr)(data) = uintptr(handle)
	mapping.BindSetBindData(bind, data, unsafe.Pointer(C.recon_callback(C.free)))
}

//export reconScanInit
func reconScanInit(info unsafe.Pointer) {
	// One thread reads a scan, so that its rows keep their order.
	mapping.InitSetMaxThreads(mapping.InitInfo{Ptr: info}, 1)
}

//export reconScanFill
func reconScanFill(info, chunk unsafe.Pointer) {
	f, out := mapping.FunctionInfo{Ptr: info}, mapping.DataChunk{Ptr: chunk}
	rows, err := bound(mapping.FunctionGetBindData(f)).next(Chunk{out})
	if err != nil {
		mapping.FunctionSetError(f, err.Error())
	}
	mapping.DataChunkSetSize(out, mapping.IdxT(rows))
}

// next fills a chunk. A panic must not cross into DuckDB.
func (s *Scan) next(c Chunk) (rows int, err error) {
	defer func() {
		if p := recover(); p != nil {
			rows, err = 0, fmt.Errorf("panic while reading rows: %v", p)
		}
		s.err = err
	}()
	return s.fill(c)
}

// Literal writes a text as an SQL literal, for statements that take no
// parameters (copy, and everything on a Scan's connection).
func Literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
