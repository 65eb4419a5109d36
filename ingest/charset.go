package ingest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// Strictness has two levels. Every byte of a text must have the form of its
// character set, or the text was cut, damaged or is in another set. A cell
// that is read must besides decode to assigned characters: free text that no
// reconciliation reads may hold anything the provider lets through.

const highBits = 0x8080808080808080

// ascii is the length of b's leading part below 0x80.
func ascii(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if binary.LittleEndian.Uint64(b[i:])&highBits != 0 {
			break
		}
	}
	for ; i < len(b) && b[i] < 0x80; i++ {
	}
	return i
}

// wellFormed reports whether b, cut at line ends, has the form of the set.
func (c Charset) wellFormed(b []byte) bool {
	if c == UTF8 {
		return utf8.Valid(b)
	}
	return wellFormedGB18030(b)
}

// wellFormedGB18030 checks the form of GB18030-2005: lead bytes 81 to FE; a
// second byte 40 to 7E or 80 to FE, or a digit, lead byte and digit more.
func wellFormedGB18030(b []byte) bool {
	for i := 0; i < len(b); {
		until := len(b)
		if wide && until-i >= 64 {
			i += pairsAVX2(&b[i], (until-i)/64)
			until = min(until, i+64)
		}
		if i = passGB18030(b, i, until); i < 0 {
			return false
		}
	}
	return true
}

// passGB18030 checks the characters that begin in b[i:until] and returns where
// the next one does, or -1 if one of them has no form of the set.
func passGB18030(b []byte, i, until int) int {
	for i < until {
		if i+8 <= len(b) {
			high := binary.LittleEndian.Uint64(b[i:]) & highBits
			if high == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(high) / 8
		} else if b[i] < 0x80 {
			i++
			continue
		}
		for i < len(b) && b[i] >= 0x80 {
			if i+1 < len(b) && follows[b[i+1]] && b[i] != 0x80 && b[i] != 0xff {
				i += 2
				continue
			}
			n := widthGB18030(b[i:])
			if n == 0 {
				return -1
			}
			i += n
		}
	}
	return i
}

// follows are the second bytes of characters of two bytes.
var follows = func() (list [256]bool) {
	for i := 0x40; i < 0xff; i++ {
		list[i] = i != 0x7f
	}
	return list
}()

// widthGB18030 is the length of b's first character, which is not ASCII, or 0.
func widthGB18030(b []byte) int {
	if len(b) < 2 || b[0] == 0x80 || b[0] == 0xff {
		return 0
	}
	switch t := b[1]; {
	case t >= 0x40 && t != 0x7f && t != 0xff:
		return 2
	case t < 0x30 || t > 0x39 || len(b) < 4:
		return 0
	}
	assigned := b[0] <= 0x84 || b[0] >= 0x90 && b[0] <= 0xe3
	if assigned && b[2] >= 0x81 && b[2] != 0xff && b[3] >= 0x30 && b[3] <= 0x39 {
		return 4
	}
	return 0
}

// pairs holds the UTF-8 of every two-byte character of GB18030, its length in
// the last byte; zero where none is assigned. Three bytes are always enough.
var pairs = func() (table [126 * 192][4]byte) {
	decoder := simplifiedchinese.GB18030.NewDecoder()
	for lead := range 126 {
		for trail := range 192 {
			out, err := decoder.Bytes([]byte{byte(lead + 0x81), byte(trail + 0x40)})
			r, n := utf8.DecodeRune(out)
			if err != nil || r == utf8.RuneError || n != len(out) {
				continue
			}
			p := &table[lead*192+trail]
			p[3] = byte(copy(p[:3], out))
		}
	}
	return table
}()

var errUnassigned = errors.New("holds bytes that are no character of GB18030")

// appendGB18030 appends b as UTF-8.
func appendGB18030(dst, b []byte) ([]byte, error) {
	for i := 0; i < len(b); {
		if n := ascii(b[i:]); n > 0 {
			dst, i = append(dst, b[i:i+n]...), i+n
			continue
		}
		n := widthGB18030(b[i:])
		switch n {
		case 2:
			p := &pairs[(int(b[i])-0x81)*192+int(b[i+1])-0x40]
			if p[3] == 0 {
				return dst, errUnassigned
			}
			dst = append(dst, p[:p[3]]...)
		case 4:
			out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(b[i : i+4])
			if r, _ := utf8.DecodeRune(out); err != nil || r == utf8.RuneError {
				return dst, errUnassigned
			}
			dst = append(dst, out...)
		default:
			return dst, errUnassigned
		}
		i += n
	}
	return dst, nil
}

var errNotUTF8 = errors.New("holds bytes that are no UTF-8; if the file is GBK, say so by charset")

// decode appends b as UTF-8.
func (c Charset) decode(dst, b []byte) ([]byte, error) {
	if c == GB18030 {
		return appendGB18030(dst, b)
	}
	if !utf8.Valid(b) {
		return dst, errNotUTF8
	}
	return append(dst, b...), nil
}

// spoiled finds the marks of a text that went through the wrong decoder:
// U+FFFD, and what its UTF-8 bytes are when read as GBK.
func spoiled(text []byte) bool {
	return bytes.Contains(text, []byte("\ufffd")) || bytes.Contains(text, []byte("锟斤拷"))
}

// lenient decodes for messages only: what is no character becomes U+FFFD.
func (c Charset) lenient(b []byte) string {
	if c == UTF8 {
		return string(bytes.ToValidUTF8(b, []byte("\ufffd")))
	}
	var out []byte
	for len(b) > 0 {
		n := max(1, ascii(b))
		if b[0] >= 0x80 {
			n = max(1, widthGB18030(b))
		}
		var err error
		if out, err = appendGB18030(out, b[:n]); err != nil {
			out = append(out, "\ufffd"...)
		}
		b = b[n:]
	}
	return string(out)
}

// Decode turns a whole text into UTF-8, strictly, without its byte order mark.
// Formats use it on what they read in Open and Summary.
func (c Charset) Decode(b []byte) (string, error) {
	out, err := c.decode(nil, bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")))
	return string(out), err
}
