package ingest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/bits"

	"github.com/zeebo/xxh3"
)

// kindPrefix is what the hashed text of each kind's keys begins with. All have
// memory of wordBytes, so that putText moves them at once.
var kindPrefix = func() (list [len(KindNames)][]byte) {
	for i, name := range KindNames {
		list[i] = append(make([]byte, 0, wordBytes), name...)
	}
	return list
}()

// keyOf is the 126-bit hash of an entry's key 1, as two halves of 63 bits: of
// the kind and what identifies the row, each text with its length before it.
// It is 0, 0 when what identifies the row is empty. Buf is only memory to use.
func keyOf(e *Entry, buf []byte) (hash, check int64) {
	first, second := e.Ref, []byte(nil)
	switch e.Kind {
	case Payment:
		first = e.OrderRef
	case Refund:
		if first, second = e.OrderRef, e.RefundRef; len(second) == 0 {
			return 0, 0
		}
	}
	if len(first) == 0 {
		return 0, 0
	}
	prefix := kindPrefix[e.Kind]
	size := 4 + len(prefix) + 4 + len(first)
	if e.Kind == Refund {
		size += 4 + len(second)
	}
	if cap(buf) < size+wordBytes {
		buf = make([]byte, size+wordBytes)
	}
	buf = buf[:cap(buf)]
	rest := putText(putText(buf, prefix), first)
	if e.Kind == Refund {
		putText(rest, second)
	}
	high, low := sha256Start(buf[:size])
	const positive = 1<<63 - 1
	return int64(high & positive), int64(low & positive)
}

// sha256Start is the first two eighths of the SHA-256 of text. What lies behind
// text in its capacity may be overwritten.
func sha256Start(text []byte) (high, low uint64) {
	const block = 64
	n := len(text)
	if sha && cap(text) >= n+block+8 {
		// Padding: one bit, zeros, the length in bits.
		blocks := (n + 8 + block) / block
		padded := text[:n+block+8]
		*(*[block]byte)(padded[n:]) = [block]byte{0x80}
		clear(padded[n+block:])
		binary.BigEndian.PutUint64(padded[blocks*block-8:], uint64(n)*8)
		return sha256NI(&padded[0], blocks)
	}
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])
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

// add serializes an entry, the texts each with its length before it, and adds
// its hash.
func (d *digest) add(e *Entry) {
	size := 8*4 + 66 + len(e.OwnID) + len(e.OrderRef) + len(e.OrderNo) + len(e.Ref) + len(e.RefundRef) + len(e.BatchRef) + len(e.Payee) + len(e.Currency)
	if len(d.buf) < size+wordBytes {
		d.buf = make([]byte, 2*size+wordBytes)
	}
	b := putText(d.buf, e.OwnID)
	b = putText(b, e.OrderRef)
	b = putText(b, e.OrderNo)
	b = putText(b, e.Ref)
	b = putText(b, e.RefundRef)
	b = putText(b, e.BatchRef)
	b = putText(b, e.Payee)
	b = putText(b, e.Currency)
	putNumbers((*[66]byte)(b), e)
	h := xxh3.Hash128(d.buf[:size])
	d.sum(h.Hi, h.Lo, 1)
}

func putNumbers(b *[66]byte, e *Entry) {
	binary.BigEndian.PutUint64(b[0:], uint64(e.Gross))
	binary.BigEndian.PutUint64(b[8:], uint64(e.Adjust))
	binary.BigEndian.PutUint64(b[16:], uint64(e.Fee))
	binary.BigEndian.PutUint64(b[24:], uint64(e.Net))
	binary.BigEndian.PutUint64(b[32:], uint64(e.OccurredAt))
	binary.BigEndian.PutUint64(b[40:], uint64(e.BusinessDate))
	binary.BigEndian.PutUint64(b[48:], uint64(e.BookingDate))
	binary.BigEndian.PutUint64(b[56:], uint64(e.ValueDate))
	b[64], b[65] = byte(e.Kind), byte(e.Status)
}

// wordBytes is how much putText may write at once.
const wordBytes = 32

// putText is appendText at the start of b, and returns the rest of b. Most
// texts are short, and what lies behind them in memory may be copied along: b
// has room, and what comes next overwrites it. That is one move of fixed length
// instead of a call.
func putText(b, text []byte) []byte {
	binary.BigEndian.PutUint32(b, uint32(len(text)))
	b = b[4:]
	switch n := len(text); {
	case n == 0:
	case n <= wordBytes && cap(text) >= wordBytes:
		*(*[wordBytes]byte)(b) = [wordBytes]byte(text[:wordBytes])
	default:
		copy(b, text)
	}
	return b[len(text):]
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
