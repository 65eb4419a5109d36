package cli

import (
	"fmt"
	"os"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"recon/internal/calendar"
	"recon/internal/chain"
	"recon/internal/payrun"
)

// showProgress says on a terminal what a run is doing; in cron it says nothing.
// The returned function ends it.
func (a *app) showProgress(e *chain.Engine) func() {
	p := a.newProgress()
	if p == nil {
		return func() {}
	}
	told := e.Stage
	e.Stage = func(reconciliation string, date calendar.Date, stage string) {
		if told != nil {
			told(reconciliation, date, stage)
		}
		if stage == "fetch" {
			p.rows.Store(0)
		}
		p.doing.Store(fmt.Sprintf("%s %s: %s", reconciliation, date, stage))
	}
	e.Progress = func(_, n int64) { p.rows.Add(n) }
	return p.end
}

// showStages does the same for a payout batch.
func (a *app) showStages(e *payrun.Engine) func() {
	p := a.newProgress()
	if p == nil {
		return func() {}
	}
	told := e.Stage
	e.Stage = func(stage string) {
		if told != nil {
			told(stage)
		}
		p.doing.Store(stage)
	}
	e.Progress = func(_, n int64) { p.rows.Add(n) }
	return p.end
}

// progress is one line on a terminal.
type progress struct {
	doing atomic.Value
	rows  atomic.Int64
	end   func()
}

// newProgress is nil where nobody looks.
func (a *app) newProgress() *progress {
	stderr, ok := a.stderr.(*os.File)
	if !ok || a.json || !term.IsTerminal(int(stderr.Fd())) {
		return nil
	}
	p := &progress{}
	p.doing.Store("")
	all := mpb.New(mpb.WithOutput(stderr))
	bar := all.New(0, mpb.SpinnerStyle(), mpb.BarRemoveOnComplete(), mpb.BarWidth(1),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			text := p.doing.Load().(string)
			if n := p.rows.Load(); n > 0 {
				text += fmt.Sprintf(", %d rows read", n)
			}
			return text
		})))
	p.end = func() {
		bar.Abort(true)
		all.Wait()
	}
	return p
}
