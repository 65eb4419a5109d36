// Package posttest runs a real mail server for tests: mailpit, which keeps what
// it gets and tells it over HTTP.
package posttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// Mailpit is a running mail server on this machine.
type Mailpit struct {
	Port   int // of SMTP
	api    string
	server *exec.Cmd
	ended  chan struct{}
}

// Start starts the program at path on a port of SMTP, a free one when it is 0,
// with more flags, and waits until it answers. Another program may take a free
// port first, so it is tried again.
func Start(path string, port int, flags ...string) (m *Mailpit, err error) {
	for range 3 {
		if m, err = start(path, port, flags); err == nil {
			return m, nil
		}
	}
	return nil, err
}

func start(path string, port int, flags []string) (*Mailpit, error) {
	api, err := freePort()
	if err != nil {
		return nil, err
	}
	if port == 0 {
		if port, err = freePort(); err != nil {
			return nil, err
		}
	}
	m := &Mailpit{Port: port, api: "http://127.0.0.1:" + strconv.Itoa(api), ended: make(chan struct{})}
	// Its own database is a temporary file that it removes.
	m.server = exec.Command(path, append([]string{"--quiet", "--disable-version-check", "--smtp-disable-rdns",
		"--listen", "127.0.0.1:" + strconv.Itoa(api), "--smtp", "127.0.0.1:" + strconv.Itoa(port)}, flags...)...)
	if err := m.server.Start(); err != nil {
		return nil, err
	}
	go func() {
		m.server.Wait()
		close(m.ended)
	}()
	return m, m.ready()
}

func (m *Mailpit) ready() error {
	for range 200 {
		if answer, err := http.Get(m.api + "/readyz"); err == nil {
			answer.Body.Close()
			if c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(m.Port)); err == nil {
				c.Close()
				return nil
			}
		}
		select {
		case <-m.ended:
			return fmt.Errorf("mailpit ended: %v", m.server.ProcessState)
		case <-time.After(50 * time.Millisecond):
		}
	}
	m.Stop()
	return fmt.Errorf("mailpit does not answer")
}

// Stop ends the server, which removes its database.
func (m *Mailpit) Stop() {
	m.server.Process.Signal(os.Interrupt)
	select {
	case <-m.ended:
	case <-time.After(5 * time.Second):
		m.server.Process.Kill()
		<-m.ended
	}
}

// freePort is a port of this machine that nobody listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// Mail is a mail as the server got it.
type Mail struct {
	ID          string
	MessageID   string
	Subject     string
	From        struct{ Name, Address string }
	To, Bcc, Cc []struct{ Name, Address string }
	ReplyTo     []struct{ Name, Address string }
	Date        time.Time
	Text, HTML  string
	Inline      []Part
	Attachments []Part
	Username    string
}

// Part is one part of a mail beside its texts.
type Part struct {
	PartID, FileName, ContentType, ContentID string
	Size                                     int64
}

// Mails are the mails that the server has, newest first.
func (m *Mailpit) Mails() ([]Mail, error) {
	var list struct{ Messages []struct{ ID string } }
	if err := m.get("/api/v1/messages?limit=500", &list); err != nil {
		return nil, err
	}
	mails := make([]Mail, len(list.Messages))
	for i, l := range list.Messages {
		if err := m.get("/api/v1/message/"+l.ID, &mails[i]); err != nil {
			return nil, err
		}
	}
	return mails, nil
}

// Raw is a mail as it came over the wire.
func (m *Mailpit) Raw(id string) ([]byte, error) { return m.bytes("/api/v1/message/" + id + "/raw") }

// Content is the content of one part of a mail.
func (m *Mailpit) Content(id, part string) ([]byte, error) {
	return m.bytes("/api/v1/message/" + id + "/part/" + part)
}

func (m *Mailpit) get(path string, into any) error {
	body, err := m.bytes(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, into)
}

func (m *Mailpit) bytes(path string) ([]byte, error) {
	answer, err := http.Get(m.api + path)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", path, answer.Status, body)
	}
	return body, err
}
