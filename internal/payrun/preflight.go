package payrun

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"recon/internal/calendar"
	"recon/internal/money"
	"recon/report"
)

// Preflight looks at everything that a batch of a period would depend on, and
// leaves no trace. The engine must be one of a dry run.
func (e *Engine) Preflight(ctx context.Context, ask Ask) ([]report.Check, error) {
	m := &making{ask: ask, period: ask.Period, settings: e.settings(), part: 1, except: ask.Except}
	p := &preflight{Engine: e, m: m}
	p.check("before", p.mayBegin(ctx), "the period is over and the one before is settled")
	p.check("statements", e.takeHolds(ctx, m), "every reconciliation is reconciled to the end of the period")
	p.check("keys", p.keys(), "debtor accounts are readable, somebody may approve")
	p.check("calendar", p.calendar(), "execution dates are covered")
	m.asOf = e.Now
	ledger := e.takeLedger(ctx, m)
	p.check("ledger", ledger, "the period's ledger is there")
	payees := e.takePayees(ctx, m)
	p.check("payees", payees, "the payee file is of the period")
	if ledger != nil || payees != nil || p.failed["before"] {
		return p.checks, nil
	}
	err := e.takeOpening(ctx, m)
	if err == nil {
		err = e.work(ctx, m)
	}
	defer m.close()
	var stop *Stop
	if errors.As(err, &stop) {
		p.check("ledger", err, "")
		return p.checks, nil
	}
	if err != nil {
		return nil, err
	}
	return p.checks, p.plan(ctx)
}

// mayBegin refuses a period that has a batch already, beside one that may not
// have any yet.
func (p *preflight) mayBegin(ctx context.Context) error {
	parts, err := p.liveParts(ctx, p.m.period)
	if err == nil && len(parts) > 0 {
		last := parts[len(parts)-1]
		return refuse("period %s has batch %s already: settle show %s", p.m.period, last.ID, last.ID)
	}
	return errors.Join(err, p.Engine.mayBegin(ctx, p.m))
}

// preflight is the making of a checklist.
type preflight struct {
	*Engine
	m      *making
	checks []report.Check
	failed map[string]bool
}

// check adds a line: what is good, or what the error says.
func (p *preflight) check(name string, err error, good string) {
	c := report.Check{Name: name, OK: err == nil, Detail: good}
	if err != nil {
		if p.failed == nil {
			p.failed = map[string]bool{}
		}
		p.failed[name] = true
		c.Detail = err.Error()
	}
	p.checks = append(p.checks, c)
}

// note adds a line that needs a look when count is above zero.
func (p *preflight) note(name string, count int64, detail, act string) {
	p.checks = append(p.checks, report.Check{Name: name, OK: count == 0, Detail: detail, Act: act})
}

func (p *preflight) keys() error {
	for _, name := range sortedKeys(p.m.settings.Rails) {
		if _, err := p.m.settings.Rails[name].Debtor.Resolve(); err != nil {
			return fmt.Errorf("settle.rails.%s.debtor: %w", name, err)
		}
	}
	if p.m.settings.Rules.Approval.Required && len(p.m.settings.People) == 0 {
		return errors.New("settle.people: nobody may approve")
	}
	return nil
}

func (p *preflight) calendar() error {
	today := calendar.Of(p.Now.In(p.m.settings.Location()).Date())
	for _, name := range sortedKeys(p.m.settings.Rails) {
		if _, err := calendar.AddDays(p.m.settings.Rails[name].Execution.Calendar, today, 40); err != nil {
			return fmt.Errorf("settle.rails.%s: %w", name, err)
		}
	}
	return nil
}

// plan adds what the worked out plan shows.
func (p *preflight) plan(ctx context.Context) error {
	for _, c := range []struct{ name, query, detail, act string }{
		{"breaks", "select count(*) from held_entry", "entries are held by open breaks", "recon breaks list; what is closed before the batch is paid with it"},
		{"destinations", "select count(*) from payee as p where p.known and p.seen_at is null", "payees have another destination than before", "confirm them with the payees by another way than mail"},
		{"kyc", "select count(*) from skip_plan as s where s.reason = 'kyc'", "payees are not verified", "verify them and export the payees again"},
		{"frozen", "select count(*) from skip_plan as s where s.reason = 'frozen'", "payees are frozen", "see that each is meant to be"},
		{"negative", "select count(*) from payee_balance as b where b.closing_minor < 0", "payees owe money", "their next sales pay it back, or ask for it"},
		{"currency", "select count(*) from skip_plan as s where s.reason = 'currency'", "balances are in a currency without minimum or payee row", "add the currency to settle.rules or to the payees"},
	} {
		var count int64
		if err := p.m.ws.DB().QueryRowContext(ctx, c.query).Scan(&count); err != nil {
			return err
		}
		p.note(c.name, count, fmt.Sprintf("%d %s", count, c.detail), c.act)
	}
	var fresh sql.NullInt64
	if err := p.m.ws.DB().QueryRowContext(ctx, "select count(*) from payee as p where not p.known and p.seen_at is null").Scan(&fresh); err != nil {
		return err
	}
	p.note("destinations", 0, fmt.Sprintf("%d payees are listed for the first time", fresh.Int64), "")
	for _, f := range p.m.funding {
		p.note("funding", 0, fmt.Sprintf("%s %s %s from the account ending in %s on %s, %d payouts", f.Rail,
			money.Format(f.AmountMinor, money.Exponent(f.Currency)), f.Currency, f.DebtorLastFour, f.Execution, f.Payouts), "")
	}
	return nil
}
