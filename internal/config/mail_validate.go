package config

import (
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// validate notes what no single value of the section shows.
func (m *Mail) validate(d *document, path string, c *Config) {
	if m.Security == securityNone {
		if m.Host != "" && !loopback(m.Host) {
			d.bad(under(path, "security"), m.Security, "only for a server on this machine (localhost, 127.0.0.1, ::1), wanted starttls or tls")
		}
		for _, key := range []string{"user", "password"} {
			if d.has(under(path, key)) {
				d.at(under(path, key), fmt.Sprintf("key %q: not with security: none, it would go over the network in clear", key))
			}
		}
	}
	if d.has(under(path, "user")) != d.has(under(path, "password")) {
		d.at(path, `keys "user" and "password": one without the other, wanted both or neither`)
	}
	for i, g := range m.To {
		at := fmt.Sprintf("%s.to[%d]", path, i)
		unique(d, at, "name", g.Name, i, func(j int) string { return m.To[j].Name })
		c.knownReconciliations(d, at, g.Reconciliations)
	}
}

// validateChat notes what no single value of the list shows.
func (c *Config) validateChat(d *document) {
	for i, hook := range c.Chat {
		at := fmt.Sprintf("chat[%d]", i)
		unique(d, at, "name", hook.Name, i, func(j int) string { return c.Chat[j].Name })
		c.knownReconciliations(d, at, hook.Reconciliations)
		if signed := []string{"json", "feishu", "dingtalk"}; hook.Kind != "" && !slices.Contains(signed, hook.Kind) && d.has(under(at, "secret")) {
			d.at(under(at, "secret"), fmt.Sprintf(`key "secret": webhooks of kind %s are not signed, leave it out`, hook.Kind))
		}
	}
}

// knownReconciliations notes names of reconciliations that do not exist.
func (c *Config) knownReconciliations(d *document, path string, list []string) {
	var all []string
	for i := range c.Reconciliations {
		all = append(all, c.Reconciliations[i].Name)
	}
	for i, name := range list {
		if name != "" && !slices.Contains(all, name) && !slices.Contains(all, "") {
			d.bad(fmt.Sprintf("%s.reconciliations[%d]", path, i), name, unknown(name, all))
		}
	}
}

// loopback reports whether a host is this machine, without asking a name server.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// hostForm is a host's name or address; an underscore is no part of one.
var hostForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$|^[0-9A-Fa-f:]{2,39}$`)

func checkHost(s string) string {
	if !hostForm.MatchString(s) {
		return "wanted a host like smtp.example.com"
	}
	return ""
}

func checkAddress(s string) string {
	a, err := mail.ParseAddress(s)
	if err != nil || strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) || !checkedDomain(a.Address) {
		return "wanted a mail address like li.na@example.com, or Li Na <li.na@example.com>"
	}
	return ""
}

// checkedDomain reports whether what follows the @ is a host's name.
func checkedDomain(address string) bool {
	_, domain, ok := strings.Cut(address, "@")
	return ok && hostForm.MatchString(domain)
}

func checkLink(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "must be an address like https://files.example.com/reports, without a password or a question mark"
	}
	return ""
}

// reportFileForm keeps attachments inside the report's folder.
var reportFileForm = regexp.MustCompile(`^[a-z0-9_-]+\.(html|csv|xlsx|json)$`)

func checkReportFile(s string) string {
	if !reportFileForm.MatchString(s) {
		return "wanted the name of a file of the report, like breaks.csv"
	}
	return ""
}
