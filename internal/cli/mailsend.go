package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"recon/internal/config"
	"recon/internal/post"
	"recon/internal/state"
	"recon/internal/stop"
)

// unsentMessage is a message that waits, was given up or reached only some, and
// why. Nothing of it is a secret.
type unsentMessage struct {
	Target string `json:"target"`
	Kind   string `json:"kind"`
	Date   string `json:"date"`
	Why    string `json:"why"`
}

// deliver sends what waits, in the order of queueing, and returns what could
// not be sent. Once a mail server or a webhook cannot be spoken to, what else is
// for it is not tried in the same pass, so that a run ends in bounded time.
func (o *outbox) deliver(ctx context.Context) (unsent []unsentMessage, err error) {
	waiting, err := o.state.Waiting(ctx)
	if err != nil {
		return nil, err
	}
	down := map[string]*post.Down{}
	for _, m := range waiting {
		if err := ctx.Err(); err != nil {
			return unsent, err
		}
		why := ""
		switch reason := o.hopeless(m); {
		case reason != "":
			why, err = reason, o.state.EndMessage(ctx, m.No, o.engine.RunID, o.app.now, false, reason)
		case down[serverOf(m.Target)] != nil:
			why = down[serverOf(m.Target)].Error()
		default:
			why, err = o.try(ctx, m, down)
		}
		if err != nil {
			return unsent, err
		}
		if why != "" {
			unsent = append(unsent, unsentMessage{m.Target, m.Kind, m.Date.String(), why})
		}
	}
	return unsent, nil
}

// serverOf names what a message of a target goes through: the mail server for
// all mails, and a webhook each for chat.
func serverOf(target string) string {
	if strings.HasPrefix(target, mailKey) {
		return mailKey
	}
	return target
}

// hopeless is why a message is given up, empty when it is not.
func (o *outbox) hopeless(m state.Message) string {
	switch {
	case !o.known(m.Target):
		return "no target of this name is configured any more"
	case o.app.now.Sub(m.QueuedAt) > forgetAfter:
		return "could not be sent for seven days; it stands in the report"
	}
	return ""
}

// try sends a message and stores what came of it. why is empty when everybody
// has it; down gets its server when that could not be spoken to.
func (o *outbox) try(ctx context.Context, m state.Message, down map[string]*post.Down) (why string, err error) {
	note, err := o.send(ctx, m)
	if err != nil {
		if is, ok := errors.AsType[*post.Down](err); ok {
			down[serverOf(m.Target)] = is
		}
		return err.Error(), o.state.AddTry(ctx, m.No, o.engine.RunID, o.app.now, err.Error())
	}
	stop.At(stop.MailSent)
	return note, o.state.EndMessage(ctx, m.No, o.engine.RunID, o.app.now, true, note)
}

func (o *outbox) known(key string) bool {
	for _, t := range o.targets {
		if t.key == key {
			return true
		}
	}
	return false
}

// send sends one message. The note says whom the server will never take mail for.
func (o *outbox) send(ctx context.Context, m state.Message) (note string, err error) {
	var body said
	if err := json.Unmarshal([]byte(m.Body), &body); err != nil {
		return "", fmt.Errorf("outbox: %w", err)
	}
	letter := post.Letter{
		ID: messageID(m), At: m.QueuedAt.In(o.zone()), Kind: m.Kind, Date: m.Date.String(), Version: m.Version, Severity: m.Severity,
		Title: body.Title, Lines: body.Lines, Link: body.Link, LinkText: body.LinkText, Text: body.Text, HTML: body.HTML, Trend: body.Trend,
	}
	kind, name, _ := strings.Cut(m.Target, ":")
	if kind+":" == chatKey {
		return "", o.sendChat(ctx, name, letter)
	}
	for _, a := range body.Attach {
		f, ok, err := o.unchanged(a)
		if err != nil {
			return "", err
		}
		if ok {
			letter.Files = append(letter.Files, f)
		}
	}
	return o.sendMail(ctx, name, letter)
}

// messageID names a message by what it is about and what it says: sent again
// after a crash it has the same.
func messageID(m state.Message) string {
	digest := sha256Of([]byte(strings.Join([]string{m.Target, m.Standing, m.Body}, "\x00")))
	return fmt.Sprintf("recon.%s.%s.%d.%.16s", m.Kind, m.Date, m.Version, digest)
}

// unchanged is an attachment, if the file is as it was.
func (o *outbox) unchanged(a attached) (f post.File, ok bool, err error) {
	content, err := os.ReadFile(filepath.Join(o.cfg.Home, a.Path))
	if errors.Is(err, fs.ErrNotExist) {
		return f, false, nil
	}
	if err != nil {
		return f, false, fmt.Errorf("attachment: %w", err)
	}
	return post.File{Name: a.Name, Content: content}, sha256Of(content) == a.SHA256, nil
}

func (o *outbox) sendMail(ctx context.Context, name string, letter post.Letter) (string, error) {
	server, err := mailServer(o.cfg.Mail)
	if err != nil {
		return "", err
	}
	for _, g := range o.cfg.Mail.To {
		if g.Name == name {
			return sendTo(ctx, server, letter, g.People)
		}
	}
	return "", fmt.Errorf("no group %s", name)
}

// sendTo sends a mail to people. One that the server will never take with its
// files goes without them: it says where they are. The note says what was not
// as wanted.
func sendTo(ctx context.Context, server *post.Server, letter post.Letter, people []string) (note string, err error) {
	var notes []string
	refused, err := server.Send(ctx, letter, people)
	if unwanted, ok := errors.AsType[*post.Unwanted](err); ok && len(letter.Files) > 0 {
		notes = append(notes, "sent without its files: "+unwanted.Error())
		letter.Files = nil
		refused, err = server.Send(ctx, letter, people)
	}
	if err != nil {
		return "", err
	}
	if len(refused) > 0 {
		notes = append(notes, "sent, but not to "+strings.Join(refused, "; "))
	}
	return strings.Join(notes, "; "), nil
}

// mailServer is the configured mail server with its password.
func mailServer(c *config.Mail) (*post.Server, error) {
	password, err := config.Secret(c.Password)
	if err != nil {
		return nil, err
	}
	server := &post.Server{Host: c.Host, Port: c.Port, Security: c.Security, User: c.User, Password: password,
		Domain: c.Domain, From: c.From, ReplyTo: c.ReplyTo, Timeout: c.Wait()}
	if c.CA == "" {
		return server, nil
	}
	if server.CA, err = os.ReadFile(c.CA); err != nil {
		return nil, fmt.Errorf("mail: ca: %w", err)
	}
	return server, nil
}

func (o *outbox) sendChat(ctx context.Context, name string, letter post.Letter) error {
	for i := range o.cfg.Chat {
		c := &o.cfg.Chat[i]
		if c.Name != name {
			continue
		}
		url, err1 := config.Secret(c.URL)
		secret, err2 := config.Secret(c.Secret)
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
		hook := post.Hook{Kind: c.Kind, URL: url, Secret: secret, Timeout: c.Wait()}
		return hook.Send(ctx, letter, o.app.now)
	}
	return fmt.Errorf("no group %s", name)
}
