package approval

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"recon/internal/config"
)

// The scopes of a signature: every payout of the batch, all but those in
// review, or those that it lists.
const (
	All             = "all"
	AllExceptReview = "all_except_review"
	Listed          = "listed"
)

// Selection is what a signature says of the payouts. Approve is only for scope
// Listed; Refuse goes with any scope.
type Selection struct {
	Scope   string
	Approve []string // payout keys
	Refuse  []string
}

// Signature is an approval, as a file of its own.
type Signature struct {
	BatchID     string   `json:"batch_id"`
	BatchHash   string   `json:"batch_hash"`
	PayoutsHash string   `json:"payouts_hash"`
	Scope       string   `json:"scope"`
	Approve     []string `json:"approve"` // sorted payout keys
	Refuse      []string `json:"refuse"`
	By          string   `json:"by"`
	PublicKey   string   `json:"public_key"` // base64
	Signature   string   `json:"signature"`  // base64, of the text of the rest
}

// What can be wrong with a signature. The errors of Verify wrap them.
var (
	ErrStranger = errors.New("the key belongs to nobody in settle.people")
	ErrMayNot   = errors.New("may not approve")
	ErrMaker    = errors.New("the maker of a batch may not approve it")
	ErrChanged  = errors.New("the batch changed after signing")
	ErrDamaged  = errors.New("the signature is damaged")
	ErrListed   = errors.New("the lists of payouts are wrong")
)

// text is what is signed. Its first line keeps a signature from meaning
// anything to another program, or to a later form of this text.
func (s Signature) text() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "recon settle approval 1\nbatch_id %q\nbatch_hash %q\npayouts_hash %q\nscope %q\nby %q\npublic_key %q\n",
		s.BatchID, s.BatchHash, s.PayoutsHash, s.Scope, s.By, s.PublicKey)
	for _, list := range []struct {
		name string
		keys []string
	}{{"approve", s.Approve}, {"refuse", s.Refuse}} {
		fmt.Fprintf(&b, "%s %d\n", list.name, len(list.keys))
		for _, key := range list.keys {
			fmt.Fprintf(&b, "%q\n", key)
		}
	}
	return []byte(b.String())
}

// Sign approves a batch. The sheet is checked first; the keys of the selection
// must be on it.
func Sign(s Sheet, key ed25519.PrivateKey, by string, sel Selection) (Signature, error) {
	if err := s.Check(); err != nil {
		return Signature{}, err
	}
	sig := Signature{
		BatchID: s.BatchID, BatchHash: s.BatchHash, PayoutsHash: s.PayoutsHash, Scope: sel.Scope,
		Approve: sorted(sel.Approve), Refuse: sorted(sel.Refuse), By: by, PublicKey: PublicText(key),
	}
	if strings.TrimSpace(by) == "" {
		return Signature{}, errors.New("nobody named: an approval needs a person")
	}
	if err := sig.checkLists(); err != nil {
		return Signature{}, err
	}
	if err := sig.KeysIn(s.Items); err != nil {
		return Signature{}, err
	}
	sig.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(key, sig.text()))
	return sig, nil
}

func sorted(keys []string) []string {
	out := append([]string{}, keys...)
	slices.Sort(out)
	return slices.Compact(out)
}

// checkLists refuses lists that do not go with the scope or with each other.
func (s Signature) checkLists() error {
	switch s.Scope {
	case All, AllExceptReview:
		if len(s.Approve) > 0 {
			return fmt.Errorf("%w: scope %s approves single payouts, only scope %s does", ErrListed, s.Scope, Listed)
		}
	case Listed:
		if len(s.Approve)+len(s.Refuse) == 0 {
			return fmt.Errorf("%w: no payout is listed", ErrListed)
		}
	default:
		return fmt.Errorf("%w: scope %q, wanted %s, %s or %s", ErrListed, s.Scope, All, AllExceptReview, Listed)
	}
	seen := map[string]string{}
	for _, list := range []struct {
		word string
		keys []string
	}{{"approved", s.Approve}, {"refused", s.Refuse}} {
		for _, key := range list.keys {
			if before := seen[key]; before != "" {
				return fmt.Errorf("%w: payout %s is %s and %s", ErrListed, key, before, list.word)
			}
			seen[key] = list.word
		}
	}
	return nil
}

// KeysIn reports a key of the signature that is no payout of the batch.
func (s Signature) KeysIn(items []Payout) error {
	known := make(map[string]bool, len(items))
	for _, p := range items {
		known[p.Key] = true
	}
	for _, key := range slices.Concat(s.Approve, s.Refuse) {
		if !known[key] {
			return fmt.Errorf("%w: payout %s is not in batch %s", ErrListed, key, s.BatchID)
		}
	}
	return nil
}

// Verify checks that a signature is good for the batch with these hashes: by
// somebody who may approve and did not make it, about exactly these payouts,
// and unchanged. Whether its keys are in the batch, KeysIn checks.
func Verify(sig Signature, people []config.Person, maker, batchID, batchHash, payoutsHash string) error {
	about := fmt.Sprintf("approval of batch %s by %s", sig.BatchID, sig.By)
	if err := sig.bySomebody(people, maker); err != nil {
		return fmt.Errorf("%s: %w", about, err)
	}
	if err := sig.checkLists(); err != nil {
		return fmt.Errorf("%s: %w", about, err)
	}
	for _, c := range []struct{ name, signed, now string }{
		{"batch", sig.BatchID, batchID}, {"batch hash", sig.BatchHash, batchHash}, {"hash of the payouts", sig.PayoutsHash, payoutsHash},
	} {
		if c.signed != c.now {
			return fmt.Errorf("%s: %w: signed is %s %s, now it is %s; read the new sheet and sign again",
				about, ErrChanged, c.name, short(c.signed), short(c.now))
		}
	}
	return nil
}

// bySomebody checks the signature itself and who gave it.
func (s Signature) bySomebody(people []config.Person, maker string) error {
	owners := slices.DeleteFunc(slices.Clone(people), func(p config.Person) bool { return p.Key != s.PublicKey })
	if len(owners) == 0 {
		return fmt.Errorf("%w: %s", ErrStranger, short(s.PublicKey))
	}
	key, err := base64.StdEncoding.Strict().DecodeString(s.PublicKey)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return fmt.Errorf("%w: its public key is none", ErrDamaged)
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(s.Signature)
	if err != nil || !ed25519.Verify(key, s.text(), signature) {
		return fmt.Errorf("%w: it does not fit what it is said to sign", ErrDamaged)
	}
	return s.byOneOf(owners, maker)
}

// byOneOf checks the person among those who have the key.
func (s Signature) byOneOf(owners []config.Person, maker string) error {
	for _, name := range append([]string{s.By}, names(owners)...) {
		if samePerson(name, maker) {
			return fmt.Errorf("%w: %s made it", ErrMaker, name)
		}
	}
	i := slices.IndexFunc(owners, func(p config.Person) bool { return samePerson(p.Name, s.By) })
	switch {
	case i < 0:
		return fmt.Errorf("%w of that name: it is that of %s", ErrStranger, strings.Join(names(owners), ", "))
	case !slices.Contains(owners[i].May, "approve"):
		return fmt.Errorf("%s %w: settle.people gives no such right", owners[i].Name, ErrMayNot)
	}
	return nil
}

func names(people []config.Person) []string {
	out := []string{}
	for _, p := range people {
		out = append(out, p.Name)
	}
	return out
}

// samePerson compares names as people write them.
func samePerson(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// short is enough of a hash for people to compare.
func short(hash string) string {
	if len(hash) > 12 {
		return hash[:12] + "..."
	}
	return hash
}

// maxSignature bounds a signature's file: it may list every payout of a batch.
const maxSignature = 256 << 20

// Write writes the signature as JSON.
func (s Signature) Write(w io.Writer) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(s)
}

// ReadSignature reads what Write wrote. It is not verified yet.
func ReadSignature(r io.Reader, name string) (Signature, error) {
	var s Signature
	if err := readJSON(r, maxSignature, &s); err != nil {
		return Signature{}, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}
