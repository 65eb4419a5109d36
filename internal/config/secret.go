package config

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// maxSecret bounds a secret's file, so that a wrong path is not read whole.
const maxSecret = 64 << 10

// Secret is what a reference of the configuration stands for: the value of
// the environment variable of env:NAME, or the content of the file of
// file:PATH without its last line end. The empty reference is no secret.
// Errors name the reference, never a value.
func Secret(value string) (string, error) {
	if value == "" {
		return "", nil
	}
	scheme, place, ok := reference(value)
	if !ok {
		return "", fmt.Errorf("a secret must be env:NAME or file:PATH")
	}
	secret := os.Getenv(place)
	if scheme == "file" {
		var err error
		if secret, err = secretFile(place); err != nil {
			return "", err
		}
	}
	if secret == "" {
		return "", fmt.Errorf("secret %s: empty or not set", value)
	}
	return secret, nil
}

func secretFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSecret+1))
	if err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	if len(text) > maxSecret {
		return "", fmt.Errorf("secret %s: larger than 64 KiB", path)
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r"), nil
}

// reference splits env:NAME and file:PATH.
func reference(value string) (scheme, place string, ok bool) {
	scheme, place, _ = strings.Cut(value, ":")
	return scheme, place, place != "" && (scheme == "env" || scheme == "file")
}

// absoluteSecret resolves the path of file:PATH against a folder.
func absoluteSecret(value, folder string) string {
	scheme, place, ok := reference(value)
	if !ok || scheme != "file" || filepath.IsAbs(place) {
		return value
	}
	return "file:" + filepath.Join(folder, place)
}
