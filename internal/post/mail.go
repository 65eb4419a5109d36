package post

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// Server is a mail server and whom it sends for.
type Server struct {
	Host     string
	Port     int
	Security string // starttls, tls, or none, which sends no password
	User     string // empty: no login
	Password string
	CA       []byte // PEM; empty: the system's authorities
	Domain   string // of message ids, and what the server is greeted with
	From     string
	ReplyTo  string // or empty
	Timeout  time.Duration
}

// Down is that a server could not be spoken to at all, or takes nothing now.
type Down struct{ Err error }

func (d *Down) Error() string { return d.Err.Error() }

func (d *Down) Unwrap() error { return d.Err }

// Unwanted is that a server will never take a mail as it is: it is too large,
// or holds a file that is not let through.
type Unwanted struct{ Err error }

func (u *Unwanted) Error() string { return u.Err.Error() }

func (u *Unwanted) Unwrap() error { return u.Err }

// Send sends a letter to people, as one mail that names them all. refused are
// those whom the server will never take mail for; the others got it. An error
// means that nobody did. A server that could not be spoken to, or was lost on the
// way, is a *Down, a mail that it will never take an *Unwanted.
func (s *Server) Send(ctx context.Context, l Letter, people []string) (refused []string, err error) {
	m, err := s.message(l, people)
	if err != nil {
		return nil, err
	}
	c, err := s.connect(ctx)
	if err != nil {
		return nil, &Down{s.clean(err)}
	}
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	refused, err = s.deliver(c, m)
	// The mail is out, or is not; a server that does not say goodbye changes
	// neither, and keeps no connection.
	if c.Quit() != nil {
		_ = c.Close()
	}
	var unwanted *Unwanted
	switch {
	case lost(err):
		return nil, &Down{s.clean(err)}
	case errors.As(err, &unwanted):
		return nil, &Unwanted{s.clean(err)}
	}
	return refused, s.clean(err)
}

// lost reports whether a server fell silent, hung up or said that it is closing.
func lost(err error) bool {
	var said *textproto.Error
	if errors.As(err, &said) {
		return said.Code == 421
	}
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// Check greets the server, makes sure of the encryption, logs in, and sends
// nothing.
func (s *Server) Check(ctx context.Context) error {
	c, err := s.connect(ctx)
	if err != nil {
		return s.clean(err)
	}
	return s.clean(c.Quit())
}

// message is the mail as it goes out.
func (s *Server) message(l Letter, people []string) (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := errors.Join(m.From(s.From), m.To(people...)); err != nil {
		return nil, err
	}
	if s.ReplyTo != "" {
		if err := m.ReplyTo(s.ReplyTo); err != nil {
			return nil, err
		}
	}
	m.Subject(oneLine(l.Title))
	m.SetDateWithValue(l.At)
	m.SetMessageIDWithValue(l.ID + "@" + s.Domain)
	// RFC 3834: holiday notices and the like are not sent in answer to it.
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	if l.Trend != nil {
		err := m.EmbedReader("trend.png", bytes.NewReader(l.Trend), gomail.WithFileContentID("trend"), gomail.WithFileContentType("image/png"))
		if err != nil {
			return nil, err
		}
	}
	for _, f := range l.Files {
		if err := m.AttachReader(f.Name, bytes.NewReader(f.Content)); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// connect greets the server, makes sure of the encryption and logs in.
func (s *Server) connect(ctx context.Context) (*smtp.Client, error) {
	config, err := s.tls()
	if err != nil {
		return nil, err
	}
	options := []gomail.Option{gomail.WithPort(s.Port), gomail.WithTimeout(s.Timeout), gomail.WithHELO(s.Domain), gomail.WithTLSConfig(config)}
	switch s.Security {
	case "starttls":
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case "tls":
		options = append(options, gomail.WithSSL())
	case "none":
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		return nil, fmt.Errorf("security %q is not known", s.Security)
	}
	if s.User != "" {
		if s.Security == "none" {
			return nil, errors.New("a password is not sent in clear")
		}
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	client, err := gomail.NewClient(s.Host, options...)
	if err != nil {
		return nil, err
	}
	return client.DialToSMTPClientWithContext(ctx)
}

func (s *Server) tls() (*tls.Config, error) {
	c := &tls.Config{ServerName: s.Host, MinVersion: tls.VersionTLS12}
	if len(s.CA) > 0 {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(s.CA) {
			return nil, errors.New("the file of the authority (ca) holds no certificate, wanted PEM")
		}
	}
	return c, nil
}

// deliver names sender and recipients and hands the mail over. A recipient who
// is refused for good (5xx) is left out; one who is refused for now (4xx) holds
// the whole mail up, so that nobody gets it twice.
func (s *Server) deliver(c *smtp.Client, m *gomail.Msg) (refused []string, err error) {
	if err := c.UpdateDeadline(s.Timeout); err != nil {
		return nil, err
	}
	sender, err := m.GetSender(false)
	if err != nil {
		return nil, err
	}
	if err := c.Mail(sender); err != nil {
		return nil, fmt.Errorf("sender %s: %w", sender, err)
	}
	people, err := m.GetRecipients()
	if err != nil {
		return nil, err
	}
	for _, p := range people {
		name := strings.Trim(p, "<>")
		if err := c.Rcpt(p); permanent(err) {
			refused = append(refused, fmt.Sprintf("%s: %s", name, bounded(oneLine(err.Error()), maxSaid)))
		} else if err != nil {
			return nil, fmt.Errorf("recipient %s: %w", name, err)
		}
	}
	if len(refused) == len(people) {
		return nil, fmt.Errorf("no recipient is accepted: %s", strings.Join(refused, "; "))
	}
	if err = s.handOver(c, m); permanent(err) {
		err = &Unwanted{err}
	}
	return refused, err
}

func (s *Server) handOver(c *smtp.Client, m *gomail.Msg) error {
	w, err := c.Data()
	if err != nil {
		return err
	}
	if err := c.UpdateDeadline(s.Timeout); err != nil {
		return err
	}
	if _, err := m.WriteTo(w); err != nil {
		return err
	}
	return w.Close()
}

// permanent reports whether a server said that a thing will never be.
func permanent(err error) bool {
	var said *textproto.Error
	return errors.As(err, &said) && said.Code >= 500 && said.Code < 600
}

// clean is an error without the password, should a server repeat it.
func (s *Server) clean(err error) error { return clean(err, s.Password) }
