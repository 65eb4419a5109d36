//go:build !amd64 || purego

package ingest

// There are no loops for this processor. The build tag purego leaves them out on
// any, to test what is done without them.
const wide, sha = false, false

func marksAVX2(b *byte, words int, comma byte, seps, ends, quotes *int32) (nseps, nends, nquotes int) {
	panic("not called")
}

func pairsAVX2(b *byte, words int) int { panic("not called") }

func rowsAVX2(b *byte, words, limit int) (passed, size, rows int, inside uint64) {
	panic("not called")
}

func sha256NI(b *byte, blocks int) (first, second uint64) { panic("not called") }
