package health

import (
	"path/filepath"
	"time"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/telemetry"
)

// Facts are what the metrics of a home say.
type Facts struct {
	Standings []chain.Standing
	Run       state.Run // the command that just ended
	Stages    []telemetry.StageTime
	Payouts   []chain.PayoutTotal // of the last periods
	Waiting   int64               // messages that are queued and not sent
	Now       time.Time
}

// WriteMetrics writes a home's facts in Prometheus's text format. The file is
// whole or the one before; everybody may read it, as collectors run as another
// account.
func WriteMetrics(path string, f Facts) error {
	x := &exposition{}
	x.run(f)
	x.reconciliations(f)
	x.payouts(f)
	if err := disk.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return disk.WriteFile(path, 0o644, x.write)
}

func (x *exposition) run(f Facts) {
	x.gauge("recon_run_number", "Number of the last command that could write.").set(f.Run.ID)
	x.gauge("recon_run_end_timestamp_seconds", "When the last command that could write ended.").set(f.Now.Unix())
	x.gauge("recon_run_exit_code", "Its exit code: 0 clean, 1 failed, 2 usage, 3 open breaks, 4 not ready.").set(int64(f.Run.ExitCode))
	x.gauge("recon_run_duration_seconds", "How long it took.").seconds(f.Now.Sub(f.Run.StartedAt))
	x.gauge("recon_messages_waiting", "Mails and chat messages that are queued and not sent.").set(f.Waiting)
	took := map[[2]string]time.Duration{}
	for _, s := range f.Stages {
		took[[2]string{s.Reconciliation, s.Stage}] += s.Took
	}
	g := x.gauge("recon_stage_duration_seconds", "How long the stages of the last command took, all days together.", "reconciliation", "stage")
	for key, d := range took {
		g.seconds(d, key[0], key[1])
	}
}

func (x *exposition) reconciliations(f Facts) {
	through := x.gauge("recon_reconciled_through_timestamp_seconds", "Start of the last reconciled business date, as UTC.", "reconciliation")
	behind := x.gauge("recon_days_behind", "Business dates whose files should all be here and that are not reconciled.", "reconciliation")
	next := x.gauge("recon_next_due_timestamp_seconds", "From when the files of the next business date can be expected.", "reconciliation")
	version := x.gauge("recon_day_version", "Version of the last reconciled business date.", "reconciliation")
	rows := x.gauge("recon_day_rows", "Rows read for the last reconciled business date.", "reconciliation", "side")
	matched := x.gauge("recon_day_matched", "Matches made on the last reconciled business date.", "reconciliation")
	breaks := x.gauge("recon_open_breaks", "Open breaks by reason at the end of the last reconciled business date.", "reconciliation", "reason")
	money := x.gauge("recon_open_minor", "Their differences without sign, minor units, pending left out.", "reconciliation", "currency")
	for _, s := range f.Standings {
		behind.set(int64(len(s.Behind)), s.Name)
		next.set(s.Ready.Unix(), s.Name)
		if !s.Started {
			continue
		}
		through.set(midnight(s.Through), s.Name)
		version.set(s.Version, s.Name)
		matched.set(s.Matched, s.Name)
		for side, n := range s.Rows {
			rows.set(n, s.Name, side)
		}
		for reason, n := range s.Open {
			breaks.set(n, s.Name, reason)
		}
		for currency, minor := range s.OpenMinor {
			money.set(minor, s.Name, currency)
		}
	}
}

func (x *exposition) payouts(f Facts) {
	count := x.gauge("settle_payouts", "Payouts of the last four periods by the state they are in.", "state")
	money := x.gauge("settle_payouts_minor", "Their money, minor units.", "state", "currency")
	counts, sums := map[string]int64{}, map[[2]string]int64{}
	for _, p := range f.Payouts {
		counts[p.State] += p.Payouts
		sums[[2]string{p.State, p.Currency}] += p.SumMinor
	}
	for name, n := range counts {
		count.set(n, name)
	}
	for key, minor := range sums {
		money.set(minor, key[0], key[1])
	}
}

func midnight(d calendar.Date) int64 { return d.Start(time.UTC).Unix() }
