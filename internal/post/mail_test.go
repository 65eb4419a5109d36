package post

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"recon/internal/post/posttest"
	"recon/internal/tool"
)

var ctx = context.Background()

// letter is one with everything in it.
func letter(t testing.TB) Letter {
	t.Helper()
	var trend bytes.Buffer
	if err := png.Encode(&trend, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return Letter{
		ID: "recon.day.2026-08-15.1.0123", At: time.Date(2026, 8, 16, 10, 0, 0, 0, time.UTC), Kind: "day", Date: "2026-08-15", Version: 1,
		Severity: "action", Title: "2026-08-15: 三笔新差异", Lines: []string{"alipay: 已对至 2026-08-15", "长款 <3> & more"},
		Link: "https://files.example.com/reports/2026-08-15/report.html", LinkText: "报告",
		Text: "三笔新差异\n\n.\n..\n" + strings.Repeat("长", 2000) + "\n", HTML: `<html><body><p>三笔</p><img src="cid:trend" alt="trend"></body></html>`,
		Trend: trend.Bytes(), Files: []File{{"breaks.csv", []byte("a,b\r\n1,2\r\n")}},
	}
}

// started is a mail server and a client that reaches it in clear.
func started(t testing.TB, flags ...string) (*posttest.Mailpit, *Server) {
	t.Helper()
	m, err := posttest.Start(tool.Path(t, "mailpit"), 0, flags...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Stop)
	return m, &Server{Host: "127.0.0.1", Port: m.Port, Security: "none", Domain: "example.com", From: "Recon <recon@example.com>", Timeout: 5 * time.Second}
}

func mails(t testing.TB, m *posttest.Mailpit) []posttest.Mail {
	t.Helper()
	list, err := m.Mails()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestMailArrivesWhole(t *testing.T) {
	m, s := started(t)
	s.ReplyTo = "finance@example.com"
	l := letter(t)
	if refused, err := s.Send(ctx, l, []string{"li.na@example.com", "Wang Wei <wang@example.com>"}); err != nil || refused != nil {
		t.Fatal(refused, err)
	}
	list := mails(t, m)
	if len(list) != 1 {
		t.Fatalf("%d mails, wanted 1", len(list))
	}
	got := list[0]
	if got.Subject != l.Title || strings.TrimRight(strings.ReplaceAll(got.Text, "\r\n", "\n"), "\n") != strings.TrimRight(l.Text, "\n") || !strings.Contains(got.HTML, "三笔") {
		t.Errorf("%+v", got)
	}
	if len(got.To) != 2 || got.To[1].Name != "Wang Wei" || got.From.Address != "recon@example.com" || got.ReplyTo[0].Address != "finance@example.com" {
		t.Errorf("from %+v to %+v reply to %+v", got.From, got.To, got.ReplyTo)
	}
	if len(got.Inline) != 1 || got.Inline[0].ContentID != "trend" || got.Inline[0].ContentType != "image/png" {
		t.Errorf("inline %+v", got.Inline)
	} else if content, err := m.Content(got.ID, got.Inline[0].PartID); err != nil || !bytes.Equal(content, l.Trend) {
		t.Errorf("the image is not the one that was sent: %v", err)
	}
	if len(got.Attachments) != 1 || got.Attachments[0].FileName != "breaks.csv" {
		t.Errorf("attachments %+v", got.Attachments)
	} else if content, err := m.Content(got.ID, got.Attachments[0].PartID); err != nil || string(content) != "a,b\r\n1,2\r\n" {
		t.Errorf("%q, %v", content, err)
	}
	headers(t, m, got.ID)
}

// headers looks at what a mail says of itself, as it came over the wire.
func headers(t *testing.T, m *posttest.Mailpit, id string) {
	t.Helper()
	raw, err := m.Raw(id)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"Message-Id": "<recon.day.2026-08-15.1.0123@example.com>", "Auto-Submitted": "auto-generated",
		"Date": "Sun, 16 Aug 2026 10:00:00 +0000", "Mime-Version": "1.0", "User-Agent": "", "X-Mailer": "", "Bcc": "",
	} {
		if got := parsed.Header.Get(name); got != want {
			t.Errorf("%s: %q, wanted %q", name, got, want)
		}
	}
	for _, line := range strings.Split(string(raw), "\r\n") {
		if len(line) > 998 {
			t.Errorf("a line of %d characters, RFC 5322 allows 998", len(line))
		}
	}
}

// TestNobodySlipsAHeaderIn: line ends in what comes from outside end no header.
func TestNobodySlipsAHeaderIn(t *testing.T) {
	m, s := started(t)
	l := letter(t)
	for _, evil := range []string{"x\r\nBcc: eve@example.com", "x\nBcc: eve@example.com", "x\rBcc: eve@example.com", "x\u2028Bcc: eve@example.com", "x\x00\r\n\r\n<b>body</b>"} {
		l.Title = evil
		if _, err := s.Send(ctx, l, []string{"li.na@example.com"}); err != nil {
			t.Fatal(err)
		}
		got := mails(t, m)[0]
		if raw, err := m.Raw(got.ID); err != nil || bytes.Contains(bytes.ToLower(raw), []byte("\nbcc:")) || len(got.Bcc) > 0 || strings.Contains(got.Text, "<b>body") {
			t.Errorf("%q: %s, %v", evil, raw, err)
		}
		if want := strings.NewReplacer("\r\n", "  ", "\r", " ", "\n", " ", "\u2028", " ", "\x00", " ").Replace(evil); got.Subject != want {
			t.Errorf("subject %q, wanted %q", got.Subject, want)
		}
	}
	l.Title = "x"
	for _, to := range []string{"li.na@example.com\r\nBcc: eve@example.com", "eve@example.com>\r\nRCPT TO:<bob@example.com", "a b"} {
		if _, err := s.Send(ctx, l, []string{to}); err == nil {
			t.Errorf("recipient %q is accepted", to)
		}
	}
	l.Files = []File{{"x.csv\"\r\nX-Evil: 1\r\n", nil}}
	if _, err := s.Send(ctx, l, []string{"li.na@example.com"}); err != nil {
		t.Fatal(err)
	}
	if raw, err := m.Raw(mails(t, m)[0].ID); err != nil || bytes.Contains(raw, []byte("\nX-Evil")) {
		t.Errorf("%s, %v", raw, err)
	}
}

func TestEncryption(t *testing.T) {
	ca := newAuthority(t)
	cert, key := ca.server(t, "127.0.0.1")
	passwords := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(passwords, []byte("recon:hunter2hunter2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	starttls, _ := started(t, "--smtp-tls-cert", cert, "--smtp-tls-key", key, "--smtp-require-starttls", "--smtp-auth-file", passwords)
	direct, _ := started(t, "--smtp-tls-cert", cert, "--smtp-tls-key", key, "--smtp-require-tls", "--smtp-auth-file", passwords)
	clear, _ := started(t)
	good := Server{Host: "127.0.0.1", Port: starttls.Port, Security: "starttls", User: "recon", Password: "hunter2hunter2", CA: ca.pem,
		Domain: "example.com", From: "recon@example.com", Timeout: 5 * time.Second}
	for name, c := range map[string]struct {
		change func(*Server)
		err    string // empty: it arrives
	}{
		"starttls":              {func(*Server) {}, ""},
		"tls":                   {func(s *Server) { s.Security, s.Port = "tls", direct.Port }, ""},
		"wrong password":        {func(s *Server) { s.Password = "wrongwrong" }, "authentication"},
		"no login":              {func(s *Server) { s.User = "" }, "authentication"},
		"unknown authority":     {func(s *Server) { s.CA = nil }, "unknown authority"},
		"another authority":     {func(s *Server) { s.CA = newAuthority(t).pem }, "unknown authority"},
		"another name":          {func(s *Server) { s.Host = "localhost" }, "not valid for any names"},
		"no authority":          {func(s *Server) { s.CA = []byte("hello") }, "no certificate"},
		"no starttls":           {func(s *Server) { s.Port = clear.Port }, "does not support STARTTLS"},
		"tls where none is":     {func(s *Server) { s.Security, s.Port = "tls", clear.Port }, "first record does not look like a TLS handshake"},
		"a password in clear":   {func(s *Server) { s.Security, s.Port = "none", clear.Port }, "not sent in clear"},
		"clear where it is not": {func(s *Server) { s.Security, s.User = "none", "" }, "STARTTLS"},
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			c.change(&s)
			before := len(mails(t, starttls)) + len(mails(t, direct)) + len(mails(t, clear))
			_, err := s.Send(ctx, letter(t), []string{"li.na@example.com"})
			arrived := len(mails(t, starttls)) + len(mails(t, direct)) + len(mails(t, clear)) - before
			if c.err == "" && (err != nil || arrived != 1) || c.err != "" && (err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(c.err)) || arrived != 0) {
				t.Errorf("%d arrived, error %v, wanted %q", arrived, err, c.err)
			}
			if err != nil && strings.Contains(err.Error(), s.Password) {
				t.Errorf("the error repeats the password: %v", err)
			}
		})
	}
}

// TestRefusedPeople: who is refused for good is left out and named, who is
// refused for now holds the mail up, and nobody at all is an error.
func TestRefusedPeople(t *testing.T) {
	m, s := started(t, "--smtp-allowed-recipients", "@example\\.com$")
	refused, err := s.Send(ctx, letter(t), []string{"li.na@example.com", "eve@elsewhere.net"})
	if err != nil || len(refused) != 1 || !strings.HasPrefix(refused[0], "eve@elsewhere.net: 550") {
		t.Errorf("%v, %v", refused, err)
	}
	if got := mails(t, m); len(got) != 1 {
		t.Errorf("%d mails, wanted 1", len(got))
	}
	if _, err := s.Send(ctx, letter(t), []string{"eve@elsewhere.net"}); err == nil || !strings.Contains(err.Error(), "no recipient is accepted") {
		t.Errorf("error %v", err)
	}
	if got := mails(t, m); len(got) != 1 {
		t.Errorf("%d mails, wanted 1", len(got))
	}
}

// TestRefusedForNow: while one recipient is refused for now nobody gets the
// mail, so that nobody gets it twice.
func TestRefusedForNow(t *testing.T) {
	port, heard := scripted(t, func(line string) string {
		switch {
		case strings.HasPrefix(line, "EHLO"):
			return "250 hello"
		case strings.HasPrefix(line, "RCPT TO:<wang"):
			return "451 4.7.1 greylisted, come back later"
		}
		return "250 ok"
	})
	s := &Server{Host: "127.0.0.1", Port: port, Security: "none", Domain: "example.com", From: "recon@example.com", Timeout: 5 * time.Second}
	refused, err := s.Send(ctx, letter(t), []string{"li.na@example.com", "wang@example.com"})
	if err == nil || !strings.Contains(err.Error(), "recipient wang@example.com: 451") || refused != nil {
		t.Errorf("%v, %v", refused, err)
	}
	if lines := heard(); strings.Contains(lines, "DATA") || !strings.Contains(lines, "RCPT TO:<li.na@example.com>") {
		t.Errorf("heard %q", lines)
	}
}

// TestRefusedAtTheEnd: the server takes everything and says no to the whole.
func TestRefusedAtTheEnd(t *testing.T) {
	inData := false
	port, _ := scripted(t, func(line string) string {
		switch {
		case inData && line == ".":
			inData = false
			return "554 5.7.1 looks like spam"
		case inData:
			return ""
		case line == "DATA":
			inData = true
			return "354 go on"
		}
		return "250 ok"
	})
	s := &Server{Host: "127.0.0.1", Port: port, Security: "none", Domain: "example.com", From: "recon@example.com", Timeout: 5 * time.Second}
	_, err := s.Send(ctx, letter(t), []string{"li.na@example.com"})
	if _, ok := errors.AsType[*Unwanted](err); !ok || !strings.Contains(err.Error(), "554") {
		t.Errorf("error %v, wanted one of a mail that is not wanted", err)
	}
}

// TestLostOnTheWay: a server that falls silent, hangs up or is closing is down,
// so that not every mail waits for it.
func TestLostOnTheWay(t *testing.T) {
	for name, c := range map[string]struct{ say, want string }{
		"closing": {"421 4.3.2 closing", "421"},
		"silent":  {"", "timeout"},
	} {
		port, _ := scripted(t, func(line string) string {
			switch {
			case strings.HasPrefix(line, "RCPT"):
				return c.say
			case strings.HasPrefix(line, "QUIT"):
				return "221 bye"
			}
			return "250 ok"
		})
		s := &Server{Host: "127.0.0.1", Port: port, Security: "none", Domain: "example.com", From: "recon@example.com", Timeout: 300 * time.Millisecond}
		_, err := s.Send(ctx, letter(t), []string{"li.na@example.com"})
		if _, ok := errors.AsType[*Down](err); !ok || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, wanted that it is down", name, err)
		}
	}
}

func TestTrouble(t *testing.T) {
	for name, c := range map[string]struct {
		flags []string
		down  bool
		err   string
	}{
		"refused for now":  {[]string{"--enable-chaos", "--chaos-triggers", "Recipient:451:100"}, false, "451"},
		"refused for good": {[]string{"--enable-chaos", "--chaos-triggers", "Sender:554:100"}, false, "554"},
	} {
		t.Run(name, func(t *testing.T) {
			m, s := started(t, c.flags...)
			_, err := s.Send(ctx, letter(t), []string{"li.na@example.com"})
			var down *Down
			if err == nil || !strings.Contains(err.Error(), c.err) || errors.As(err, &down) != c.down || len(mails(t, m)) != 0 {
				t.Errorf("error %v", err)
			}
		})
	}
}

// TestServerIsDown: nobody listens, or somebody does and says nothing.
func TestServerIsDown(t *testing.T) {
	m, s := started(t)
	m.Stop()
	var down *Down
	if _, err := s.Send(ctx, letter(t), []string{"li.na@example.com"}); !errors.As(err, &down) || !strings.Contains(err.Error(), "refused") {
		t.Errorf("error %v", err)
	}
	s.Port, s.Timeout = silent(t), 200*time.Millisecond
	begin := time.Now()
	if _, err := s.Send(ctx, letter(t), []string{"li.na@example.com"}); !errors.As(err, &down) || time.Since(begin) > 5*time.Second {
		t.Errorf("error %v after %s", err, time.Since(begin))
	}
}
