package ingest

import "runtime"

// arena holds texts that do not lie in the file's own bytes: decoded,
// unescaped, or made by a format. Its memory stays where it is, pinned, until
// release, because DuckDB's vectors point into it. Inside a row it may be
// grown several times.
type arena struct {
	slab   []byte // used up to its length
	pins   runtime.Pinner
	pinned bool // the slab is, and so are those before it
}

const slabBytes = 256 << 10

// grow returns an empty slice with room for n bytes; what is appended to it
// becomes permanent by keep.
func (a *arena) grow(n int) []byte {
	if cap(a.slab)-len(a.slab) < n {
		a.slab, a.pinned = make([]byte, 0, max(slabBytes, n)), false
	}
	if !a.pinned && cap(a.slab) > 0 {
		a.pins.Pin(&a.slab[:1][0])
		a.pinned = true
	}
	at := len(a.slab)
	return a.slab[at : at : at+n]
}

// keep makes the first n bytes of what grow returned permanent.
func (a *arena) keep(n int) { a.slab = a.slab[:len(a.slab)+n] }

// put copies b and returns the copy.
func (a *arena) put(b []byte) []byte {
	c := append(a.grow(len(b)), b...)
	a.keep(len(c))
	return c
}

// release forgets all texts; their memory is used again.
func (a *arena) release() {
	a.pins.Unpin()
	a.slab, a.pinned = a.slab[:0], false
}

// close lets go of the memory.
func (a *arena) close() {
	a.pins.Unpin()
	a.slab = nil
}
