package parquet

import (
	"encoding/binary"
	"math/bits"
)

// Numbers are written in blocks of 128 differences, in four miniblocks of 32,
// each with its own number of bits.
const (
	blockValues     = 128
	miniblockValues = 32
	miniblocks      = blockValues / miniblockValues
)

// appendDeltas appends values as DELTA_BINARY_PACKED. Differences wrap around,
// as the format wants.
func appendDeltas[T int32 | int64](b []byte, values []T) []byte {
	b = binary.AppendUvarint(b, blockValues)
	b = binary.AppendUvarint(b, miniblocks)
	b = binary.AppendUvarint(b, uint64(len(values)))
	if len(values) == 0 {
		return binary.AppendVarint(b, 0)
	}
	b = binary.AppendVarint(b, int64(values[0]))
	previous := int64(values[0])
	var deltas [blockValues]int64
	for rest := values[1:]; len(rest) > 0; {
		n := min(len(rest), blockValues)
		least := int64(1<<63 - 1)
		for i, v := range rest[:n] {
			deltas[i] = int64(v) - previous
			previous = int64(v)
			least = min(least, deltas[i])
		}
		rest = rest[n:]
		b = appendBlock(b, &deltas, n, least)
	}
	return b
}

// appendBlock appends n differences, none less than least.
func appendBlock(b []byte, deltas *[blockValues]int64, n int, least int64) []byte {
	b = binary.AppendVarint(b, least)
	widths := len(b)
	b = append(b, make([]byte, miniblocks)...)
	for m := 0; m*miniblockValues < n; m++ {
		mini := (*[miniblockValues]int64)(deltas[m*miniblockValues:])
		used := min(n-m*miniblockValues, miniblockValues)
		var all uint64
		for i := range mini {
			if i >= used {
				mini[i] = 0
				continue
			}
			mini[i] -= least
			all |= uint64(mini[i])
		}
		width := bits.Len64(all)
		b[widths+m] = byte(width)
		b = appendBits(b, mini[:], uint(width))
	}
	return b
}

// appendBits appends the low width bits of each value, the first value lowest.
// The number of values is a multiple of eight.
func appendBits[T int64 | uint8](b []byte, values []T, width uint) []byte {
	if width == 0 {
		return b
	}
	var word uint64
	var used uint
	for _, v := range values {
		word |= uint64(v) << used
		used += width
		if used < 64 {
			continue
		}
		b = binary.LittleEndian.AppendUint64(b, word)
		used -= 64
		// A shift by 64 or more gives zero, which is right when nothing is left.
		word = uint64(v) >> (width - used)
	}
	for ; used > 0; used -= min(used, 8) {
		b = append(b, byte(word))
		word >>= 8
	}
	return b
}
