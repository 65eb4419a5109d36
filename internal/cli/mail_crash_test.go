package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"recon/fixtures/gen"
	"recon/internal/calendar"
	"recon/internal/post/posttest"
	"recon/internal/stop"
	"recon/internal/tool"
)

// TestKilledRunsMailOnce kills the binary with SIGKILL where the outbox passes,
// and where a day is committed and nobody was told yet. The next run sends what
// is missing, and nothing twice; only a run that was killed between the
// server's yes and its own note sends again, under the same message id.
func TestKilledRunsMailOnce(t *testing.T) {
	t.Parallel()
	binary := build(t)
	shop := filepath.Join(t.TempDir(), "shop")
	if err := gen.Company(shop, calendar.Of(2026, 8, 13)); err != nil {
		t.Fatal(err)
	}
	asDelivered(t, shop)
	for point, c := range map[string]struct {
		before, after int // mails that the server has
	}{
		stop.Committed + ":2": {0, 1},
		stop.Published + ":2": {0, 1},
		stop.MailQueued:       {0, 1},
		stop.MailSent:         {1, 2},
	} {
		t.Run(point, func(t *testing.T) {
			m, err := posttest.Start(tool.Path(t, "mailpit"), 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(m.Stop)
			dir := copyOf(t, shop)
			mailTo(t, dir, m.Port)
			if code := until(t, binary, dir, point); code != -1 {
				t.Fatalf("exit code %d, wanted a kill", code)
			}
			if got := received(t, m); len(got) != c.before {
				t.Errorf("%d mails after the kill, wanted %d", len(got), c.before)
			}
			for range 2 {
				if code := until(t, binary, dir, ""); code == exitFailed || code == exitUsage {
					t.Fatalf("exit code %d", code)
				}
				got := received(t, m)
				if len(got) != c.after {
					t.Errorf("%d mails after the next run, wanted %d", len(got), c.after)
				}
				for _, mail := range got {
					if mail.MessageID != got[0].MessageID {
						t.Errorf("message ids %s and %s", mail.MessageID, got[0].MessageID)
					}
				}
			}
		})
	}
}

// until runs every day up to the first night, as the cron line does, days later:
// that it is yesterday that was killed is not what finds it.
func until(t *testing.T, binary, dir, point string) int {
	t.Helper()
	c := exec.Command(binary, "run", "--config", filepath.Join(dir, "recon.yaml"), "--until", "2026-08-13", "--quiet")
	c.Env = append(os.Environ(), "RECON_NOW=2026-08-16T11:00:00+08:00", "RECON_STOP_AT="+point)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	if code := c.ProcessState.ExitCode(); code == exitFailed || code == exitUsage {
		t.Logf("%s", out)
	}
	return c.ProcessState.ExitCode()
}

// asDelivered gives the files of the inbox the time of their night: a day is not
// looked at again for a file that is newer than it.
func asDelivered(t *testing.T, dir string) {
	t.Helper()
	night := time.Date(2026, 8, 14, 2, 0, 0, 0, time.UTC)
	err := filepath.WalkDir(filepath.Join(dir, "inbox"), func(path string, d fs.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, night, night))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mailTo(t *testing.T, dir string, port int) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, "recon.yaml"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, `
mail:
  host: 127.0.0.1
  port: %d
  security: none
  from: recon@example.com
  to: [ { name: finance, people: [li.na@example.com] } ]
`, port)
	if err != nil {
		t.Fatal(err)
	}
}

func received(t *testing.T, m *posttest.Mailpit) []posttest.Mail {
	t.Helper()
	list, err := m.Mails()
	if err != nil {
		t.Fatal(err)
	}
	return list
}
