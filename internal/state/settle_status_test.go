package state

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestStatusFileIsReadOnce(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100))
	file := StatusFile{SHA256: hash, Name: "inbox/s.xml", Kind: "pain.002", Sender: "COBADEFF", MessageID: "M1", Path: "raw/s.xml", Signals: 3, RunID: b.run}
	steps := moves(b.attempt("ann", "2026-08"), PayoutPaid)
	want(t, must(b.Apply(ctx, steps, nil, &file, noon))(t), Outcome{Applied: 1})
	want(t, fmt.Sprintln(file.Applied, file.ReadAt.Equal(noon)), "1 true\n")
	file.No = 1
	want(t, must(b.StatusFiles(ctx))(t), []StatusFile{file})

	other := strings.Repeat("cd", 32)
	// A message that was read before and says nothing new is left alone; one that
	// says something new is read, whatever its id.
	again := StatusFile{SHA256: other, Kind: "pain.002", Sender: "COBADEFF", MessageID: "M1", RunID: b.run}
	want(t, must(b.Apply(ctx, nil, nil, &again, noon))(t), Outcome{Known: true})
	for name, c := range map[string]struct {
		file  StatusFile
		known bool
	}{
		"same bytes":                 {StatusFile{SHA256: hash, Name: "other.xml"}, true},
		"another kind":               {StatusFile{SHA256: strings.Repeat("01", 32), Kind: "camt.053", Sender: "COBADEFF", MessageID: "M1"}, false},
		"another sender":             {StatusFile{SHA256: strings.Repeat("02", 32), Kind: "pain.002", Sender: "DEUTDEFF", MessageID: "M1"}, false},
		"a sender that says no id":   {StatusFile{SHA256: strings.Repeat("03", 32), Kind: "pain.002", Sender: "COBADEFF"}, false},
		"the same once more":         {StatusFile{SHA256: strings.Repeat("04", 32), Kind: "pain.002", Sender: "COBADEFF"}, false},
		"a message of nobody":        {StatusFile{SHA256: strings.Repeat("05", 32), Kind: "pain.002", MessageID: "M1"}, false},
		"one more message of nobody": {StatusFile{SHA256: strings.Repeat("06", 32), Kind: "pain.002", MessageID: "M1"}, false},
	} {
		c.file.RunID = b.run
		e := PayoutException{Source: name, Evidence: "1", Kind: "unknown_payout"}
		want(t, name+fmt.Sprint(must(b.Apply(ctx, nil, []PayoutException{e}, &c.file, noon))(t)), name+fmt.Sprint(Outcome{Known: c.known}))
	}
	want(t, len(must(b.Exceptions(ctx, ExceptionFilter{}))(t)), 6) // those of known files are not stored
	known, err := b.StatusFileKnown(ctx, other)
	want(t, fmt.Sprintln(known, err), "false <nil>\n")
	news := []PayoutException{{Source: "news", Evidence: "1", Kind: "unknown_payout"}}
	want(t, must(b.Apply(ctx, nil, news, &again, noon))(t), Outcome{Before: "inbox/s.xml"})
	known, err = b.StatusFileKnown(ctx, other)
	want(t, fmt.Sprintln(known, err), "true <nil>\n")
}

func TestExceptionsAreRecordedOnce(t *testing.T) {
	b := freshBooks(t)
	one := PayoutException{Source: "bank", Evidence: "f:7", Kind: "amount", RailRef: "MP1", Code: "ACSC", Detail: "found 5, wanted 6", Currency: "EUR", AmountMinor: 5}
	two := one
	two.Kind, two.RailRef = "unknown_payout", "MP2"
	for range 2 {
		must(b.Apply(ctx, nil, []PayoutException{one, two, one}, nil, noon))(t)
	}
	one.No, one.RecordedAt, two.No, two.RecordedAt = 1, noon, 2, noon
	want(t, must(b.Exceptions(ctx, ExceptionFilter{}))(t), []PayoutException{one, two})
	want(t, must(b.Exceptions(ctx, ExceptionFilter{Kind: "amount"}))(t), []PayoutException{one})
	want(t, must(b.Exceptions(ctx, ExceptionFilter{RailRef: "MP2"}))(t), []PayoutException{two})
	want(t, must(b.Exceptions(ctx, ExceptionFilter{AfterNo: 1}))(t), []PayoutException{two})
}

func TestAcceptedRestatements(t *testing.T) {
	b := freshBooks(t)
	say := func(entry, content string) Acceptance {
		return Acceptance{EntryID: entry, Content: content, By: "li.na", Why: "typo", At: noon.Add(time.Minute)}
	}
	b.ok(b.AcceptRestated(ctx, []Acceptance{say("e2", "x"), say("e1", "x"), say("e1", "x"), say("e1", "y")}))
	b.ok(b.AcceptRestated(ctx, []Acceptance{say("e1", "y"), say("e2", "gone")}))
	b.ok(b.AcceptRestated(ctx, []Acceptance{say("e2", "x")})) // and back again
	said := func(upTo int64) string {
		t.Helper()
		var all []string
		for _, a := range must(b.AcceptedRestated(ctx, upTo))(t) {
			all = append(all, fmt.Sprint(a.No)+a.EntryID+a.Content)
		}
		return strings.Join(all, " ")
	}
	want(t, []string{said(0), said(2), said(3), said(4), said(9)}, []string{"", "2e1x 1e2x", "3e1y 1e2x", "3e1y 4e2gone", "3e1y 5e2x"})
	wanted := say("e1", "y")
	wanted.No = 3
	want(t, must(b.AcceptedRestated(ctx, 9))(t)[0], wanted)

	nobody := say("e9", "z")
	nobody.By = ""
	wantError(t, b.AcceptRestated(ctx, []Acceptance{say("e8", "z"), nobody}), "entry e9: to accept a change needs a person and a reason")
	want(t, said(9), "3e1y 5e2x")
}
