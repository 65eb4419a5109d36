package keyjoin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"recon/internal/calendar"
	"recon/internal/parquet"
)

// How many settled pairs make one file, and how many of them a row group. Tests
// make small files.
var partRows, groupRows int64 = 1 << 18, 1 << 17

// Part is one file of settled pairs.
type Part struct {
	Path string
	Rows int64
}

// WriteMatches writes the settled pairs as rows of the table match, with the
// reconciliation before them, in the order of the statements' lines. Each file
// has a fixed number of them, whatever the pieces they were read in; several are
// written at once. Paths are "match-0001.parquet" and so on in dir.
func (out *Result) WriteMatches(ctx context.Context, dir, reconciliation string, date calendar.Date, threads int) ([]Part, error) {
	m := matches{rows: out.rows, pieces: out.rows.inOrder(), reconciliation: reconciliation, date: int32(date)}
	m.before = make([]int64, len(m.pieces)+1)
	for i, p := range m.pieces {
		m.before[i+1] = m.before[i] + p.settled()
	}
	var parts []Part
	for from := int64(0); from < m.before[len(m.pieces)]; from += partRows {
		parts = append(parts, Part{filepath.Join(dir, fmt.Sprintf("match-%04d.parquet", len(parts)+1)), min(partRows, m.before[len(m.pieces)]-from)})
	}
	errs := make([]error, len(parts))
	slots := make(chan struct{}, threadsOf(threads))
	var writing sync.WaitGroup
	for i := range parts {
		slots <- struct{}{}
		writing.Go(func() {
			defer func() { <-slots }()
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = m.write(parts[i], int64(i)*partRows)
			}
		})
	}
	writing.Wait()
	return parts, errors.Join(errs...)
}

// settled counts the rows of a piece that are settled.
func (p *piece) settled() (n int64) {
	for _, partner := range p.partners {
		if partner != 0 {
			n++
		}
	}
	return n
}

// matches are the settled pairs of a day, in order.
type matches struct {
	rows           *Rows
	pieces         []*piece
	before         []int64 // pairs before each piece
	reconciliation string
	date           int32
}

// each calls f for the pairs from the number from on, as long as it returns true.
func (m *matches) each(from int64, f func(Pair) bool) {
	at, _ := slices.BinarySearch(m.before, from+1)
	for i := at - 1; i < len(m.pieces); i++ {
		p := m.pieces[i]
		passed := m.before[i]
		for row, partner := range p.partners {
			if partner == 0 {
				continue
			}
			if passed++; passed <= from {
				continue
			}
			if !f(Pair{Position{p.fileNo, p.line(row)}, m.rows.position(partner - 1)}) {
				return
			}
		}
	}
}

// matchColumns are the columns of match.
type matchColumns struct {
	statementFile, ledgerFile                      parquet.Ints32
	statementLine, ledgerLine, groupNo, difference parquet.Ints
}

func (c *matchColumns) list(reconciliation string, date int32) []parquet.Column {
	c.statementFile.Name, c.statementLine.Name = "statement_file_no", "statement_line"
	c.ledgerFile.Name, c.ledgerLine.Name = "ledger_file_no", "ledger_line"
	c.groupNo.Name, c.difference.Name = "group_no", "difference_minor"
	return []parquet.Column{
		&parquet.Const{Name: "reconciliation", Text: reconciliation},
		&parquet.Const{Name: "statement_arrived_on", Date: &date},
		&c.statementFile,
		&c.statementLine,
		&parquet.Const{Name: "ledger_arrived_on", Date: &date},
		&c.ledgerFile,
		&c.ledgerLine,
		&c.groupNo,
		&parquet.Const{Name: "rule", Text: "key"},
		&c.difference,
	}
}

// put sets a row of the page.
func (c *matchColumns) put(row int, p Pair) {
	c.statementFile.Put(row, p.Statement.FileNo)
	c.statementLine.Put(row, p.Statement.Line)
	c.ledgerFile.Put(row, p.Ledger.FileNo)
	c.ledgerLine.Put(row, p.Ledger.Line)
	c.groupNo.Put(row, 0)
	c.difference.Put(row, 0)
}

// write writes the pairs from the number from on to a part.
func (m *matches) write(part Part, from int64) (err error) {
	file, err := os.OpenFile(part.Path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffer := bufio.NewWriterSize(file, 1<<18)
	var columns matchColumns
	w := parquet.NewWriter()
	w.Reset(buffer, columns.list(m.reconciliation, m.date)...)
	left, row := part.Rows, 0
	m.each(from, func(p Pair) bool {
		columns.put(row, p)
		left--
		row++
		whole := int64(w.Rows()+row) == groupRows || left == 0
		if whole || row == parquet.PageRows {
			w.EndPage(row)
			row = 0
		}
		if whole {
			err = w.EndGroup()
		}
		return err == nil && left > 0
	})
	return errors.Join(err, w.Close(), buffer.Flush())
}
