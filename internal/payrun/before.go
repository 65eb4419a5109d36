package payrun

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/internal/store"
)

// fillPosted shows our postings up to the batch's sequence, by account.
func (e *Engine) fillPosted(ctx context.Context, m *making) error {
	upTo, before := m.batch.PostingSeq, state.Batch{}
	if m.batch.No == 0 {
		upTo = math.MaxInt64 // nothing of this batch is posted yet, and nobody else posts under the lock
	}
	if m.before != nil {
		before = *m.before
	}
	opening := map[accountKey]int64{}
	for _, o := range m.opening {
		opening[accountKey{o.Payee, o.Currency}] = o.BalanceMinor
	}
	return m.ws.Append(ctx, "posted", func(add func(...driver.Value) error) error {
		err := e.State.PostedSums(ctx, upTo, before, func(p state.PostedSum) error {
			key := accountKey{p.Payee, p.Currency}
			opened := p.OpeningMinor + opening[key]
			available := p.AvailableMinor + opening[key]
			delete(opening, key)
			return add(p.Payee, p.Currency, available, p.ReservedMinor, opened, p.PaidSinceMinor, p.ReturnedSinceMinor, p.HadPayout)
		})
		if err != nil {
			return err
		}
		for _, o := range m.opening {
			key := accountKey{o.Payee, o.Currency}
			if _, open := opening[key]; !open {
				continue
			}
			if err := add(o.Payee, o.Currency, o.BalanceMinor, int64(0), o.BalanceMinor, int64(0), int64(0), false); err != nil {
				return err
			}
		}
		return nil
	})
}

// fillBefore shows what earlier batches published.
func (e *Engine) fillBefore(ctx context.Context, m *making) error {
	var counted []store.Part
	all, err := e.State.BatchRows(ctx)
	if err != nil {
		return err
	}
	for _, b := range all {
		if b.Complete == nil || b.Discarded != nil || m.batch.No > 0 && b.No >= m.batch.No {
			continue
		}
		rows, err := e.published(ctx, b)
		if err != nil {
			return err
		}
		counted = append(counted, parts(e.Config.Home, only(rows, "counted_entry")))
	}
	if err := e.viewCounted(ctx, m, counted); err != nil {
		return err
	}
	if m.before == nil {
		return nil
	}
	rows, err := e.published(ctx, *m.before)
	if err != nil {
		return err
	}
	if err := e.insertParts(ctx, m, "held_before", "entry_id, payee, currency, kind, amount_minor", []store.Part{parts(e.Config.Home, only(rows, "held_entry"))}); err != nil {
		return err
	}
	return e.insertParts(ctx, m, "balance_before", "payee, currency, closing_minor", []store.Part{parts(e.Config.Home, only(rows, "payee_balance"))})
}

const noneCounted = `create view counted_before as select '' as entry_id, '' as payee, '' as currency, '' as kind, cast(0 as bigint) as amount_minor,
 cast(0 as bigint) as change_minor, cast(0 as bigint) as occurred_at, cast(0 as bigint) as batch_no where false`

// viewCounted shows what earlier batches counted where it lies: it can be many
// times the rows of this batch.
func (e *Engine) viewCounted(ctx context.Context, m *making, list []store.Part) error {
	if len(list) == 0 {
		return m.ws.Exec(ctx, noneCounted)
	}
	return m.ws.ViewParts(ctx, "counted_before", "", "", list)
}

func (e *Engine) insertParts(ctx context.Context, m *making, table, columns string, list []store.Part) error {
	for _, p := range list {
		for _, file := range p.Files {
			query := "insert into " + table + " (" + columns + ") select " + columns + " from read_parquet(?)"
			if err := m.ws.Exec(ctx, query, file); err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
		}
	}
	return nil
}

// published are the files of a complete batch. They are there, because every
// command that writes finishes what an earlier one left before it begins; a
// dry run cannot, and says so.
func (e *Engine) published(ctx context.Context, b state.Batch) ([]state.ManifestRow, error) {
	key, err := dayKey(b)
	if err != nil {
		return nil, err
	}
	latest, _, err := e.State.LatestDay(ctx, key.Reconciliation, key.Date)
	if err != nil {
		return nil, err
	}
	if of, err := publicationOf(latest); err != nil || of.BatchNo != b.No {
		return nil, errors.Join(err, refuse("batch %s: its tables are not published, a run was killed: settle --period %s finishes what it left", b.ID, b.Period))
	}
	return e.State.ManifestOf(ctx, latest.DayKey)
}

// dayKey is the name under which a batch's files are published, beside the
// days of the reconciliations.
func dayKey(b state.Batch) (state.DayKey, error) {
	period, err := calendar.ParseMonth(b.Period)
	name := state.SettlementName
	if b.Part > 1 {
		name += fmt.Sprintf("-part%d", b.Part)
	}
	return state.DayKey{Reconciliation: name, Date: settlementDay(period)}, err
}

func only(rows []state.ManifestRow, table string) []state.ManifestRow {
	var kept []state.ManifestRow
	for _, r := range rows {
		if r.Table == table {
			kept = append(kept, r)
		}
	}
	return kept
}

func (e *Engine) fillAccepted(ctx context.Context, m *making) error {
	upTo := m.batch.AcceptedNo
	if m.batch.No == 0 {
		upTo = math.MaxInt64
	}
	accepted, err := e.State.AcceptedRestated(ctx, upTo)
	if err != nil {
		return err
	}
	var rows [][]driver.Value
	for _, a := range accepted {
		rows = append(rows, []driver.Value{a.EntryID, a.Content})
	}
	return put(ctx, m.ws, "accepted", rows...)
}

// fillInPart lists the accounts that an earlier part of the period pays.
func (e *Engine) fillInPart(ctx context.Context, m *making) error {
	if m.part == 1 {
		return nil
	}
	parts, err := e.liveParts(ctx, m.period)
	if err != nil {
		return err
	}
	var rows [][]driver.Value
	for _, b := range parts {
		if b.Part >= m.part {
			continue
		}
		attempts, err := e.State.PayoutAttempts(ctx, b.No)
		if err != nil {
			return err
		}
		for _, a := range attempts {
			rows = append(rows, []driver.Value{a.Payee, a.Currency})
		}
	}
	return put(ctx, m.ws, "in_part", rows...)
}
