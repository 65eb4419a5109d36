package cli

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"recon/fixtures/gen"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/lock"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"recon":  func() { os.Exit(Main("recon", os.Args[1:])) },
		"settle": func() { os.Exit(Main("settle", os.Args[1:])) },
	})
}

// TestScripts runs the commands as people do: each file of testdata is one
// story, with the exact exit code of every command.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("RECON_NOW", "2026-08-16T11:00:00+08:00")
			return nil
		},
		Cmds: withMail(t, map[string]func(*testscript.TestScript, bool, []string){
			"exits":     exits,
			"company":   company,
			"touch":     touch,
			"edit":      edit,
			"half":      half,
			"locked":    locked,
			"fill":      fill,
			"reply":     reply,
			"together":  together,
			"schema":    schema,
			"bad":       bad,
			"untouched": untouched,
			"nights":    nights,
		}),
	})
}

// exits N cmd...: runs a command that must end with exit code N.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || err != nil || len(args) < 2 {
		ts.Fatalf("usage: exits N command [arg ...]")
	}
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, wanted %d", got, want)
	}
}

// company DIR [ROWS]: makes the small company of three nights from 2026-08-13
// on, or one with a night of so many orders.
func company(ts *testscript.TestScript, neg bool, args []string) {
	dir, first := ts.MkAbs(args[0]), calendar.Of(2026, time.August, 13)
	if len(args) == 1 {
		ts.Check(gen.Company(dir, first))
		return
	}
	rows, err := strconv.Atoi(args[1])
	ts.Check(err)
	g, err := gen.New(gen.Options{Rows: rows, WeChatRows: 50, Date: first, Days: 1, Seed: 3})
	ts.Check(err)
	ts.Check(g.Write(dir, gen.Beside{}))
	ts.Check(os.WriteFile(filepath.Join(dir, "recon.yaml"), config.Example(), 0o640))
}

// touch FILE...: makes empty files and their folders.
func touch(ts *testscript.TestScript, neg bool, args []string) {
	for _, a := range args {
		path := ts.MkAbs(a)
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o750))
		ts.Check(os.WriteFile(path, nil, 0o640))
	}
}

// half FILE: keeps the first half of a text's lines.
func half(ts *testscript.TestScript, neg bool, args []string) {
	path := ts.MkAbs(args[0])
	lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(path, []byte(strings.Join(lines[:len(lines)/2], "")), 0o640))
}

// locked DIR: another run holds the lock of a home until the script ends.
func locked(ts *testscript.TestScript, neg bool, args []string) {
	held, err := lock.Acquire(ts.MkAbs(args[0]), "recon run --until yesterday", time.Date(2026, 8, 16, 10, 15, 0, 0, time.UTC), false)
	ts.Check(err)
	ts.Defer(func() { held.Release() })
}
