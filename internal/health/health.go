// Package health looks at a home from outside: is everything there that the
// next night and the next month need, is anything behind. It changes nothing
// but a file that it writes and removes to see whether it can.
package health

import (
	"context"
	"fmt"
	"io/fs"
	"time"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/config"
	"recon/internal/state"
)

// Result is how a check came out.
type Result string

// The results, from good to bad.
const (
	OK   Result = "ok"
	Warn Result = "warn" // look at it; the next run works all the same
	Fail Result = "fail" // the next run fails, or something is behind
)

// Check is one thing that was looked at.
type Check struct {
	Name   string `json:"name"`
	Result Result `json:"result"`
	Found  string `json:"found"`
	Cure   string `json:"cure,omitempty"` // empty when all is well
}

// Doctor looks at one home.
type Doctor struct {
	Config *config.Config
	State  *state.State // read only
	Engine *chain.Engine
	Now    time.Time
	Pinned bool // the clock is the one of RECON_NOW

	// Expect is how far every reconciliation must be in its own zone, if that
	// is asked: a day that is expected by then and not done is a failure.
	Expect func(zone *time.Location) (calendar.Date, error)
	// Mail says whether the mail server can be reached and takes our login; nil
	// when none is configured.
	Mail func(context.Context) error
}

// Look makes all checks, in the order in which trouble is best mended.
func (d *Doctor) Look(ctx context.Context) (all []Check, err error) {
	for _, look := range []func(context.Context) ([]Check, error){
		d.clock, d.zones, d.home, d.space, d.modes, d.lock, d.folders, d.secrets, d.mail, d.lastRun, d.outbox, d.metrics, d.standings,
	} {
		some, err := look(ctx)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// Worst is the worst result of checks.
func Worst(all []Check) Result {
	worst := OK
	for _, c := range all {
		if c.Result == Fail || c.Result == Warn && worst == OK {
			worst = c.Result
		}
	}
	return worst
}

func ok(name, format string, args ...any) []Check {
	return []Check{{Name: name, Result: OK, Found: fmt.Sprintf(format, args...)}}
}

func bad(name string, result Result, found, cure string) []Check {
	return []Check{{Name: name, Result: result, Found: found, Cure: cure}}
}

// secrets looks whether every secret that is referred to is there. It never
// says what is in it.
func (d *Doctor) secrets(context.Context) (all []Check, err error) {
	uses := d.Config.Secrets()
	missing := 0
	for _, use := range uses {
		if _, err := config.Secret(use.Reference); err != nil {
			missing++
			all = append(all, bad("secrets", Fail, use.Key+": "+plain(err), "set it for the account and the unit that the runs have; then ask again as that account")...)
		}
	}
	if len(uses) > 0 && missing == 0 {
		all = ok("secrets", "%d, all there", len(uses))
	}
	return all, nil
}

func (d *Doctor) mail(ctx context.Context) ([]Check, error) {
	if d.Mail == nil {
		return nil, nil
	}
	if err := d.Mail(ctx); err != nil {
		return bad("mail", Fail, err.Error(), "look at host, port, security, user and password of mail, and at the network from this machine"), nil
	}
	return ok("mail", "%s takes our connection", d.Config.Mail.Host), nil
}

// lastRun looks at how the last commands that could write ended. A command
// without an end was killed, or runs now.
func (d *Doctor) lastRun(ctx context.Context) ([]Check, error) {
	runs, err := d.State.Runs(ctx, 1)
	if err != nil || len(runs) == 0 {
		return bad("last run", Warn, "nothing was ever run here", "recon config try --date DATE, then recon run"), err
	}
	r := runs[0]
	found := fmt.Sprintf("run %d, %s, exit code %d %s: %s", r.ID, r.StartedAt.Format(time.RFC3339), r.ExitCode, r.Outcome, r.Command)
	switch {
	case r.EndedAt.IsZero():
		return bad("last run", Warn, fmt.Sprintf("run %d, %s: %s: it runs now, or was killed", r.ID, r.StartedAt.Format(time.RFC3339), r.Command),
			"if nothing runs, the next run finishes what it left; look for the reason in the system's log"), nil
	case r.ExitCode == 1 || r.ExitCode == 2:
		return bad("last run", Warn, found, fmt.Sprintf("recon runs show %d", r.ID)), nil
	}
	return ok("last run", "%s", found), nil
}

func (d *Doctor) outbox(ctx context.Context) ([]Check, error) {
	waiting, err := d.State.Waiting(ctx)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	return bad("messages", Warn, fmt.Sprintf("%d wait to be sent, the oldest since %s", len(waiting), waiting[0].QueuedAt.Format(time.RFC3339)), "recon report --send says why"), nil
}

// standings looks at every reconciliation: how far it is, what is behind and why.
func (d *Doctor) standings(ctx context.Context) (all []Check, err error) {
	for i := range d.Config.Reconciliations {
		rec := &d.Config.Reconciliations[i]
		s, err := d.Engine.Standing(ctx, rec)
		if err != nil {
			return all, err
		}
		c, err := d.standing(rec, s)
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (d *Doctor) standing(rec *config.Reconciliation, s chain.Standing) (Check, error) {
	c := Check{Name: "reconciliation " + s.Name, Result: OK}
	through := "nothing is reconciled yet"
	if s.Started {
		through = fmt.Sprintf("reconciled through %s", s.Through)
	}
	c.Found = fmt.Sprintf("%s; next %s, due from %s", through, s.Next, s.Ready.Format("2006-01-02 15:04 MST"))
	if n := len(s.Behind); n > 0 {
		c.Result, c.Found = Warn, fmt.Sprintf("%s; days behind: %d, the first %s", through, n, s.Behind[0])
		c.Cure = "recon run --until yesterday"
	}
	if s.LastTry != nil && s.LastTry.Message != "" {
		c.Found += fmt.Sprintf("; last try: %s: %s", s.LastTry.State, s.LastTry.Message)
	}
	if d.Expect == nil {
		return c, nil
	}
	wanted, err := d.Expect(d.Engine.Zone(rec))
	if owed := d.Engine.Expected(rec, s.Next, wanted); err == nil && len(owed) > 0 {
		c.Result, c.Found = Fail, fmt.Sprintf("%s, wanted %s", c.Found, owed[len(owed)-1])
		c.Cure = "recon run --until " + wanted.String()
	}
	return c, err
}

// plain is an error without the path that fs puts in front of it twice.
func plain(err error) string {
	if pathErr, is := err.(*fs.PathError); is {
		return pathErr.Path + ": " + pathErr.Err.Error()
	}
	return err.Error()
}
