package payrun

import (
	"context"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
)

// publication is what the record of a published batch says of itself.
type publication struct {
	BatchNo int64  `json:"batch_no"`
	BatchID string `json:"batch_id"`
	Hash    string `json:"batch_hash"`
}

// planTables are the published tables that a batch writes once, with the
// queries over its plan; the others show what became of its payouts.
var planTables = []struct{ name, query string }{
	{"counted_entry", "select b.batch_id, b.batch_no, t.* from counted_entry as t cross join batch_row as b order by t.file_no nulls last, t.line nulls last, t.entry_id, t.payee, t.currency, t.change_minor"},
	{"held_entry", "select b.batch_id, t.* from held_entry as t cross join batch_row as b order by t.payee, t.currency, t.occurred_at, t.entry_id"},
	{"restated", "select b.batch_id, t.* from restated as t cross join batch_row as b order by t.entry_id"},
	{"payee_balance", "select b.batch_id, t.* from payee_balance as t cross join batch_row as b order by t.payee, t.currency"},
	{"payout_skip", "select b.batch_id, t.* from skip_plan as t cross join batch_row as b order by t.payee, t.currency"},
}

// lifeTables are the published tables of what became of payouts.
var lifeTables = []struct{ name, query string }{
	{"payout", "select * from payout order by payout_key, attempt"},
	{"payout_event", "select * from payout_event order by event_seq"},
	{"posting", "select * from posting order by posting_seq"},
}

// publish puts a batch's tables where analysts find them. m is the making of a
// batch that was just completed; without it the plan's tables stay as published.
func (e *Engine) publish(ctx context.Context, b state.Batch, m *making) (err error) {
	e.stage("publish")
	key, err := dayKey(b)
	if err != nil {
		return err
	}
	latest, had, err := e.State.LatestDay(ctx, key.Reconciliation, key.Date)
	if err != nil {
		return err
	}
	key.Version = latest.Version + 1
	ws, closing, err := e.publishingSpace(ctx, m)
	if err != nil {
		return err
	}
	defer closing()
	if m == nil {
		files := report.NewPublication(e.Config.Home, key.Reconciliation, key.Date)
		if err := e.keepPlan(ctx, b, files, latest, had); err != nil {
			return err
		}
		return e.publishLife(ctx, b, key, latest, had, files, ws)
	}
	if err := e.startPlan(ctx, m); err != nil {
		return err
	}
	if err := e.copyLife(ctx, b, m.copying.files, ws); err != nil {
		return errors.Join(err, m.copying.wait())
	}
	if err := m.copying.wait(); err != nil {
		return err
	}
	return e.commit(ctx, b, key, latest, had, m.copying.files)
}

func (e *Engine) publishLife(ctx context.Context, b state.Batch, key state.DayKey, latest state.Day, had bool, files *report.Publication, ws *store.Store) error {
	if err := e.copyLife(ctx, b, files, ws); err != nil {
		return err
	}
	return e.commit(ctx, b, key, latest, had, files)
}

// publishingSpace is the batch's own workspace, or a new one.
func (e *Engine) publishingSpace(ctx context.Context, m *making) (*store.Store, func() error, error) {
	if m != nil {
		return m.ws, func() error { return nil }, nil
	}
	dir, err := e.scratch()
	if err != nil {
		return nil, nil, err
	}
	ws, err := store.Open(ctx, store.Options{Dir: dir, Memory: e.Config.Limits.Memory, Threads: e.Config.Limits.Threads})
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return ws, func() error { return errors.Join(ws.Close(), os.RemoveAll(dir)) }, nil
}

// keepPlan keeps the plan's tables of a batch that is published already, and
// leaves a discarded one none.
func (e *Engine) keepPlan(ctx context.Context, b state.Batch, files *report.Publication, latest state.Day, had bool) error {
	if b.Discarded != nil {
		return nil
	}
	was, err := publicationOf(latest)
	if err != nil || !had || was.BatchNo != b.No {
		return fmt.Errorf("batch %s: its tables are not there to be kept (%v)", b.ID, err)
	}
	rows, err := e.State.ManifestOf(ctx, latest.DayKey)
	if err != nil {
		return err
	}
	for _, t := range planTables {
		files.Keep(only(rows, t.name)...)
	}
	return nil
}

// copying is the writing of a plan's tables, which goes on while the plan is
// posted and its files are made.
type copying struct {
	files *report.Publication
	done  chan struct{}
	err   error
}

// wait ends with the writing.
func (c *copying) wait() error {
	<-c.done
	return c.err
}

// startPlan begins to write the plan's tables of a batch whose row is stored,
// unless that was begun before.
func (e *Engine) startPlan(ctx context.Context, m *making) error {
	if m.copying != nil {
		return nil
	}
	key, err := dayKey(m.batch)
	if err != nil {
		return err
	}
	if err := m.ws.Exec(ctx, "create or replace table batch_row (batch_id varchar, batch_no bigint)"); err != nil {
		return err
	}
	if err := m.ws.Exec(ctx, "insert into batch_row values (?, ?)", m.batch.ID, m.batch.No); err != nil {
		return err
	}
	c := &copying{files: report.NewPublication(e.Config.Home, key.Reconciliation, key.Date), done: make(chan struct{})}
	m.copying = c
	go func() {
		defer close(c.done)
		for _, t := range planTables {
			if c.err = c.files.Copy(ctx, m.ws.DB(), t.name, t.query); c.err != nil {
				return
			}
		}
	}()
	return nil
}

func publicationOf(d state.Day) (p publication, err error) {
	if d.Summary == "" {
		return p, nil
	}
	return p, json.Unmarshal([]byte(d.Summary), &p)
}

// copyLife writes the tables of what became of a batch's payouts.
func (e *Engine) copyLife(ctx context.Context, b state.Batch, files *report.Publication, ws *store.Store) error {
	fill := map[string]func(context.Context, state.Batch, func(...driver.Value) error) error{
		"payout": e.payoutRows, "payout_event": e.eventRows, "posting": e.postingRows,
	}
	for _, t := range lifeTables {
		if err := errors.Join(ws.Exec(ctx, "drop table if exists "+t.name), ws.CreateTable(ctx, t.name)); err != nil {
			return err
		}
		err := ws.Append(ctx, t.name, func(add func(...driver.Value) error) error { return fill[t.name](ctx, b, add) })
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if err := files.Copy(ctx, ws.DB(), t.name, t.query); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) payoutRows(ctx context.Context, b state.Batch, add func(...driver.Value) error) error {
	attempts, err := e.State.PayoutAttempts(ctx, b.No)
	if err != nil {
		return err
	}
	if e.fresh != nil && e.fresh.batchNo == b.No {
		e.fresh.attempts = attempts
	}
	for _, a := range attempts {
		if err := add(b.ID, a.PayoutKey, a.Number, a.Payee, a.Currency, a.Period, a.AmountMinor, a.Rail, a.RailRef, a.LastFour,
			a.State, a.Unclear, a.Why, a.Code, a.Reason, a.SubmissionID, a.MessageID); err != nil {
			return err
		}
	}
	return nil
}

// draftsOf are the numbers of a batch and of the discarded drafts before it:
// what happened to them stays to be seen.
func (e *Engine) draftsOf(ctx context.Context, b state.Batch) ([]int64, error) {
	all, err := e.State.BatchRows(ctx)
	var nos []int64
	for _, o := range all {
		if o.Period == b.Period && o.Part == b.Part && o.No <= b.No {
			nos = append(nos, o.No)
		}
	}
	return nos, err
}

func (e *Engine) eventRows(ctx context.Context, b state.Batch, add func(...driver.Value) error) error {
	nos, err := e.draftsOf(ctx, b)
	if err != nil {
		return err
	}
	for v, err := range e.State.EventsOf(ctx, nos...) {
		if err != nil {
			return err
		}
		if err := add(v.Seq, b.ID, v.PayoutKey, v.RailRef, v.From, v.To, v.Source, v.Evidence, v.Code, v.Reason, v.Fixable, v.Unclear,
			v.OccurredAt.UnixMicro(), v.RecordedAt.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) postingRows(ctx context.Context, b state.Batch, add func(...driver.Value) error) error {
	nos, err := e.draftsOf(ctx, b)
	if err != nil {
		return err
	}
	for p, err := range e.State.PostingsOf(ctx, nos...) {
		if err != nil {
			return err
		}
		if err := add(p.Seq, p.TransferNo, b.ID, p.Kind, p.Payee, p.Currency, p.Bucket, p.AmountMinor, p.PayoutKey, p.RailRef, p.PostedAt.UnixMicro()); err != nil {
			return err
		}
	}
	return nil
}

// commit stores and shows the version, unless it is the one that is there.
func (e *Engine) commit(ctx context.Context, b state.Batch, key state.DayKey, latest state.Day, had bool, files *report.Publication) error {
	rows, err := files.Wait()
	if err != nil {
		return err
	}
	summary, err := json.Marshal(publication{BatchNo: b.No, BatchID: b.ID, Hash: hashOf(b)})
	if err != nil {
		return err
	}
	if had && report.DigestOf(rows) == latest.OutputDigest && string(summary) == latest.Summary {
		return nil
	}
	publisher := &report.Publisher{Home: e.Config.Home, State: e.State, At: e.Now, Placed: store.WriteCatalogue}
	return publisher.Publish(ctx, state.Day{DayKey: key, InputDigest: hashOf(b), Rules: b.Rules, Engine: e.Version,
		Summary: string(summary), RunID: e.RunID, CommittedAt: e.Now}, files)
}

func hashOf(b state.Batch) string {
	if b.Complete == nil {
		return ""
	}
	return b.Complete.Hash
}
