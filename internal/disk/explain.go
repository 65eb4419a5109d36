package disk

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
)

// cures say what a person can do, by the system's error. Engines written in C
// hand the system's words on as text, so the words are looked for as well.
var cures = []struct {
	errno syscall.Errno
	words string
	cure  string
}{
	{syscall.ENOSPC, "no space left on device", "free space on that disk, then run again: the run takes up where it stopped"},
	{syscall.ENOSPC, "database or disk is full", "free space on that disk, then run again: the run takes up where it stopped"},
	{syscall.EDQUOT, "disk quota exceeded", "free space or raise the quota, then run again: the run takes up where it stopped"},
	{syscall.EFBIG, "file too large", "raise the limit on the size of a file (ulimit -f), then run again"},
	{syscall.EACCES, "permission denied", "let the user that runs this read and write there"},
	{syscall.EPERM, "operation not permitted", "let the user that runs this read and write there"},
	{syscall.EROFS, "read-only file system", "mount it so that it can be written"},
	{syscall.EROFS, "attempt to write a readonly database", "let the user that runs this write there"},
	{syscall.EXDEV, "invalid cross-device link", "keep everything below home on one file system"},
	{syscall.EMFILE, "too many open files", "raise the limit on open files (ulimit -n), then run again"},
}

// explained is an error with paths relative to home and what can be done about it.
type explained struct {
	cause error
	text  string
}

func (e *explained) Error() string { return e.text }
func (e *explained) Unwrap() error { return e.cause }

// Explain makes paths below home relative and adds what can be done about an
// error of the disk; other errors only lose the path of home.
func Explain(home string, err error) error {
	var done *explained
	if err == nil || errors.As(err, &done) {
		return err
	}
	text := err.Error()
	if absolute, e := filepath.Abs(home); e == nil && absolute != "/" {
		text = strings.ReplaceAll(text, absolute+string(filepath.Separator), "")
	}
	lower := strings.ToLower(text)
	for _, c := range cures {
		if errors.Is(err, c.errno) || strings.Contains(lower, c.words) {
			return &explained{err, text + ": " + c.cure}
		}
	}
	return &explained{err, text}
}
