package payrun

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"recon/internal/archive"
	"recon/report"
	"recon/settle/rail"
)

// mostRemarks is how many remarks and warnings are kept with a batch.
const mostRemarks = 1000

// lookAhead finds what would stop or mark the files of the plan before anything
// is stored: debtors whose secrets are missing, days on which no bank pays,
// names that are written with other letters.
func (e *Engine) lookAhead(ctx context.Context, m *making) error {
	writers, err := writersOf(m.settings)
	if err != nil {
		return err
	}
	funding, first := map[[2]string]*report.Funding{}, map[[2]string]plannedRow{}
	err = e.planned(ctx, m, func(p plannedRow) error {
		l, key := m.payees[accountKey{p.payee, p.currency}], [2]string{p.rail, p.currency}
		f := at(funding, key, &report.Funding{Rail: p.rail, Currency: p.currency})
		if f.Payouts == 0 {
			first[key] = p
		}
		f.Payouts++
		f.AmountMinor += p.amount
		m.remark(l, writers[p.rail])
		return nil
	})
	for key, f := range funding {
		if err == nil {
			err = e.fund(m, f, first[key], writers[f.Rail])
		}
		m.funding = append(m.funding, *f)
	}
	slices.SortFunc(m.funding, func(a, b report.Funding) int {
		return slices.Compare([]string{a.Rail, a.Currency}, []string{b.Rail, b.Currency})
	})
	return err
}

// fund names the account that pays and the day, and looks at what its files
// need.
func (e *Engine) fund(m *making, f *report.Funding, first plannedRow, writer rail.Rail) error {
	cfg := m.settings.Rails[f.Rail]
	debtor, err := cfg.Debtor.Resolve()
	if err != nil {
		return unfit("settle.rails.%s.debtor: %v; nothing was posted", f.Rail, err)
	}
	f.DebtorName, f.DebtorLastFour = debtor.Name, lastFour(debtor.IBAN+debtor.Account)
	f.Execution, err = executionDate(cfg, m.asOf.In(m.settings.Location()))
	if err != nil {
		return unfit("settle.rails.%s.execution: %v", f.Rail, err)
	}
	if to := cfg.Deliver; to != nil {
		if info, err := os.Stat(to.Dir); err != nil || !info.IsDir() {
			return unfit("settle.rails.%s.deliver: %s: no such folder; nothing was posted", f.Rail, archive.KnownAs(e.Config.Home, to.Dir))
		}
	}
	return trial(m, f, rail.Debtor(debtor), first, writer)
}

// trial sees that a file of a rail can be made: its first payout is written to
// nowhere.
func trial(m *making, f *report.Funding, debtor rail.Debtor, first plannedRow, writer rail.Rail) error {
	key := "monthly-payout:" + first.payee + ":" + m.period.String() + ":" + first.currency
	payment := m.payees[accountKey{first.payee, first.currency}].payment
	payment.PayoutKey, payment.RailRef, payment.AmountMinor = key, railRef(key, 1, m.period.String()), first.amount
	file := rail.Submission{MessageID: messageID(key, "trial", m.period.String()), PaymentInfoID: paymentInfoID(key, "trial", m.period.String()),
		Period: m.period.String(), BatchID: m.period.String() + "-1", Created: m.asOf.UTC().Truncate(time.Second), Execution: f.Execution,
		Currency: f.Currency, Debtor: debtor, Payments: []rail.Payment{payment}}
	if _, err := writer.Write(io.Discard, file); err != nil {
		why := strings.TrimPrefix(err.Error(), "submission "+file.MessageID+": ")
		return unfit("settle.rails.%s: no file can be made: %s; nothing was posted", f.Rail, why)
	}
	return nil
}

// remark keeps what the file will show otherwise than the payee file has it.
func (m *making) remark(l *listed, writer rail.Rail) {
	for _, text := range l.warnings {
		if len(m.warnings) < mostRemarks {
			m.warnings = append(m.warnings, fmt.Sprintf("payee %s: %s", l.Payee.Payee, text))
		}
	}
	r, ok := writer.(rail.Rewriter)
	if !ok || len(m.remarks) == mostRemarks {
		return
	}
	if text := r.Rewritten(l.Name); text != "" {
		m.remarks = append(m.remarks, report.RemarkRow{Payee: l.Payee.Payee, Field: "name", Text: text})
	}
}

// summarize is what the row of the complete batch says of it.
func (e *Engine) summarize(ctx context.Context, m *making) (string, error) {
	skips, err := e.State.Skips(ctx, m.batch.No)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(batchSummary{Summary: m.summary, Confirmed: m.ask.ConfirmTotal, Funding: m.funding,
		Skips: skippedTotals(skips), Warnings: m.warnings, Remarks: m.remarks})
	return string(text), err
}

// reportFolder is the folder of a batch's reports below reports.
func reportFolder(period string, part int64) string {
	if part == 1 {
		return "settle-" + period
	}
	return fmt.Sprintf("settle-%s-part%d", period, part)
}
