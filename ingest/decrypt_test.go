package ingest

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/internal/config"
)

// The zips were made with another program, by AES-256, AES-128 and ZipCrypto,
// deflated, and by AES-256, stored; the password is "secret".
func TestEncryptedZips(t *testing.T) {
	line, err := simplifiedchinese.GBK.NewEncoder().String("交易,1\r\n")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"aes256.zip": strings.Repeat(line, 200), "aes128.zip": strings.Repeat(line, 200),
		"zipcrypto.zip": strings.Repeat(line, 200), "stored.zip": line,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata/encrypted", name)
			if got, err := readEncrypted(t, path, "secret"); err != nil || got != want {
				t.Errorf("found %d bytes and %v, wanted %d bytes", len(got), err, len(want))
			}
			if _, err := readEncrypted(t, path, "wrong"); err == nil || !strings.Contains(err.Error(), "password") {
				t.Errorf("found %v with a wrong password", err)
			}
			if _, err := readEncrypted(t, path, ""); err == nil || !strings.Contains(err.Error(), "encrypted, wanted the source's setting password") {
				t.Errorf("found %v without a password", err)
			}
			if _, err := readEncrypted(t, damaged(t, path), "secret"); err == nil {
				t.Error("a damaged zip was read")
			}
		})
	}
}

func readEncrypted(t *testing.T, path, password string) (string, error) {
	t.Helper()
	src := &config.Source{Name: "x"}
	if password != "" {
		t.Setenv("RECON_TEST_PASSWORD", password)
		src.Password = "env:RECON_TEST_PASSWORD"
	}
	c, err := openContainer(File{Source: src, Path: path, Name: filepath.Base(path)}, 1<<20)
	if err != nil {
		return "", err
	}
	defer c.close()
	in, err := c.texts[0].open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	return string(text), err
}

// damaged is a copy with one changed byte in the middle of the entry.
func damaged(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The entry begins after its header of 30 bytes, name, extra field and salt.
	data[30+5+11+18+3] ^= 0x40
	to := filepath.Join(t.TempDir(), "damaged.zip")
	if err := os.WriteFile(to, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return to
}
