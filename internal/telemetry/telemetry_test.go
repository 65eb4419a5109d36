package telemetry

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// ticking is a clock that moves on by a second whenever it is read.
func ticking() func() time.Time {
	at := time.Date(2026, 8, 16, 3, 0, 0, 0, time.UTC)
	return func() time.Time {
		at = at.Add(time.Second)
		return at
	}
}

// work is a night of two stages of one reconciliation and one of another.
func work(t *testing.T, traces string, log io.Writer) *Watch {
	t.Helper()
	w, err := Begin(context.Background(), Options{Command: "recon run", Engine: "v1", RunID: 7, Traces: traces, Now: ticking(),
		Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	w.Stage("alipay", "2026-08-15", "fetch")
	w.Stage("alipay", "2026-08-15", "match")
	w.Stage("wechat", "2026-08-15", "fetch")
	w.Outcome("alipay", "2026-08-15", "refused", "no end mark")
	w.End(context.Background(), 1, "failed")
	return w
}

func TestLogLinesCarryRunAndStage(t *testing.T) {
	var log bytes.Buffer
	work(t, "", &log)
	var lines []map[string]any
	for line := range strings.Lines(log.String()) {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		if one["run_id"] != 7.0 {
			t.Errorf("without the run: %s", line)
		}
		lines = append(lines, one)
	}
	if len(lines) != 6 {
		t.Fatalf("%d lines, wanted 6: beginning, three stages, outcome, end\n%s", len(lines), &log)
	}
	if l := lines[2]; l["stage"] != "match" || l["reconciliation"] != "alipay" || l["date"] != "2026-08-15" {
		t.Errorf("stage: %v", l)
	}
	if l := lines[4]; l["state"] != "refused" || l["cause"] != "no end mark" {
		t.Errorf("outcome: %v", l)
	}
	if l := lines[5]; l["exit_code"] != 1.0 || l["took_ms"] != 12000.0 {
		t.Errorf("end: %v", l)
	}
}

func TestStagesAreMeasured(t *testing.T) {
	stages := work(t, "", io.Discard).Stages()
	if len(stages) != 3 || stages[1] != (StageTime{"alipay", "match", time.Second}) || stages[2].Reconciliation != "wechat" {
		t.Errorf("stages: %v", stages)
	}
}

// TestSpans has a collector of its own take what is sent.
func TestSpans(t *testing.T) {
	var got collector.ExportTraceServiceRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/traces" {
			t.Errorf("posted to %s", r.URL.Path)
		}
		if err := proto.Unmarshal(body(t, r), &got); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	var log bytes.Buffer
	work(t, server.URL, &log)
	if strings.Contains(log.String(), "traces were not taken") {
		t.Fatal(log.String())
	}
	parents, names := map[string]string{}, map[string]string{"": "nothing"}
	spans := got.ResourceSpans[0].ScopeSpans[0].Spans
	for _, s := range spans {
		names[string(s.SpanId)] = s.Name
	}
	for _, s := range spans {
		parents[s.Name+" in"] += " " + names[string(s.ParentSpanId)]
	}
	for span, in := range map[string]string{"recon run in": " nothing", "alipay 2026-08-15 in": " recon run", "match in": " alipay 2026-08-15",
		"fetch in": " alipay 2026-08-15 wechat 2026-08-15"} {
		if parents[span] != in {
			t.Errorf("%s%s, wanted%s", span, parents[span], in)
		}
	}
}

func body(t *testing.T, r *http.Request) []byte {
	t.Helper()
	var in io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		var err error
		if in, err = gzip.NewReader(r.Body); err != nil {
			t.Error(err)
			return nil
		}
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Error(err)
	}
	return text
}

// TestACollectorThatIsAwayIsAWarning and nothing more: End has no error.
func TestACollectorThatIsAwayIsAWarning(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	var log bytes.Buffer
	work(t, address, &log)
	if !strings.Contains(log.String(), `"level":"WARN","msg":"traces were not taken"`) {
		t.Errorf("no warning: %s", &log)
	}
}

func TestCollectorURL(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:4318":           "http://127.0.0.1:4318/v1/traces",
		"https://otel.example.com/x/":     "https://otel.example.com/x/v1/traces",
		"http://127.0.0.1:4318/v1/traces": "http://127.0.0.1:4318/v1/traces",
	} {
		if got := collectorURL(address); got != want {
			t.Errorf("%s: %s, wanted %s", address, got, want)
		}
	}
}
