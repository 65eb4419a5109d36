package cli

import (
	"context"
	"errors"
	"os/user"

	"recon/internal/payrun"
)

// settling is a session with an engine of payout batches.
type settling struct {
	*session
	pay *payrun.Engine
}

// settling runs a command about settlement: it opens a session, finishes what a
// killed command left, does the work, and records how it ended.
func (a *app) settling(ctx context.Context, readOnly bool, work func(*settling) (int, error)) error {
	cfg, err := a.load()
	if err != nil {
		return err
	}
	if cfg.Settle == nil {
		return usageError(errors.New(a.configPath + ": has no section settle: see docs/configuration.md"))
	}
	opened, err := a.open(ctx, cfg, readOnly)
	if err != nil {
		return err
	}
	maker, err := makerOf(cfg.Settle.Maker)
	s := &settling{opened, &payrun.Engine{Config: cfg, State: opened.state, Now: a.now, RunID: opened.engine.RunID,
		Version: engineVersion(), Maker: maker, DryRun: readOnly}}
	if s.watch != nil {
		s.pay.Stage = func(stage string) { s.watch.Stage("", "", stage) }
	}
	if err == nil && !readOnly {
		err = s.pay.Recover(ctx)
	}
	code := exitFailed
	if err == nil {
		defer a.showStages(s.pay)()
		code, err = work(s)
	}
	return errors.Join(s.pay.Close(), s.close(ctx, exitCode(errors.Join(err, coded(code)))), err, coded(code))
}

// makerOf is who makes batches: the configured name, or the user of the system.
func makerOf(configured string) (string, error) {
	if configured != "" {
		return configured, nil
	}
	u, err := user.Current()
	if err != nil {
		return "", err
	}
	return u.Username, nil
}
