package parquet

import "encoding/binary"

// A Bloom filter says of a row group that a text is not in it, so that a reader
// who looks for one text passes over nearly all groups. It is the split block
// filter of https://parquet.apache.org/docs/file-format/bloomfilter/: each
// text sets one bit in each of the eight words of one block.
const (
	bloomBits  = 12 // per row: about one group in two hundred is read in vain
	bloomBlock = 32 // bytes
)

// filterBlock is a block, two of its words in one.
type filterBlock [bloomBlock / 8]uint64

var bloomSalt = [8]uint32{0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31}

// addBloom sets the bits of a text's xxHash in a filter.
func addBloom(filter []filterBlock, hash uint64) {
	block := &filter[hash>>32*uint64(len(filter))>>32]
	low := uint32(hash)
	for i := range block {
		block[i] |= 1<<(low*bloomSalt[2*i]>>27) | 1<<(32+low*bloomSalt[2*i+1]>>27)
	}
}

// bloom writes the filter of a group's texts, given by their hashes, and notes
// in the chunk where.
func (w *Writer) bloom(ch *chunk, hashes []uint64, rows int) {
	blocks := (rows*bloomBits + 8*bloomBlock - 1) / (8 * bloomBlock)
	w.filter = append(w.filter[:0], make([]filterBlock, blocks)...)
	for _, hash := range hashes {
		addBloom(w.filter, hash)
	}
	w.scratch = append(w.scratch[:0], bloomHeader(blocks*bloomBlock)...)
	for i := range w.filter {
		for _, words := range &w.filter[i] {
			w.scratch = binary.LittleEndian.AppendUint64(w.scratch, words)
		}
	}
	ch.filter, ch.filterBytes = w.at, int32(len(w.scratch))
	w.write(w.scratch)
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
