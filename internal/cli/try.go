package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"recon/ingest"
	"recon/internal/config"
)

func (a *app) tryCommand() *cobra.Command {
	var date string
	c := &cobra.Command{
		Use:   "try",
		Short: "See how well the files of a day join, publishing nothing",
		RunE:  func(c *cobra.Command, _ []string) error { return a.try(c.Context(), date) },
	}
	c.Flags().StringVar(&date, "date", "yesterday", "business date")
	return c
}

func (a *app) try(ctx context.Context, date string) error { return errors.New("todo") }

// checkAgainst says which words of an own export the mapping does not know.
func (a *app) checkAgainst(ctx context.Context, cfg *config.Config, path string) error {
	src := sourceOfFile(cfg, path)
	if src == nil {
		return usageError(fmt.Errorf("%s: no own export's folder and pattern fit it", path))
	}
	if _, err := os.Stat(path); err != nil {
		return usageError(err)
	}
	table := ingest.NewTable(cfg, "", 0)
	file := ingest.File{Source: src, Side: ingest.Ledger, Path: path, Name: filepath.Base(path), No: ingest.MaxParts}
	s, err := table.SurveyExport(ctx, file, ingest.Options{MaxBytes: cfg.Limits.MaxUnzipped()})
	if err != nil {
		return err
	}
	return a.printSurvey(src, s)
}

// sourceOfFile is the own export whose pattern fits a file's name.
func sourceOfFile(cfg *config.Config, path string) *config.Source {
	for i := range cfg.Sources {
		src := &cfg.Sources[i]
		if src.Side != "ledger" {
			continue
		}
		if ok, err := filepath.Match(src.Fetch.Glob(), filepath.Base(path)); ok && err == nil {
			return src
		}
	}
	return nil
}

// printSurvey prints columns and words; a word or column that settings lack is
// a failure.
func (a *app) printSurvey(src *config.Source, s ingest.Survey) error {
	fmt.Fprintf(a.stdout, "source %s: %d rows, columns %s\n", src.Name, s.Rows, strings.Join(s.Columns, ", "))
	failed := len(s.Missing) > 0 || len(s.Faults) > 0
	for _, m := range s.Missing {
		fmt.Fprintf(a.stdout, "  column %q: named by the settings, not in the file\n", m)
	}
	for _, f := range s.Faults {
		fmt.Fprintf(a.stdout, "  %s\n", f.Error())
	}
	for _, c := range s.Words {
		for _, w := range c.Words {
			meaning := w.Meaning
			if meaning == "" {
				meaning, failed = "unknown: add it to the settings", true
			}
			fmt.Fprintf(a.stdout, "  %s %q: %d rows, %s\n", c.Column, w.Word, w.Rows, meaning)
		}
	}
	if failed {
		return coded(exitFailed)
	}
	return nil
}
