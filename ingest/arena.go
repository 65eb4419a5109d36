package ingest

// arena holds texts that do not lie in the file's own bytes: decoded,
// unescaped, or made by a format. Inside a row it may be grown several times.
type arena struct {
	slab []byte // used up to its length
}

const slabBytes = 256 << 10

// grow returns an empty slice with room for n bytes; what is appended to it
// becomes permanent by keep.
func (a *arena) grow(n int) []byte {
	if cap(a.slab)-len(a.slab) < n {
		a.slab = make([]byte, 0, max(slabBytes, n))
	}
	at := len(a.slab)
	return a.slab[at : at : at+n]
}

// keep makes the first n bytes of what grow returned permanent.
func (a *arena) keep(n int) { a.slab = a.slab[:len(a.slab)+n] }

// release forgets all texts; their memory is used again.
func (a *arena) release() { a.slab = a.slab[:0] }
