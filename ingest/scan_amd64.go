//go:build !purego

package ingest

import "golang.org/x/sys/cpu"

// wide says that the processor has what the loops of scan_amd64.s use.
var wide = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT && cpu.X86.HasPCLMULQDQ

// marksAVX2 appends the places in words of 64 bytes from b on: of comma and
// line end to seps, of line end to ends, of quote to quotes, all as offsets from
// b, and returns how many of each there are. Each list needs room for every byte
// and overshoot more.
//
//go:noescape
func marksAVX2(b *byte, words int, comma byte, seps, ends, quotes *int32) (nseps, nends, nquotes int)

// pairsAVX2 is how many bytes from b on are ASCII and characters of two bytes of
// GB18030 without 0x80, up to the first word that holds anything else. A
// character begins after them.
//
//go:noescape
func pairsAVX2(b *byte, words int) int

// rowsAVX2 is quotedRows for whole words, up to the first one that would make
// more rows than limit: the words before it, the size and number of the rows
// that end in them, and whether the next byte lies inside quotes (all ones).
//
//go:noescape
func rowsAVX2(b *byte, words, limit int) (passed, size, rows int, inside uint64)
