package ingest

import (
	"context"
	"database/sql"

	"recon/internal/config"
)

// settleFormat is the Format of one file that settlement reads by a mapping of
// its own. Like an own export it may be CSV, JSON lines or Parquet, and it
// holds one text only: an id must not come twice in it.
type settleFormat struct {
	src    *config.Source // what the reader asks a source for: name, charset, pattern
	uses   []use
	bind   binding
	secret bool // see Layout.secret
	opened bool
}

// settleSource is the source of a file that settlement reads; name is its key
// in the settings.
func settleSource(name, charset string, fetch config.Fetch) *config.Source {
	return &config.Source{Name: name, Side: Ledger.String(), Format: TableID, Charset: charset, Fetch: fetch}
}

func (s *settleFormat) ID() string                 { return TableID }
func (s *settleFormat) Provider() string           { return "" }
func (s *settleFormat) Detect(string, []byte) bool { return false }

// want adds a setting's wish for a column, as binder.want does.
func (s *settleFormat) want(setting, column string, rare bool) {
	if column != "" {
		s.uses = append(s.uses, use{"table." + setting, column, rare})
	}
}

func (s *settleFormat) binder() *binder {
	return &binder{src: s.src, owner: s.src.Name, uses: s.uses, secret: s.secret}
}

// Open reads the header of a CSV, or takes the text for JSON lines.
func (s *settleFormat) Open(_ *config.Source, _ string, head []byte) (*Layout, error) {
	if s.opened {
		return nil, Fault{Text: "one of several files in a container, wanted one; pack each export by itself"}
	}
	s.opened = true
	return openText(s.binder(), s.layout, head)
}

// OpenRows reads a Parquet file by its magic bytes.
func (s *settleFormat) OpenRows(ctx context.Context, db *sql.DB, _ *config.Source, path string) (*Layout, Rows, error) {
	return openParquet(ctx, db, s.binder(), s.layout, path)
}

// layout checks the header and adds what all files of settlement have in common.
func (s *settleFormat) layout(b *binder) (*Layout, retimer, error) {
	if err := b.check(); err != nil {
		return nil, nil, err
	}
	l, times, err := s.bind(b)
	if err != nil {
		return nil, nil, err
	}
	l.Columns, l.Cells, l.Charset, l.secret = b.columns, b.cells, b.charset(), s.secret
	return l, times, nil
}

// file is a file as the reader takes it.
func (s *settleFormat) file(f File) File {
	f.Source, f.Format, f.Side = s.src, s, Ledger
	return f
}

// readSettled reads a file whose rows the format keeps itself. The receipt has
// the faults of all texts of a container.
func readSettled(ctx context.Context, file File, s *settleFormat, opts Options) (Receipt, error) {
	receipts, err := Inspect(ctx, s.file(file), opts)
	if err != nil {
		return Receipt{}, err
	}
	out := receipts[0]
	for _, r := range receipts[1:] {
		out.Faults = append(out.Faults, r.Faults...)
		out.MoreFaults += r.MoreFaults
	}
	if more := len(out.Faults) - MaxFaults; more > 0 {
		out.Faults, out.MoreFaults = out.Faults[:MaxFaults], out.MoreFaults+int64(more)
	}
	return out, nil
}

// untimed is the retimer of a file that has no times.
type untimed struct{}

func (untimed) retime(int, string) {}

// maxID is the longest id of a payee, in bytes. It becomes part of keys that
// are kept for ever.
const maxID = 200
