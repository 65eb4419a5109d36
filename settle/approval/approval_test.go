package approval

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recon/internal/config"
	"recon/internal/golden"
)

var hash = strings.Repeat("ab", 32)

// keyOf is a key that is the same in every run.
func keyOf(t testing.TB, letter string) ed25519.PrivateKey {
	t.Helper()
	key, err := NewKey(strings.NewReader(strings.Repeat(letter, 32)))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sheetOf(t testing.TB, items ...Payout) Sheet {
	t.Helper()
	s, err := NewSheet(Sheet{
		BatchID: "2026-08-1", BatchHash: hash, Period: "2026-08", Part: 1, Cutoff: "2026-08-31T22:00:00Z", Maker: "wang", Items: items,
		Funding:      []Funding{{"sepa", "3000", "EUR", 2, 300}},
		Destinations: []Destination{{"p<1>", "EUR", "1111", "2222"}},
		Skipped:      []Skipped{{"minimum", "EUR", 3, 12}},
		Deviation:    []Deviation{{"EUR", 200, 500}},
		Overrides:    []Override{{"except alipay", "wang", "late file"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func payout(n int64, status string) Payout {
	return Payout{
		Key: fmt.Sprintf("monthly-payout:p%02d:2026-08:EUR", n), Payee: fmt.Sprintf("p%02d", n), Currency: "EUR", AmountMinor: n * 100,
		Status: status, Rail: "sepa", RailRef: fmt.Sprintf("MP%030d", n), Fingerprint: fmt.Sprintf("f%d", n), LastFour: fmt.Sprintf("%04d", n),
	}
}

func three(t testing.TB) Sheet {
	return sheetOf(t, payout(2, Pending), payout(1, Review), payout(3, Pending))
}

func TestSheetGolden(t *testing.T) {
	s := three(t)
	var b bytes.Buffer
	if err := s.Write(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/sheet.json", b.Bytes())
	back, err := ReadSheet(&b, "sheet.json")
	if diff := cmp.Diff(s, back); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestEmptySheetHasNoNull(t *testing.T) {
	s, err := NewSheet(Sheet{BatchID: "2026-08-1", BatchHash: hash})
	var b strings.Builder
	if err := errors.Join(err, s.Write(&b), s.Check()); err != nil || strings.Contains(b.String(), "null") {
		t.Errorf("%v %s", err, b.String())
	}
}

// TestChangedSheet changes what a sheet shows, one thing at a time. Nothing of
// it may be signed.
func TestChangedSheet(t *testing.T) {
	changes := map[string]func(*Sheet){
		"version":      func(s *Sheet) { s.Version = 2 },
		"no batch":     func(s *Sheet) { s.BatchID = "" },
		"short hash":   func(s *Sheet) { s.BatchHash = s.BatchHash[1:] },
		"odd hash":     func(s *Sheet) { s.BatchHash = strings.Repeat("g", 64) },
		"payouts":      func(s *Sheet) { s.Payouts++ },
		"totals":       func(s *Sheet) { s.Totals[0].AmountMinor-- },
		"largest":      func(s *Sheet) { s.Largest[0] = s.Largest[1] },
		"payouts hash": func(s *Sheet) { s.PayoutsHash = hash },
		"amount":       func(s *Sheet) { s.Items[0].AmountMinor++; s.Totals[0].AmountMinor++; s.Totals[0].ReviewMinor++ },
		"reference":    func(s *Sheet) { s.Items[0].RailRef = "MP" },
		"destination":  func(s *Sheet) { s.Items[0].Fingerprint = "other" },
		"status":       func(s *Sheet) { s.Items[1].Status = Review; s.Totals[0].Review++; s.Totals[0].ReviewMinor += 200 },
		"left out":     func(s *Sheet) { s.Items = s.Items[1:] },
		"twice":        func(s *Sheet) { s.Items = append(s.Items, s.Items[0]) },
		"no amount":    func(s *Sheet) { s.Items[0].AmountMinor = 0 },
		"no key":       func(s *Sheet) { s.Items[0].Key = "" },
		"odd status":   func(s *Sheet) { s.Items[0].Status = "paid" },
		"beyond int64": func(s *Sheet) { s.Items[0].AmountMinor = math.MaxInt64 },
	}
	for name, change := range changes {
		s := three(t)
		change(&s)
		if _, err := Sign(s, keyOf(t, "a"), "li.na", Selection{Scope: All}); err == nil {
			t.Errorf("%s: signed", name)
		}
	}
}

func TestLargestPerCurrency(t *testing.T) {
	var items []Payout
	for n := int64(1); n <= 12; n++ {
		p := payout(n, Pending)
		items = append(items, p)
		p.Key, p.Currency = "usd"+p.Key, "USD"
		items = append(items, p)
	}
	got := sheetOf(t, items...).Largest
	if len(got) != 20 || got[0] != payout(12, "").Key || got[9] != payout(3, "").Key || got[10] != "usd"+got[0] {
		t.Errorf("%q", got)
	}
}

var people = func(t testing.TB) []config.Person {
	return []config.Person{
		{Name: "li.na", Key: PublicText(keyOf(t, "a")), May: []string{"approve"}},
		{Name: "wang", Key: PublicText(keyOf(t, "b")), May: []string{"approve"}},
		{Name: "guest", Key: PublicText(keyOf(t, "c"))},
	}
}

func TestSignatureGolden(t *testing.T) {
	s := three(t)
	sig, err := Sign(s, keyOf(t, "a"), "li.na", Selection{Scope: Listed, Approve: []string{s.Items[1].Key, s.Items[0].Key, s.Items[0].Key}, Refuse: []string{s.Items[2].Key}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := sig.Write(&b); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/signature.json", b.Bytes())
	golden.Check(t, "testdata/signed.txt", sig.text())
	back, err := ReadSignature(&b, "signature.json")
	if diff := cmp.Diff(sig, back); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if err := Verify(back, people(t), "wang", s.BatchID, s.BatchHash, s.PayoutsHash); err != nil {
		t.Error(err)
	}
}

// TestVerify changes one thing per case of a signature that is good.
func TestVerify(t *testing.T) {
	s := three(t)
	other := strings.Repeat("cd", 32)
	type check struct {
		sig                      Signature
		maker, batch, hash, list string
	}
	cases := []struct {
		name   string
		key    string
		by     string
		change func(*check)
		is     error
		text   string
	}{
		{"good", "a", "li.na", func(*check) {}, nil, ""},
		{"name in other letters", "a", " Li.Na ", func(*check) {}, nil, ""},
		{"stranger", "x", "li.na", func(*check) {}, ErrStranger, "nobody in settle.people"},
		{"key of another", "c", "li.na", func(*check) {}, ErrStranger, "it is that of guest"},
		{"may not", "c", "guest", func(*check) {}, ErrMayNot, "guest may not approve"},
		{"maker", "b", "wang", func(*check) {}, ErrMaker, "wang made it"},
		{"maker in other letters", "a", "li.na", func(c *check) { c.maker = "LI.NA " }, ErrMaker, "made it"},
		{"key of the maker", "b", "li.na", func(*check) {}, ErrMaker, "wang made it"},
		{"another batch", "a", "li.na", func(c *check) { c.batch = "2026-08-2" }, ErrChanged, "signed is batch 2026-08-1, now it is 2026-08-2"},
		{"batch hash", "a", "li.na", func(c *check) { c.hash = other }, ErrChanged, "signed is batch hash abababababab..., now it is cdcdcdcdcdcd..."},
		{"payouts hash", "a", "li.na", func(c *check) { c.list = other }, ErrChanged, "now it is cdcdcdcdcdcd..."},
		{"scope widened", "a", "li.na", func(c *check) { c.sig.Scope = All }, ErrDamaged, "damaged"},
		{"hash replaced", "a", "li.na", func(c *check) { c.sig.BatchHash, c.hash = other, other }, ErrDamaged, "damaged"},
		{"refusal dropped", "a", "li.na", func(c *check) { c.sig.Refuse = nil }, ErrDamaged, "damaged"},
		{"name replaced", "a", "li.na", func(c *check) { c.sig.By = "guest" }, ErrDamaged, "damaged"},
		{"no signature", "a", "li.na", func(c *check) { c.sig.Signature = "" }, ErrDamaged, "damaged"},
		{"cut signature", "a", "li.na", func(c *check) { c.sig.Signature = c.sig.Signature[4:] }, ErrDamaged, "damaged"},
		{"odd signature", "a", "li.na", func(c *check) { c.sig.Signature = "?" }, ErrDamaged, "damaged"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sig, err := Sign(s, keyOf(t, c.key), c.by, Selection{Scope: AllExceptReview, Refuse: []string{s.Items[2].Key}})
			if err != nil {
				t.Fatal(err)
			}
			v := check{sig, "wang", s.BatchID, s.BatchHash, s.PayoutsHash}
			c.change(&v)
			err = Verify(v.sig, people(t), v.maker, v.batch, v.hash, v.list)
			if !errors.Is(err, c.is) || c.is != nil && !strings.Contains(err.Error(), c.text) {
				t.Errorf("got %v, want %v with %q", err, c.is, c.text)
			}
		})
	}
}

// TestVerifyOddPeople holds that settings that slipped through make no approver.
func TestVerifyOddPeople(t *testing.T) {
	s := three(t)
	sig, err := Sign(s, keyOf(t, "a"), "li.na", Selection{Scope: All})
	if err != nil {
		t.Fatal(err)
	}
	shared := append(people(t), config.Person{Name: "maker", Key: sig.PublicKey})
	if err := Verify(sig, shared, "maker", s.BatchID, hash, s.PayoutsHash); !errors.Is(err, ErrMaker) {
		t.Errorf("the maker has the same key: %v", err)
	}
	sig.PublicKey = "YQ=="
	if err := Verify(sig, []config.Person{{Name: "li.na", Key: "YQ==", May: []string{"approve"}}}, "wang", s.BatchID, hash, s.PayoutsHash); !errors.Is(err, ErrDamaged) {
		t.Errorf("a key of one byte: %v", err)
	}
}

// signed signs a signature as it is, as somebody would who does not use Sign.
func signed(t testing.TB, s Signature, key ed25519.PrivateKey) Signature {
	t.Helper()
	s.PublicKey = PublicText(key)
	s.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(key, s.text()))
	return s
}

func TestLists(t *testing.T) {
	s := three(t)
	one, two := s.Items[0].Key, s.Items[1].Key
	cases := []struct {
		name string
		sel  Selection
		want string
	}{
		{"overlapping", Selection{Listed, []string{one, two}, []string{two}}, "payout " + two + " is approved and refused"},
		{"approved one by one", Selection{All, []string{one}, nil}, "scope all approves single payouts, only scope listed does"},
		{"nothing listed", Selection{Listed, nil, nil}, "no payout is listed"},
		{"no scope", Selection{}, `scope "", wanted all, all_except_review or listed`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := Sign(s, keyOf(t, "a"), "li.na", c.sel)
			sig := signed(t, Signature{s.BatchID, hash, s.PayoutsHash, c.sel.Scope, c.sel.Approve, c.sel.Refuse, "li.na", "", ""}, keyOf(t, "a"))
			verified := Verify(sig, people(t), "wang", s.BatchID, hash, s.PayoutsHash)
			for _, err := range []error{err, verified} {
				if !errors.Is(err, ErrListed) || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
			}
		})
	}
	for _, sel := range []Selection{{Listed, []string{"x"}, nil}, {All, nil, []string{"x"}}} {
		if _, err := Sign(s, keyOf(t, "a"), "li.na", sel); !errors.Is(err, ErrListed) || !strings.Contains(err.Error(), "payout x is not in batch 2026-08-1") {
			t.Errorf("a key of no payout: %v", err)
		}
	}
	twice := signed(t, Signature{s.BatchID, hash, s.PayoutsHash, Listed, []string{one, one}, nil, "li.na", "", ""}, keyOf(t, "a"))
	if err := Verify(twice, people(t), "wang", s.BatchID, hash, s.PayoutsHash); !errors.Is(err, ErrListed) {
		t.Errorf("a key twice: %v", err)
	}
	if _, err := Sign(s, keyOf(t, "a"), " ", Selection{Scope: All}); err == nil {
		t.Error("signed by nobody")
	}
}

// TestSignedTextIsUnambiguous holds that two signatures never sign one text.
func TestSignedTextIsUnambiguous(t *testing.T) {
	texts := map[string]Signature{}
	for _, s := range []Signature{
		{Approve: []string{"a", "b"}}, {Approve: []string{"a\nb"}}, {Approve: []string{"a"}, Refuse: []string{"b"}}, {Refuse: []string{"a", "b"}},
		{By: "x\"\nscope \"all"}, {By: "x", Scope: "all"}, {Approve: []string{"a\"\n\"b"}},
	} {
		if before, ok := texts[string(s.text())]; ok {
			t.Errorf("%+v and %+v sign the same", before, s)
		}
		texts[string(s.text())] = s
	}
}

func TestReadIsStrict(t *testing.T) {
	var b strings.Builder
	if err := three(t).Write(&b); err != nil {
		t.Fatal(err)
	}
	good := strings.TrimSpace(b.String())
	for name, text := range map[string]string{
		"unknown field": `{"versions": 1,` + good[1:], "something after": good + "{}", "cut off": good[:len(good)-1], "empty": "", "a float": strings.Replace(good, `"amount_minor": 100`, `"amount_minor": 100.5`, 1),
	} {
		if _, err := ReadSheet(strings.NewReader(text), "x.json"); err == nil || !strings.HasPrefix(err.Error(), "x.json: ") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := ReadSignature(strings.NewReader(text), "x.json"); err == nil || !strings.HasPrefix(err.Error(), "x.json: ") {
			t.Errorf("%s as a signature: %v", name, err)
		}
	}
	var s Signature
	if err := readJSON(strings.NewReader(`{"by":"`+strings.Repeat("a", 100)+`"}`), 50, &s); err == nil || err.Error() != "larger than 50 bytes" {
		t.Errorf("too large: %v", err)
	}
}

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "li.key")
	key := keyOf(t, "a")
	if err := WriteKey(path, key); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	back, err := ReadKey(path)
	if err != nil || !key.Equal(back) {
		t.Errorf("read back: %v", err)
	}
	if err := WriteKey(path, keyOf(t, "b")); err == nil || !strings.Contains(err.Error(), "never overwritten") {
		t.Errorf("overwritten: %v", err)
	}
	for _, mode := range []os.FileMode{0o640, 0o604, 0o620, 0o601} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadKey(path); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("mode %04o lets others", mode)) {
			t.Errorf("%v: %v", mode, err)
		}
	}
}

func TestOddKeyFiles(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good")
	if err := WriteKey(good, keyOf(t, "a")); err != nil {
		t.Fatal(err)
	}
	pem, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"empty": "", "words": "MC4CAQAwBQYDK2VwBCIEIGFhYWFh", "twice": string(pem) + string(pem), "public": strings.ReplaceAll(string(pem), "PRIVATE", "PUBLIC"),
		"cut": strings.Replace(string(pem), "YWFh", "", 1), "large": strings.Repeat("\n", maxBytes+1),
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadKey(path); err == nil || strings.Contains(err.Error(), "YWFh") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", ".", "absent"} {
		if _, err := ReadKey(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was read", name)
		}
	}
}

func TestNewKeyNeedsRandomBytes(t *testing.T) {
	if _, err := NewKey(strings.NewReader("short")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if slices.Equal(keyOf(t, "a"), keyOf(t, "b")) {
		t.Error("two seeds make one key")
	}
}

// TestManyPayouts signs a batch of the size that a month can have.
func TestManyPayouts(t *testing.T) {
	items := make([]Payout, 50_000)
	for i := range items {
		items[i] = payout(int64(i+1), Pending)
	}
	s := sheetOf(t, items...)
	sig, err := Sign(s, keyOf(t, "a"), "li.na", Selection{Scope: AllExceptReview})
	if err != nil {
		t.Fatal(err)
	}
	if err := Verify(sig, people(t), "wang", s.BatchID, hash, s.PayoutsHash); err != nil {
		t.Error(err)
	}
}
