package ingest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"recon/internal/config"
)

// text is one readable text of a file: the file itself, or an entry of a zip.
type text struct {
	entry string // "" for a file that is no zip
	part  int    // the number in the name, 0 without
	plain bool   // its bytes are those of the file
	open  func() (io.ReadCloser, error)
}

// container is an opened file with the texts in it.
type container struct {
	bytes *watched
	texts []text
	close func() error
}

// content is the bytes of a file, however they are kept. Tests replace it.
type content interface {
	io.ReaderAt
	io.Closer
}

var openContent = func(path string) (content, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// watched remembers the first error of reading the file itself, which tells
// trouble with the disk from a file that is damaged.
type watched struct {
	content
	err error
}

func (w *watched) ReadAt(p []byte, at int64) (int, error) {
	n, err := w.content.ReadAt(p, at)
	if err != nil && err != io.EOF && w.err == nil {
		w.err = err
	}
	return n, err
}

// openContainer looks at the first bytes of a file and lists its texts. What
// is wrong with the file is a Fault; other errors are trouble with the disk.
func openContainer(file File, limit int64) (*container, error) {
	raw, size, err := openContent(file.Path)
	if err != nil {
		return nil, err
	}
	c := &container{bytes: &watched{content: raw}, close: raw.Close}
	if err := c.list(file, size, limit); err != nil {
		c.close()
		if c.bytes.err != nil {
			err = fmt.Errorf("%s: %w", file.Name, c.bytes.err)
		}
		return nil, err
	}
	return c, nil
}

func (c *container) list(file File, size, limit int64) error {
	magic := make([]byte, min(8, size))
	if _, err := c.bytes.ReadAt(magic, 0); err != nil && err != io.EOF {
		return err
	}
	whole := func() io.Reader { return io.NewSectionReader(c.bytes, 0, size) }
	switch part := partOf(file.Name); {
	case size == 0:
		return Fault{Text: "the file is empty, wanted a statement; an empty day has a file too: fetch it again"}
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")), bytes.HasPrefix(magic, []byte("PK\x05\x06")):
		return c.listZip(file, size, limit)
	case bytes.HasPrefix(magic, []byte("\x1f\x8b")):
		c.texts = []text{{part: part, open: func() (io.ReadCloser, error) { return gzip.NewReader(whole()) }}}
	case bytes.HasPrefix(magic, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return errExcel
	default:
		c.texts = []text{{part: part, plain: true, open: func() (io.ReadCloser, error) { return io.NopCloser(whole()), nil }}}
	}
	return nil
}

var errExcel = Fault{Text: "the file is an Excel workbook, wanted the provider's own file; spreadsheets lose digits of long numbers: use the original"}

// ratioLimit and ratioFrom tell a zip bomb from a repetitive statement.
const (
	ratioLimit = 200
	ratioFrom  = 64 << 20
)

func (c *container) listZip(file File, size, limit int64) error {
	z, err := zip.NewReader(c.bytes, size)
	if err != nil {
		return Fault{Text: fmt.Sprintf("the zip cannot be read (%v), it was cut off or damaged; fetch it again", err)}
	}
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return flate.NewReader(r) })
	var total uint64
	for _, f := range z.File {
		name, err := checkEntry(f)
		if err != nil {
			return err
		}
		if total += f.UncompressedSize64; total > uint64(limit) {
			return tooLarge(limit)
		}
		if f.FileInfo().IsDir() || strings.HasPrefix(name, "__MACOSX/") {
			continue
		}
		open, err := opener(f, name, file)
		if err != nil {
			return err
		}
		c.texts = append(c.texts, text{entry: name, part: partOf(name), open: open})
	}
	switch {
	case len(c.texts) == 0:
		return Fault{Text: "the zip holds no file, wanted a statement; fetch it again"}
	case len(c.texts) > MaxParts:
		return Fault{Text: fmt.Sprintf("the zip holds %d files, at most %d are read", len(c.texts), MaxParts)}
	}
	slices.SortFunc(c.texts, func(a, b text) int { return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(a.entry, b.entry)) })
	return nil
}

// checkEntry returns an entry's name in UTF-8 and refuses what a zip from a
// provider never holds. Names without the UTF-8 flag are GBK bytes.
func checkEntry(f *zip.File) (string, error) {
	name := f.Name
	if f.NonUTF8 {
		decoded, err := GB18030.Decode([]byte(f.Name))
		if err != nil {
			return "", Fault{Text: fmt.Sprintf("the zip has an entry whose name %q is neither UTF-8 nor GBK", f.Name)}
		}
		name = decoded
	}
	switch {
	case strings.HasPrefix(name, "/"), strings.ContainsAny(name, "\\:\x00"), slices.Contains(strings.Split(name, "/"), ".."):
		return "", Fault{Text: fmt.Sprintf("the zip has an entry named %q, which leads out of its folder; it is not from the provider", name)}
	case name == "[Content_Types].xml":
		return "", errExcel
	case !isEncrypted(f) && f.Method != zip.Store && f.Method != zip.Deflate:
		return "", Fault{Text: fmt.Sprintf("the entry %q is packed by method %d, wanted stored or deflated; pack it again", name, f.Method)}
	case f.UncompressedSize64 > ratioFrom && f.UncompressedSize64/ratioLimit > f.CompressedSize64:
		return "", Fault{Text: fmt.Sprintf("the entry %q would grow %d times to %d bytes, which no statement does (a zip bomb)", name, f.UncompressedSize64/max(1, f.CompressedSize64), f.UncompressedSize64)}
	}
	return name, nil
}

// opener is how an entry is opened: with the source's password when it has one.
func opener(f *zip.File, name string, file File) (func() (io.ReadCloser, error), error) {
	if !isEncrypted(f) {
		return f.Open, nil
	}
	if file.Source == nil || file.Source.Password == "" {
		return nil, Fault{Text: fmt.Sprintf("the entry %q is encrypted, wanted the source's setting password (env:NAME or file:PATH)", name)}
	}
	password, err := config.Secret(file.Source.Password)
	if err != nil {
		return nil, Fault{Text: fmt.Sprintf("the entry %q is encrypted, and the source's password cannot be read: %v", name, err)}
	}
	return func() (io.ReadCloser, error) { return openEncrypted(f, password) }, nil
}

func tooLarge(limit int64) error {
	return Fault{Text: fmt.Sprintf("the file unpacks to more than %d bytes; if it is right, raise limits.unzipped_bytes", limit)}
}

var partPattern = regexp.MustCompile(`_([1-9][0-9]?)(\.[a-z]+)*$`)

// partOf is the number of a part in names like x_2.csv or x_2.csv.zip, 0
// without. It has at most two digits, which tells it from a date.
func partOf(name string) int {
	m := partPattern.FindStringSubmatch(path.Base(name))
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0
	}
	return n
}

// limited refuses a text that is longer than it may be.
type limited struct {
	io.Reader
	io.Closer
	left, limit int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return n, tooLarge(l.limit)
	}
	return n, err
}

// readText is what every text is read through. Tests replace it.
var readText = func(r io.Reader) io.Reader { return r }

// openText opens a text without its byte order mark and returns its head,
// which the reader gives again.
func (c *container) openText(t text, limit int64) (*opened, []byte, error) {
	r, err := t.open()
	if err != nil {
		return nil, nil, c.explain(err)
	}
	l := &limited{Reader: readText(r), Closer: r, left: limit, limit: limit}
	head := make([]byte, HeadBytes)
	n, err := fill(l, head)
	if err != nil && err != io.EOF {
		r.Close()
		return nil, nil, c.explain(err)
	}
	head = bytes.TrimPrefix(head[:n], []byte("\xef\xbb\xbf"))
	return &opened{io.MultiReader(bytes.NewReader(head), l), l, int64(n - len(head))}, head, nil
}

// opened is a text that is read from its first byte after the mark.
type opened struct {
	io.Reader
	io.Closer
	mark int64 // bytes of the byte order mark
}

// fill reads until buf is full. Unlike io.ReadFull it tells the end of the text
// (io.EOF) from a stream that breaks off (io.ErrUnexpectedEOF).
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

// explain turns an error of unpacking into a fault, unless the disk is to blame.
func (c *container) explain(err error) error {
	var fault Fault
	switch {
	case c.bytes.err != nil:
		return c.bytes.err
	case errors.As(err, &fault):
		return fault
	default:
		return Fault{Text: fmt.Sprintf("cannot be unpacked (%v), it was cut off or damaged; fetch it again", err)}
	}
}
