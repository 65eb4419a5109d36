package config

import (
	"cmp"
	"net/mail"
	"slices"
	"strings"
	"time"
)

// Ways to reach a mail server.
const (
	securityStartTLS = "starttls"
	securityTLS      = "tls"
	securityNone     = "none"
)

// Mail says which server sends mails, and who gets them.
type Mail struct {
	Host      string      `yaml:"host" need:"yes" check:"host" desc:"Name of the mail server."`
	Port      int         `yaml:"port" min:"1" max:"65535" else:"587 for starttls, 465 for tls, 25 for none" desc:"Port of the mail server."`
	Security  string      `yaml:"security" oneof:"starttls tls none" default:"starttls" desc:"starttls: the connection is encrypted before anything is said, or nothing is sent. tls: it is encrypted from the start. none: only for a server on this machine, and without a password."`
	User      string      `yaml:"user" else:"no login" desc:"Name to log in with."`
	Password  string      `yaml:"password" check:"secret" else:"no login" desc:"Password to log in with, only as env:NAME or file:PATH."`
	CA        string      `yaml:"ca" else:"the system's authorities" desc:"PEM file with the authority that signed the server's certificate, relative to the folder of this file. A certificate is always checked."` // absolute after loading
	From      string      `yaml:"from" need:"yes" check:"address" desc:"Sender, like Recon <recon@example.com>."`
	ReplyTo   string      `yaml:"reply_to" check:"address" else:"none" desc:"Where answers go."`
	Domain    string      `yaml:"domain" check:"host" else:"the domain of from" desc:"Domain of message ids, and what the server is greeted with."`
	Timeout   string      `yaml:"timeout" check:"duration" default:"30s" desc:"Longest wait for the server, for each of its answers."`
	Attach    []string    `yaml:"attach" check:"report_file" else:"nothing" desc:"Files of the report that are attached, like report.html or breaks.csv, for groups that are about all reconciliations. They hold order numbers; the body of a mail never does."`
	AttachCap string      `yaml:"attach_cap" check:"size" default:"5MiB" desc:"A file larger than this is not attached; the mail says where it is."`
	To        []MailGroup `yaml:"to" need:"yes" desc:"Groups of people; each gets its own mail."`
}

// MailGroup is people who get the same mails.
type MailGroup struct {
	Name            string   `yaml:"name" need:"yes" check:"name" desc:"Name of the group. What was sent is remembered under it."`
	People          []string `yaml:"people" need:"yes" check:"address" desc:"Mail addresses."`
	Severity        []string `yaml:"severity" oneof:"failed action info" else:"all of them" desc:"Which mails: failed, something is not reconciled; action, a person is needed; info, nothing is to be done. Whoever was told that a date failed is told when it is done."`
	Reconciliations []string `yaml:"reconciliations" else:"all of them" desc:"Which reconciliations the mails are about."`
}

// Alert says what is urgent and when a date is reported; mails and chat keep to it.
type Alert struct {
	NewCount    int64  `yaml:"new_count" default:"1" min:"0" desc:"So many new breaks need a person: severity action. 0: never for their number."`
	NewMinor    int64  `yaml:"new_minor" default:"0" min:"0" desc:"New breaks of so much money in one currency, minor units, need a person. 0: never for their money."`
	OverdueDays int    `yaml:"overdue_days" default:"7" min:"0" desc:"Breaks older than so many days need a person. 0: never for their age."`
	ReportBy    string `yaml:"report_by" check:"clock" default:"10:30" desc:"Time hh:mm of the day after, from which a date is reported although something of it is not reconciled yet."`
	Link        string `yaml:"link" check:"link" else:"paths below home" desc:"Address under which people open the folder reports, like https://files.example.com/reports."`
}

// Chat is a webhook of a chat group.
type Chat struct {
	Name            string   `yaml:"name" need:"yes" check:"name" desc:"Name of the group. What was sent is remembered under it."`
	Kind            string   `yaml:"kind" need:"yes" oneof:"json slack feishu dingtalk wecom" desc:"Whose webhook it is; json is for a program of your own; what it gets stands in docs/configuration.md under Mail and chat."`
	URL             string   `yaml:"url" need:"yes" check:"secret" desc:"Address of the webhook, only as env:NAME or file:PATH: whoever has it can write to the group."`
	Secret          string   `yaml:"secret" check:"secret" else:"not signed" desc:"Key of the signature of json, feishu and dingtalk, only as env:NAME or file:PATH."`
	Timeout         string   `yaml:"timeout" check:"duration" default:"30s" desc:"Longest wait for the answer."`
	Severity        []string `yaml:"severity" oneof:"failed action info" else:"all of them" desc:"Which messages, as for mails."`
	Reconciliations []string `yaml:"reconciliations" else:"all of them" desc:"Which reconciliations the messages are about."`
}

// resolve fills what the section leaves out and makes its paths absolute.
func (m *Mail) resolve(folder string) {
	if m.Port == 0 {
		m.Port = map[string]int{securityStartTLS: 587, securityTLS: 465, securityNone: 25}[m.Security]
	}
	if m.CA != "" {
		m.CA = absolute(m.CA, folder)
	}
	m.Password = absoluteSecret(m.Password, folder)
	if m.Domain == "" {
		from, _ := mail.ParseAddress(m.From)
		m.Domain = from.Address[strings.LastIndexByte(from.Address, '@')+1:]
	}
}

// portable is the section as it is the same on every machine.
func (m Mail) portable(home string) *Mail {
	if m.CA != "" {
		m.CA = relative(home, m.CA)
	}
	m.Password = relativeSecret(home, m.Password)
	return &m
}

// resolveChat makes the paths of secrets absolute.
func (c *Config) resolveChat(folder string) {
	for i := range c.Chat {
		c.Chat[i].URL, c.Chat[i].Secret = absoluteSecret(c.Chat[i].URL, folder), absoluteSecret(c.Chat[i].Secret, folder)
	}
}

// portableChat is the list as it is the same on every machine.
func (c *Config) portableChat() []Chat {
	list := slices.Clone(c.Chat)
	for i := range list {
		list[i].URL, list[i].Secret = relativeSecret(c.Home, list[i].URL), relativeSecret(c.Home, list[i].Secret)
	}
	return list
}

// Wait is the longest wait for the mail server.
func (m *Mail) Wait() time.Duration { return wait(m.Timeout) }

// Wait is the longest wait for the webhook.
func (c *Chat) Wait() time.Duration { return wait(c.Timeout) }

// wait is a timeout; none is no way to say for ever.
func wait(text string) time.Duration {
	d, _ := time.ParseDuration(text)
	return cmp.Or(d, 30*time.Second)
}

// AttachBytes is the largest size of an attachment.
func (m *Mail) AttachBytes() int64 {
	n, _ := size(m.AttachCap)
	return n
}

// ReportByTime is the time of day from which a date is reported.
func (a Alert) ReportByTime() time.Duration {
	at, _ := clock(a.ReportBy)
	return at
}
