package lock

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var since = time.Date(2026, 8, 16, 2, 0, 1, 0, time.FixedZone("", 8*3600))

const command = "recon run --date 2026-08-15"

// TestMain holds the lock of a home until its input ends, when told to.
func TestMain(m *testing.M) {
	home := os.Getenv("LOCK_TEST_HOME")
	if home == "" {
		os.Exit(m.Run())
	}
	if _, err := Acquire(home, command, since, true); err != nil {
		os.Stdout.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
	os.Stdout.WriteString("held\n")
	io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// hold starts another process that holds home's lock.
func hold(t *testing.T, home string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LOCK_TEST_HOME="+home)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); c.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("found %q %v", line, err)
	}
	return c
}

func TestSecondProcessIsToldWhoHolds(t *testing.T) {
	home := t.TempDir()
	other := hold(t, home)
	_, err := Acquire(home, "recon breaks close", since.Add(time.Hour), true)
	var held *Held
	if !errors.As(err, &held) {
		t.Fatalf("found %v, wanted *Held", err)
	}
	if held.PID != other.Process.Pid || !held.Since.Equal(since) {
		t.Errorf("found pid %d since %s, wanted %d since %s", held.PID, held.Since, other.Process.Pid, since)
	}
	for _, part := range []string{"home is locked by `recon run --date 2026-08-15` (pid ", ") since 2026-08-16 02:00:01: wait for it, or stop it"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("found %q, wanted it to say %q", err, part)
		}
	}
}

func TestKilledHolderFreesTheLock(t *testing.T) {
	home := t.TempDir()
	other := hold(t, home)
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	other.Wait()
	l, err := Acquire(home, command, since, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestReleaseLetsTheNextIn(t *testing.T) {
	home := filepath.Join(t.TempDir(), "new")
	for range 2 {
		l, err := Acquire(home, command, since, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Acquire(home, command, since, true); err == nil {
			t.Error("the lock was given twice")
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(filepath.Join(home, "lock"))
	if err != nil || info.Size() != 0 || info.Mode().Perm() != 0o600 {
		t.Errorf("found %v %v, wanted an empty file of mode 0600", info, err)
	}
}

func TestHolderThatHasNotYetWritten(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text := holderOf(f).Error(); !strings.Contains(text, "a command that has just started") {
		t.Errorf("found %q", text)
	}
}

func TestNetworkFileSystemsAreRefused(t *testing.T) {
	for magic, name := range networked {
		if err := refuse("/srv/recon", magic); err == nil || !strings.Contains(err.Error(), "lies on "+name) {
			t.Errorf("%#x: found %v, wanted a refusal that names %s", magic, err, name)
		}
	}
	const ext4, xfs, tmpfs = 0xef53, 0x58465342, 0x01021994
	for _, magic := range []uint32{ext4, xfs, tmpfs} {
		if err := refuse("/srv/recon", magic); err != nil {
			t.Error(err)
		}
	}
}

// TestHolderIsWhoLives: the holder while it lives, nobody after it was killed,
// and asking never takes the lock.
func TestHolderIsWhoLives(t *testing.T) {
	home := t.TempDir()
	if held, err := Holder(home); err != nil || held != nil {
		t.Fatalf("an untouched home: %v, %v", held, err)
	}
	other := hold(t, home)
	held, err := Holder(home)
	if err != nil || held == nil || held.Command != command || held.PID != other.Process.Pid {
		t.Fatalf("held: %v, %v", held, err)
	}
	other.Process.Kill()
	other.Wait()
	if held, err := Holder(home); err != nil || held != nil {
		t.Errorf("after the holder was killed: %v, %v", held, err)
	}
	l, err := Acquire(home, command, since, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if held, err := Holder(home); err != nil || held != nil {
		t.Errorf("after a release: %v, %v", held, err)
	}
}
