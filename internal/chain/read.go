package chain

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"

	"recon/ingest"
	"recon/internal/keyjoin"
	"recon/internal/state"
)

// read loads the day's files as entry pieces, or takes over the pieces of the
// version before when no file changed, and completes the day's inputs.
func (e *Engine) read(ctx context.Context, d *day, files []taken) error {
	if d.latest != nil && !e.Restate && sameFiles(d.latest.Inputs.Files, files) {
		return e.reuse(ctx, d)
	}
	for {
		receipts, err := e.load(ctx, d, files)
		if err != nil {
			return err
		}
		drop, err := identities(receipts, files)
		if err != nil {
			return err
		}
		if drop < 0 {
			if err := errors.Join(e.wholeParts(receipts), e.tooEarly(receipts)); err != nil {
				return err
			}
			return e.admit(ctx, d, receipts, files)
		}
		// A second copy of a part, or a part that a newer file replaced. Which
		// it was is only known once it was read; what was loaded is loaded anew.
		files = slices.Delete(slices.Clone(files), drop, drop+1)
	}
}

// load reads the files; a fault in any refuses the day with all faults.
func (e *Engine) load(ctx context.Context, d *day, files []taken) ([]ingest.Receipt, error) {
	table := ingest.NewTable(e.Config, d.rec.Name, d.date)
	list := make([]ingest.File, len(files))
	for i := range files {
		files[i].No = int32(i+1) * ingest.MaxParts
		if files[i].Side == ingest.Ledger {
			files[i].Format = table
		}
		list[i] = files[i].File
	}
	if d.keys != nil {
		if err := d.keys.Close(); err != nil {
			return nil, err
		}
	}
	d.keys = keyjoin.New(d.scratch, min(e.Config.Limits.MemoryBytes()/4, mostKeys))
	// What reading needed is given back before the engine takes its share.
	defer debug.FreeOSMemory()
	receipts, err := ingest.Load(ctx, d.ws, list, ingest.Options{
		Formats: e.Formats, Dir: d.pieces(), Reconciliation: d.rec.Name, Threads: e.Config.Limits.Threads,
		MaxBytes: e.Config.Limits.MaxUnzipped(), Progress: e.Progress,
		Keys: d.keys, OwnKinds: e.ownKinds(d.rec),
	})
	if err != nil {
		return nil, err
	}
	d.read = list
	return receipts, refusal(receipts)
}

// readAgain reads single rows of the files that load read.
func (e *Engine) readAgain(ctx context.Context, d *day, rows []keyjoin.Row) ([]string, error) {
	return ingest.ReadAgain(ctx, d.read, rows, ingest.Options{
		Formats: e.Formats, Dir: d.scratch, Reconciliation: d.rec.Name, MaxBytes: e.Config.Limits.MaxUnzipped(),
	})
}

// mostKeys is how many bytes of the rows to be joined are held: those of six
// million rows. A day of more goes on in a scratch file.
const mostKeys = 192 << 20

// pieces is the folder of the entry pieces.
func (d *day) pieces() string { return filepath.Join(d.scratch, "entry") }

// refusal is the stop for receipts with faults, nil without any.
func refusal(receipts []ingest.Receipt) error {
	s := &Stop{State: state.Refused}
	refused := map[string]bool{}
	for _, r := range receipts {
		for _, f := range r.Faults {
			s.Faults = append(s.Faults, f.Error())
		}
		s.MoreFaults += r.MoreFaults
		if len(r.Faults) > 0 {
			refused[r.File.Name] = true
		}
	}
	if len(s.Faults) == 0 {
		return nil
	}
	s.Cause = s.Faults[0]
	if more := int64(len(s.Faults)) - 1 + s.MoreFaults; more > 0 {
		s.Cause += fmt.Sprintf(" (and %d more)", more)
	}
	return s
}

// identities checks that every part of a statement came once. It returns the
// index of a file to leave out, or -1: a second copy of the same rows, or a
// vanished file that another one replaced. Two different files of one identity
// are a fault that names both.
func identities(receipts []ingest.Receipt, files []taken) (drop int, err error) {
	type identity struct{ source, part string }
	first := map[identity]ingest.Receipt{}
	at := func(r ingest.Receipt) int {
		return slices.IndexFunc(files, func(t taken) bool { return t.Name == r.File.Name && t.Path == r.File.Path })
	}
	for _, r := range receipts {
		if i := at(r); files[i].known && cutOtherwise(r, receipts, func(o ingest.Receipt) bool { return files[at(o)].known }) {
			return i, nil
		}
		key := identity{r.File.Source.Name, r.Part}
		other, twice := first[key]
		if !twice {
			first[key] = r
			continue
		}
		switch i, j := at(other), at(r); {
		case i == j:
			return -1, stop(state.Refused, "%s and %s: both are part %q of one statement, wanted one text per part", other.Name(), r.Name(), r.Part)
		case files[i].known:
			return i, nil
		case files[j].known || other.Digest == r.Digest:
			return j, nil
		default:
			return -1, stop(state.Refused, "%s and %s: two files for %s %s with different rows, wanted one; remove the wrong one from the folder",
				other.Name(), r.Name(), r.File.Source.Name, r.File.Date)
		}
	}
	return -1, nil
}

// cutOtherwise reports whether a vanished text was replaced by files that cut the
// statement otherwise: parts in place of the whole, or the whole in place of parts.
func cutOtherwise(r ingest.Receipt, receipts []ingest.Receipt, vanished func(ingest.Receipt) bool) bool {
	return slices.ContainsFunc(receipts, func(o ingest.Receipt) bool {
		return o.File.Source == r.File.Source && (o.Part == "") != (r.Part == "") && !vanished(o)
	})
}

// tooEarly stops a day whose provider says that it has no statement, as long as
// that may also mean that it is not made yet.
func (e *Engine) tooEarly(receipts []ingest.Receipt) error {
	for _, r := range receipts {
		ready := r.File.Source.ReadyAt(r.File.Date)
		if r.NoStatement && e.Now.Before(ready) {
			return stop(state.NotReady, "%s: the provider has no statement for %s; before %s that also means it is not made yet",
				r.Name(), r.File.Date, ready.Format("2006-01-02 15:04 MST"))
		}
	}
	return nil
}

func sameFiles(stored []state.FileInput, files []taken) bool {
	have := map[string]bool{}
	for _, f := range stored {
		have[f.Source+" "+f.SHA256] = false
	}
	for _, f := range files {
		key := f.Source.Name + " " + f.sha256
		if _, ok := have[key]; !ok {
			return false
		}
		have[key] = true
	}
	for _, seen := range have {
		if !seen {
			return false
		}
	}
	return true
}

// reuse takes over what the version before read.
func (e *Engine) reuse(ctx context.Context, d *day) error {
	s, err := parseSummary(d.latest.Summary)
	if err != nil {
		return err
	}
	files, err := e.State.Manifest(ctx, d.rec.Name, d.date)
	if err != nil {
		return err
	}
	d.reused = only(files, "entry")
	d.summary.Files, d.inputs.Files, d.summary.Checks = s.Files, d.latest.Inputs.Files, fileChecks(s.Checks)
	d.digest = inputDigest(d.inputs)
	return nil
}

// admit judges own exports, and turns receipts into the day's files and inputs.
func (e *Engine) admit(ctx context.Context, d *day, receipts []ingest.Receipt, files []taken) error {
	for _, r := range receipts {
		i := slices.IndexFunc(files, func(t taken) bool { return t.Name == r.File.Name && t.Path == r.File.Path })
		f := summarizeFile(r, files[i])
		d.pieceList = append(d.pieceList, r.Pieces...)
		d.summary.Files = append(d.summary.Files, f)
		d.addChecks(f.Source, f.ShownName(), r.Checks, Accept{})
		d.inputs.Files = append(d.inputs.Files, state.FileInput{No: f.No, Source: f.Source, Date: d.date.String(),
			Part: f.Part, Digest: f.Digest, SHA256: f.SHA256, Name: f.FullName(), Path: f.Path})
	}
	d.digest = inputDigest(d.inputs)
	return e.gateExports(ctx, d)
}

func summarizeFile(r ingest.Receipt, t taken) FileSummary {
	f := FileSummary{
		No: r.File.No, Source: r.File.Source.Name, Side: r.File.Side.String(), Provider: r.Provider, Format: r.Format,
		Account4: lastFour(account(r)), Name: r.File.Name, Entry: r.Entry, Path: t.stored, Part: r.Part, SHA256: t.sha256, Bytes: t.bytes,
		Digest: r.Digest, Rows: r.Rows, Kept: r.Kept, Ignored: r.Ignored, Unclaiming: r.Unclaiming,
		Oldest: r.Oldest, Newest: r.Newest, Gate: "passed",
	}
	if r.NoStatement {
		f.GateDetail = "the provider's word that the day has no statement"
	}
	for _, total := range r.Totals {
		f.Totals = append(f.Totals, KindTotal{total.Currency, total.Kind.String(), total.Count, total.Gross, &total.Fee, &total.Net})
	}
	if r.File.Side == ingest.Ledger {
		figures := r.Export
		figures.Date, figures.Files = r.File.Date, []string{t.sha256}
		f.Export = &figures
	}
	return f
}

// account is the account a statement is of: what it states, else what is configured.
func account(r ingest.Receipt) string {
	if r.Stated.Account != "" {
		return r.Stated.Account
	}
	return r.File.Source.Account
}
