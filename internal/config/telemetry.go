package config

// Telemetry says what a run tells the systems that watch over it. It is off
// unless set.
type Telemetry struct {
	Metrics string `yaml:"metrics" else:"no metrics are written" desc:"File in Prometheus's text format that every command that may write leaves behind, for the textfile collector of node_exporter. Relative to home; its name ends in .prom."` // absolute after loading
	Traces  string `yaml:"traces" check:"link" else:"no traces are sent" desc:"Collector of OpenTelemetry traces, OTLP over HTTP, like http://127.0.0.1:4318. Spans name commands, reconciliations, dates and stages; they hold no rows and no amounts."`
}

// portable is the section as it is the same on every machine.
func (t Telemetry) portable(home string) Telemetry {
	if t.Metrics != "" {
		t.Metrics = relative(home, t.Metrics)
	}
	return t
}
