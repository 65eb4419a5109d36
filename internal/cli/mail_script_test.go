package cli

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"recon/internal/post/posttest"
	"recon/internal/tool"
)

type commands = map[string]func(*testscript.TestScript, bool, []string)

// withMail adds the commands of scripts about mail and chat.
func withMail(t *testing.T, all commands) commands {
	servers := &mailServers{path: tool.Path(t, "mailpit")}
	maps.Copy(all, commands{"mailpit": servers.mailpit, "mails": servers.mails, "hook": hook, "add": add})
	return all
}

// add FILE PART: adds PART to FILE, its $VARIABLES filled in.
func add(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0]) + os.Expand(ts.ReadFile(args[1]), ts.Getenv)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o640))
}

// mailServers are those that scripts have started, by the script's folder.
type mailServers struct {
	path    string
	guard   sync.Mutex
	running map[string]*posttest.Mailpit
}

// mailpit [start [FLAG...] | stop]: a mail server on the port SMTP_PORT of the
// environment, which a first start sets.
func (s *mailServers) mailpit(ts *testscript.TestScript, neg bool, args []string) {
	s.guard.Lock()
	defer s.guard.Unlock()
	if s.running == nil {
		s.running = map[string]*posttest.Mailpit{}
	}
	home := ts.Getenv("WORK")
	if args[0] == "stop" {
		s.running[home].Stop()
		delete(s.running, home)
		return
	}
	port, _ := strconv.Atoi(ts.Getenv("SMTP_PORT"))
	m, err := posttest.Start(s.path, port, args[1:]...)
	ts.Check(err)
	s.running[home] = m
	ts.Setenv("SMTP_PORT", strconv.Itoa(m.Port))
	ts.Defer(func() {
		s.guard.Lock()
		defer s.guard.Unlock()
		if s.running[home] == m {
			m.Stop()
		}
	})
}

// mails N FILE: the server has N mails; their subjects, people, message ids,
// attachments and texts, oldest first, go into FILE.
func (s *mailServers) mails(ts *testscript.TestScript, neg bool, args []string) {
	s.guard.Lock()
	m := s.running[ts.Getenv("WORK")]
	s.guard.Unlock()
	list, err := m.Mails()
	ts.Check(err)
	var b strings.Builder
	for i := len(list) - 1; i >= 0; i-- {
		l := list[i]
		fmt.Fprintf(&b, "subject %s\nfrom %s\nid %s\n", l.Subject, l.From.Address, l.MessageID)
		for _, to := range l.To {
			fmt.Fprintf(&b, "to %s\n", to.Address)
		}
		for _, a := range append(l.Inline, l.Attachments...) {
			fmt.Fprintf(&b, "part %s %s\n", a.FileName, a.ContentID)
		}
		fmt.Fprintf(&b, "%s\n======\n", strings.ReplaceAll(l.Text, "\r\n", "\n"))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o640))
	if want, err := strconv.Atoi(args[0]); err != nil || len(list) != want {
		ts.Fatalf("%d mails, wanted %s:\n%s", len(list), args[0], b.String())
	}
}

// hook NAME FILE ANSWER: a webhook whose address is in the variable NAME; what
// it gets is added to FILE, and it says ANSWER; the answer busy is that it takes
// nothing now.
func hook(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[1])
	ts.Check(os.WriteFile(path, nil, 0o640))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0o640)
		if err == nil {
			fmt.Fprintf(f, "%s\n", body)
			f.Close()
		}
		if args[2] == "busy" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		io.WriteString(w, args[2])
	}))
	ts.Defer(s.Close)
	ts.Setenv(args[0], s.URL+"/hook/token-of-the-group")
}
