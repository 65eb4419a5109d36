package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"

	"github.com/zeebo/xxh3"
)

// kindPrefix is what the hashed text of each kind's keys begins with.
var kindPrefix = func() (list [len(KindNames)][]byte) {
	for i, name := range KindNames {
		list[i] = appendText(nil, []byte(name))
	}
	return list
}()

// keyOf is the 126-bit hash of an entry's key 1, as two halves of 63 bits: of
// the kind and what identifies the row, each text with its length before it.
// It is 0, 0 when what identifies the row is empty. Buf is only memory to use.
func keyOf(e *Entry, buf []byte) (hash, check int64) {
	buf = append(buf[:0], kindPrefix[e.Kind]...)
	switch {
	case e.Kind == Payment && len(e.OrderRef) > 0:
		buf = appendText(buf, e.OrderRef)
	case e.Kind == Refund && len(e.OrderRef) > 0 && len(e.RefundRef) > 0:
		buf = appendText(appendText(buf, e.OrderRef), e.RefundRef)
	case e.Kind != Payment && e.Kind != Refund && len(e.Ref) > 0:
		buf = appendText(buf, e.Ref)
	default:
		return 0, 0
	}
	sum := sha256.Sum256(buf)
	const positive = 1<<63 - 1
	return int64(binary.BigEndian.Uint64(sum[:]) & positive), int64(binary.BigEndian.Uint64(sum[8:]) & positive)
}

func appendText(buf, text []byte) []byte {
	buf = binary.BigEndian.AppendUint32(buf, uint32(len(text)))
	return append(buf, text...)
}

// digest is a hash of a multiset of entries: the sum of their 128-bit hashes,
// so that neither the order of rows nor the cutting into pieces matters.
type digest struct {
	hi, lo, count uint64
	buf           []byte
}

func (d *digest) add(e *Entry) {
	b := d.buf[:0]
	for _, text := range [...][]byte{e.OwnID, e.OrderRef, e.OrderNo, e.Ref, e.RefundRef, e.BatchRef, e.Payee, e.Currency} {
		b = appendText(b, text)
	}
	var numbers [66]byte
	for i, n := range [...]int64{e.Gross, e.Adjust, e.Fee, e.Net, e.OccurredAt, int64(e.BusinessDate), int64(e.BookingDate), int64(e.ValueDate)} {
		binary.BigEndian.PutUint64(numbers[i*8:], uint64(n))
	}
	numbers[64], numbers[65] = byte(e.Kind), byte(e.Status)
	d.buf = append(b, numbers[:]...)
	h := xxh3.Hash128(d.buf)
	d.sum(h.Hi, h.Lo, 1)
}

func (d *digest) sum(hi, lo, count uint64) {
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, lo, 0)
	d.hi, _ = bits.Add64(d.hi, hi, carry)
	d.count += count
}

// hex names the multiset. The account and day a text states are part of it: an
// empty day of one account is not that of another.
func (d *digest) hex(stated Stated) string {
	b := binary.BigEndian.AppendUint64(nil, d.hi)
	b = binary.BigEndian.AppendUint64(b, d.lo)
	b = binary.BigEndian.AppendUint64(b, d.count)
	b = appendText(b, []byte(stated.Account))
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(b, uint64(stated.From)<<32|uint64(uint32(stated.Until))))
	return hex.EncodeToString(sum[:])
}
