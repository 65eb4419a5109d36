package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"recon/internal/config"
	"recon/internal/store"
)

// CreditsName is how faults and receipts name the settlement's ledger.
const CreditsName = "settle.ledger"

// emptyLedger is ledger_entry without a file.
const emptyLedger = `create or replace view ledger_entry as
select cast(0 as integer) as file_no, cast(0 as bigint) as line, '' as entry_id, '' as payee, '' as currency, '' as kind, '' as status,
  cast(0 as bigint) as amount_minor, cast(0 as bigint) as occurred_at, '' as order_ref
where false`

// LoadCredits reads files of the settlement's ledger and makes of them the
// view ledger_entry (a table when opts.Dir is empty): file_no, line, entry_id,
// payee, currency, kind, status, amount_minor (+ is owed to the payee),
// occurred_at (epoch microseconds), order_ref. The pieces in opts.Dir must live
// as long as the view.
//
// Files need Path and Name. A later file has a higher file_no: File.No rises by
// MaxParts at least from file to file, or is 0 in all of them and is then given
// in their order. Zone is that of times without an offset when the table names
// none; nil is no zone, and then such times are a fault.
//
// What is wrong in a file stands in its receipt, and the file has no rows in
// ledger_entry; the error is for trouble with disk or engine. Totals are those
// of confirmed rows (Gross is their sum; Kind is Sale, Refund, Chargeback,
// Adjustment, Fee or ExternalPayout); Kept, Oldest and Newest are of all rows,
// Unclaiming counts those that are pending or void.
func LoadCredits(ctx context.Context, ws *store.Store, files []File, src *config.CreditSource, zone *time.Location, opts Options) (receipts []Receipt, err error) {
	if opts.Dir != "" {
		receipts, pieces, err := loadPieces(ctx, ws, files, src, zone, opts)
		if err != nil {
			return nil, err
		}
		if len(pieces) == 0 {
			return receipts, ws.Exec(ctx, emptyLedger)
		}
		return receipts, ws.ViewParts(ctx, "ledger_entry", "", "", []store.Part{{Files: pieces}})
	}
	if opts.Dir, err = os.MkdirTemp("", "recon-credits-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(opts.Dir)) }()
	opts.brief = true
	receipts, pieces, err := loadPieces(ctx, ws, files, src, zone, opts)
	if err != nil {
		return nil, err
	}
	for i := range receipts {
		receipts[i].Pieces = nil
	}
	const table = "create or replace table ledger_entry (file_no integer, line bigint, entry_id text, payee text, currency text, kind text, status text, amount_minor bigint, occurred_at bigint, order_ref text)"
	return receipts, errors.Join(ws.Exec(ctx, table), ws.InsertFiles(ctx, "ledger_entry", ledgerColumns, pieces))
}

// loadPieces reads files into Parquet pieces in opts.Dir, in the order of files.
func loadPieces(ctx context.Context, ws *store.Store, files []File, src *config.CreditSource, zone *time.Location, opts Options) ([]Receipt, []string, error) {
	numbered, err := numberFiles(files)
	if err != nil {
		return nil, nil, err
	}
	for i, f := range numbered {
		numbered[i] = newCredits(src, zone).file(f)
	}
	opts.Reconciliation = "ledger_entry"
	receipts, err := Load(ctx, ws, numbered, opts)
	if err != nil {
		return nil, nil, err
	}
	var pieces []string
	for _, r := range receipts {
		for _, p := range r.Pieces {
			pieces = append(pieces, p.Path)
		}
	}
	return receipts, pieces, nil
}

// numberFiles gives the files numbers that rise, unless they have some.
func numberFiles(files []File) ([]File, error) {
	out := make([]File, len(files))
	given := false
	for _, f := range files {
		given = given || f.No != 0
	}
	for i, f := range files {
		if !given {
			f.No = int32(i) * MaxParts
		}
		if i > 0 && f.No < out[i-1].No+MaxParts {
			return nil, fmt.Errorf("%s: number %d after number %d of the file before, wanted numbers that rise by %d at least", f.Name, f.No, out[i-1].No, MaxParts)
		}
		out[i] = f
	}
	return out, nil
}
