package health

import (
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

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
// whole or the one before.
func WriteMetrics(path string, f Facts) error {
	r := &registry{prometheus.NewPedanticRegistry()}
	r.run(f)
	r.reconciliations(f)
	r.payouts(f)
	if err := disk.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return err
	}
	return prometheus.WriteToTextfile(path, r)
}

// registry collects gauges. Prometheus's numbers are floating point; amounts
// below 2^53 minor units are exact in them.
type registry struct{ *prometheus.Registry }

// gauge is a family of numbers under one name.
type gauge struct{ of *prometheus.GaugeVec }

func (r *registry) gauge(name, help string, labels ...string) gauge {
	of := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	r.MustRegister(of)
	return gauge{of}
}

func (g gauge) set(value int64, labels ...string) {
	g.of.WithLabelValues(labels...).Set(float64(value))
}

func (g gauge) seconds(d time.Duration, labels ...string) {
	g.of.WithLabelValues(labels...).Set(d.Seconds())
}

func (r *registry) run(f Facts) {
	r.gauge("recon_run_number", "Number of the last command that could write.").set(f.Run.ID)
	r.gauge("recon_run_end_timestamp_seconds", "When the last command that could write ended.").set(f.Now.Unix())
	r.gauge("recon_run_exit_code", "Its exit code: 0 clean, 1 failed, 2 usage, 3 open breaks, 4 not ready.").set(int64(f.Run.ExitCode))
	r.gauge("recon_run_duration_seconds", "How long it took.").seconds(f.Now.Sub(f.Run.StartedAt))
	r.gauge("recon_messages_waiting", "Mails and chat messages that are queued and not sent.").set(f.Waiting)
	took := map[[2]string]time.Duration{}
	for _, s := range f.Stages {
		took[[2]string{s.Reconciliation, s.Stage}] += s.Took
	}
	g := r.gauge("recon_stage_duration_seconds", "How long the stages of the last command took, all days together.", "reconciliation", "stage")
	for key, d := range took {
		g.seconds(d, key[0], key[1])
	}
}

func (r *registry) reconciliations(f Facts) {
	through := r.gauge("recon_reconciled_through_timestamp_seconds", "Start of the last reconciled business date, as UTC.", "reconciliation")
	behind := r.gauge("recon_days_behind", "Business dates whose files should all be here and that are not reconciled.", "reconciliation")
	next := r.gauge("recon_next_due_timestamp_seconds", "From when the files of the next business date can be expected.", "reconciliation")
	version := r.gauge("recon_day_version", "Version of the last reconciled business date.", "reconciliation")
	rows := r.gauge("recon_day_rows", "Rows read for the last reconciled business date.", "reconciliation", "side")
	matched := r.gauge("recon_day_matched", "Matches made on the last reconciled business date.", "reconciliation")
	breaks := r.gauge("recon_open_breaks", "Open breaks by reason at the end of the last reconciled business date.", "reconciliation", "reason")
	money := r.gauge("recon_open_minor", "Their differences without sign, minor units, pending left out.", "reconciliation", "currency")
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

func (r *registry) payouts(f Facts) {
	count := r.gauge("settle_payouts", "Payouts of the last four periods by the state they are in.", "state")
	money := r.gauge("settle_payouts_minor", "Their money, minor units.", "state", "currency")
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
