package parquet

import (
	"encoding/binary"

	"github.com/klauspost/compress/huff0"
)

// Rests of order numbers are digits that no text before foretells. What zstd
// finds in them by looking for repetitions costs more bits than the digits, so
// such pages are frames of literals alone, each with the length of its Huffman
// code: smaller than what the library makes of them, in a third of the time.
// The format is that of RFC 8878, section 3.1.1.
const (
	frameMagic  = 0xfd2fb528
	frameHeader = 0b1010_0000 // the size in four bytes, no window, no checksum

	blockRaw        = 0
	blockCompressed = 2
	literalsHuffman = 0b11_10 // four streams, both sizes of 18 bits

	maxBlock    = 128 << 10
	minLiterals = 256 // below this the code's own table is more than it gains
)

// appendLiterals appends parts as one zstd frame. Each part has codes of its own.
func (w *Writer) appendLiterals(b []byte, parts ...[]byte) []byte {
	size, last := 0, 0
	for i, part := range parts {
		if size += len(part); len(part) > 0 {
			last = i
		}
	}
	b = binary.LittleEndian.AppendUint32(b, frameMagic)
	b = binary.LittleEndian.AppendUint32(append(b, frameHeader), uint32(size))
	for i, part := range parts[:last+1] {
		for first := true; first && i == last || len(part) > 0; first = false {
			n := min(len(part), maxBlock)
			b = w.appendLiteralBlock(b, part[:n], i == last && n == len(part))
			part = part[n:]
		}
	}
	return b
}

// appendLiteralBlock appends one block without sequences, raw if it does not
// get smaller.
func (w *Writer) appendLiteralBlock(b, literals []byte, last bool) []byte {
	header := uint32(len(literals))<<3 | blockRaw<<1
	if last {
		header |= 1
	}
	if len(literals) >= minLiterals {
		w.huffman.Reuse = huff0.ReusePolicyNone
		packed, _, err := huff0.Compress4X(literals, &w.huffman)
		const sizes = 5 + 1 // of the literals' header and of no sequences
		if err == nil && len(packed)+sizes < len(literals) {
			header = uint32(len(packed)+sizes)<<3 | blockCompressed<<1 | header&1
			b = append(b, byte(header), byte(header>>8), byte(header>>16))
			both := literalsHuffman | uint64(len(literals))<<4 | uint64(len(packed))<<22
			b = binary.LittleEndian.AppendUint32(b, uint32(both))
			b = append(append(b, byte(both>>32)), packed...)
			return append(b, 0)
		}
	}
	b = append(b, byte(header), byte(header>>8), byte(header>>16))
	return append(b, literals...)
}
