package cli

import (
	"context"
	"strings"
	"testing"
	"time"

	"recon/internal/post"
	"recon/internal/post/posttest"
	"recon/internal/tool"
)

// TestTooLargeGoesWithoutItsFiles: a server that will never take the mail with
// its files gets it without, and that is noted.
func TestTooLargeGoesWithoutItsFiles(t *testing.T) {
	t.Parallel()
	m, err := posttest.Start(tool.Path(t, "mailpit"), 0, "--max-message-size", "1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Stop)
	server := &post.Server{Host: "127.0.0.1", Port: m.Port, Security: "none", Domain: "example.com", From: "recon@example.com", Timeout: 5 * time.Second}
	letter := post.Letter{ID: "recon.day.1", Title: "day", Text: "done", HTML: "<p>done</p>",
		Files: []post.File{{Name: "breaks.csv", Content: []byte(strings.Repeat("a,b\n", 500000))}}}
	note, err := sendTo(context.Background(), server, letter, []string{"li.na@example.com"})
	if err != nil || !strings.HasPrefix(note, "sent without its files: ") {
		t.Errorf("note %q, error %v", note, err)
	}
	if got := received(t, m); len(got) != 1 || len(got[0].Attachments) != 0 || got[0].Subject != "day" {
		t.Errorf("%+v, wanted one mail without files", got)
	}
}
