package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	for content, want := range map[string]string{"hunter2\n": "hunter2", "hunter2\r\n": "hunter2", " two\nlines\n\n": " two\nlines\n", "x": "x"} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := Secret("file:" + file); got != want || err != nil {
			t.Errorf("%q: got %q, %v", content, got, err)
		}
	}
	t.Setenv("RECON_TEST_SECRET", "hunter2")
	if got, err := Secret("env:RECON_TEST_SECRET"); got != "hunter2" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := Secret(""); got != "" || err != nil {
		t.Errorf("no reference: got %q, %v", got, err)
	}
}

func TestSecretRefused(t *testing.T) {
	folder := t.TempDir()
	large, empty := filepath.Join(folder, "large"), filepath.Join(folder, "empty")
	for path, content := range map[string]string{large: strings.Repeat("hunter2 ", 10_000), empty: "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("RECON_TEST_SECRET", "")
	for _, value := range []string{"hunter2", "env:", "file:", "vault:hunter2", "env:RECON_TEST_SECRET", "file:" + large, "file:" + empty, "file:" + folder} {
		got, err := Secret(value)
		if err == nil || got != "" {
			t.Errorf("%q: got %q", value, got)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the error repeats the value: %v", value, err)
		}
	}
}
