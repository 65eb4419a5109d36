package post

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

var (
	chatNow    = time.Unix(1786867200, 0)
	chatSecret = "SECtest-secret-1"
)

// Made by the Python programs that the makers publish, from the time and the
// secret above.
const (
	feishuSign   = "4petV19rvxnnzUnj3IQZqIbDZRdp0RSCwrMNo8dXDRo="
	dingtalkSign = "BSZCGiELsU17wr7WceW32NubEGWEgDtnVhIIcWj+NWk="
)

// heard is what a webhook got.
type heard struct {
	header http.Header
	query  map[string]string
	body   string
	fields map[string]any
}

// hook is a webhook that answers so, and what it hears.
func hook(t *testing.T, kind string, status int, answer string) (*Hook, *heard) {
	t.Helper()
	h := &heard{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("%s %v, %v", r.Method, r.Header, err)
		}
		h.header, h.body, h.fields, h.query = r.Header, string(body), nil, map[string]string{}
		for k := range r.URL.Query() {
			h.query[k] = r.URL.Query().Get(k)
		}
		if err := json.Unmarshal(body, &h.fields); err != nil {
			t.Errorf("%s: %v", body, err)
		}
		w.WriteHeader(status)
		io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return &Hook{Kind: kind, URL: s.URL + "/robot/send?access_token=token-of-the-group", Secret: chatSecret, Timeout: time.Second}, h
}

// at walks into decoded JSON by keys and indexes.
func at(v any, path ...string) any {
	for _, p := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[p]
		case []any:
			i, _ := strconv.Atoi(p)
			if i >= len(x) {
				return nil
			}
			v = x[i]
		}
	}
	return v
}

func sent(t *testing.T, h *Hook, l Letter) {
	t.Helper()
	if err := h.Send(ctx, l, chatNow); err != nil {
		t.Fatal(err)
	}
}

func TestJSONWebhook(t *testing.T) {
	h, got := hook(t, "json", 204, "")
	l := letter(t)
	sent(t, h, l)
	mac := hmac.New(sha256.New, []byte(chatSecret))
	fmt.Fprintf(mac, "%s.%s", got.header.Get("X-Recon-Timestamp"), got.body)
	if want := "sha256=" + hex.EncodeToString(mac.Sum(nil)); got.header.Get("X-Recon-Signature") != want || got.header.Get("X-Recon-Timestamp") != "1786867200" {
		t.Errorf("%v, wanted %s", got.header, want)
	}
	for key, want := range map[string]any{"id": l.ID, "kind": "day", "date": "2026-08-15", "version": 1.0, "severity": "action", "title": l.Title, "link": l.Link, "written_at": "2026-08-16T10:00:00Z"} {
		if got.fields[key] != want {
			t.Errorf("%s: %v, wanted %v", key, got.fields[key], want)
		}
	}
	if at(got.fields, "lines", "1") != l.Lines[1] || len(got.fields) != 9 {
		t.Errorf("%v", got.fields)
	}
	h.Secret = ""
	if sent(t, h, l); got.header.Get("X-Recon-Signature") != "" {
		t.Error("signed without a secret")
	}
}

func TestSlackWebhook(t *testing.T) {
	h, got := hook(t, "slack", 200, "ok")
	l := letter(t)
	l.Lines = []string{"<!channel> & <@U1>"}
	sent(t, h, l)
	if at(got.fields, "blocks", "0", "text", "text") != l.Title || at(got.fields, "blocks", "1", "text", "text") != "&lt;!channel&gt; &amp; &lt;@U1&gt;" ||
		at(got.fields, "blocks", "2", "text", "text") != "<"+l.Link+"|报告>" || got.fields["text"] != l.Title {
		t.Errorf("%s", got.body)
	}
}

func TestFeishuWebhook(t *testing.T) {
	h, got := hook(t, "feishu", 200, `{"code":0,"msg":"success","data":{}}`)
	l := letter(t)
	sent(t, h, l)
	if got.fields["timestamp"] != "1786867200" || got.fields["sign"] != feishuSign || got.fields["msg_type"] != "post" {
		t.Errorf("%s", got.body)
	}
	if at(got.fields, "content", "post", "zh_cn", "title") != l.Title || at(got.fields, "content", "post", "zh_cn", "content", "0", "0", "text") != strings.Join(l.Lines, "\n") ||
		at(got.fields, "content", "post", "zh_cn", "content", "1", "0", "href") != l.Link {
		t.Errorf("%s", got.body)
	}
	h.Secret = ""
	if sent(t, h, l); got.fields["sign"] != nil {
		t.Error("signed without a secret")
	}
}

func TestDingTalkWebhook(t *testing.T) {
	h, got := hook(t, "dingtalk", 200, `{"errcode":0,"errmsg":"ok"}`)
	l := letter(t)
	l.Lines = []string{"<font color='red'>[x](http://evil)</font> **b**"}
	sent(t, h, l)
	if got.query["timestamp"] != "1786867200000" || got.query["sign"] != dingtalkSign || got.query["access_token"] != "token-of-the-group" {
		t.Errorf("%v", got.query)
	}
	want := "**" + l.Title + "**\n\n＜font color='red'＞［x］(http://evil)＜/font＞ ＊＊b＊＊\n\n[报告](" + l.Link + ")"
	if got.fields["msgtype"] != "markdown" || at(got.fields, "markdown", "text") != want {
		t.Errorf("%s", got.body)
	}
}

func TestWeComWebhook(t *testing.T) {
	h, got := hook(t, "wecom", 200, `{"errcode":0,"errmsg":"ok"}`)
	h.Secret = ""
	l := letter(t)
	for range 300 {
		l.Lines = append(l.Lines, "支付宝：新差异 3 笔，长款 1,234.00 CNY")
	}
	sent(t, h, l)
	text := at(got.fields, "markdown", "content").(string)
	if len(text) > 4096 || len(text) < 3900 || !utf8.ValidString(text) || !strings.HasSuffix(text, "\n…\n[报告]("+l.Link+")") || !strings.HasPrefix(text, "**"+l.Title+"**\n") {
		t.Errorf("%d bytes: %s", len(text), text)
	}
}

// TestLongMessagesFit: the makers' limits hold for the worst of texts.
func TestLongMessagesFit(t *testing.T) {
	l := letter(t)
	l.Title = strings.Repeat("&<长>", 500)
	for range 500 {
		l.Lines = append(l.Lines, strings.Repeat("&<长>", 500))
	}
	for kind, most := range map[string]int{"slack": 60_000, "feishu": 20_000, "dingtalk": 20_000, "wecom": 6_000} {
		h, got := hook(t, kind, 200, map[string]string{"slack": "ok", "feishu": `{"StatusCode":0,"StatusMessage":"success"}`}[kind]+map[string]string{"dingtalk": `{"errcode":0}`, "wecom": `{"errcode":0}`}[kind])
		sent(t, h, l)
		if len(got.body) > most {
			t.Errorf("%s: %d bytes", kind, len(got.body))
		}
		if text, _ := at(got.fields, "blocks", "1", "text", "text").(string); kind == "slack" && (len(text) > 3000 || len(text) < 1000) {
			t.Errorf("a section of %d characters", len(text))
		}
		if text, _ := at(got.fields, "markdown", "content").(string); kind == "wecom" && len(text) > 4096 {
			t.Errorf("markdown of %d bytes", len(text))
		}
	}
}

// TestRefusals: what is no yes is a no, with the maker's words and no secret.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		kind   string
		status int
		answer string
		want   string
	}{
		{"json", 500, "boom", "500"},
		{"json", 302, "", "302"},
		{"slack", 200, "no_service", `"no_service"`},
		{"slack", 404, "no_team", "no_team"},
		{"feishu", 200, `{"code":19021,"msg":"sign match fail or timestamp is not within one hour from current time"}`, "19021: sign match fail"},
		{"feishu", 200, `<html>`, "no JSON"},
		{"feishu", 200, `{}`, "without code 0"},
		{"dingtalk", 200, `{"errcode":310000,"errmsg":"sign not match"}`, "310000: sign not match"},
		{"dingtalk", 200, `{"ok":true}`, "without errcode"},
		{"wecom", 200, `{"errcode":93000,"errmsg":"invalid webhook url token-of-the-group"}`, "93000: invalid webhook url ***"},
		{"teams", 200, "", "not known"},
	} {
		h, _ := hook(t, c.kind, c.status, c.answer)
		err := h.Send(ctx, letter(t), chatNow)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 1000 {
			t.Errorf("%s %q: error %v, wanted %q", c.kind, c.answer[:min(len(c.answer), 80)], err, c.want)
		}
		if err != nil && (strings.Contains(err.Error(), "token-of-the-group") || strings.Contains(err.Error(), chatSecret)) {
			t.Errorf("the error holds a secret: %v", err)
		}
	}
}

// TestDownWebhook: a webhook that cannot be spoken to, or takes nothing now, is
// down, so that not every message waits for it; one that refuses a message is not.
func TestDownWebhook(t *testing.T) {
	gone, _ := hook(t, "json", 204, "")
	gone.URL = "http://127.0.0.1:1/token-of-the-group"
	for name, c := range map[string]struct {
		hook func() *Hook
		down bool
	}{
		"nobody there": {func() *Hook { return gone }, true},
		"too many":     {func() *Hook { h, _ := hook(t, "json", 429, ""); return h }, true},
		"broken":       {func() *Hook { h, _ := hook(t, "slack", 503, ""); return h }, true},
		"refused":      {func() *Hook { h, _ := hook(t, "json", 400, ""); return h }, false},
		"said no":      {func() *Hook { h, _ := hook(t, "wecom", 200, `{"errcode":93000}`); return h }, false},
	} {
		err := c.hook().Send(ctx, letter(t), chatNow)
		if _, down := errors.AsType[*Down](err); err == nil || down != c.down || strings.Contains(err.Error(), "token-of") {
			t.Errorf("%s: %v, down %v", name, err, down)
		}
	}
}

// TestEndlessAnswer: an answer that never ends is read to a bound and is no yes.
func TestEndlessAnswer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, strings.Repeat("x", 1<<16))
		}
	}))
	defer s.Close()
	h := &Hook{Kind: "wecom", URL: s.URL, Timeout: 3 * time.Second}
	if err := h.Send(ctx, letter(t), chatNow); err == nil || !strings.Contains(err.Error(), "without errcode") || len(err.Error()) > 1000 {
		t.Errorf("error %v", err)
	}
}

// TestAddressesOfWebhooks: what would go over a network in clear is not sent,
// and no error repeats the address.
func TestAddressesOfWebhooks(t *testing.T) {
	for _, url := range []string{"http://hooks.example.com/secret-part-1", "ftp://127.0.0.1/secret-part-1", "secret-part-1", "http://127.0.0.1.example.com/secret-part-1",
		"http://127.0.0.1:1/secret-part-1", "https://127.0.0.1:1/secret-part-1", "http://[::1]:1/secret-part-1\x7f"} {
		h := &Hook{Kind: "json", URL: url, Timeout: time.Second}
		if err := h.Send(ctx, letter(t), chatNow); err == nil || strings.Contains(err.Error(), "secret-part-1") {
			t.Errorf("%s: error %v", url, err)
		}
	}
	h := &Hook{Kind: "json", URL: "http://127.0.0.1:" + strconv.Itoa(silent(t)), Timeout: 100 * time.Millisecond}
	if err := h.Send(ctx, letter(t), chatNow); err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("error %v", err)
	}
}

// TestRedirectsAreNotFollowed: the other address gets nothing.
func TestRedirectsAreNotFollowed(t *testing.T) {
	called := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer other.Close()
	s := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer s.Close()
	h := &Hook{Kind: "json", URL: s.URL, Timeout: time.Second}
	if err := h.Send(ctx, letter(t), chatNow); err == nil || called {
		t.Errorf("error %v, called %v", err, called)
	}
}
