package parquet

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// A Bloom filter says of a row group that a text is not in it, so that a reader
// who looks for one text passes over nearly all groups. It is the split block
// filter of https://parquet.apache.org/docs/file-format/bloomfilter/: each
// text sets one bit in each of the eight words of one block.
const (
	bloomBits  = 12 // per row: about one group in two hundred is read in vain
	bloomBlock = 32 // bytes
)

var bloomSalt = [8]uint32{0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31}

// addBloom sets the bits of a text in a filter of whole blocks.
func addBloom(filter, text []byte) {
	hash := xxhash.Sum64(text)
	blocks := uint64(len(filter) / bloomBlock)
	block := filter[hash>>32*blocks>>32*bloomBlock:]
	for i, salt := range bloomSalt {
		word := block[4*i : 4*i+4]
		binary.LittleEndian.PutUint32(word, binary.LittleEndian.Uint32(word)|1<<(uint32(hash)*salt>>27))
	}
}

// bloom writes the filter of a group's texts and notes in the chunk where.
func (w *Writer) bloom(ch *chunk, texts []byte, ends []uint32) {
	blocks := (len(ends)*bloomBits + 8*bloomBlock - 1) / (8 * bloomBlock)
	w.filter = append(w.filter[:0], make([]byte, blocks*bloomBlock)...)
	from := uint32(0)
	for _, end := range ends {
		addBloom(w.filter, texts[from:end])
		from = end
	}
	header := bloomHeader(len(w.filter))
	ch.filter, ch.filterBytes = w.at, int32(len(header)+len(w.filter))
	w.write(header)
	w.write(w.filter)
}

// bloomHeader says: split blocks, xxHash, not compressed.
func bloomHeader(size int) []byte {
	var c compact
	c.open()
	c.i32(1, int32(size))
	for field := int16(2); field <= 4; field++ {
		c.sub(field)
		c.sub(1)
		c.close()
		c.close()
	}
	c.close()
	return c.b
}
