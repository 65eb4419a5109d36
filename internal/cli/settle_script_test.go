package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"recon/fixtures/gen"
	"recon/internal/calendar"
)

// fill FILE WORD PATTERN: puts what the last command printed, the first group
// of PATTERN, in the place of WORD in FILE.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: fill FILE WORD PATTERN")
	}
	found := regexp.MustCompile("(?m)" + args[2]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("no %s in stdout", args[2])
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s: no %s in it", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], found[1])), 0o640))
}

var (
	messageOf = regexp.MustCompile(`<MsgId>(ME(\d{4})(\d{2})[A-Z2-7]{24})</MsgId>`)
	groupOf   = regexp.MustCompile(`<PmtInfId>(PI\d{6}[A-Z2-7]{24})</PmtInfId>`)
	refOf     = regexp.MustCompile(`REF\(([a-z]+)(#\d)?\)`)
)

// reply FROM SUBMISSION TO: makes of FROM what a bank or a provider says to a
// submission file. MESSAGE and GROUP in it become the file's message id and
// block id, REF(anna) the reference of anna's payout of that month in euro,
// REF(anna#2) that of its second attempt.
func reply(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: reply FROM SUBMISSION TO")
	}
	file := ts.ReadFile(args[1])
	message, group := messageOf.FindStringSubmatch(file), groupOf.FindStringSubmatch(file)
	if message == nil || group == nil {
		ts.Fatalf("%s: no submission file", args[1])
	}
	text := strings.NewReplacer("MESSAGE", message[1], "GROUP", group[1]).Replace(ts.ReadFile(args[0]))
	text = refOf.ReplaceAllStringFunc(text, func(word string) string {
		found := refOf.FindStringSubmatch(word)
		return reference(found[1], message[2], message[3], found[2])
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o640))
}

// reference is a payout's reference, worked out as the contract with the banks
// has it and not by the code under test.
func reference(payee, year, month, attempt string) string {
	if attempt == "" {
		attempt = "#1"
	}
	sum := sha256.Sum256([]byte("monthly-payout:" + payee + ":" + year + "-" + month + ":EUR" + attempt))
	return "MP" + year + month + base32.StdEncoding.EncodeToString(sum[:])[:24]
}

// samples are the schemas of the messages, which are no part of this repository.
const samples = "../../../shared/samples/iso20022/xsd"

// schema MESSAGE FILE: the file keeps to the schema of a message, as xmllint
// sees it.
func schema(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: schema MESSAGE FILE")
	}
	xsd := filepath.Join(here, samples, args[0]+".xsd")
	if _, err := os.Stat(xsd); err != nil {
		if os.Getenv("CI") != "" {
			ts.Fatalf("in CI nothing is skipped: %v", err)
		}
		ts.Logf("NOT CHECKED AGAINST ITS SCHEMA: %v", err)
		return
	}
	ts.Check(ts.Exec("xmllint", "--noout", "--schema", xsd, ts.MkAbs(args[1])))
}

// here is the folder of this package, as scripts run elsewhere.
var here, _ = os.Getwd()

// nights DIR DATE: makes the small company of three nights from a date on.
func nights(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: nights DIR DATE")
	}
	first, err := calendar.Parse(args[1])
	ts.Check(err)
	ts.Check(gen.Company(ts.MkAbs(args[0]), first))
}

// bad CODE FILE OLD NEW MESSAGE: with OLD replaced by NEW in FILE, August is
// not settled: it ends with CODE and prints the line MESSAGE, word for word, and
// no account number. Nothing is posted, published or made for a bank. FILE is
// as before then.
func bad(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: bad CODE FILE OLD NEW MESSAGE")
	}
	good := ts.ReadFile(args[1])
	edit(ts, false, args[1:4])
	exits(ts, false, []string{args[0], "settle", "--period", "2026-08"})
	found := ts.ReadFile("stderr")
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(good), 0o640))
	lines := strings.Split(strings.NewReplacer("settle: ", "", "\n  ", "\n").Replace(found), "\n")
	if !slices.Contains(lines, args[4]) || ibanIn.MatchString(found) {
		ts.Fatalf("stderr: found\n%s\nwanted the line\n%s", found, args[4])
	}
	untouched(ts, false, nil)
}

var ibanIn = regexp.MustCompile(`[A-Z]{2}\d{18}`)

// untouched: nothing is posted, published or made for a bank.
func untouched(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range []string{"lake", "submissions", "outbox", "reports/settle-2026-08/payouts.csv"} {
		if _, err := os.Stat(ts.MkAbs(name)); err == nil {
			ts.Fatalf("%s: is there", name)
		}
	}
	ts.Check(ts.Exec("settle", "list", "--json"))
	if found := strings.TrimSpace(ts.ReadFile("stdout")); found != "[]" {
		ts.Fatalf("batches: found %s", found)
	}
}

// together N cmd...: starts a command four times at once. At least one must end
// with exit code N; the others too, or be refused because home is locked.
func together(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var all [4]*exec.Cmd
	var errs [4]bytes.Buffer
	for i := range all {
		all[i] = exec.Command(args[1], args[2:]...)
		all[i].Dir, all[i].Stderr = ts.MkAbs("."), &errs[i]
		all[i].Env = append(os.Environ(), "RECON_NOW="+ts.Getenv("RECON_NOW"), "DEBTOR_IBAN="+ts.Getenv("DEBTOR_IBAN"))
		ts.Check(all[i].Start())
	}
	done := 0
	for i := range all {
		all[i].Wait() // its code is looked at
		switch code := all[i].ProcessState.ExitCode(); {
		case code == want:
			done++
		case code != exitFailed || !strings.Contains(errs[i].String(), "home is locked by"):
			ts.Fatalf("exit code %d, wanted %d or a locked home\n%s", code, want, errs[i].String())
		}
	}
	if done == 0 {
		ts.Fatalf("none of them ended with %d", want)
	}
}
