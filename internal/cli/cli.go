// Package cli is the command line: one file per command, exit codes in one
// switch, and the only place that reads the clock.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"recon/internal/config"
	"recon/providers"
)

// app is what every command shares.
type app struct {
	stdout, stderr io.Writer
	now            time.Time
	ended          func() time.Time // the time at the end of a command; nil: the clock's

	configPath string
	json       bool
	logFormat  string
	verbose    bool
	unsafeFS   bool
}

// Main runs program with args and returns the exit code.
func Main(program string, args []string) int {
	// A file-size limit is then an error with a path, not a crash.
	signal.Ignore(syscall.SIGXFSZ)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{stdout: os.Stdout, stderr: os.Stderr, now: clock()}
	root := a.root(program)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err != nil && err.Error() != "" {
		fmt.Fprintf(a.stderr, "%s: %v\n", program, err)
	}
	return exitCode(err)
}

// clock is the time now, or RECON_NOW (RFC 3339) so that tests and examples
// can stand on a fixed day.
func clock() time.Time {
	if t, err := time.Parse(time.RFC3339, os.Getenv("RECON_NOW")); err == nil {
		return t
	}
	return time.Now()
}

// end is the time at the end of a command.
func (a *app) end() time.Time {
	if a.ended != nil {
		return a.ended()
	}
	return clock()
}

// root is the command of a program: settle is recon settle under its own name.
func (a *app) root(program string) *cobra.Command {
	if program == "settle" {
		return a.asRoot(a.settleCommand())
	}
	root := &cobra.Command{
		Use:   program,
		Short: "Reconcile payment statements with your own books, every night",
		Example: `  recon init shop && cd shop                 make a folder with a commented recon.yaml
  recon config try --date 2026-08-15         see how well the files of a day join, publishing nothing
  recon run --date 2026-08-15                reconcile one day
  recon run --until yesterday                the cron line: every day that is due and not done
  recon breaks list --reason missing         what the provider has and your books have not
  recon breaks close B1A2 --decision booked --by li.na --comment "booked by hand"`,
	}
	root.AddCommand(a.runCommand(), a.breaksCommand(), a.runsCommand(), a.statementsCommand(), a.inspectCommand(),
		a.formatsCommand(), a.queryCommand(), a.reportCommand(), a.monthCommand(), a.configCommand(), a.doctorCommand(), a.serveCommand(), a.initCommand(), a.demoCommand(), a.settleCommand())
	return a.asRoot(root)
}

// asRoot gives a command what every root has.
func (a *app) asRoot(root *cobra.Command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors, root.Version = true, true, engineVersion()
	root.PersistentFlags().StringVar(&a.configPath, "config", "recon.yaml", "configuration file")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print a machine-readable summary on stdout")
	root.PersistentFlags().StringVar(&a.logFormat, "log-format", "text", "log lines on stderr: text, with what needs a look, or json, with every stage too")
	root.PersistentFlags().BoolVarP(&a.verbose, "verbose", "v", false, "log every stage as text too")
	root.PersistentFlags().BoolVar(&a.unsafeFS, "unsafe-fs", false, "accept a home that is not on a local disk")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError(err) })
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return a.setLogger() }
	usageArgs(root)
	return root
}

// usageArgs makes a wrong argument count or an unknown command a usage error;
// cobra reports the first like any other error and the second not at all.
func usageArgs(c *cobra.Command) {
	check := c.Args
	switch {
	case c.HasSubCommands():
		check = cobra.ArbitraryArgs
		if own := c.RunE; own != nil {
			c.RunE = func(c *cobra.Command, args []string) error {
				if len(args) > 0 {
					return unknownCommand(c, args)
				}
				return own(c, args)
			}
			break
		}
		c.RunE = unknownCommand
	case check == nil:
		check = cobra.NoArgs
	}
	c.Args = func(c *cobra.Command, args []string) error {
		if err := check(c, args); err != nil {
			return usageError(err)
		}
		return nil
	}
	for _, sub := range c.Commands() {
		usageArgs(sub)
	}
}

func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return c.Help()
	}
	text := fmt.Sprintf("unknown command %q for %q", args[0], c.CommandPath())
	c.SuggestionsMinimumDistance = 2
	if near := c.SuggestionsFor(args[0]); len(near) > 0 {
		text += fmt.Sprintf(", did you mean %q", near[0])
	}
	return usageError(errors.New(text))
}

func (a *app) setLogger() error {
	level := slog.LevelWarn
	if a.verbose || a.logFormat == "json" {
		level = slog.LevelInfo
	}
	opts := &slog.HandlerOptions{Level: level}
	switch a.logFormat {
	case "text":
		slog.SetDefault(slog.New(slog.NewTextHandler(a.stderr, opts)))
	case "json":
		slog.SetDefault(slog.New(slog.NewJSONHandler(a.stderr, opts)))
	default:
		return usageError(fmt.Errorf("--log-format %q: wanted text or json", a.logFormat))
	}
	return nil
}

// load reads the configuration file.
func (a *app) load() (*config.Config, error) {
	return config.Load(a.configPath, providers.Defaults())
}

// engineVersion is the version of the build: the module's, or its revision.
func engineVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
