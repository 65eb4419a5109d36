package config

import (
	"bytes"
	"strings"
	"testing"
)

// withSection is the example with a section and those below it, up to the next
// empty line, put into force.
func withSection(t *testing.T, name string) []byte {
	t.Helper()
	before, rest, ok := bytes.Cut(Example(), []byte("\n# "+name+":\n"))
	section, after, ok2 := bytes.Cut(rest, []byte("\n\n"))
	if !ok || !ok2 {
		t.Fatalf("no section %s in the example", name)
	}
	section = bytes.ReplaceAll(append([]byte("\n# "+name+":\n"), section...), []byte("\n# "), []byte("\n"))
	return bytes.Join([][]byte{before, section, []byte("\n\n"), after}, nil)
}

// withMail is the example with its mail, chat and alert sections put into force.
func withMail(t *testing.T) []byte { return withSection(t, "mail") }

// TestMailOfTheExample: the section loads, its defaults are filled in, and
// where secrets are is all that the effective configuration says of them.
func TestMailOfTheExample(t *testing.T) {
	c, err := load("recon.yaml", withMail(t), "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	if c.Mail.Port != 587 || c.Mail.Domain != "example.com" || c.Mail.Wait().Seconds() != 30 || c.Mail.AttachBytes() != 5<<20 {
		t.Errorf("%+v", c.Mail)
	}
	if len(c.Mail.To) != 2 || len(c.Chat) != 1 || c.Alert.ReportByTime().Minutes() != 630 {
		t.Errorf("%+v %+v %+v", c.Mail.To, c.Chat, c.Alert)
	}
	effective, err := c.Effective()
	if err != nil || !strings.Contains(string(effective), `"password":"env:SMTP_PASSWORD"`) || !strings.Contains(string(effective), `"url":"env:FEISHU_URL"`) {
		t.Errorf("%s, %v", effective, err)
	}
}

// TestMailFilesAreSeenFromHome: secrets and the authority beside the
// configuration are found by it, and named the same on every machine.
func TestMailFilesAreSeenFromHome(t *testing.T) {
	text := strings.NewReplacer("env:SMTP_PASSWORD", "file:keys/smtp\n  ca: keys/ca.pem\n  domain: mail.example.com", "env:FEISHU_URL", "file:keys/url").Replace(string(withMail(t)))
	c, err := load("recon.yaml", []byte(text), "/home", formats)
	if err != nil {
		t.Fatal(err)
	}
	if c.Mail.CA != "/home/keys/ca.pem" || c.Mail.Password != "file:/home/keys/smtp" || c.Chat[0].URL != "file:/home/keys/url" || c.Mail.Domain != "mail.example.com" {
		t.Errorf("%+v %+v", c.Mail, c.Chat)
	}
	effective, err := c.Effective()
	if err != nil || strings.Contains(string(effective), "/home/") {
		t.Errorf("%s, %v", effective, err)
	}
}
