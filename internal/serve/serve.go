// Package serve shows what is published as plain pages: the reports, the
// register of open breaks, the history of runs. It only reads. Without a token
// it answers nobody but this machine.
package serve

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"recon/ingest"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/state"
)

// Server answers for one home.
type Server struct {
	Config  *config.Config
	Formats []ingest.Format
	Engine  string           // version, printed at the foot
	Now     func() time.Time // what is behind follows from it
	Token   string           // asked of everybody when it is set
}

// busiest is how many pages are made at once; each may open the tables.
const busiest = 4

// Handler is the server's pages, guarded.
func (s *Server) Handler() http.Handler {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /{$}", s.page(s.index))
	pages.HandleFunc("GET /breaks", s.page(s.register))
	pages.HandleFunc("GET /breaks/{id}", s.page(s.oneBreak))
	pages.HandleFunc("GET /runs", s.page(s.runs))
	pages.HandleFunc("GET /runs/{id}", s.page(s.oneRun))
	pages.HandleFunc("GET /reports/{path...}", s.file)
	pages.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	return guarded(s.admitted(bounded(pages)))
}

// guarded sets what every answer has: nothing is kept, framed or guessed at.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-store")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}

// admitted asks for the token, as a password of any name or as a bearer. Without
// a token only requests that name this machine are answered: a page elsewhere
// whose name was made to lead here names itself.
func (s *Server) admitted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case s.Token == "" && !namesThisMachine(r.Host):
			http.Error(w, "this server answers only to localhost", http.StatusMisdirectedRequest)
		case s.Token != "" && !s.knows(r):
			w.Header().Set("WWW-Authenticate", `Basic realm="recon", charset="UTF-8"`)
			http.Error(w, "wanted the token, as the password of any name or as Authorization: Bearer", http.StatusUnauthorized)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func namesThisMachine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// knows compares digests, so that the time it takes says nothing.
func (s *Server) knows(r *http.Request) bool {
	_, given, ok := r.BasicAuth()
	if !ok {
		given, ok = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1 && ok
}

// bounded makes requests wait while too many are being answered.
func bounded(next http.Handler) http.Handler {
	places := make(chan struct{}, busiest)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			next.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	})
}

// session is what one request reads from: a state of its own, so that a newer
// engine may upgrade the home while the server runs.
type session struct {
	*Server
	state  *state.State
	engine *chain.Engine
}

func (s *Server) open(ctx context.Context) (*session, error) {
	st, err := state.Open(ctx, filepath.Join(s.Config.Home, "state.db"), true)
	if err != nil {
		return nil, err
	}
	engine := &chain.Engine{Config: s.Config, State: st, Formats: s.Formats, Now: s.Now(), Version: s.Engine, DryRun: true}
	return &session{s, st, engine}, nil
}

// errMissing is an answer of 404.
var errMissing = errors.New("there is no such page")

// names are the reconciliations, for the filter.
func (s *Server) names() (all []string) {
	for _, r := range s.Config.Reconciliations {
		all = append(all, r.Name)
	}
	return slices.Clip(all)
}
