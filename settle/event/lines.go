package event

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Bounds of what is read. A dump of 200 000 payouts with five events each has
// a million lines, which take half a gigabyte.
const (
	maxLine   = 1 << 20 // bytes
	maxLines  = 1_000_000
	maxDepth  = 32 // objects and arrays inside each other
	maxFaults = 20
)

// faults collects what is wrong with a dump.
type faults struct {
	name  string
	texts []string
	more  int
}

// add records a fault; line 0 is the file as a whole.
func (f *faults) add(line int64, err error) {
	if len(f.texts) == maxFaults {
		f.more++
		return
	}
	text := f.name + ": "
	if line > 0 {
		text = fmt.Sprintf("%s:%d: ", f.name, line)
	}
	f.texts = append(f.texts, text+err.Error())
}

func (f *faults) err() error {
	if len(f.texts) == 0 {
		return nil
	}
	if f.more > 0 {
		f.texts = append(f.texts, fmt.Sprintf("%s: %d more faults", f.name, f.more))
	}
	return errors.New(strings.Join(f.texts, "\n"))
}

// line is one line that holds something.
type line struct {
	number int64
	text   []byte // valid until the next line
}

// lines walks the lines of a dump. Lines that are too long, and what stops the
// reading, are faults.
func lines(r io.Reader, faults *faults) iter.Seq[line] {
	return func(yield func(line) bool) {
		in := bufio.NewReaderSize(r, maxLine+2) // a line and its end
		for n := int64(1); ; n++ {
			text, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				faults.add(n, fmt.Errorf("longer than %d bytes, wanted one event", maxLine))
				err = skipLine(in)
				text = nil
			}
			if n == 1 {
				text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
			}
			if text = bytes.TrimSpace(text); len(text) > 0 && n > maxLines {
				faults.add(n, fmt.Errorf("more than %d lines, wanted it in several files", maxLines))
				return
			}
			if len(text) > 0 && !yield(line{n, text}) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					faults.add(n, fmt.Errorf("cannot be read: %w", err))
				}
				return
			}
		}
	}
}

// skipLine reads on to the end of a line.
func skipLine(in *bufio.Reader) error {
	for {
		_, err := in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}
