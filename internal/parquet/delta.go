package parquet

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Numbers are written in blocks of 128 differences, in four miniblocks of 32,
// each with its own number of bits.
const (
	blockValues     = 128
	miniblockValues = 32
	miniblocks      = blockValues / miniblockValues

	// blockBytes is more than any block takes up.
	blockBytes = binary.MaxVarintLen64 + miniblocks + 8*blockValues + 8
)

// appendDeltas appends values as DELTA_BINARY_PACKED. Differences wrap around,
// as the format wants.
func appendDeltas[T int32 | int64](b []byte, values []T) []byte {
	b = appendDeltaHeader(b, len(values))
	if len(values) == 0 {
		return binary.AppendVarint(b, 0)
	}
	b = binary.AppendVarint(b, int64(values[0]))
	previous := int64(values[0])
	var deltas [blockValues]uint64
	for rest := values[1:]; len(rest) > 0; {
		n := min(len(rest), blockValues)
		least := int64(1<<63 - 1)
		for i, v := range rest[:n] {
			delta := int64(v) - previous
			previous = int64(v)
			least = min(least, delta)
			deltas[i] = uint64(delta)
		}
		rest = rest[n:]
		b = appendBlock(b, &deltas, n, least)
	}
	return b
}

// appendSameDeltas appends n times one value as DELTA_BINARY_PACKED.
func appendSameDeltas(b []byte, n int, value int64) []byte {
	b = binary.AppendVarint(appendDeltaHeader(b, n), value)
	for at := 1; at < n; at += blockValues {
		b = append(b, make([]byte, 1+miniblocks)...)
	}
	return b
}

func appendDeltaHeader(b []byte, n int) []byte {
	b = binary.AppendUvarint(b, blockValues)
	b = binary.AppendUvarint(b, miniblocks)
	return binary.AppendUvarint(b, uint64(n))
}

// appendBlock appends n differences, none less than least.
func appendBlock(b []byte, deltas *[blockValues]uint64, n int, least int64) []byte {
	clear(deltas[n:])
	b = slices.Grow(b, blockBytes)
	b = binary.AppendVarint(b, least)
	widths := len(b)
	b = append(b, 0, 0, 0, 0)
	for m := 0; m*miniblockValues < n; m++ {
		mini := (*[miniblockValues]uint64)(deltas[m*miniblockValues:])
		var all uint64
		for i, delta := range mini[:min(n-m*miniblockValues, miniblockValues)] {
			delta -= uint64(least)
			mini[i] = delta
			all |= delta
		}
		width := uint(bits.Len64(all))
		b[widths+m] = byte(width)
		b = appendMiniblock(b, mini, width)
	}
	return b
}

// appendMiniblock appends the low width bits of each value, the first value
// lowest. No value has more bits.
func appendMiniblock(b []byte, values *[miniblockValues]uint64, width uint) []byte {
	at := len(b)
	b = slices.Grow(b, 8*miniblockValues+8)[:at+miniblockValues/8*int(width)]
	out := b[at : at+8*miniblockValues+8 : at+8*miniblockValues+8]
	switch {
	case width == 0:
	case width <= 8:
		pack8(out, values, width)
	case width <= 32:
		pack32(out, values, width)
	default:
		pack64(out, values, width)
	}
	return b
}

// pack8 packs values of at most eight bits: eight of them are width bytes. It
// writes beyond the last one.
func pack8(out []byte, values *[miniblockValues]uint64, width uint) {
	width &= 63 // spares the compiler the question what larger shifts give
	for i := 0; i < miniblockValues; i += 8 {
		v := (*[8]uint64)(values[i:])
		low := v[0] | v[1]<<width | (v[2]|v[3]<<width)<<(2*width&63)
		high := v[4] | v[5]<<width | (v[6]|v[7]<<width)<<(2*width&63)
		binary.LittleEndian.PutUint64(out, low|high<<(4*width&63))
		out = out[width:]
	}
}

// pack32 packs values of at most 32 bits, two at a time.
func pack32(out []byte, values *[miniblockValues]uint64, width uint) {
	var word uint64
	var used uint
	for i := 0; i < miniblockValues; i += 2 {
		pair := values[i] | values[i+1]<<(width&63)
		word |= pair << (used & 63)
		if used += 2 * width; used < 64 {
			continue
		}
		binary.LittleEndian.PutUint64(out, word)
		out = out[8:]
		used -= 64
		// A shift by 64 gives zero, which is right when nothing is left.
		word = pair >> (2*width - used)
	}
	binary.LittleEndian.PutUint64(out, word)
}

// pack64 packs values of any width.
func pack64(out []byte, values *[miniblockValues]uint64, width uint) {
	var word uint64
	var used uint
	for _, v := range values {
		word |= v << used
		if used += width; used < 64 {
			continue
		}
		binary.LittleEndian.PutUint64(out, word)
		out = out[8:]
		used -= 64
		word = v >> (width - used)
	}
	binary.LittleEndian.PutUint64(out, word)
}
