// Package telemetry tells watching systems what a command does while it does
// it: log lines with the run's number and stage, and OpenTelemetry spans when a
// collector is configured. It says nothing about rows and amounts, and no
// trouble of a collector ever reaches the run.
package telemetry

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	api "go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// longestExport bounds how long the end of a command waits for a collector.
const longestExport = 5 * time.Second

// Options say who is told what.
type Options struct {
	Command string // as typed, without secrets
	Engine  string // the engine's version
	RunID   int64
	Log     *slog.Logger
	Traces  string           // address of an OTLP collector; "" sends none
	Now     func() time.Time // the clock that stages are measured with
}

// Watch follows one command. Stages come one after the other.
type Watch struct {
	log     *slog.Logger
	now     func() time.Time
	tracer  api.Tracer
	end     func(context.Context) error
	root    span
	day     span
	stage   span
	seconds []StageTime
}

// StageTime is how long a stage took.
type StageTime struct {
	Reconciliation string // "" for a stage of settlement
	Stage          string
	Took           time.Duration
}

// span is a piece of work that has begun; its zero value has not.
type span struct {
	ctx   context.Context
	of    api.Span
	name  string // of the stage, or of the day
	who   string // the reconciliation
	begun time.Time
}

// Begin starts to follow a command.
func Begin(ctx context.Context, o Options) (*Watch, error) {
	w := &Watch{log: o.Log.With("run_id", o.RunID), now: o.Now, end: func(context.Context) error { return nil }}
	provider, err := w.provider(ctx, o)
	if err != nil {
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { w.log.Warn("traces were not taken", "cause", err.Error()) }))
	w.tracer = provider.Tracer("recon")
	w.root = w.begin(ctx, o.Command, attribute.Int64("run.id", o.RunID))
	w.log.Info("run begins", "command", o.Command, "engine", o.Engine)
	return w, nil
}

// provider is where spans go: nowhere, unless a collector is configured.
func (w *Watch) provider(ctx context.Context, o Options) (api.TracerProvider, error) {
	if o.Traces == "" {
		return noop.NewTracerProvider(), nil
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(collectorURL(o.Traces)), otlptracehttp.WithTimeout(longestExport),
		otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: false}))
	if err != nil {
		return nil, err
	}
	sdk := trace.NewTracerProvider(trace.WithBatcher(exporter),
		trace.WithResource(resource.NewSchemaless(attribute.String("service.name", "recon"), attribute.String("service.version", o.Engine))))
	w.end = sdk.Shutdown
	return sdk, nil
}

func (w *Watch) begin(ctx context.Context, name string, what ...attribute.KeyValue) span {
	at := w.now()
	ctx, of := w.tracer.Start(ctx, name, api.WithTimestamp(at), api.WithAttributes(what...))
	return span{ctx: ctx, of: of, name: name, begun: at}
}

// finish ends a span that has begun and says how long it took.
func (w *Watch) finish(s *span) time.Duration {
	if s.of == nil {
		return 0
	}
	at := w.now()
	s.of.End(api.WithTimestamp(at))
	took := at.Sub(s.begun)
	*s = span{}
	return took
}

// Stage says that a stage begins, of a reconciliation's date or, when both are
// empty, of a payout batch. It ends the stage before.
func (w *Watch) Stage(reconciliation, date, stage string) {
	w.endStage()
	if name := reconciliation + " " + date; reconciliation != "" && w.day.name != name {
		w.finish(&w.day)
		w.day = w.begin(w.root.ctx, name, attribute.String("reconciliation", reconciliation), attribute.String("date", date))
	}
	under := w.root.ctx
	if w.day.of != nil {
		under = w.day.ctx
	}
	w.stage = w.begin(under, stage)
	w.stage.who = reconciliation
	w.log.Info("stage begins", "reconciliation", reconciliation, "date", date, "stage", stage)
}

func (w *Watch) endStage() {
	if w.stage.of == nil {
		return
	}
	done := StageTime{Reconciliation: w.stage.who, Stage: w.stage.name}
	done.Took = w.finish(&w.stage)
	w.seconds = append(w.seconds, done)
}

// Outcome says what became of a reconciliation's date; cause is empty when it
// is reconciled. The command prints it for people, so it is no warning here.
func (w *Watch) Outcome(reconciliation, date, state, cause string) {
	w.log.Info("outcome", "reconciliation", reconciliation, "date", date, "state", state, "cause", cause)
	w.root.of.AddEvent("outcome", api.WithTimestamp(w.now()), api.WithAttributes(attribute.String("reconciliation", reconciliation),
		attribute.String("date", date), attribute.String("state", state)))
}

// Stages are how long each stage took, in order.
func (w *Watch) Stages() []StageTime { return w.seconds }

// End ends the command. What the collector did not take is lost and said in a
// warning: the run is as good as it was.
func (w *Watch) End(ctx context.Context, exitCode int, outcome string) {
	w.endStage()
	w.finish(&w.day)
	w.root.of.SetAttributes(attribute.Int("exit.code", exitCode))
	if exitCode == 1 || exitCode == 2 {
		w.root.of.SetStatus(codes.Error, outcome)
	}
	took := w.finish(&w.root)
	w.log.Info("run ends", "exit_code", exitCode, "outcome", outcome, "took_ms", took.Milliseconds())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), longestExport)
	defer cancel()
	if err := w.end(ctx); err != nil && !errors.Is(err, context.Canceled) {
		w.log.Warn("traces were not taken", "cause", err.Error())
	}
}
