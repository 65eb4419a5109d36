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
)

// showProgress says on a terminal what a run is doing; in cron it says nothing.
// The returned function ends it.
func (a *app) showProgress(e *chain.Engine) func() {
	stderr, ok := a.stderr.(*os.File)
	if !ok || a.json || !term.IsTerminal(int(stderr.Fd())) {
		return func() {}
	}
	var doing atomic.Value
	var rows atomic.Int64
	doing.Store("")
	progress := mpb.New(mpb.WithOutput(stderr))
	bar := progress.New(0, mpb.SpinnerStyle(), mpb.BarRemoveOnComplete(), mpb.BarWidth(1),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			text := doing.Load().(string)
			if n := rows.Load(); n > 0 {
				text += fmt.Sprintf(", %d rows read", n)
			}
			return text
		})))
	e.Stage = func(reconciliation string, date calendar.Date, stage string) {
		if stage == "fetch" {
			rows.Store(0)
		}
		doing.Store(fmt.Sprintf("%s %s: %s", reconciliation, date, stage))
	}
	e.Progress = func(_, n int64) { rows.Add(n) }
	return func() {
		bar.Abort(true)
		progress.Wait()
	}
}
