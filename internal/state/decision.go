package state

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"recon/internal/calendar"
)

// The kinds of decision.
const (
	Note    = "note"    // a remark, with or without a word of the list
	Assign  = "assign"  // who looks after the break
	Closure = "closure" // an input of the chain from its effective date
)

// Decision is one thing a person said about a break. It hangs on the break's id
// and survives every rerun.
type Decision struct {
	ID             int64 // given by AddDecisions, in the order of saying
	BreakID        string
	Reconciliation string
	Kind           string
	Word           string // a code of Words; "" for a plain note or an assignment
	PartnerBreakID string // of a manual_match
	Owner          string
	Comment        string
	By             string
	At             time.Time
	EffectiveOn    calendar.Date // of a closure
}

// AddDecisions stores decisions, all or none, and returns their numbers.
func (s *State) AddDecisions(ctx context.Context, all ...Decision) (ids []int64, err error) {
	for _, d := range all {
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("break %s: %w", d.BreakID, err)
		}
	}
	err = s.write(ctx, func(tx *sql.Tx) error {
		var next int64
		if err := tx.QueryRowContext(ctx, "select coalesce(max(decision_id), 0) + 1 from decision").Scan(&next); err != nil {
			return err
		}
		for i, d := range all {
			d.ID = next + int64(i)
			if err := insertDecision(ctx, tx, d); err != nil {
				return fmt.Errorf("break %s: %w", d.BreakID, err)
			}
			ids = append(ids, d.ID)
		}
		return nil
	})
	return ids, err
}

// How long what people write may be, in characters.
const (
	longestName    = 100
	longestComment = 4000
)

// checkTexts refuses names and comments that would not be what they look like
// in a report: control characters, turned writing, whole documents. A comment
// may have several lines.
func (d Decision) checkTexts() error {
	for _, t := range []struct {
		what, text, also string
		most             int
	}{{"the name of who decides", d.By, "", longestName}, {"the owner", d.Owner, "", longestName}, {"the comment", d.Comment, "\r\n\t", longestComment}} {
		bad := strings.IndexFunc(t.text, func(r rune) bool { return !unicode.IsGraphic(r) && !strings.ContainsRune(t.also, r) })
		switch {
		case !utf8.ValidString(t.text) || bad >= 0:
			return fmt.Errorf("%s %q: has characters that cannot be seen, wanted plain text", t.what, t.text)
		case utf8.RuneCountInString(t.text) > t.most:
			return fmt.Errorf("%s: longer than %d characters", t.what, t.most)
		}
	}
	return nil
}

// check refuses what the list and the kinds do not allow.
func (d Decision) check() error {
	if d.Word != "" {
		if _, ok := WordOf(d.Word); !ok {
			return fmt.Errorf("decision %q: wanted one of %s", d.Word, wordCodes())
		}
	}
	if err := d.checkTexts(); err != nil {
		return err
	}
	switch {
	case d.BreakID == "":
		return fmt.Errorf("no break_id: `recon breaks list` shows them")
	case d.By == "":
		return fmt.Errorf("nobody named: a decision needs a person")
	case d.Kind == Closure && d.Word == "":
		return fmt.Errorf("a closure without a decision: wanted one of %s", wordCodes())
	case d.Kind == Assign && d.Owner == "":
		return fmt.Errorf("an assignment without an owner")
	case d.Word == ManualMatch && (d.PartnerBreakID == "" || d.PartnerBreakID == d.BreakID):
		return fmt.Errorf("%s needs the other break's id", ManualMatch)
	case d.Word != ManualMatch && d.PartnerBreakID != "":
		return fmt.Errorf("%q has no other break; only %s has", d.Word, ManualMatch)
	}
	return nil
}

func insertDecision(ctx context.Context, tx *sql.Tx, d Decision) error {
	effective := ""
	if d.Kind == Closure {
		effective = d.EffectiveOn.String()
	}
	_, err := tx.ExecContext(ctx, `insert into decision (decision_id, break_id, reconciliation, kind, decision, partner_break_id,
owner, comment, decided_by, decided_at, effective_on) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		d.ID, d.BreakID, d.Reconciliation, d.Kind, d.Word, d.PartnerBreakID, d.Owner, d.Comment, d.By, d.At.UnixMicro(), effective)
	return err
}

// Decisions returns everything that was said about a reconciliation's breaks,
// in the order of saying; "" is all reconciliations.
func (s *State) Decisions(ctx context.Context, reconciliation string) ([]Decision, error) {
	return collect(ctx, s.db, readDecision, "select "+decisionColumns+
		" from decision where (? = '' or reconciliation = ?) order by decision_id", reconciliation, reconciliation)
}

// DecisionsOn returns everything that was said about a break, in the order of
// saying, matches in which it is the other break included.
func (s *State) DecisionsOn(ctx context.Context, breakID string) ([]Decision, error) {
	return collect(ctx, s.db, readDecision, "select "+decisionColumns+
		" from decision where break_id = ? or partner_break_id = ? order by decision_id", breakID, breakID)
}

// Closures returns a reconciliation's closures that are in force on a date,
// those of kind reopen included, in the order of saying.
func (s *State) Closures(ctx context.Context, reconciliation string, on calendar.Date) ([]Decision, error) {
	return collect(ctx, s.db, readDecision, "select "+decisionColumns+
		" from decision where kind = 'closure' and reconciliation = ? and effective_on <= ? order by decision_id",
		reconciliation, on.String())
}

const decisionColumns = `decision_id, break_id, reconciliation, kind, decision, partner_break_id,
owner, comment, decided_by, decided_at, effective_on`

func readDecision(rows *sql.Rows) (d Decision, err error) {
	var effective string
	var decided int64
	if err := rows.Scan(&d.ID, &d.BreakID, &d.Reconciliation, &d.Kind, &d.Word, &d.PartnerBreakID,
		&d.Owner, &d.Comment, &d.By, &decided, &effective); err != nil {
		return d, err
	}
	d.At = instant(decided)
	if effective != "" {
		d.EffectiveOn, err = calendar.Parse(effective)
	}
	return d, err
}
