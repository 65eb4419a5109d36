// Package browser lets tests look at pages in a real Chromium: what it
// complains of, what it shows at a width, what a screen reader hears, and what
// it prints.
package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"recon/internal/tool"
)

// View is how a page is looked at.
type View struct {
	Name          string // part of the screenshot's name
	Width, Height int64
	Phone, Dark   bool
}

// The usual views. A phone is 390 points wide and 844 high.
var (
	Phone   = View{"phone", 390, 844, true, false}
	Desktop = View{"desktop", 1280, 900, false, false}
	Dark    = View{"dark", 390, 844, true, true}
)

// Page is a loaded page.
type Page struct {
	t    testing.TB
	ctx  context.Context
	view View

	mu       sync.Mutex
	problems []string
}

// Start starts a Chromium for the test and gives what opens pages in it, a tab each.
func Start(t testing.TB) func(testing.TB, View, string) *Page {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(tool.Path(t, "chromium")), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("lang", "en-US"))
	all, stopAll := chromedp.NewExecAllocator(context.Background(), options...)
	first, stopFirst := chromedp.NewContext(all)
	t.Cleanup(func() { stopFirst(); stopAll() })
	if err := chromedp.Do(first); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return func(t testing.TB, v View, url string) *Page { return open(t, first, v, url) }
}

// File is the address of a file.
func File(path string) string { return "file://" + filepath.ToSlash(path) }

func open(t testing.TB, browser context.Context, v View, url string) *Page {
	t.Helper()
	tab, closeTab := chromedp.NewContext(browser)
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	t.Cleanup(func() { cancel(); closeTab() })
	p := &Page{t: t, ctx: ctx, view: v}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	send(p, runtime.Enable, cdp.Empty{})
	send(p, log.Enable, cdp.Empty{})
	send(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: v.Width, Height: v.Height, DeviceScaleFactor: 1, Mobile: v.Phone})
	send(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	p.Do(chromedp.Navigate(url))
	return p
}

// send sends a command of the browser's protocol and returns its answer.
func send[P, R any](p *Page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	answer, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, command, params) })
	if err != nil {
		p.t.Fatal(err)
	}
	return answer
}

// hear collects what the browser complains of: errors, warnings, exceptions,
// and what the page's own policy refused.
func (p *Page) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		text = fmt.Sprint("console ", e.Type)
	case *log.EventEntryAdded:
		text = fmt.Sprint(e.Entry.Level, " ", e.Entry.Source, ": ", e.Entry.Text)
	}
	if text == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, text)
}

// Problems is what the browser has complained of so far.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Eval runs a script as a person at the browser's own console would, whatever
// the page's policy, and returns its value.
func Eval[T any](p *Page, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// Do does what a person does: types, chooses, clicks.
func (p *Page) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// Shot takes a picture of the whole page, to be looked at with go test -artifacts.
func (p *Page) Shot(name string) {
	p.t.Helper()
	p.take(name, chromedp.FullScreenshot(100))
}

// Screen takes a picture of what is seen without scrolling.
func (p *Page) Screen(name string) {
	p.t.Helper()
	p.take(name+".screen", chromedp.CaptureScreenshot())
}

func (p *Page) take(name string, action chromedp.Action[[]byte]) {
	p.t.Helper()
	picture, err := chromedp.Run(p.ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	p.keep(name+"."+p.view.Name+".png", picture)
}

// PDF prints the page as the page wants it and returns what came of it.
func (p *Page) PDF(name string) []byte {
	p.t.Helper()
	asPage := func(params *page.PrintToPDFParams) { yes := true; params.PreferCSSPageSize = &yes }
	printed, err := chromedp.Run(p.ctx, chromedp.PrintToPDF(asPage))
	if err != nil {
		p.t.Fatal(err)
	}
	p.keep(name+".pdf", printed)
	return printed
}

func (p *Page) keep(name string, data []byte) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.t.ArtifactDir(), name), data, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// Heard is one thing that a screen reader finds on a page.
type Heard struct {
	Role, Name string
	Level      int // of a heading
}

// Tree is what a screen reader finds, in the order of the page.
func (p *Page) Tree() (all []Heard) {
	p.t.Helper()
	send(p, accessibility.Enable, cdp.Empty{})
	for _, n := range send(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored || n.Role == nil {
			continue
		}
		h := Heard{Role: text(n.Role), Name: strings.TrimSpace(text(n.Name))}
		for _, property := range n.Properties {
			if property.Name == accessibility.PropertyNameLevel {
				h.Level, _ = strconv.Atoi(text(property.Value))
			}
		}
		all = append(all, h)
	}
	return all
}

// text is a value as text, empty for none.
func text(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var s string
	if err := json.Unmarshal(v.Value, &s); err != nil {
		return string(v.Value)
	}
	return s
}
