package cli

import (
	"errors"

	"recon/internal/config"
	"recon/internal/payrun"
)

// The exit codes every command keeps to.
const (
	exitClean    = 0 // done, nothing open; pending alone is clean
	exitFailed   = 1 // failed, refused, suspect or late
	exitUsage    = 2 // usage or configuration
	exitOpen     = 3 // done, open breaks exist
	exitNotReady = 4 // not ready yet, try later
)

// codeError carries the exit code of an outcome; a nil err prints nothing more.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *codeError) Unwrap() error { return e.err }

// usageError marks an error as the caller's: a wrong flag or argument.
func usageError(err error) error { return &codeError{exitUsage, err} }

// exitCode decides the exit code of a command's error, in this one place.
func exitCode(err error) int {
	var coded *codeError
	var faults *config.Error
	var stop *payrun.Stop
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &coded):
		return coded.code
	case errors.As(err, &faults):
		return exitUsage
	case errors.As(err, &stop):
		return map[payrun.Kind]int{payrun.Refused: exitFailed, payrun.Misused: exitUsage, payrun.Unfit: exitUsage, payrun.NotReady: exitNotReady}[stop.Kind]
	default:
		return exitFailed
	}
}

// worse orders exit codes of several reconciliations: 1, 4, 3, 0.
func worse(a, b int) int {
	rank := map[int]int{exitClean: 0, exitOpen: 1, exitNotReady: 2, exitFailed: 3}
	if rank[a] >= rank[b] {
		return a
	}
	return b
}
