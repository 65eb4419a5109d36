package post

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// chat is what one maker of chat programs wants to get, and how it says that it did.
type chat struct {
	request  func(l Letter, to *url.URL, secret string, now time.Time) (*http.Request, error)
	accepted func(body []byte) error
}

// chats are the kinds of webhook.
var chats = map[string]chat{
	"json":     {jsonRequest, func([]byte) error { return nil }},
	"slack":    {slackRequest, slackAccepted},
	"feishu":   {feishuRequest, feishuAccepted},
	"dingtalk": {dingtalkRequest, errcodeAccepted},
	"wecom":    {wecomRequest, errcodeAccepted},
}

// jsonRequest is the form for a program of one's own, documented in
// docs/configuration.md. Its signature is over the time and the body, so that
// an old message cannot be sent again by others.
func jsonRequest(l Letter, to *url.URL, secret string, now time.Time) (*http.Request, error) {
	body, err := encoded(map[string]any{
		"id": l.ID, "kind": l.Kind, "date": l.Date, "version": l.Version, "severity": l.Severity,
		"title": l.Title, "lines": l.Lines, "link": l.Link, "written_at": l.At.UTC().Format(time.RFC3339),
	})
	if err != nil {
		return nil, err
	}
	r, err := posted(to, body)
	if err != nil {
		return nil, err
	}
	at := strconv.FormatInt(now.Unix(), 10)
	r.Header.Set("X-Recon-Id", l.ID)
	r.Header.Set("X-Recon-Timestamp", at)
	if secret != "" {
		r.Header.Set("X-Recon-Signature", "sha256="+hex.EncodeToString(hmacOf(secret, at+"."+string(body))))
	}
	return r, nil
}

// encoded is JSON in which < and & stand for themselves: escapes would eat the
// room that the makers leave.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func hmacOf(key, text string) []byte {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text))
	return h.Sum(nil)
}

// A section of Slack holds 3000 characters, a header 150.
// https://docs.slack.dev/reference/block-kit/blocks/section-block and header-block.
const (
	slackSection = 2900
	slackHeader  = 150
)

// slackEscapes are the three characters that Slack's text gives a meaning.
// https://docs.slack.dev/messaging/formatting-message-text
var slackEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func slackRequest(l Letter, to *url.URL, _ string, _ time.Time) (*http.Request, error) {
	type text struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		Verbatim bool   `json:"verbatim,omitempty"` // names of channels and people are no links
	}
	type block struct {
		Type string `json:"type"`
		Text text   `json:"text"`
	}
	blocks := []block{{"header", text{Type: "plain_text", Text: bounded(l.Title, slackHeader)}}}
	if lines := joined(l.Lines, "\n", slackSection, slackEscapes); lines != "" {
		blocks = append(blocks, block{"section", text{"mrkdwn", lines, true}})
	}
	if l.Link != "" {
		blocks = append(blocks, block{"section", text{"mrkdwn", "<" + slackEscapes.Replace(l.Link) + "|" + slackEscapes.Replace(l.LinkText) + ">", true}})
	}
	body, err := encoded(map[string]any{"text": slackEscapes.Replace(l.Title), "blocks": blocks})
	if err != nil {
		return nil, err
	}
	return posted(to, body)
}

// slackAccepted: an incoming webhook answers ok in plain text.
// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
func slackAccepted(body []byte) error {
	if text := oneLine(string(body)); text != "ok" {
		return fmt.Errorf("answered %q, wanted ok", bounded(text, maxSaid))
	}
	return nil
}

// A request to a custom bot of Feishu (Lark) has at most 20 KB; JSON may make
// every character two.
// https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
const feishuLines = 9000

// feishuRequest is a post, whose texts have no markup. The signature is the
// HMAC-SHA256 of nothing, keyed by the time in seconds, a line end and the
// secret, in base64 (same page).
func feishuRequest(l Letter, to *url.URL, secret string, now time.Time) (*http.Request, error) {
	content := [][]map[string]string{{{"tag": "text", "text": joined(l.Lines, "\n", feishuLines, asIs)}}}
	if l.Link != "" {
		content = append(content, []map[string]string{{"tag": "a", "text": l.LinkText, "href": l.Link}})
	}
	message := map[string]any{
		"msg_type": "post",
		"content":  map[string]any{"post": map[string]any{"zh_cn": map[string]any{"title": bounded(l.Title, slackHeader), "content": content}}},
	}
	if secret != "" {
		at := strconv.FormatInt(now.Unix(), 10)
		message["timestamp"] = at
		message["sign"] = base64.StdEncoding.EncodeToString(hmacOf(at+"\n"+secret, ""))
	}
	body, err := encoded(message)
	if err != nil {
		return nil, err
	}
	return posted(to, body)
}

// feishuAccepted: the code is 0, in the answer's older form StatusCode is.
// Faults like a wrong signature (19021) come with HTTP 200 as well (same page).
func feishuAccepted(body []byte) error {
	var a struct {
		Code, StatusCode *int
		Msg              string
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return fmt.Errorf("answered no JSON: %q", bounded(oneLine(string(body)), maxSaid))
	}
	switch {
	case a.Code != nil && *a.Code != 0:
		return fmt.Errorf("answered code %d: %s", *a.Code, bounded(oneLine(a.Msg), maxSaid))
	case a.Code == nil && (a.StatusCode == nil || *a.StatusCode != 0):
		return fmt.Errorf("answered without code 0: %q", bounded(oneLine(string(body)), maxSaid))
	}
	return nil
}

// dingtalkText keeps a message to a custom robot of DingTalk well below what
// its interface takes, 20 000 bytes.
const dingtalkText = 9000

// dingtalkRequest is markdown. The signature is the HMAC-SHA256 of the time in
// milliseconds, a line end and the secret, keyed by the secret, in base64 and
// URL-encoded into the query.
// https://open.dingtalk.com/document/robots/customize-robot-security-settings
func dingtalkRequest(l Letter, to *url.URL, secret string, now time.Time) (*http.Request, error) {
	body, err := encoded(map[string]any{
		"msgtype":  "markdown",
		"markdown": map[string]string{"title": plain.Replace(bounded(l.Title, slackHeader)), "text": markdown(l, "\n\n", dingtalkText)},
	})
	if err != nil {
		return nil, err
	}
	if secret != "" {
		signed, query := *to, to.Query()
		at := strconv.FormatInt(now.UnixMilli(), 10)
		query.Set("timestamp", at)
		query.Set("sign", base64.StdEncoding.EncodeToString(hmacOf(secret, at+"\n"+secret)))
		signed.RawQuery = query.Encode()
		to = &signed
	}
	return posted(to, body)
}

// wecomText: markdown of a robot of WeCom has at most 4096 bytes.
// https://developer.work.weixin.qq.com/document/path/91770
const wecomText = 4096

func wecomRequest(l Letter, to *url.URL, _ string, _ time.Time) (*http.Request, error) {
	body, err := encoded(map[string]any{"msgtype": "markdown", "markdown": map[string]string{"content": markdown(l, "\n", wecomText)}})
	if err != nil {
		return nil, err
	}
	return posted(to, body)
}

// errcodeAccepted: DingTalk and WeCom answer HTTP 200 to everything, errcode 0
// when the message is accepted (pages named above).
func errcodeAccepted(body []byte) error {
	var a struct {
		Errcode *int
		Errmsg  string
	}
	if err := json.Unmarshal(body, &a); err != nil || a.Errcode == nil {
		return fmt.Errorf("answered without errcode: %q", bounded(oneLine(string(body)), maxSaid))
	}
	if *a.Errcode != 0 {
		return fmt.Errorf("answered errcode %d: %s", *a.Errcode, bounded(oneLine(a.Errmsg), maxSaid))
	}
	return nil
}

// plain takes the meaning from characters that markdown and its extensions for
// mentions and colours give one. These programs know no dependable escape, so
// wide forms stand in.
var plain = strings.NewReplacer("<", "＜", ">", "＞", "[", "［", "]", "］", "*", "＊", "`", "'", "#", "＃", "~", "～", "|", "｜")

// markdown is a letter in the little markdown that both programs know.
func markdown(l Letter, newline string, most int) string {
	link := ""
	if l.Link != "" {
		link = newline + "[" + plain.Replace(l.LinkText) + "](" + l.Link + ")"
	}
	title := "**" + plain.Replace(bounded(l.Title, slackHeader)) + "**" + newline
	return title + joined(l.Lines, newline, most-len(title)-len(link), plain) + link
}

// asIs replaces nothing.
var asIs = strings.NewReplacer()

// longestLine bounds one line, in bytes, before it is escaped.
const longestLine = 400

// joined are lines, each escaped, as many as fit into so many bytes; a mark
// stands for those that do not, so that no escape is cut in two.
func joined(lines []string, newline string, most int, escape *strings.Replacer) string {
	const more = "…"
	var all strings.Builder
	for i, line := range lines {
		line = escape.Replace(bounded(oneLine(line), longestLine))
		if i > 0 {
			line = newline + line
		}
		if all.Len()+len(line)+len(newline)+len(more) > most {
			all.WriteString(newline + more)
			break
		}
		all.WriteString(line)
	}
	return all.String()
}
