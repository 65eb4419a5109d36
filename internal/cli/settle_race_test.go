package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// secondProcess starts a settlement while another one runs: there is one
// batch, and the second says who holds the lock.
func secondProcess(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, august)
	want := resultOf(t, undisturbed)
	dir := copyOf(t, market)
	first := b.command(dir, "", august)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	waitForLock(t, dir)
	fails(t, b.command(dir, "", august), fmt.Sprintf("home is locked by `recon settle --period 2026-08` (pid %d) since ", first.Process.Pid))
	if err := first.Wait(); err != nil {
		t.Fatal(err)
	}
	resultOf(t, dir).equals(t, want)
}

// waitForLock waits until the holder of the lock has written who it is.
func waitForLock(t *testing.T, dir string) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if text, err := os.ReadFile(filepath.Join(dir, "lock")); err == nil && bytes.HasSuffix(text, []byte("\n")) {
			return
		}
	}
	t.Fatal("nobody took the lock")
}

// atOnce starts several settlements at the same moment. Each makes the batch,
// reports it, or finds the home locked.
func atOnce(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, august)
	want := resultOf(t, undisturbed)
	dir := copyOf(t, market)
	var all [4]*exec.Cmd
	var said [4]strings.Builder
	for i := range all {
		all[i] = b.command(dir, "", august)
		all[i].Stderr = &said[i]
		if err := all[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	done := 0
	for i, c := range all {
		err := c.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil, errors.As(err, &exit) && exit.ExitCode() == exitOpen:
			done++
		case exit == nil || exit.ExitCode() != exitFailed || !strings.Contains(said[i].String(), "home is locked by "):
			t.Errorf("%v\n%s", err, said[i].String())
		}
	}
	if done == 0 {
		t.Error("nobody made the batch")
	}
	resultOf(t, dir).equals(t, want)
}
