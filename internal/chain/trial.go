package chain

import (
	"context"
	"database/sql"
	"errors"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
)

// Trial is how well the files of a day join, for people who set up a
// reconciliation. Nothing is published and nothing is judged.
type Trial struct {
	Reconciliation string
	Stop           *Stop // why the files could not be read; the rest is empty
	Files          []FileSummary
	Statement      TrialSide
	Ledger         TrialSide
	Pairs          []TrialPair // the first ten joined keys
	Amounts        []TrialCount
	Hours          []TrialCount
	Better         []BetterColumn // columns of own exports that join, when the mapped one does not
}

// TrialSide counts one side's rows with a key, and those of them whose key the
// other side has too.
type TrialSide struct{ Rows, Joined int64 }

// TrialPair is a pair of rows of one key, amounts in minor units, times in
// epoch microseconds.
type TrialPair struct {
	OrderRef, Currency                    string
	StatementMinor, LedgerMinor           int64
	StatementOccurredAt, LedgerOccurredAt int64
	StatementLine, LedgerLine             int64
}

// TrialCount is how many pairs are alike in something.
type TrialCount struct {
	What  string
	Pairs int64
}

// BetterColumn is a column of an own export in which sampled rows hold order
// numbers of the statement.
type BetterColumn struct {
	Source, Column  string
	Joined, Sampled int
}

// Try reads the files of a day as a run would and says how they join.
func (e *Engine) Trial(ctx context.Context, rec *config.Reconciliation, date calendar.Date) (t Trial, err error) {
	t.Reconciliation = rec.Name
	d := &day{link: &link{rec: rec, date: date}}
	defer func() {
		var stopped *Stop
		if errors.As(err, &stopped) {
			t.Stop, err = stopped, nil
		}
	}()
	files, err := e.fetch(ctx, rec, date)
	if err != nil {
		return t, err
	}
	defer func() { err = withKept(err, e.keep(ctx, files, date)) }()
	if err := e.open(ctx, d); err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	receipts, err := e.load(ctx, d, files)
	if err != nil {
		return t, err
	}
	for i, r := range receipts {
		d.pieceList = append(d.pieceList, r.Pieces...)
		t.Files = append(t.Files, summarizeFile(r, files[min(i, len(files)-1)]))
	}
	if err := e.viewEntries(ctx, d); err != nil {
		return t, err
	}
	if err := t.read(ctx, d); err != nil {
		return t, err
	}
	if t.Ledger.Rows > 0 && 20*t.Ledger.Joined < t.Ledger.Rows {
		t.Better, err = e.betterColumns(ctx, d, files)
	}
	return t, err
}

const trialSides = `
select e.side, count(*), count(o.key_hash)
from entry as e
left join (select distinct p.side as side, p.key_hash as key_hash, p.key_check as key_check from entry as p where p.key_hash <> 0) as o
  on o.key_hash = e.key_hash and o.key_check = e.key_check and o.side <> e.side
where e.key_hash <> 0
group by e.side
order by e.side`

const trialPairs = `
create temporary table trial_pair as
select
  s.order_ref as order_ref, s.currency as currency, s.gross_minor as statement_minor, l.gross_minor as ledger_minor,
  s.occurred_at as statement_at, l.occurred_at as ledger_at, s.line as statement_line, l.line as ledger_line
from entry as s
join entry as l on l.key_hash = s.key_hash and l.key_check = s.key_check
where s.side = 'statement' and l.side = 'ledger' and s.key_hash <> 0`

const trialAmounts = `
select
  case
    when p.statement_minor = p.ledger_minor then 'equal'
    when p.statement_minor = 0 - p.ledger_minor then 'opposite sign: look at sign'
    when p.statement_minor = 100 * p.ledger_minor or 100 * p.statement_minor = p.ledger_minor then 'a hundred times: look at unit'
    else 'different'
  end as what,
  count(*) as pairs
from trial_pair as p
group by 1
order by pairs desc, what`

// Times are alike when they differ by less than half an hour.
const trialHours = `
select case when h.hours = 0 then 'the same hour' else h.hours || ' hours apart: look at zone' end as what, h.pairs
from (
  select cast((p.ledger_at - p.statement_at + sign(p.ledger_at - p.statement_at) * 1800000000) // 3600000000 as bigint) as hours, count(*) as pairs
  from trial_pair as p
  group by 1
) as h
order by h.pairs desc, h.hours
limit 5`

func (t *Trial) read(ctx context.Context, d *day) error {
	err := d.eachRow(ctx, trialSides, func(rows *sql.Rows) error {
		var side string
		var s TrialSide
		err := rows.Scan(&side, &s.Rows, &s.Joined)
		if side == "statement" {
			t.Statement = s
		} else {
			t.Ledger = s
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := d.ws.Exec(ctx, trialPairs); err != nil {
		return err
	}
	if err := d.eachRow(ctx, "select p.* from trial_pair as p order by p.statement_line, p.ledger_line limit 10", func(rows *sql.Rows) error {
		var p TrialPair
		err := rows.Scan(&p.OrderRef, &p.Currency, &p.StatementMinor, &p.LedgerMinor, &p.StatementOccurredAt, &p.LedgerOccurredAt, &p.StatementLine, &p.LedgerLine)
		t.Pairs = append(t.Pairs, p)
		return err
	}); err != nil {
		return err
	}
	for query, into := range map[string]*[]TrialCount{trialAmounts: &t.Amounts, trialHours: &t.Hours} {
		if err := d.eachRow(ctx, query, func(rows *sql.Rows) error {
			var c TrialCount
			err := rows.Scan(&c.What, &c.Pairs)
			*into = append(*into, c)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// betterColumns looks for the statement's order numbers in every column of the
// first rows of each own export.
func (e *Engine) betterColumns(ctx context.Context, d *day, files []taken) ([]BetterColumn, error) {
	var better []BetterColumn
	for _, f := range files {
		if f.Side != ingest.Ledger {
			continue
		}
		file := f.File
		file.Format = nil // the survey reads it its own way
		survey, err := ingest.NewTable(e.Config, d.rec.Name, d.date).SurveyExport(ctx, file, ingest.Options{MaxBytes: e.Config.Limits.MaxUnzipped()})
		if err != nil {
			return nil, err
		}
		for i, column := range survey.Columns {
			joined := 0
			for _, row := range survey.Sample {
				known, err := d.isOrderRef(ctx, row[i])
				if err != nil {
					return nil, err
				}
				if known {
					joined++
				}
			}
			if joined > 0 {
				better = append(better, BetterColumn{f.Source.Name, column, joined, len(survey.Sample)})
			}
		}
	}
	return better, nil
}

func (d *day) isOrderRef(ctx context.Context, text string) (known bool, err error) {
	err = d.ws.DB().QueryRowContext(ctx, "select exists (select 1 from entry as e where e.side = 'statement' and e.order_ref = ? and e.order_ref <> '')", text).Scan(&known)
	return known, err
}
