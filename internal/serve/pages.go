package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"recon/internal/chain"
	"recon/internal/state"
	"recon/report"
)

// pageRows is how many breaks or runs a page shows.
const pageRows = 200

// longestText bounds what a filter is asked for.
const longestText = 100

// page makes a page in memory, so that what fails is an answer of its own and
// never half a page.
func (s *Server) page(fill func(context.Context, *session, *http.Request, io.Writer) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		err := s.filled(r, fill, &body)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		if err != nil {
			body.Reset()
			status := http.StatusInternalServerError
			if isMissing(err) {
				status = http.StatusNotFound
			} else {
				slog.Error("a page could not be made", "path", r.URL.Path, "error", err.Error())
			}
			if report.WriteServedTrouble(&body, s.Config.Language, s.Engine, err.Error()) != nil {
				body.WriteString(http.StatusText(status))
			}
			w.WriteHeader(status)
		}
		body.WriteTo(w)
	}
}

// isMissing tells what is not there from what could not be read.
func isMissing(err error) bool {
	_, noBreak := errors.AsType[*chain.NoBreak](err)
	_, noRun := errors.AsType[*state.NoRun](err)
	return noBreak || noRun || errors.Is(err, errMissing)
}

func (s *Server) filled(r *http.Request, fill func(context.Context, *session, *http.Request, io.Writer) error, w io.Writer) error {
	open, err := s.open(r.Context())
	if err != nil {
		return err
	}
	return errors.Join(fill(r.Context(), open, r, w), open.state.Close())
}

func (s *Server) index(ctx context.Context, in *session, _ *http.Request, w io.Writer) error {
	x := report.ServedIndex{Language: s.Config.Language, Engine: s.Engine}
	for i := range s.Config.Reconciliations {
		standing, err := in.engine.Standing(ctx, &s.Config.Reconciliations[i])
		if err != nil {
			return err
		}
		x.Standings = append(x.Standings, served(standing))
	}
	var err error
	if x.Days, x.Others, x.MoreDays, err = s.written(); err != nil {
		return err
	}
	return report.WriteServedIndex(w, x)
}

func served(s chain.Standing) report.ServedStanding {
	out := report.ServedStanding{Name: s.Name, Through: report.NoDate, Behind: int64(len(s.Behind))}
	if s.Started {
		out.Through = s.Through
	}
	for reason, n := range s.Open {
		if reason != "pending" {
			out.Open += n
		}
	}
	if s.LastTry != nil {
		out.Cause = s.LastTry.Message
	}
	return out
}

func (s *Server) register(ctx context.Context, in *session, r *http.Request, w io.Writer) error {
	q := r.URL.Query()
	text := func(key string) string {
		if v := q.Get(key); len(v) <= longestText && utf8.ValidString(v) {
			return v
		}
		return ""
	}
	x := report.ServedRegister{Language: s.Config.Language, Engine: s.Engine, Reconciliations: s.names(), Sums: map[string]int64{},
		Choice: report.ServedChoice{Reconciliation: text("reconciliation"), Reason: text("reason"), Owner: text("owner"), Text: text("q"), MinAge: number(q, "min_age")}}
	rows, on, done, err := in.engine.OpenBreaks(ctx, filter(x.Choice))
	if err != nil {
		return err
	}
	x.On = on
	first := number(q, "from")
	for b, err := range rows {
		if err == nil {
			err = x.Add(b, int64(first), pageRows)
		}
		if err != nil {
			return errors.Join(err, done())
		}
	}
	x.Older, x.Newer = turned(q, first, x.Count)
	return errors.Join(report.WriteServedRegister(w, x), done())
}

func filter(c report.ServedChoice) chain.BreakFilter {
	f := chain.BreakFilter{Owner: c.Owner, Text: c.Text, MinAge: c.MinAge, Date: report.NoDate}
	if c.Reason != "" {
		f.Reasons = []string{c.Reason}
	}
	if c.Reconciliation != "" {
		f.Reconciliations = []string{c.Reconciliation}
	}
	return f
}

// number reads a whole number from 0 up; anything else is 0.
func number(q url.Values, key string) int {
	n, err := strconv.ParseUint(q.Get(key), 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

// turned are the links to the pages after and before.
func turned(q url.Values, first int, count int64) (next, before string) {
	link := func(from int) string {
		q.Set("from", strconv.Itoa(from))
		return "/breaks?" + q.Encode()
	}
	if int64(first+pageRows) < count {
		next = link(first + pageRows)
	}
	if first > 0 {
		before = link(max(0, first-pageRows))
	}
	return next, before
}

func (s *Server) oneBreak(ctx context.Context, in *session, r *http.Request, w io.Writer) error {
	b, on, err := in.engine.FindBreak(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	shown, err := in.engine.Show(ctx, b)
	if err != nil {
		return err
	}
	return report.WriteServedBreak(w, s.Config.Language, s.Engine, on, shown)
}

func (s *Server) runs(ctx context.Context, in *session, _ *http.Request, w io.Writer) error {
	all, err := in.state.Runs(ctx, pageRows)
	if err != nil {
		return err
	}
	var shown []report.ServedRun
	for _, r := range all {
		shown = append(shown, servedRun(r))
	}
	return report.WriteServedRuns(w, s.Config.Language, s.Engine, shown)
}

func servedRun(r state.Run) report.ServedRun {
	out := report.ServedRun{ID: r.ID, Command: r.Command, Engine: r.Engine, StartedAt: r.StartedAt, ExitCode: r.ExitCode, Outcome: r.Outcome,
		Ended: !r.EndedAt.IsZero(), Configuration: indented(r.Config)}
	if out.Ended {
		out.Took = r.EndedAt.Sub(r.StartedAt)
	}
	return out
}

// indented is JSON for people; what is none stays as it is.
func indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil {
		return text
	}
	return out.String()
}

func (s *Server) oneRun(ctx context.Context, in *session, r *http.Request, w io.Writer) error {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return errMissing
	}
	run, err := in.state.RunByID(ctx, id)
	if err != nil {
		return err
	}
	tried, err := in.state.AttemptsOf(ctx, id)
	if err != nil {
		return err
	}
	shown := servedRun(run)
	for _, t := range tried {
		shown.Tried = append(shown.Tried, report.ServedTry{Reconciliation: t.Reconciliation, Date: t.Date, State: t.State, Cause: t.Message, Faults: t.Faults})
	}
	return report.WriteServedRun(w, s.Config.Language, s.Engine, shown)
}
