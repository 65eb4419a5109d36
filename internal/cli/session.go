package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/lock"
	"recon/internal/state"
	"recon/internal/telemetry"
	"recon/providers"
)

// session is what a command works with: the configuration, the state, an
// engine, and for a command that writes the lock.
type session struct {
	app    *app
	cfg    *config.Config
	state  *state.State
	engine *chain.Engine
	lock   *lock.Lock
	watch  *telemetry.Watch // nil in a session that only reads
}

// open opens the state. A writing session takes the lock first, records the
// run, and finishes what a killed run left between commit and publication.
func (a *app) open(ctx context.Context, cfg *config.Config, readOnly bool) (s *session, err error) {
	s = &session{app: a, cfg: cfg}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.release())
			s = nil
		}
	}()
	if !readOnly {
		if s.lock, err = lock.Acquire(cfg.Home, command(), a.now, a.unsafeFS); err != nil {
			return s, err
		}
	}
	if s.state, err = state.Open(ctx, filepath.Join(cfg.Home, "state.db"), readOnly); err != nil {
		return s, err
	}
	s.engine = &chain.Engine{Config: cfg, State: s.state, Formats: providers.All(), Now: a.now, Version: engineVersion(), DryRun: readOnly}
	if readOnly {
		return s, nil
	}
	if err = s.begin(ctx); err != nil {
		return s, err
	}
	if err = s.engine.Recover(ctx); err != nil {
		err = errors.Join(err, s.post(ctx, err))
	}
	return s, err
}

func (s *session) begin(ctx context.Context) error {
	effective, err := s.cfg.Effective()
	if err != nil {
		return err
	}
	s.engine.RunID, err = s.state.BeginRun(ctx, state.Run{Command: command(), Engine: engineVersion(),
		Config: string(effective), StartedAt: s.app.now})
	if err != nil {
		return err
	}
	return s.follow(ctx)
}

// close records how a writing session ended and frees the lock.
func (s *session) close(ctx context.Context, code int) error {
	var err error
	if s.engine.RunID > 0 {
		err = s.state.EndRun(context.WithoutCancel(ctx), s.engine.RunID, s.app.end(), code, outcomeWord(code))
	}
	if s.watch != nil {
		s.leave(ctx, code)
	}
	return errors.Join(err, s.release())
}

func (s *session) release() error {
	var err error
	if s.state != nil {
		err = s.state.Close()
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Release())
	}
	return err
}

func outcomeWord(code int) string {
	return map[int]string{exitClean: "clean", exitFailed: "failed", exitUsage: "usage", exitOpen: "open breaks", exitNotReady: "not ready"}[code]
}

// command is the command line as typed; no flag takes a secret.
func command() string {
	args := append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
	return strings.Join(args, " ")
}
