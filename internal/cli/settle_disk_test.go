package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fails runs a command that must fail with exit code 1 and say all of these.
func fails(t *testing.T, c *exec.Cmd, says ...string) {
	t.Helper()
	var stderr strings.Builder
	c.Stderr = &stderr
	err := c.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
		t.Fatalf("%v, wanted exit code 1\n%s", err, stderr.String())
	}
	for _, text := range says {
		if !strings.Contains(stderr.String(), text) {
			t.Errorf("stderr lacks %q:\n%s", text, stderr.String())
		}
	}
}

// diskFull lets the disk be full at several places. The error says what to do,
// nothing is half there, and the next run ends as if nothing had happened.
func diskFull(t *testing.T, b binary, market string) {
	undisturbed := copyOf(t, market)
	b.run(t, undisturbed, august)
	want := resultOf(t, undisturbed)
	t.Run("posting", func(t *testing.T) {
		dir := copyOf(t, market)
		limited := b.command(dir, "", august)
		// The unit of sh is 512 bytes: the books of the batch need more.
		limited.Path, limited.Args = "/bin/sh", append([]string{"sh", "-c", `ulimit -f 5000; exec "$0" "$@"`}, limited.Args...)
		fails(t, limited, "state.db: ", "ulimit -f", "run again")
		nothingPublished(t, dir)
		b.run(t, dir, august)
		resultOf(t, dir).equals(t, want)
	})
	for _, c := range []struct{ name, path string }{
		{"submission", "submissions/2026-08/2026-08-1/sepa-2.xml.tmp"},
		{"upload sheet", "submissions/2026-08/2026-08-1/sepa-1.sheet.txt.tmp"},
		{"report", "reports/settle-2026-08/payees.csv.tmp"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := copyOf(t, market)
			fullAt(t, filepath.Join(dir, c.path))
			fails(t, b.command(dir, "", august), c.path+": no space left on device: free space on that disk, then run again")
			torn(t, dir)
			booksOf(t, dir)
			os.Remove(filepath.Join(dir, c.path))
			b.run(t, dir, august)
			resultOf(t, dir).equals(t, want)
		})
	}
}

// fullAt lets every byte that is written to a path find the disk full.
func fullAt(t *testing.T, path string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.Symlink("/dev/full", path)); err != nil {
		t.Fatal(err)
	}
}

// nothingPublished wants neither files for banks nor reports nor tables.
func nothingPublished(t *testing.T, dir string) {
	t.Helper()
	for name := range resultOf(t, dir).files {
		t.Errorf("%s: there, although the batch is not complete", name)
	}
}

// closedFolder lets nobody write the files for the banks. What was committed
// stays, no payout is in a file, and settle --period makes the files later.
func closedFolder(t *testing.T, b binary, market string) {
	draft := copyOf(t, market)
	b.run(t, draft, august)
	undisturbed := copyOf(t, draft)
	b.run(t, undisturbed, approving)
	want := resultOf(t, undisturbed)
	dir := copyOf(t, draft)
	folder := filepath.Join(dir, "submissions")
	if err := os.Mkdir(folder, 0o500); err != nil {
		t.Fatal(err)
	}
	fails(t, asNobody(t, dir, b.command(dir, "", approving)), "the approval is stored, its files are not made: ", "submissions/2026-08: permission denied: let the user",
		"settle --period 2026-08 makes them")
	for _, row := range booksOf(t, dir) {
		if strings.HasPrefix(row, "file ") || strings.Contains(row, "State:submitted") {
			t.Errorf("without a folder for files: %s", row)
		}
	}
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	b.run(t, dir, at(approving.now, august.args...))
	resultOf(t, dir).equals(t, want)
}

// asNobody lets a command run as a user for whom modes count: root writes
// everywhere.
func asNobody(t *testing.T, dir string, c *exec.Cmd) *exec.Cmd {
	t.Helper()
	if os.Getuid() != 0 {
		return c
	}
	const nobody = 65534
	if err := exec.Command("chown", "-R", "65534:65534", dir).Run(); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{c.Path, dir} { // their temporary folders are closed to others
		if err := os.Chmod(filepath.Dir(filepath.Dir(path)), 0o711); err != nil {
			t.Fatal(err)
		}
	}
	c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	return c
}
