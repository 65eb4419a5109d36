package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/internal/stop"
	"recon/report"
)

// target is who gets messages: a group of people by mail, or a chat group.
type target struct {
	key             string // mail:NAME or chat:NAME, as the outbox names it
	severity        []string
	reconciliations []string // nil: all
	attach          []string // files of the report
}

// Beginnings of the names of targets.
const (
	mailKey = "mail:"
	chatKey = "chat:"
)

// targets are all of the configuration, mail first.
func targets(cfg *config.Config) []target {
	var all []target
	if cfg.Mail != nil {
		for _, g := range cfg.Mail.To {
			t := target{key: mailKey + g.Name, severity: g.Severity, reconciliations: g.Reconciliations}
			if g.Reconciliations == nil { // the files are about all of them
				t.attach = cfg.Mail.Attach
			}
			all = append(all, t)
		}
	}
	for _, c := range cfg.Chat {
		all = append(all, target{key: chatKey + c.Name, severity: c.Severity, reconciliations: c.Reconciliations})
	}
	return all
}

// wants reports whether a message of a severity is for the target. Who was told
// that a date failed is told what became of it.
func (t target) wants(severity string, last state.Message) bool {
	return t.severity == nil || slices.Contains(t.severity, severity) || last.Severity == report.SeverityFailed
}

// said is a message as the outbox keeps it.
type said struct {
	report.Message
	Attach []attached `json:"attach,omitempty"`
}

// attached is a file as it was when the message was written. If it has changed
// since, it is left out: the message that says so brings the new one.
type attached struct {
	Name   string `json:"name"`
	Path   string `json:"path"` // relative to home
	SHA256 string `json:"sha256"`
}

// outbox writes messages about what a session did, and sends them.
type outbox struct {
	*session
	targets []target
}

func newOutbox(s *session) *outbox { return &outbox{session: s, targets: targets(s.cfg)} }

// post queues what there is to say at the end of a run and sends what waits.
// That something cannot be sent is a warning: the next run tries again.
func (s *session) post(ctx context.Context, runErr error) error {
	o := newOutbox(s)
	if s.engine.DryRun || len(o.targets) == 0 {
		return nil
	}
	err := o.queueDates(context.WithoutCancel(ctx))
	if runErr != nil && ctx.Err() == nil && exitCode(runErr) == exitFailed {
		err = errors.Join(err, o.queueFailure(ctx, runErr))
	}
	stop.At(stop.MailQueued)
	if ctx.Err() != nil {
		return err
	}
	unsent, sendErr := o.deliver(ctx)
	warn(unsent)
	return errors.Join(err, sendErr)
}

// warn says in one line what is not sent.
func warn(unsent []unsentMessage) {
	if len(unsent) == 0 {
		return
	}
	var why []string
	for _, u := range unsent {
		if text := u.Target + ": " + u.Why; !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	slog.Warn("not all messages are sent: what waits is tried again by the next run and by `recon report --send`", "messages", len(unsent), "why", strings.Join(why, "; "))
}

// forgetAfter is how long a killed run is looked for and a message is tried: what
// is older is no news, and stands in the reports.
const forgetAfter = 7 * 24 * time.Hour

// today is the date in the company's zone.
func (o *outbox) today() calendar.Date {
	local := o.app.now.In(o.zone())
	return calendar.Of(local.Year(), local.Month(), local.Day())
}

// zone is that at the top of the configuration, else that of the first statement.
func (o *outbox) zone() *time.Location {
	if l, err := time.LoadLocation(o.cfg.Zone); o.cfg.Zone != "" && err == nil {
		return l
	}
	if len(o.cfg.Reconciliations) == 0 {
		return time.UTC
	}
	return o.engine.Zone(&o.cfg.Reconciliations[0])
}

func (o *outbox) queue(ctx context.Context, messages []state.Message) error {
	if len(messages) == 0 {
		return nil
	}
	_, err := o.state.Queue(ctx, messages...)
	return err
}

// rules are those of the configuration for a target.
func (o *outbox) rules(t target) report.MailRules {
	a := o.cfg.Alert
	return report.MailRules{NewCount: a.NewCount, NewMinor: a.NewMinor, OverdueDays: a.OverdueDays, Link: a.Link, Only: t.reconciliations}
}

// message is a message as the outbox keeps it, with the files that go with it.
func (o *outbox) message(kind string, date calendar.Date, t target, standing string, m *report.Message, files report.Files) (state.Message, error) {
	body := said{Message: *m}
	if strings.HasPrefix(t.key, chatKey) {
		body.Text, body.HTML, body.Trend = "", "", nil // chat takes the lines
	}
	for _, name := range t.attach {
		if files.ReportHTML == "" {
			break // nothing was written that could be attached
		}
		a, ok, err := o.attach(filepath.Join(filepath.Dir(files.ReportHTML), name))
		if err != nil {
			return state.Message{}, err
		}
		if ok {
			body.Attach = append(body.Attach, a)
		}
	}
	text, err := json.Marshal(body)
	return state.Message{Kind: kind, Date: date, Target: t.key, Severity: m.Severity, Standing: standing,
		Body: string(text), RunID: o.engine.RunID, QueuedAt: o.app.now}, err
}

// attach is a file below home, if it is there and small enough.
func (o *outbox) attach(path string) (a attached, ok bool, err error) {
	full := filepath.Join(o.cfg.Home, path)
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() || info.Size() > o.cfg.Mail.AttachBytes() {
		return a, false, nil // the mail says where the report is
	}
	content, err := os.ReadFile(full)
	if err != nil {
		return a, false, fmt.Errorf("attachment: %w", err)
	}
	return attached{filepath.Base(path), filepath.ToSlash(path), sha256Of(content)}, true, nil
}

func sha256Of(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// queueFailure says to everybody that a run could not go on, once a day for a cause.
func (o *outbox) queueFailure(ctx context.Context, cause error) error {
	var accounts []string
	for i := range o.cfg.Sources {
		accounts = append(accounts, o.cfg.Sources[i].Account)
	}
	date := o.today()
	message, err := report.RunMessage(o.cfg.Language, date.String(), cause.Error(), accounts)
	if err != nil {
		return err
	}
	var messages []state.Message
	for _, t := range o.targets {
		if !t.wants(message.Severity, state.Message{}) {
			continue
		}
		m, err := o.message(state.RunMessage, date, t, sha256Of([]byte(cause.Error())), message, report.Files{})
		if err != nil {
			return err
		}
		messages = append(messages, m)
	}
	return o.queue(ctx, messages)
}
