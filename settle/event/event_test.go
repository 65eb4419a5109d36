package event

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"recon/internal/config"
	"recon/internal/golden"
	"recon/settle/rail"
)

// senders are two of a made-up kind: one by words, one whose events are all of one type.
var senders = []config.EventMapping{
	{
		Name: "bank", ID: "event.uid", RailRef: "payment.reference", Time: "event.when", Layout: "rfc3339",
		Amount: "payment.value", Unit: "major", Currency: "payment.ccy", Code: "payment.why",
		Type: config.Choice{Column: "event.what", Values: map[string][]string{
			"processing": {"BOOKED"}, "paid": {"SENT"}, "failed": {"REFUSED"}, "returned": {"BOUNCED"},
		}},
	},
	{
		Name: "wallet", ID: "header.id", RailRef: "body.0.ref", Time: "header.at", Layout: "unix_milli",
		Amount: "body.0.fen", Unit: "minor", Currency: "body.0.currency", Type: config.Choice{Const: "paid"},
	},
}

// printed is one line per signal.
func printed(f rail.StatusFile) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s from %q\n", f.Kind, f.Sender)
	for _, s := range f.Signals {
		fmt.Fprintf(&b, "%d: %s %s %s", s.Line, s.Source, s.Evidence, s.Code)
		if s.Level == rail.Payout {
			fmt.Fprintf(&b, " = %q of %q", s.Next, s.RailRef)
		}
		if s.HasAmount {
			fmt.Fprintf(&b, ", %d %s", s.AmountMinor, s.Currency)
		}
		if !s.OccurredAt.IsZero() {
			fmt.Fprintf(&b, ", %s", s.OccurredAt.Format("2006-01-02T15:04:05.999999999Z07:00"))
		}
		for _, r := range s.Reasons {
			fmt.Fprintf(&b, ", because %q %q, fixable %v", r.Code, r.Text, s.Fixable)
		}
		if s.Note != "" {
			fmt.Fprintf(&b, ", note %q", s.Note)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	for _, name := range []string{"stripe", "mapped", "faults"} {
		t.Run(name, func(t *testing.T) {
			in, err := os.ReadFile("testdata/" + name + ".jsonl")
			if err != nil {
				t.Fatal(err)
			}
			f, err := Read(bytes.NewReader(in), name+".jsonl", senders)
			got := printed(f)
			if err != nil {
				if len(f.Signals) > 0 {
					t.Error("signals of a file with faults")
				}
				got = err.Error() + "\n"
			}
			golden.Check(t, "testdata/"+name+".want", []byte(got))
		})
	}
}

// TestOrderOfArrivalMeansNothing shuffles the lines of a dump.
func TestOrderOfArrivalMeansNothing(t *testing.T) {
	in, err := os.ReadFile("testdata/stripe.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimPrefix(string(in), "\ufeff"), "\r\n")
	rows = rows[:len(rows)-3] // notes keep the order of the file
	order := func() string {
		f, err := Read(strings.NewReader(strings.Join(rows, "\n")), "x", nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range f.Signals {
			f.Signals[i].Line = 0
			if f.Signals[i].Level == "" {
				f.Signals[i] = rail.Signal{}
			}
		}
		return printed(f)
	}
	want := order()
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		if got := order(); got != want {
			t.Fatalf("got\n%s\nwant\n%s", got, want)
		}
	}
}

const good = `{"id":"evt_1","object":"event","type":"payout.paid","created":1788300000,` +
	`"data":{"object":{"amount":1999,"currency":"eur","metadata":{"rail_ref":"R"}}}%s}`

func TestHostileLines(t *testing.T) {
	deep := func(n int) string { return fmt.Sprintf(good, `,"x":`+strings.Repeat("[", n)+strings.Repeat("]", n)) }
	long := func(n int) string {
		return fmt.Sprintf(good, `,"x":"`+strings.Repeat("a", n-len(fmt.Sprintf(good, `,"x":""`)))+`"`)
	}
	cases := []struct{ name, in, want string }{
		{"deep enough", deep(maxDepth - 1), ""},
		{"too deep", deep(maxDepth), "x:1: 33 objects and arrays inside each other, wanted at most 32"},
		{"far too deep", deep(500_000), "x:1: 1000001 objects"},
		{"brackets in a text", fmt.Sprintf(good, `,"x":"`+strings.Repeat(`[\"`, 100)+`"`), ""},
		{"long enough", long(maxLine), ""},
		{"too long", long(maxLine+1<<10) + "\n" + fmt.Sprintf(good, "") + "\n[]", "x:1: longer than 1048576 bytes, wanted one event\nx:3: a JSON array"},
		{"too long and cut off", strings.Repeat("x", 3*maxLine), "x:1: longer than 1048576 bytes"},
		{"no UTF-8", fmt.Sprintf(good, ",\"x\":\"\xff\""), "x:1: not UTF-8"},
		{"key twice", `{"id":"evt_0",` + fmt.Sprintf(good, "")[1:], ""},
		{"long id", fmt.Sprintf(good, `,"id":"`+strings.Repeat("a", 256)+`"`), "x:1: id: 256 bytes, wanted at most 255"},
		{"long type", fmt.Sprintf(good, `,"type":"`+strings.Repeat("a", 256)+`"`), "x:1: type: 256 bytes, wanted at most 255"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if strings.HasPrefix(c.name, "far") {
				c.want = strings.Replace(c.want, "1000001", "500001", 1)
			}
			_, err := Read(strings.NewReader(c.in), "x", nil)
			if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.HasPrefix(got, strings.TrimSpace(c.want)) && c.want != "" {
				t.Errorf("got %.200s, want %q", got, c.want)
			}
		})
	}
}

func TestTooManyLines(t *testing.T) {
	in := strings.Repeat("\n", maxLines) + fmt.Sprintf(good, "") + "\n"
	_, err := Read(strings.NewReader(in), "x", nil)
	if want := "x:1000001: more than 1000000 lines, wanted it in several files"; fmt.Sprint(err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, os.ErrClosed }

func TestUnreadable(t *testing.T) {
	if _, err := Read(broken{}, "x", nil); fmt.Sprint(err) != "x:1: cannot be read: file already closed" {
		t.Error(err)
	}
}

func TestManyFaults(t *testing.T) {
	_, err := Read(strings.NewReader(strings.Repeat("x\n", 30)), "x", nil)
	if got := strings.Split(fmt.Sprint(err), "\n"); len(got) != maxFaults+1 || got[maxFaults] != "x: 10 more faults" {
		t.Errorf("%d faults, the last %q", len(got), got[len(got)-1])
	}
}

// TestMappings holds what is said of a setting that cannot be used, and who
// gets a line when several senders could.
func TestMappings(t *testing.T) {
	m := senders[0]
	m.Layout = "2006-01-02 15:04:05"
	_, err := Read(strings.NewReader(""), "x", []config.EventMapping{m})
	if want := `x: settle.events bank: layout "2006-01-02 15:04:05" has no offset`; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("got %v, want %s", err, want)
	}

	other := senders[0]
	other.Name, other.Type.Values = "other", map[string][]string{"failed": {"LOST"}}
	text := `{"event":{"uid":"1","what":"LOST","when":"2026-09-02T10:00:00Z"},"payment":{"reference":"R","value":"1","ccy":"EUR"}}`
	f, err := Read(strings.NewReader(text), "x", []config.EventMapping{senders[0], other})
	if err != nil || f.Sender != "other" || f.Signals[0].Next != rail.Failed {
		t.Errorf("%v %+v", err, f)
	}

	other.Name, other.ID, other.Type = "stripe", "id", config.Choice{Column: "type", Values: map[string][]string{"paid": {"payout.failed"}}}
	f, err = Read(strings.NewReader(fmt.Sprintf(good, "")), "x", []config.EventMapping{other})
	if err != nil || len(f.Signals) != 1 || f.Signals[0].Level != "" {
		t.Errorf("a sender named stripe must take the place of the built-in one: %v %+v", err, f)
	}
}

// digitick/php-sepa-xml #28: 19.99 became 19.98.
func TestAmountsAreExact(t *testing.T) {
	for text, want := range map[string]int64{"19.99": 1999, `"19.99"`: 1999, "0.29": 29, "98529.87": 9852987, "90071992547409.93": 9007199254740993} {
		in := `{"event":{"uid":"1","what":"SENT","when":"2026-09-02T10:00:00Z"},"payment":{"reference":"R","value":` + text + `,"ccy":"EUR"}}`
		f, err := Read(strings.NewReader(in), "x", senders)
		if err != nil || f.Signals[0].AmountMinor != want {
			t.Errorf("%s: %v %+v", text, err, f.Signals)
		}
	}
}

// FuzzRead holds that whatever a dump holds, the answer is signals with an
// identity or faults that name their line.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"stripe", "mapped", "faults"} {
		in, err := os.ReadFile("testdata/" + name + ".jsonl")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		file, err := Read(bytes.NewReader(in), "x", senders)
		if err != nil && (len(file.Signals) > 0 || !strings.HasPrefix(err.Error(), "x:")) {
			t.Errorf("%v with %d signals", err, len(file.Signals))
		}
		for _, s := range file.Signals {
			if s.Source == "" || s.Line < 1 || s.Level == rail.Payout && (s.Evidence == "" || s.OccurredAt.IsZero()) || s.Level == "" && s.Note == "" {
				t.Errorf("%+v", s)
			}
		}
	})
}
