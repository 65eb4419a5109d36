package ingest

import (
	"archive/zip"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
)

// Zips with a password come in two kinds. WinZip's AES keeps the real method
// in an extra field and signs the encrypted bytes
// (https://www.winzip.com/en/support/aes-encryption/); the older ZipCrypto has
// a check byte only (APPNOTE.TXT 6.1).

const (
	methodAES     = 99
	extraAES      = 0x9901
	flagEncrypted = 1
	flagStreamed  = 8
)

func isEncrypted(f *zip.File) bool { return f.Flags&flagEncrypted != 0 || f.Method == methodAES }

var (
	errPassword = Fault{Text: "the password does not open the zip, wanted the one the sender set; correct the source's password"}
	errDamaged  = Fault{Text: "the encrypted zip is damaged, or the password is wrong; fetch it again, or correct the source's password"}
)

// openEncrypted opens an entry with its password.
func openEncrypted(f *zip.File, password string) (io.ReadCloser, error) {
	raw, err := f.OpenRaw()
	if err != nil {
		return nil, err
	}
	method, plain, sum := f.Method, io.Reader(nil), true
	if f.Method == methodAES {
		var a aesField
		if a, err = findAES(f.Extra); err != nil {
			return nil, err
		}
		// Version 2 leaves the checksum out; the signature takes its place.
		method, sum = a.method, a.version == 1
		plain, err = openAES(raw, int64(f.CompressedSize64), a.keyBytes, password)
	} else {
		plain, err = openZipCrypto(raw, f, password)
	}
	if err != nil {
		return nil, err
	}
	switch method {
	case zip.Store:
	case zip.Deflate:
		plain = flate.NewReader(plain)
	default:
		return nil, Fault{Text: fmt.Sprintf("the entry is packed by method %d, wanted stored or deflated; pack it again", method)}
	}
	return io.NopCloser(&checked{in: plain, left: int64(f.UncompressedSize64), want: f.CRC32, crc: crc32.NewIEEE(), sum: sum}), nil
}

// checked reads an entry to its stated length and compares its checksum.
type checked struct {
	in   io.Reader
	left int64
	want uint32
	crc  hash.Hash32
	sum  bool
}

func (c *checked) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.left -= int64(n)
	c.crc.Write(p[:n])
	switch {
	case err == io.EOF && (c.left != 0 || c.sum && c.crc.Sum32() != c.want):
		return n, errDamaged
	case err != nil && err != io.EOF:
		var fault Fault
		if errors.As(err, &fault) {
			return n, fault
		}
		return n, errDamaged
	}
	return n, err
}

// aesField is the extra field of an AES entry.
type aesField struct {
	version  uint16
	keyBytes int
	method   uint16
}

func findAES(extra []byte) (a aesField, err error) {
	for len(extra) >= 4 {
		id, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		extra = extra[4:]
		if size > len(extra) {
			break
		}
		if id == extraAES && size >= 7 && extra[4] >= 1 && extra[4] <= 3 {
			return aesField{binary.LittleEndian.Uint16(extra), 8 + 8*int(extra[4]), binary.LittleEndian.Uint16(extra[5:])}, nil
		}
		extra = extra[size:]
	}
	return a, errDamaged
}

const (
	aesRounds    = 1000
	aesCheck     = 2
	aesSignature = 10
)

// openAES decrypts an entry of size bytes: salt, two check bytes, the bytes, a
// signature over them.
func openAES(raw io.Reader, size int64, keyBytes int, password string) (io.Reader, error) {
	head := make([]byte, keyBytes/2+aesCheck)
	if _, err := io.ReadFull(raw, head); err != nil {
		return nil, errDamaged
	}
	size -= int64(len(head)) + aesSignature
	if size < 0 {
		return nil, errDamaged
	}
	keys, err := pbkdf2.Key(sha1.New, password, head[:keyBytes/2], aesRounds, 2*keyBytes+aesCheck)
	if err != nil {
		return nil, err
	}
	if subtle.ConstantTimeCompare(keys[2*keyBytes:], head[keyBytes/2:]) != 1 {
		return nil, errPassword
	}
	block, err := aes.NewCipher(keys[:keyBytes])
	if err != nil {
		return nil, err
	}
	return &aesReader{in: io.LimitReader(raw, size), end: raw, block: block, mac: hmac.New(sha1.New, keys[keyBytes:2*keyBytes])}, nil
}

// aesReader decrypts in counter mode; the counter is little-endian, which the
// standard library's is not.
type aesReader struct {
	in, end io.Reader
	block   cipher.Block
	mac     hash.Hash
	counter uint64
	stream  [aes.BlockSize]byte
	used    int // of stream; 0 when a new block is due
}

func (a *aesReader) Read(p []byte) (int, error) {
	n, err := a.in.Read(p)
	a.mac.Write(p[:n])
	for i := range p[:n] {
		if a.used == 0 {
			a.counter++
			var block [aes.BlockSize]byte
			binary.LittleEndian.PutUint64(block[:], a.counter)
			a.block.Encrypt(a.stream[:], block[:])
		}
		p[i] ^= a.stream[a.used]
		a.used = (a.used + 1) % aes.BlockSize
	}
	if err != io.EOF {
		return n, err
	}
	var signature [aesSignature]byte
	if _, e := io.ReadFull(a.end, signature[:]); e != nil || !hmac.Equal(signature[:], a.mac.Sum(nil)[:aesSignature]) {
		return n, errDamaged
	}
	return n, io.EOF
}

// zipCrypto is the state of the older cipher.
type zipCrypto struct {
	in   io.Reader
	keys [3]uint32
}

func openZipCrypto(raw io.Reader, f *zip.File, password string) (io.Reader, error) {
	z := &zipCrypto{in: raw, keys: [3]uint32{0x12345678, 0x23456789, 0x34567890}}
	for i := range len(password) {
		z.update(password[i])
	}
	var head [12]byte
	if _, err := io.ReadFull(z, head[:]); err != nil {
		return nil, errDamaged
	}
	check := byte(f.CRC32 >> 24)
	if f.Flags&flagStreamed != 0 {
		// The checksum was not known yet; the time of the file is used instead.
		check = byte(f.ModifiedTime >> 8)
	}
	if head[11] != check {
		return nil, errPassword
	}
	return z, nil
}

func (z *zipCrypto) update(b byte) {
	z.keys[0] = crcByte(z.keys[0], b)
	z.keys[1] = (z.keys[1]+z.keys[0]&0xff)*134775813 + 1
	z.keys[2] = crcByte(z.keys[2], byte(z.keys[1]>>24))
}

func crcByte(crc uint32, b byte) uint32 { return crc32.IEEETable[byte(crc)^b] ^ crc>>8 }

func (z *zipCrypto) Read(p []byte) (int, error) {
	n, err := z.in.Read(p)
	for i := range p[:n] {
		t := z.keys[2] | 2
		p[i] ^= byte(t * (t ^ 1) >> 8)
		z.update(p[i])
	}
	return n, err
}
