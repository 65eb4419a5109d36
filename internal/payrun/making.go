package payrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/internal/store"
	"recon/report"
	"recon/settle"
)

// making is a batch while it is made: what it follows from, then its plan.
type making struct {
	ask      Ask
	period   calendar.Month
	part     int64
	settings *config.Settle // of the batch row, so that a batch that goes on keeps its rules
	startAt  time.Time
	cutoff   time.Time
	asOf     time.Time
	before   *state.Batch // the batch that this one follows on; nil at the start
	inputs   []Input
	holds    []Hold
	except   []Exception

	batch   state.Batch // No is 0 until the row is stored
	ws      *store.Store
	scratch string // folder of working files
	payees  map[accountKey]*listed
	opening []ingest.OpeningBalance
	summary settle.Summary

	copying  *copying // of the plan's tables, once the batch row is stored
	funding  []report.Funding
	warnings []string
	remarks  []report.RemarkRow
}

// accountKey names a payee's account.
type accountKey struct{ payee, currency string }

// Input is one file a batch is made of.
type Input struct {
	Role   string        `json:"role"` // ledger, payees or opening
	Name   string        `json:"name"` // as people know it
	Date   calendar.Date `json:"date"`
	SHA256 string        `json:"sha256"`
	Path   string        `json:"path"` // in the archive, relative to home; "" in a dry run
	Bytes  int64         `json:"bytes"`

	here string // where the bytes lie
}

// The roles of input files.
const (
	ledgerRole  = "ledger"
	payeesRole  = "payees"
	openingRole = "opening"
)

// Hold names the version of a reconciliation's day whose open breaks hold money.
type Hold struct {
	Reconciliation string        `json:"reconciliation"`
	Date           calendar.Date `json:"date"`
	Version        int64         `json:"version"`
}

// words are what people overrode for a batch. They stand in its row, so that a
// run that goes on with it need not be told again.
type words struct {
	Except       []Exception `json:"except,omitempty"`
	ConfirmTotal []string    `json:"confirm_total,omitempty"` // as typed
}

// resume takes up a batch whose row is stored: only what stands in the row
// counts, whatever lies in the folders now.
func (e *Engine) resume(ctx context.Context, b state.Batch) (*making, error) {
	period, err := calendar.ParseMonth(b.Period)
	if err != nil {
		return nil, err
	}
	settings, err := config.SettleFrom([]byte(b.Rules), e.Config.Home)
	if err != nil {
		return nil, fmt.Errorf("batch %s: its stored rules: %w", b.ID, err)
	}
	m := &making{period: period, part: b.Part, settings: settings, startAt: b.StartAt, cutoff: b.Cutoff, asOf: b.AsOf, batch: b}
	var said words
	err = errors.Join(json.Unmarshal([]byte(b.Inputs), &m.inputs), json.Unmarshal([]byte(b.Holds), &m.holds),
		json.Unmarshal([]byte(b.Exceptions), &said))
	m.except, m.ask.ConfirmTotal = said.Except, said.ConfirmTotal
	if err != nil {
		return nil, fmt.Errorf("batch %s: its stored row: %w", b.ID, err)
	}
	for i := range m.inputs {
		m.inputs[i].here = e.home(m.inputs[i].Path)
	}
	m.before, err = e.beforeOf(ctx, b)
	return m, err
}

// beforeOf is the batch that a stored one follows on.
func (e *Engine) beforeOf(ctx context.Context, b state.Batch) (*state.Batch, error) {
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return nil, err
	}
	var before *state.Batch
	for i := range all {
		o := &all[i]
		if o.Complete != nil && o.Discarded == nil && (o.Period < b.Period || o.Period == b.Period && o.Part < b.Part) {
			if before == nil || before.Period < o.Period || before.Period == o.Period && before.Part < o.Part {
				before = o
			}
		}
	}
	return before, nil
}

// close ends the workspace and removes the working files. It may be called again.
func (m *making) close() error {
	if m.ws == nil {
		return nil
	}
	if m.copying != nil {
		<-m.copying.done
	}
	ws := m.ws
	m.ws = nil
	return errors.Join(ws.Close(), os.RemoveAll(m.scratch))
}

// of are the inputs of a role, in order.
func (m *making) of(role string) []Input {
	var list []Input
	for _, in := range m.inputs {
		if in.Role == role {
			list = append(list, in)
		}
	}
	return list
}
