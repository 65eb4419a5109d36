package post

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Hook is the webhook of a chat group.
type Hook struct {
	Kind    string // json, slack, feishu, dingtalk or wecom
	URL     string // https, or http on this machine; a secret
	Secret  string // of the signature; empty: not signed
	Timeout time.Duration
}

// maxAnswer bounds how much of an answer is read, in bytes.
const maxAnswer = 64 << 10

// Send posts a letter; now stands in the signature. That the group has it is
// what the answer's code and body say; anything else is an error. A webhook that
// could not be spoken to, or takes nothing now, is a *Down.
func (h *Hook) Send(ctx context.Context, l Letter, now time.Time) error {
	err := h.send(ctx, l, now)
	cleaned := clean(err, h.secrets()...)
	if _, down := errors.AsType[*Down](err); down {
		return &Down{cleaned}
	}
	return cleaned
}

func (h *Hook) send(ctx context.Context, l Letter, now time.Time) error {
	k, ok := chats[h.Kind]
	if !ok {
		return fmt.Errorf("kind %q is not known", h.Kind)
	}
	address, err := h.address()
	if err != nil {
		return err
	}
	r, err := k.request(l, address, h.Secret, now)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	answer, body, err := call(r.WithContext(ctx))
	if err != nil {
		return &Down{err}
	}
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		err := fmt.Errorf("answered %s: %s", answer.Status, bounded(oneLine(string(body)), maxSaid))
		if answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= 500 {
			return &Down{err}
		}
		return err
	}
	return k.accepted(body)
}

// address is the webhook's address, which must not go over a network in clear.
func (h *Hook) address() (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(h.URL))
	if err != nil || u.Host == "" {
		return nil, errors.New("its url is no address")
	}
	ip := net.ParseIP(u.Hostname())
	here := u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
	if u.Scheme != "https" && (u.Scheme != "http" || !here) {
		return nil, errors.New("its url is not https, and http is for this machine only")
	}
	return u, nil
}

// secrets are what an error must not hold: the address, and every part of it
// that may open the door.
func (h *Hook) secrets() []string {
	list := []string{h.URL, strings.TrimSpace(h.URL), h.Secret}
	u, err := url.Parse(strings.TrimSpace(h.URL))
	if err != nil {
		return list
	}
	list = append(list, u.RequestURI(), u.Path, u.RawQuery)
	if u.User != nil {
		list = append(list, u.User.String())
	}
	for _, part := range strings.FieldsFunc(u.Path+"/"+u.RawQuery, func(r rune) bool { return strings.ContainsRune("/&=", r) }) {
		if len(part) >= 2*shortest {
			list = append(list, part)
		}
	}
	return list
}

// client follows no redirect: the next address would get what is meant for this one.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func call(r *http.Request) (*http.Response, []byte, error) {
	answer, err := client.Do(r)
	var at *url.Error
	if errors.As(err, &at) {
		return nil, nil, at.Err // without the address
	}
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	return answer, body, err
}

// posted is a request with a JSON body.
func posted(to *url.URL, body []byte) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodPost, to.String(), bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("its url is no address")
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("User-Agent", "recon")
	return r, nil
}
