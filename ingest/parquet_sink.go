package ingest

import (
	"bufio"
	"errors"
	"os"
	"slices"

	"recon/internal/parquet"
	"recon/internal/store"
)

// groupRows is how many rows of a piece make one row group.
const groupRows = PieceRows / 2

// parquetSink writes entries as Parquet while they are parsed. One goroutine
// uses it, for one piece after the other.
type parquetSink struct {
	reconciliation string
	rows           int // in the row group
	filled         int // in this call of fill
	numbers        [numberColumns]parquet.Ints
	words          [wordColumns]parquet.Codes
	texts          [textColumns]parquet.Texts
	dates          [dateColumns]parquet.Dates
	same           [textColumns]*string // the layout knows the text of the column: it is not gathered
	writer         *parquet.Writer
	key            [128]byte
	err            error
}

// columns are the columns of entry in order; what is the same in every row of
// the text is a constant.
func (s *parquetSink) columns(t *reading) []parquet.Column {
	no := int32(t.file.No)
	named := map[string]parquet.Column{
		"file_no":  &parquet.Const{Name: "file_no", Int: &no},
		"side":     &parquet.Const{Name: "side", Text: t.file.Side.String()},
		"source":   &parquet.Const{Name: "source", Text: t.file.Source.Name},
		"provider": &parquet.Const{Name: "provider", Text: t.provider()},
	}
	for i, name := range numberNames {
		s.numbers[i].Name, s.numbers[i].Random = name, i == keyHashColumn || i == keyCheckColumn
		s.numbers[i].Values = slices.Grow(s.numbers[i].Values, groupRows)
		named[name] = &s.numbers[i]
	}
	for i, words := range [wordColumns][]string{KindNames[:], StatusNames[:]} {
		s.words[i].Name, s.words[i].Texts = wordNames[i], words
		s.words[i].Values = slices.Grow(s.words[i].Values, groupRows)
		named[wordNames[i]] = &s.words[i]
	}
	for i, name := range textNames {
		s.texts[i].Name = name
		named[name] = &s.texts[i]
		if s.same[i] = nil; t.layout.Same != nil {
			if text, same := t.layout.Same[name]; same {
				named[name], s.same[i] = &parquet.Const{Name: name, Text: text}, &text
			}
		}
	}
	for i, name := range dateNames {
		s.dates[i].Values = slices.Grow(s.dates[i].Values, groupRows)
		s.dates[i].Name, s.dates[i].Optional, s.dates[i].Null = name, i != businessColumn, int32(NoDate)
		named[name] = &s.dates[i]
	}
	// Whoever reads the lake by pattern has no other way to tell whose rows they are.
	ordered := []parquet.Column{&parquet.Const{Name: "reconciliation", Text: s.reconciliation}}
	for _, name := range entryColumns {
		ordered = append(ordered, named[name])
	}
	return ordered
}

// put adds one entry to the row group.
func (s *parquetSink) put(r *Row, e *Entry) {
	hash, check := keyOf(e, s.key[:0])
	for column, n := range [numberColumns]int64{r.Line, hash, check, e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt} {
		s.numbers[column].Values = append(s.numbers[column].Values, n)
	}
	s.words[kindColumn].Values = append(s.words[kindColumn].Values, uint8(e.Kind))
	s.words[statusColumn].Values = append(s.words[statusColumn].Values, uint8(e.Status))
	for column, text := range [textColumns][]byte{e.OwnID, e.OrderRef, e.OrderNo, e.Ref, e.RefundRef, e.BatchRef, e.Currency, e.Payee} {
		switch same := s.same[column]; {
		case same == nil:
			s.texts[column].Add(text)
		case string(text) != *same:
			r.Fail(-1, notSame(column, text, *same))
		}
	}
	for column, date := range [dateColumns]int32{int32(e.BusinessDate), int32(e.BookingDate), int32(e.ValueDate)} {
		s.dates[column].Values = append(s.dates[column].Values, date)
	}
	s.filled++
	if s.rows++; s.rows == groupRows {
		s.endGroup()
	}
}

func (s *parquetSink) endGroup() {
	s.err = errors.Join(s.err, s.writer.EndGroup(s.rows))
	s.rows = 0
}

// run writes the rows of one piece to the reader's path.
func (s *parquetSink) run(r *reader, fill func() (rows int, err error)) (err error) {
	f, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(f, 1<<18)
	defer func() { err = errors.Join(err, f.Close()) }()
	columns := s.columns(r.reading)
	if s.writer == nil {
		s.writer = parquet.NewWriter(out, columns...)
	} else {
		s.writer.Reset(out, columns...)
	}
	for {
		s.filled = 0
		n, err := fill()
		if err != nil || s.err != nil {
			return errors.Join(err, s.err)
		}
		if n < store.ChunkRows {
			break
		}
	}
	s.endGroup()
	return errors.Join(s.err, s.writer.Close(), out.Flush())
}

func (s *parquetSink) chunk() int   { return s.filled }
func (s *parquetSink) pinned() bool { return false }
func (s *parquetSink) close()       {}
