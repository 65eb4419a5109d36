package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/internal/state"
	"recon/report"
)

// largestImport bounds the file that people send back, in bytes.
const largestImport = 64 << 20

// returned is one line of a returned breaks.csv.
type returned struct {
	line                     int
	cells                    map[string]string
	id, word, owner, comment string
}

func (a *app) importCommand() *cobra.Command {
	var by, effective string
	var apply bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Take in a breaks.csv that came back with the columns decision, owner and comment",
		Long: `Import checks each line against the break as it stands now: the id is known, it is still open, the amounts are
unchanged. Without --apply it prints what it would do and changes nothing.`,
		Args:    cobra.ExactArgs(1),
		Example: "  recon breaks import breaks-returned.csv\n  recon breaks import breaks-returned.csv --apply --by li.na",
		RunE: func(c *cobra.Command, args []string) error {
			if apply {
				if err := required("--by", by); err != nil {
					return usageError(err)
				}
			}
			return a.importBreaks(c.Context(), args[0], by, effective, apply)
		},
	}
	c.Flags().StringVar(&by, "by", "", "who decided")
	c.Flags().StringVar(&effective, "effective", "", "business date from which closures count (default: the day after the last day run)")
	c.Flags().BoolVar(&apply, "apply", false, "store the decisions")
	return c
}

func (a *app) importBreaks(ctx context.Context, path, by, effective string, apply bool) error {
	lines, err := readReturned(path)
	if err != nil {
		return usageError(err)
	}
	cfg, err := a.load()
	if err != nil {
		return err
	}
	s, err := a.open(ctx, cfg, !apply)
	if err != nil {
		return err
	}
	err = a.importInto(ctx, s, lines, path, by, effective, apply)
	return errors.Join(err, s.close(ctx, exitCode(err)))
}

// importInto checks every line and stores all decisions or none.
func (a *app) importInto(ctx context.Context, s *session, lines []returned, path, by, effective string, apply bool) error {
	open, err := s.openBreaks(ctx)
	if err != nil {
		return err
	}
	var decisions []state.Decision
	var faults []error
	for _, l := range lines {
		b, known := open[l.id]
		if err := l.check(b, known, s.cfg.Language); err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, l.line, err))
			continue
		}
		more, err := s.decisionsOf(ctx, l, b, by, effective)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, l.line, err))
			continue
		}
		decisions = append(decisions, more...)
	}
	if len(faults) > 0 {
		return usageError(errors.Join(faults...))
	}
	for _, d := range decisions {
		fmt.Fprintf(a.stdout, "%s: %s\n", d.BreakID, describe(d))
	}
	if !apply {
		fmt.Fprintf(a.stdout, "%d decisions from %d lines; nothing was stored: add --apply --by WHO\n", len(decisions), len(lines))
		return nil
	}
	if _, err := s.state.AddDecisions(ctx, decisions...); err != nil {
		return usageError(err)
	}
	fmt.Fprintf(a.stdout, "%d decisions stored\n", len(decisions))
	for _, rec := range s.cfg.Reconciliations {
		if err := s.engine.RewriteReports(ctx, rec.Name); err != nil {
			return err
		}
	}
	return nil
}

func describe(d state.Decision) string {
	switch d.Kind {
	case state.Assign:
		return "owner " + d.Owner
	case state.Note:
		return "note: " + d.Comment
	}
	return d.Word + " from " + d.EffectiveOn.String() + " on"
}

// decisionsOf turns a line into decisions: the word closes, an owner assigns, a
// comment alone is a note. What the break has already is said only once.
func (s *session) decisionsOf(ctx context.Context, l returned, b report.Break, by, effective string) ([]state.Decision, error) {
	base := state.Decision{BreakID: b.ID, Reconciliation: b.Reconciliation, By: by, At: s.app.now}
	var list []state.Decision
	if l.owner != "" && l.owner != b.Owner {
		d := base
		d.Kind, d.Owner = state.Assign, l.owner
		list = append(list, d)
	}
	switch {
	case l.word != "":
		date, err := s.effective(ctx, b.Reconciliation, effective, b.FirstSeen)
		if err != nil {
			return nil, err
		}
		d := base
		d.Kind, d.Word, d.Comment, d.EffectiveOn = state.Closure, l.word, l.comment, date
		list = append(list, d)
	case l.comment != "" && l.comment != b.Note:
		d := base
		d.Kind, d.Comment = state.Note, l.comment
		list = append(list, d)
	}
	return list, nil
}

// check compares a line with its break as it stands.
func (l returned) check(b report.Break, known bool, language string) error {
	if !known {
		return fmt.Errorf(`column "break_id": %q is not open, wanted an open break; it may be closed since the file was sent`, l.id)
	}
	if _, ok := state.WordOf(l.word); l.word != "" && (!ok || l.word == state.ManualMatch || l.word == state.Reopen) {
		return fmt.Errorf(`column "decision": %q, wanted one of %s or nothing`, l.word, decisionCodes())
	}
	now := report.BreakRecord(b, b.FirstSeen, language)
	for _, column := range []string{"currency", "statement_minor", "ledger_minor", "difference_minor"} {
		if was, ok := l.cells[column]; ok && was != now[column] {
			return fmt.Errorf("column %q: %q in the file, %q now: the break changed since the file was sent; decide on it as it is now", column, was, now[column])
		}
	}
	return nil
}

// readReturned reads the lines of a returned breaks.csv that say something.
func readReturned(path string) ([]returned, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, largestImport+1))
	if err != nil {
		return nil, err
	}
	if len(text) > largestImport {
		return nil, fmt.Errorf("%s: larger than %d bytes, wanted a breaks.csv", path, largestImport)
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) {
		// Spreadsheets on Chinese systems save CSV in GBK.
		if text, err = simplifiedchinese.GB18030.NewDecoder().Bytes(text); err != nil {
			return nil, fmt.Errorf("%s: neither UTF-8 nor GB18030", path)
		}
	}
	return parseReturned(path, text)
}

func parseReturned(path string, text []byte) ([]returned, error) {
	in := csv.NewReader(bytes.NewReader(text))
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s:1: no header: %w", path, err)
	}
	for _, column := range []string{"break_id", "decision"} {
		if !slices.Contains(header, column) {
			return nil, fmt.Errorf("%s:1: no column %q, wanted the columns of breaks.csv with decision, owner and comment", path, column)
		}
	}
	var lines []returned
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := in.FieldPos(0)
		l := returned{line: line, cells: map[string]string{}}
		for i, name := range header {
			// The apostrophe guards a cell against being read as a formula.
			l.cells[name] = strings.TrimPrefix(strings.TrimSpace(cells[i]), "'")
		}
		l.id, l.word, l.owner, l.comment = l.cells["break_id"], l.cells["decision"], l.cells["owner"], l.cells["comment"]
		if l.word != "" || l.owner != "" || l.comment != "" {
			lines = append(lines, l)
		}
	}
}
