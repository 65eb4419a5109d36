package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/zeebo/xxh3"
	"pgregory.net/rapid"
)

// anyEntry has texts of all lengths, some with memory behind them.
func anyEntry(t *rapid.T) Entry {
	text := func(name string) []byte {
		b := rapid.SliceOfN(rapid.Byte(), 0, 150).Draw(t, name)
		if rapid.Bool().Draw(t, name+" is cut out of a block") {
			return append(b, bytes.Repeat([]byte{0xee}, 40)...)[:len(b)]
		}
		return slices.Clip(b)
	}
	return Entry{
		OwnID: text("own id"), OrderRef: text("order ref"), OrderNo: text("order no"), Ref: text("ref"), RefundRef: text("refund ref"), BatchRef: text("batch ref"),
		Payee: text("payee"), Currency: []byte("CNY"), Kind: Kind(rapid.IntRange(0, len(KindNames)-1).Draw(t, "kind")), Status: Paid,
		Gross: rapid.Int64().Draw(t, "gross"), OccurredAt: 1786752000000000, BusinessDate: 20680, BookingDate: NoDate, ValueDate: NoDate,
	}
}

// TestHashedTexts writes down what is hashed: keys and digests are stored, so it
// must not change.
func TestHashedTexts(t *testing.T) {
	var d digest
	rapid.Check(t, func(t *rapid.T) {
		e := anyEntry(t)
		var b []byte
		for _, text := range [][]byte{e.OwnID, e.OrderRef, e.OrderNo, e.Ref, e.RefundRef, e.BatchRef, e.Payee, e.Currency} {
			b = appendText(b, text)
		}
		for _, n := range []int64{e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt, int64(e.BusinessDate), int64(e.BookingDate), int64(e.ValueDate)} {
			b = binary.BigEndian.AppendUint64(b, uint64(n))
		}
		h := xxh3.Hash128(append(b, byte(e.Kind), byte(e.Status)))
		d.hi, d.lo = 0, 0
		if d.add(&e); d.hi != h.Hi || d.lo != h.Lo {
			t.Fatalf("digest %x %x, wanted %x", d.hi, d.lo, h)
		}
		checkKey(t, &e)
	})
}

func checkKey(t *rapid.T, e *Entry) {
	texts := [][]byte{e.Ref}
	switch e.Kind {
	case Payment:
		texts = [][]byte{e.OrderRef}
	case Refund:
		texts = [][]byte{e.OrderRef, e.RefundRef}
	}
	b, whole := appendText(nil, []byte(KindNames[e.Kind])), true
	for _, text := range texts {
		b, whole = appendText(b, text), whole && len(text) > 0
	}
	var want [2]int64
	if sum := sha256.Sum256(b); whole {
		want = [2]int64{int64(binary.BigEndian.Uint64(sum[:]) << 1 >> 1), int64(binary.BigEndian.Uint64(sum[8:]) << 1 >> 1)}
	}
	for _, room := range []int{0, 64, 128, 512} {
		if hash, check := keyOf(e, make([]byte, 0, room)); hash != want[0] || check != want[1] {
			t.Fatalf("%s with memory for %d: %x %x, wanted %x", e.Kind, room, hash, check, want)
		}
	}
}

func TestSHA256IsThatOfPackageSHA256(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Byte(), 200, 200).Draw(t, "text")
		for n := range all {
			sum := sha256.Sum256(all[:n])
			for _, room := range []int{0, 71, 72, 200} {
				text := append(bytes.Repeat([]byte{0xee}, n+room)[:0], all[:n]...)
				high, low := sha256Start(text)
				if high != binary.BigEndian.Uint64(sum[:]) || low != binary.BigEndian.Uint64(sum[8:]) {
					t.Fatalf("%x with room for %d: %x %x, wanted %x", text, room, high, low, sum)
				}
			}
		}
	})
}
