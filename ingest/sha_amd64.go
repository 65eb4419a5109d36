//go:build !purego

package ingest

// sha says that it has what sha_amd64.s uses. With AVX2 there is a leaf 7 of
// CPUID to ask.
var sha = wide && hasSHA()

// sha256NI is the first two eighths of the SHA-256 of whole blocks, which the
// caller has padded.
//
//go:noescape
func sha256NI(b *byte, blocks int) (first, second uint64)

func hasSHA() bool
