package sepa

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"recon/settle/rail"
)

// Status files come from outside, so everything about them is bounded: their
// size, how deep they nest, and how long one tag or text may be.
const (
	maxXMLSize  = 256 << 20
	maxXMLDepth = 64
	maxXMLToken = 1 << 20
)

var (
	errXMLSize  = fmt.Errorf("larger than %d MiB", maxXMLSize>>20)
	errXMLToken = fmt.Errorf("a tag or text longer than %d MiB", maxXMLToken>>20)
)

// elements reads an XML file as a stream of elements, which are known by their
// local names: banks use namespaces of their own, or none.
type elements struct {
	decoder *xml.Decoder
	source  *bounded
	depth   int      // open elements
	open    []string // their names
	start   xml.StartElement
	line    int64 // of start
	err     error // the first error; the file cannot be read on after it
	faults  *rail.Faults
	lax     bool // only looking at what it is
}

// openXML begins to read a file that people know as name.
func openXML(r io.Reader, name string) *elements {
	e := &elements{source: &bounded{from: bufio.NewReaderSize(r, 64<<10)}, faults: rail.FaultsOf(name)}
	head, _ := e.source.from.Peek(3)
	if bytes.Equal(head, []byte("\xef\xbb\xbf")) {
		e.source.from.Discard(3) // peeked already
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		e.stop(1, "the file is UTF-16, wanted UTF-8")
	}
	e.decoder = xml.NewDecoder(e.source)
	e.decoder.CharsetReader = e.charset
	return e
}

// legacy are the character sets that XML files of banks still declare.
var legacy = map[string]encoding.Encoding{
	"iso-8859-1": charmap.ISO8859_1, "latin1": charmap.ISO8859_1, "iso-8859-15": charmap.ISO8859_15,
	"windows-1252": charmap.Windows1252, "us-ascii": charmap.ISO8859_1,
}

// charset decodes a file that declares another character set than UTF-8.
func (e *elements) charset(label string, in io.Reader) (io.Reader, error) {
	set := legacy[strings.ToLower(label)]
	if set == nil {
		return nil, fmt.Errorf("the character set %q is not known, wanted UTF-8", cut(label, 20))
	}
	e.source = &bounded{from: bufio.NewReader(set.NewDecoder().Reader(in))}
	return e.source, nil
}

// next is the next token. Type declarations are refused, as entities can be
// made to grow without bounds; so is what nests too deep.
func (e *elements) next() xml.Token {
	if e.err != nil {
		return nil
	}
	line, _ := e.decoder.InputPos()
	e.source.token = 0
	t, err := e.decoder.Token()
	if err != nil {
		e.damaged(err)
		return nil
	}
	switch t := t.(type) {
	case xml.Directive:
		if e.lax {
			return t
		}
		e.stop(int64(line), "a document type declaration, wanted none: it could hold entities that grow without bounds")
		return nil
	case xml.StartElement:
		if e.depth++; e.depth > maxXMLDepth {
			e.stop(int64(line), "elements nest deeper than %d", maxXMLDepth)
			return nil
		}
		e.open = append(e.open, t.Name.Local)
		e.start, e.line = t, int64(line)
	case xml.EndElement:
		e.depth--
		e.open = e.open[:e.depth]
	}
	return t
}

// damaged stops at what the decoder refused.
func (e *elements) damaged(err error) {
	line, _ := e.decoder.InputPos()
	var syntax *xml.SyntaxError
	switch {
	case err == io.EOF:
		e.err = io.EOF
		return
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF":
		inside := "before its first element"
		if e.depth > 0 {
			inside = "inside " + strings.Join(e.open, "/")
		}
		e.stop(int64(line), "damaged XML: the file ends %s; fetch it again", inside)
	case errors.As(err, &syntax):
		e.stop(int64(syntax.Line), "damaged XML: %s", cut(syntax.Msg, 200))
	default:
		e.stop(int64(line), "cannot be read: %s", cut(strings.TrimPrefix(err.Error(), "xml: "), 200))
	}
}

// stop keeps a fault after which nothing more is read.
func (e *elements) stop(line int64, text string, args ...any) {
	e.faults.Add(line, text, args...)
	e.err = errors.New("stopped")
}

// each visits the elements inside the present one, which are read by visit or
// else skipped, up to its end.
func (e *elements) each(visit func(name string)) {
	for {
		switch t := e.next().(type) {
		case nil:
			return
		case xml.StartElement:
			inside := e.depth
			visit(t.Name.Local)
			for e.depth >= inside && e.err == nil {
				e.next()
			}
		case xml.EndElement:
			return
		}
	}
}

// in visits one element inside the present one.
func (e *elements) in(wanted string, visit func()) {
	e.each(func(name string) {
		if name == wanted {
			visit()
		}
	})
}

// message reads the message of a file by read: the element wanted, as the root
// or first inside it.
func (e *elements) message(wanted string, read func()) {
	found := e.root()
	switch {
	case found == wanted:
		read()
	case e.err == nil || e.err == io.EOF:
		e.stop(1, "found %q, wanted the element %s inside Document", cut(found, 40), wanted)
	}
}

// root opens the document, and gives the name of the message in it.
func (e *elements) root() string {
	for e.depth < 2 {
		switch t := e.next().(type) {
		case nil, xml.EndElement:
			return ""
		case xml.CharData:
			if e.depth == 0 && len(bytes.TrimSpace(t)) > 0 {
				e.stop(1, "text before the document")
				return ""
			}
		case xml.StartElement:
			if t.Name.Local != "Document" {
				return t.Name.Local
			}
		}
	}
	return ""
}

// messageIn is the name of the message that a file begins with, or nothing.
func messageIn(head []byte) string {
	return openXML(bytes.NewReader(head), "").lookPast().root()
}

// lookPast lets the decoder go on where a file is to be refused, so that it is
// known for what it is and refused with a reason.
func (e *elements) lookPast() *elements {
	e.lax = true
	return e
}

// finish reads to the end of the file, where nothing may follow the document.
func (e *elements) finish() {
	for e.err == nil {
		t := e.next()
		if _, ok := t.(xml.StartElement); ok && e.depth == 1 {
			e.stop(e.line, "a second document after the first, wanted one")
		}
		if text, ok := t.(xml.CharData); ok && e.depth == 0 && len(bytes.TrimSpace(text)) > 0 {
			line, _ := e.decoder.InputPos()
			e.stop(int64(line), "text after the end of the document")
		}
	}
}

// bounded counts what is read of a file and of one token.
type bounded struct {
	from  *bufio.Reader
	total int64
	token int64
}

func (b *bounded) ReadByte() (byte, error) {
	b.total++
	b.token++
	if b.total > maxXMLSize {
		return 0, errXMLSize
	}
	if b.token > maxXMLToken {
		return 0, errXMLToken
	}
	return b.from.ReadByte()
}

// Read is what a decoder of another character set reads by.
func (b *bounded) Read(p []byte) (int, error) {
	if b.total > maxXMLSize {
		return 0, errXMLSize
	}
	n, err := b.from.Read(p)
	b.total += int64(n)
	return n, err
}
