package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"recon/internal/calendar"
)

// reading is one text of a file while it is read, and what came of it.
type reading struct {
	file    File // with the No of this text
	text    text
	path    string // for faults
	format  Format
	summary bool    // the text only sums up the others
	layout  *Layout // nil: a summary, rows that are no text, or not opened for a fault
	parquet bool    // the format reads the rows itself
	receipt Receipt
	faults  faultList

	// Rows of a statement must be of a business day in from to until, if dated.
	dated       bool
	from, until calendar.Date

	pending sync.WaitGroup // pieces handed out and not parsed
	mu      sync.Mutex
	results []*reader // of the pieces, in order once none is pending
}

func newReading(file File, x text) *reading {
	t := &reading{file: file, text: x, path: file.Name}
	t.receipt = Receipt{File: file, Entry: x.entry}
	if x.entry != "" {
		t.path += "!" + x.entry
	}
	if x.part > 0 {
		t.receipt.Part = strconv.Itoa(x.part)
	}
	return t
}

func (t *reading) provider() string {
	if t.file.Source.Provider != "" {
		return t.file.Source.Provider
	}
	return t.format.Provider()
}

// hand gives a piece to whoever parses next.
func (t *reading) hand(ctx context.Context, out chan<- *piece, p *piece) error {
	t.pending.Add(1)
	select {
	case out <- p:
		return nil
	case <-ctx.Done():
		t.pending.Done()
		return context.Cause(ctx)
	}
}

// done keeps what a piece came to, in the order of pieces.
func (t *reading) done(r *reader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.results) <= r.no {
		t.results = append(t.results, nil)
	}
	t.results[r.no] = r
}

// fail keeps a fault; any other error is returned.
func (t *reading) fail(err error) error {
	var one Fault
	var several Faults
	switch {
	case err == nil:
	case errors.As(err, &several):
	case errors.As(err, &one):
		several = Faults{one}
	default:
		return err
	}
	for _, f := range several {
		if f.Path == "" {
			f.Path = t.path
		}
		t.faults.add(f)
	}
	return nil
}

// file reads one file. Faults end up in receipts; an error stops the load.
func (l *loader) file(ctx context.Context, file File) ([]*reading, error) {
	c, err := openContainer(file, l.opts.MaxBytes)
	if err != nil {
		t := newReading(file, text{})
		return []*reading{t}, t.settle(err)
	}
	defer c.close()
	list, summaries, err := l.classify(c, file)
	if err != nil {
		return nil, err
	}
	for _, t := range list {
		if err := l.read(ctx, c, t); err != nil {
			return list, err
		}
	}
	if err := l.checkSummaries(c, list, summaries); err != nil {
		return list, err
	}
	for _, t := range list {
		t.receipt.Faults, t.receipt.MoreFaults = t.faults.kept, t.faults.more
	}
	return list, nil
}

// settle ends a file that is refused for err before any of it was read.
func (t *reading) settle(err error) error {
	err = t.fail(err)
	t.receipt.Faults, t.receipt.MoreFaults = t.faults.kept, t.faults.more
	return err
}

// classify finds the format of every text and tells statements from summaries.
func (l *loader) classify(c *container, file File) (list, summaries []*reading, err error) {
	for _, x := range c.texts {
		t := newReading(file, x)
		if err := t.fail(l.claim(c, t)); err != nil {
			return nil, nil, err
		}
		if t.summary {
			summaries = append(summaries, t)
			continue
		}
		t.file.No = file.No + int32(len(list))
		t.receipt.File.No = t.file.No
		list = append(list, t)
	}
	if len(list) == 0 {
		list = append(list, newReading(file, text{}))
		return list, nil, list[0].fail(Fault{Text: "holds only a summary, wanted the statement itself beside it; fetch it again"})
	}
	checkParts(list)
	return list, summaries, nil
}

// checkParts refuses a container whose parts are not 1 to n, each once.
func checkParts(list []*reading) {
	for i, t := range list {
		if len(list) > 1 && t.text.part != i+1 && t.file.Side == Statement && t.faults.none() {
			t.faults.add(Fault{Path: t.path, Text: fmt.Sprintf("one of %d statements in a file, wanted names that end in _1 to _%d", len(list), len(list))})
		}
	}
}

// claim finds the format of one text and lets it read the head.
func (l *loader) claim(c *container, t *reading) error {
	r, head, err := c.openText(t.text, l.opts.MaxBytes)
	if err != nil {
		return err
	}
	r.Close()
	if t.format, t.summary, err = l.formatOf(t.file, t.text.entry, head); err != nil {
		return err
	}
	t.receipt.Format, t.receipt.Provider = t.format.ID(), t.provider()
	if bytes.HasPrefix(head, []byte("PAR1")) {
		_, t.parquet = t.format.(RowSource)
	}
	if t.summary || t.parquet {
		return nil
	}
	layout, err := t.format.Open(t.file.Source, t.text.entry, head)
	if err != nil {
		return err
	}
	if layout.Body > int64(len(head)) {
		return Fault{Text: fmt.Sprintf("the header does not end within %d bytes", HeadBytes)}
	}
	t.setLayout(layout)
	return nil
}

// read unpacks a text for the parsers and waits until all of it is parsed.
func (l *loader) read(ctx context.Context, c *container, t *reading) error {
	if !t.faults.none() {
		return nil
	}
	var ended error
	if t.parquet {
		ended = l.readRows(ctx, t)
	} else {
		ended = l.readLines(ctx, c, t)
	}
	t.pending.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return t.finish(ended)
}

func (l *loader) readLines(ctx context.Context, c *container, t *reading) error {
	r, _, err := c.openText(t.text, l.opts.MaxBytes)
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err := io.CopyN(io.Discard, r, t.layout.Body); err != nil {
		return c.explain(err)
	}
	// Each file has its own memory, so that one that runs ahead cannot keep
	// another from going on.
	budget := min(256, 64*max(1, l.opts.Threads-1)) + 8
	out := l.pieces
	if t.file.Side == Ledger {
		out = l.first
	}
	cut := cutter{text: t, in: r, out: out, line: t.layout.BodyLine, at: r.mark + t.layout.Body, budget: budget, free: make(chan *block, budget)}
	if err := cut.run(ctx); err != nil {
		return c.explain(err)
	}
	return nil
}
