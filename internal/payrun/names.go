package payrun

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"recon/internal/config"
	"recon/internal/disk"
	"recon/settle/rail"
)

// code is 24 characters of A to Z and 2 to 7 that stand for a text.
func code(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base32.StdEncoding.EncodeToString(sum[:])[:24]
}

// railRef is the reference of an attempt on every rail: 32 characters that all
// of them take, and that no other attempt will ever have.
func railRef(key string, attempt int64, period string) string {
	return "MP" + compact(period) + code(fmt.Sprintf("%s#%d", key, attempt))
}

// messageID is the identity of a submission file, paymentInfoID of its one block.
func messageID(batchHash, submissionID, period string) string {
	return "ME" + compact(period) + code(batchHash+"|"+submissionID)
}

func paymentInfoID(batchHash, submissionID, period string) string {
	return "PI" + compact(period) + code(batchHash+"|"+submissionID+"|1")
}

// compact is yyyymm of a period.
func compact(period string) string { return strings.ReplaceAll(period, "-", "") }

// keyFile holds the key of the fingerprints, beside the state.
const keyFile = "settle.key"

// fingerprintKey is the secret key of the fingerprints: the configured one, or
// one that the first batch makes. Without it nobody can tell from the state
// which account a payee has.
func (e *Engine) fingerprintKey(ctx context.Context, s *config.Settle) ([]byte, error) {
	if s.FingerprintKey != "" {
		if _, err := os.Stat(e.home(keyFile)); err == nil {
			return nil, unfit("settle.fingerprint_key is set, but batches were made with the key in %s: with another key blocked destinations would be paid again and every destination would look changed; take the setting out", keyFile)
		}
		text, err := config.Secret(s.FingerprintKey)
		return []byte(text), err
	}
	key, err := os.ReadFile(e.home(keyFile))
	if err == nil && len(key) != 32 {
		return nil, fmt.Errorf("%s: %d bytes, wanted 32: bring it back from a backup; with another key every destination looks changed", keyFile, len(key))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	batches, err := e.State.BatchRows(ctx)
	if err != nil {
		return nil, err
	}
	if len(batches) > 0 {
		return nil, refuse("%s: is gone: bring it back from a backup; with another key blocked destinations would be paid again and every destination would look changed", keyFile)
	}
	key = make([]byte, 32)
	if _, err := rand.Read(key); err != nil || e.DryRun {
		return key, err
	}
	return key, disk.WriteFile(e.home(keyFile), 0o600, func(w io.Writer) error {
		_, err := w.Write(key)
		return err
	})
}

// fingerprint stands for a destination: rail, account, bank and holder.
func fingerprint(key []byte, railName string, p rail.Payment) string {
	sum := hmac.New(sha256.New, key)
	for _, text := range []string{railName, p.Destination, p.BIC, p.Name} {
		fmt.Fprintf(sum, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(sum.Sum(nil))[:32]
}

// lastFour is what of an account number may be shown.
func lastFour(account string) string {
	letters := []rune(account)
	if len(letters) < 8 {
		return strings.Repeat("*", min(len(letters), 4))
	}
	return string(letters[len(letters)-4:])
}
