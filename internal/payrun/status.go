package payrun

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"recon/internal/calendar"
	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/stop"
	"recon/settle"
	"recon/settle/event"
	"recon/settle/rail"
	"recon/settle/rails"
)

// maxStatus bounds a status file.
const maxStatus = 256 << 20

// Imported is what a status or event file came to.
type Imported struct {
	Name     string
	Kind     string // pain.002, camt.053, camt.054, result, events
	Signals  int
	Applied  int64
	Skipped  int64 // known from an earlier file
	Repeated int   // said what the books know already
	Known    bool  // the file was read before; nothing was done

	Exceptions    []settle.Exception
	Verifications []settle.Verification
	Notes         []settle.Note
}

// ImportStatus reads one file of a bank and lets every payout that it speaks
// of take its next step, all in one transaction. A file with a fault changes
// nothing.
func (e *Engine) ImportStatus(ctx context.Context, name string) (Imported, error) {
	return e.importFile(ctx, name, func(content []byte, shown string) (rail.StatusFile, error) {
		reader, err := rails.Detect(rails.Readers(e.settings().Rails), content[:min(len(content), rails.HeadBytes)])
		if err != nil {
			return rail.StatusFile{}, refuse("%s: %v", shown, err)
		}
		return reader.Read(bytes.NewReader(content), shown)
	})
}

// ImportEvents reads a dump of webhook events as JSON lines.
func (e *Engine) ImportEvents(ctx context.Context, name string) (Imported, error) {
	return e.importFile(ctx, name, func(content []byte, shown string) (rail.StatusFile, error) {
		return event.Read(bytes.NewReader(content), shown, e.settings().Events)
	})
}

func (e *Engine) importFile(ctx context.Context, name string, read func([]byte, string) (rail.StatusFile, error)) (Imported, error) {
	in := Imported{Name: filepath.Base(name)}
	content, err := readBounded(name)
	if err != nil {
		return in, err
	}
	sum := sha256.Sum256(content)
	sha := hex.EncodeToString(sum[:])
	if in.Known, err = e.State.StatusFileKnown(ctx, sha); err != nil || in.Known {
		return in, err
	}
	file, err := read(content, in.Name)
	if err != nil {
		return in, refusedFile(err)
	}
	in.Kind, in.Signals = file.Kind, len(file.Signals)
	outcome, err := e.decide(ctx, sha, file)
	if err != nil {
		return in, err
	}
	if stranger(file, outcome) {
		return in, refuse("%s: speaks of no payout of ours: it answers %s, which is no file of any batch", in.Name, messagesOf(file))
	}
	in.Exceptions, in.Verifications, in.Notes, in.Repeated = outcome.Exceptions, outcome.Verifications, outcome.Notes, outcome.Repeated
	return in, e.applySignals(ctx, &in, sha, content, file, outcome)
}

// readBounded reads a file, or no more of it than a status file may have.
func readBounded(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, maxStatus+1))
	if err == nil && len(content) > maxStatus {
		err = refuse("%s: larger than %d MiB, which no status file is", filepath.Base(name), maxStatus>>20)
	}
	return content, err
}

// refusedFile makes a reader's error a refusal.
func refusedFile(err error) error {
	if _, ok := err.(*Stop); ok {
		return err
	}
	return &Stop{Kind: Refused, Cause: err.Error() + "\nnothing was changed"}
}

// decide works out what a file does to the payouts it speaks of.
func (e *Engine) decide(ctx context.Context, sha string, file rail.StatusFile) (settle.Outcome, error) {
	b, err := e.readBook(ctx, file)
	if err != nil {
		return settle.Outcome{}, err
	}
	return settle.Apply(b, sha, file, e.Now), nil
}

// stranger reports whether a bank's answer to a file of ours names nothing of
// ours. Account statements hold other payments too and are never strangers.
func stranger(file rail.StatusFile, o settle.Outcome) bool {
	if strings.HasPrefix(file.Kind, "camt.") || len(o.Transitions)+o.Repeated+len(o.Verifications) > 0 || len(o.Exceptions) == 0 {
		return false
	}
	for _, x := range o.Exceptions {
		if x.Kind != settle.UnknownPayout {
			return false
		}
	}
	return true
}

func messagesOf(file rail.StatusFile) string {
	for _, s := range file.Signals {
		for _, id := range []string{s.MessageID, s.PaymentInfoID, s.RailRef} {
			if id != "" {
				return fmt.Sprintf("%q", id)
			}
		}
	}
	return "nothing"
}

// applySignals archives the file and stores what it does.
func (e *Engine) applySignals(ctx context.Context, in *Imported, sha string, content []byte, file rail.StatusFile, o settle.Outcome) error {
	stored, err := e.keepStatus(sha, in.Name, content)
	if err != nil {
		return err
	}
	var steps []state.Transition
	for _, t := range o.Transitions {
		steps = append(steps, state.Transition{AttemptNo: t.AttemptNo, From: string(t.From), To: string(t.To), Source: t.Source, Evidence: t.Evidence,
			Code: t.Code, Reason: t.Reason, Fixable: t.Fixable, Unclear: t.Unclear, OccurredAt: t.OccurredAt})
	}
	var exceptions []state.PayoutException
	for _, x := range o.Exceptions {
		exceptions = append(exceptions, state.PayoutException{Source: x.Source, Evidence: x.Evidence, Kind: x.Kind, RailRef: x.RailRef,
			Code: x.Code, Detail: x.Detail, Currency: x.Currency, AmountMinor: x.AmountMinor})
	}
	done, err := e.State.Apply(ctx, steps, exceptions, &state.StatusFile{SHA256: sha, Name: in.Name, Kind: file.Kind, Sender: file.Sender,
		MessageID: file.MessageID, Path: stored, Signals: int64(len(file.Signals)), RunID: e.RunID}, e.Now)
	if err != nil {
		return err
	}
	stop.At(stop.SignalsStored)
	in.Applied, in.Skipped, in.Known = done.Applied, done.Skipped, done.Known
	if done.Before != "" {
		in.Notes = append(in.Notes, settle.Note{Text: fmt.Sprintf("has the message id %q of %s with other content; what it says anew counts", file.MessageID, done.Before)})
	}
	return e.Publish(ctx)
}

var plainEnding = regexp.MustCompile(`^\.[A-Za-z0-9]{1,8}$`)

// keepStatus puts a status file into the archive, byte for byte.
func (e *Engine) keepStatus(sha, name string, content []byte) (string, error) {
	ending := filepath.Ext(name)
	if !plainEnding.MatchString(ending) {
		ending = ".bin"
	}
	day := calendar.Of(e.Now.In(e.settings().Location()).Date())
	stored := path.Join("raw", statusSource, day.String(), sha+ending)
	if err := disk.MkdirAll(filepath.Dir(e.home(stored)), 0o700); err != nil {
		return "", err
	}
	return stored, disk.WriteFile(e.home(stored), 0o600, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}
