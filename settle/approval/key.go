package approval

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"recon/internal/disk"
)

// NewKey makes a private key out of 32 random bytes.
func NewKey(random io.Reader) (ed25519.PrivateKey, error) {
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(random, seed); err != nil {
		return nil, fmt.Errorf("random bytes for a key: %w", err)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// PublicText is the public key as settle.people holds it.
func PublicText(key ed25519.PrivateKey) string {
	return base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
}

const (
	keyMode  = 0o600
	pemType  = "PRIVATE KEY"
	maxBytes = 16 << 10 // of a key's file
)

// WriteKey writes a private key as PKCS #8 in PEM, for its owner alone. It
// never overwrites a file: whoever had that key could not approve any more.
func WriteKey(path string, key ed25519.PrivateKey) error {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, keyMode)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s: is there already, wanted a new file; a key is never overwritten", path)
	}
	if err != nil {
		return err
	}
	err = pem.Encode(f, &pem.Block{Type: pemType, Bytes: der})
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return disk.SyncDir(filepath.Dir(path))
}

// ReadKey reads a private key that WriteKey wrote. A file that others may read
// is refused: a signature by it would prove nothing.
func ReadKey(path string) (ed25519.PrivateKey, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	switch mode := info.Mode(); {
	case !mode.IsRegular():
		return nil, fmt.Errorf("%s: not a file", path)
	case mode.Perm()&0o077 != 0:
		return nil, fmt.Errorf("%s: mode %04o lets others read the private key, wanted 0600; chmod it, and make a new key if others may have read it", path, mode.Perm())
	case info.Size() > maxBytes:
		return nil, fmt.Errorf("%s: %d bytes, wanted a key of at most %d", path, info.Size(), maxBytes)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseKey(path, text)
}

// parseKey never repeats anything of the text.
func parseKey(path string, text []byte) (ed25519.PrivateKey, error) {
	block, rest := pem.Decode(text)
	if block == nil || block.Type != pemType || len(bytes.TrimSpace(rest)) > 0 {
		return nil, fmt.Errorf("%s: not one PEM block %q, wanted a key made by `settle sign --new-key`", path, pemType)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(ed25519.PrivateKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s: no ed25519 key in PKCS #8, wanted a key made by `settle sign --new-key`", path)
	}
	return key, nil
}
