package ingest

import (
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"pgregory.net/rapid"
)

// TestGB18030IsThatOfXText compares every pair of bytes, and texts of any
// characters, with the reference decoder.
func TestGB18030IsThatOfXText(t *testing.T) {
	decoder := simplifiedchinese.GB18030.NewDecoder()
	for a := 0x80; a < 0x100; a++ {
		for b := 0; b < 0x100; b++ {
			pair := []byte{byte(a), byte(b)}
			want, err := decoder.Bytes(pair)
			if err != nil {
				t.Fatal(err)
			}
			r, n := utf8.DecodeRune(want)
			assigned := r != utf8.RuneError && n == len(want) && a != 0x80
			got, err := GB18030.decode(nil, pair)
			if (err == nil) != assigned || assigned && string(got) != string(want) {
				t.Errorf("%x: %q, %v, wanted %q", pair, got, err, want)
			}
			if assigned && !GB18030.wellFormed(pair) {
				t.Errorf("%x is assigned and not well formed", pair)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aB1,€中𠀀㐂、é"))).Draw(t, "text")
		encoded, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := GB18030.Decode(encoded); err != nil || got != text {
			t.Fatalf("%q: %q, %v", text, got, err)
		}
		if !GB18030.wellFormed(encoded) {
			t.Fatalf("%q is not well formed", text)
		}
	})
}

func TestBytesThatAreNoGB18030(t *testing.T) {
	for _, bad := range []string{"\x80", "\xff", "a\xd6", "\xd6\x20", "\xd6\x7f", "\xd6\xff", "\x81\x30", "\x81\x30\x81", "\x81\x30\x81\x20", "\x85\x30\x81\x30", "1234567\xd6", "12345678\xd6\n"} {
		if GB18030.wellFormed([]byte(bad)) {
			t.Errorf("%q is well formed", bad)
		}
		if _, err := GB18030.Decode([]byte(bad)); err == nil {
			t.Errorf("%q was decoded", bad)
		}
	}
}

// Cells may be cut out before they are decoded because no character of
// several bytes contains a byte that divides them.
func TestDividersAreNoPartOfACharacter(t *testing.T) {
	for _, b := range []byte("\n\r\t,\"# .-") {
		for lead := 0x81; lead < 0xff; lead++ {
			if n := widthGB18030([]byte{byte(lead), b, 0x81, 0x30}); n != 0 {
				t.Errorf("%x %x is a character of %d bytes", lead, b, n)
			}
		}
	}
}
