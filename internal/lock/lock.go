// Package lock lets one command at a time write below a home folder. The lock
// is flock on home/lock: the system frees it when its holder ends, however.
package lock

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"recon/internal/disk"
)

// Lock is a held lock.
type Lock struct {
	file *os.File
}

// Held says who holds the lock of a home. Command is "" when the holder has
// not yet written who it is.
type Held struct {
	Command string    `json:"command"`
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Since   time.Time `json:"since"`
}

func (h *Held) Error() string {
	if h.Command == "" {
		return "home is locked by a command that has just started: wait for it, or stop it"
	}
	where := ""
	if host, err := os.Hostname(); err == nil && host != h.Host {
		where = " on " + h.Host
	}
	return fmt.Sprintf("home is locked by `%s` (pid %d%s) since %s: wait for it, or stop it",
		h.Command, h.PID, where, h.Since.Format(time.DateTime))
}

// Acquire takes the lock of home, which is made if it is missing, or returns
// at once with *Held. The holder is the command as typed, without secrets.
// A home on a network file system is refused unless unsafeFS is set, because
// flock and fsync do not hold there.
func Acquire(home, holder string, since time.Time, unsafeFS bool) (*Lock, error) {
	if err := disk.MkdirAll(home, 0o750); err != nil {
		return nil, disk.Explain(home, err)
	}
	if !unsafeFS {
		if err := CheckLocal(home); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(filepath.Join(home, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, disk.Explain(home, err)
	}
	if err := take(f, holder, since); err != nil {
		return nil, errors.Join(disk.Explain(home, err), f.Close())
	}
	return &Lock{f}, nil
}

func take(f *os.File, holder string, since time.Time) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return holderOf(f)
	}
	if err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	text, err := json.Marshal(Held{holder, os.Getpid(), host, since})
	if err != nil {
		return err
	}
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err = f.WriteAt(append(text, '\n'), 0)
	return err
}

// holderOf reads who holds the lock. What cannot be read was not yet written:
// the lock is held all the same.
func holderOf(f *os.File) *Held {
	held := &Held{}
	text, err := io.ReadAll(io.LimitReader(f, 1<<16))
	if err != nil || json.Unmarshal(text, held) != nil {
		return &Held{}
	}
	return held
}

// Holder says who holds the lock of home, nil when nobody does. It goes by what
// the holder wrote and whether that process lives, and does not try the lock:
// a run that began in that moment would find it taken.
func Holder(home string) (*Held, error) {
	f, err := os.Open(filepath.Join(home, "lock"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	held := holderOf(f)
	host, err := os.Hostname()
	if err != nil || held.Command == "" {
		return nil, err
	}
	if alive := syscall.Kill(held.PID, 0); held.Host == host && errors.Is(alive, syscall.ESRCH) {
		return nil, nil // it was killed, and the system freed the lock
	}
	return held, nil
}

// Release frees the lock. The file stays: removing it would let two commands
// hold locks of the same name. Its content goes, so that nobody is named who
// is no longer there.
func (l *Lock) Release() error {
	return errors.Join(l.file.Truncate(0), l.file.Close())
}
