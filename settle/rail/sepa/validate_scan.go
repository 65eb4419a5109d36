package sepa

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	mostBytes = 1 << 30 // of a submission file, above a million payments
	mostTag   = 8 << 10 // bytes of one tag, or of the text before it
)

// painScanner takes a submission file apart into tags, each with the text
// before it. It knows only the XML that a submission needs: no comments, no
// CDATA, no DOCTYPE and with it no entities of the file's own. Memory does not
// grow with the file.
type painScanner struct {
	in    *bufio.Reader
	line  int64
	bytes int64
	text  []byte
	// known are tags seen before: a file has few different ones.
	known map[string]painTag
}

// painTag is one tag. Text is what stands before it and is overwritten by the
// next one.
type painTag struct {
	text   []byte
	name   string // local name, without its prefix
	prefix string
	attrs  []painAttr
	end    bool // </name>
	empty  bool // <name/>
	line   int64
}

type painAttr struct{ name, value string }

func newPainScanner(r io.Reader) *painScanner {
	return &painScanner{in: bufio.NewReaderSize(r, mostTag), line: 1, known: map[string]painTag{}}
}

// declaration reads <?xml ...?>, which must be the first bytes: a byte order
// mark before it makes banks refuse the file.
func (s *painScanner) declaration() error {
	text, err := s.until('>')
	if err != nil {
		return err
	}
	declared := string(text)
	if !strings.HasPrefix(declared, "<?xml ") || !strings.HasSuffix(declared, "?") {
		return s.fault("begins with %q, wanted <?xml and no byte order mark before it", shortText(declared, 20))
	}
	attrs, ok := parseAttrs(declared[len("<?xml") : len(declared)-1])
	if !ok || len(attrs) < 2 || attrs[0] != (painAttr{"version", "1.0"}) || attrs[1].name != "encoding" || !strings.EqualFold(attrs[1].value, "utf-8") {
		return s.fault("%q, wanted version 1.0 and encoding UTF-8", shortText(declared, 60))
	}
	return nil
}

// next reads the next tag. io.EOF: the file ends, and only white space stood
// before its end.
func (s *painScanner) next() (painTag, error) {
	text, err := s.until('<')
	if errors.Is(err, io.EOF) && len(bytes.TrimSpace(text)) > 0 {
		return painTag{}, s.fault("ends after %q, wanted nothing after the last tag", shortText(string(text), 20))
	}
	if err != nil {
		return painTag{}, err
	}
	if s.text, err = unescape(append(s.text[:0], text...)); err != nil {
		return painTag{}, s.fault("%v", err)
	}
	line := s.line
	inside, err := s.until('>')
	if errors.Is(err, io.EOF) {
		return painTag{}, s.fault("the file ends inside of a tag")
	}
	if err != nil {
		return painTag{}, err
	}
	tag, err := s.tag(inside)
	tag.text, tag.line = s.text, line
	return tag, err
}

// mostKnown bounds what is kept of a file with ever new tags.
const mostKnown = 100

// tag reads what stands between < and >.
func (s *painScanner) tag(inside []byte) (painTag, error) {
	if tag, known := s.known[string(inside)]; known {
		return tag, nil
	}
	var tag painTag
	if !tag.parse(string(inside)) {
		return tag, s.fault("<%s>, wanted an element", shortText(string(inside), 40))
	}
	if len(s.known) < mostKnown {
		s.known[string(inside)] = tag
	}
	return tag, nil
}

// until reads up to a byte and drops it.
func (s *painScanner) until(end byte) ([]byte, error) {
	text, err := s.in.ReadSlice(end)
	s.line += int64(bytes.Count(text, []byte{'\n'}))
	if s.bytes += int64(len(text)); s.bytes > mostBytes {
		return nil, s.fault("the file is larger than %d bytes", int64(mostBytes))
	}
	if errors.Is(err, bufio.ErrBufferFull) {
		return nil, s.fault("a tag or text is longer than %d bytes", mostTag)
	}
	if err != nil {
		return text, err
	}
	return text[:len(text)-1], nil
}

func (s *painScanner) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %s", s.line, fmt.Sprintf(format, args...))
}

// parse reads what stands between < and >.
func (t *painTag) parse(inside string) bool {
	if t.end = strings.HasPrefix(inside, "/"); t.end {
		inside = inside[1:]
	} else if t.empty = strings.HasSuffix(inside, "/"); t.empty {
		inside = inside[:len(inside)-1]
	}
	length, colon := nameLength(inside)
	if t.name = inside[:length]; colon >= 0 {
		t.prefix, t.name = inside[:colon], inside[colon+1:length]
	}
	if length == len(inside) {
		return t.name != ""
	}
	var ok bool
	t.attrs, ok = parseAttrs(inside[length:])
	return ok && t.name != "" && !(t.end && len(t.attrs) > 0)
}

// nameLength is how long the name at the beginning is, and where the first
// colon in it stands. Names are narrower than XML's: those of these messages
// are of letters and digits only.
func nameLength(text string) (length, colon int) {
	colon = -1
	for i := range len(text) {
		c := rune(text[i])
		switch begins := i == 0 || i == colon+1; {
		case isUpper(c) || c >= 'a' && c <= 'z':
		case !begins && (isDigit(c) || c == '-' || c == '_' || c == '.'):
		case !begins && c == ':' && colon < 0:
			colon = i
		default:
			return i, colon
		}
	}
	return len(text), colon
}

// parseAttrs reads name="value" pairs, each name once.
func parseAttrs(text string) (attrs []painAttr, ok bool) {
	const blank = " \t\r\n"
	for strings.TrimLeft(text, blank) != "" {
		after := strings.TrimLeft(text, blank)
		name, rest, found := strings.Cut(after, "=")
		name, rest = strings.TrimRight(name, blank), strings.TrimLeft(rest, blank)
		if !found || len(after) == len(text) || !isXMLName(name) || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			return nil, false
		}
		value, rest, found := strings.Cut(rest[1:], rest[:1])
		if !found || strings.ContainsAny(value, "<&") || hasAttr(attrs, name) {
			return nil, false
		}
		attrs, text = append(attrs, painAttr{name, value}), rest
	}
	return attrs, true
}

func isXMLName(name string) bool {
	length, colon := nameLength(name)
	return name != "" && length == len(name) && colon != length-1
}

func hasAttr(attrs []painAttr, name string) bool {
	for _, a := range attrs {
		if a.name == name {
			return true
		}
	}
	return false
}

// unescape resolves the five entities of XML and character numbers, in place.
func unescape(text []byte) ([]byte, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("bytes that are not UTF-8")
	}
	if bytes.IndexByte(text, '&') < 0 {
		return text, nil
	}
	out := text[:0]
	for i := 0; i < len(text); i++ {
		if text[i] != '&' {
			out = append(out, text[i])
			continue
		}
		length := bytes.IndexByte(text[i:], ';')
		if length < 0 {
			return nil, errors.New("& without ;")
		}
		r, known := entity(string(text[i+1 : i+length]))
		if !known {
			return nil, fmt.Errorf("unknown entity %q", shortText(string(text[i:i+length+1]), 20))
		}
		// What an entity stands for is never longer than itself.
		out = utf8.AppendRune(out, r)
		i += length
	}
	return out, nil
}

var entities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

func entity(name string) (rune, bool) {
	if r, known := entities[name]; known {
		return r, true
	}
	digits, numbered := strings.CutPrefix(name, "#")
	base := 10
	if hex, isHex := strings.CutPrefix(digits, "x"); isHex {
		digits, base = hex, 16
	}
	number, err := strconv.ParseInt(digits, base, 32)
	return rune(number), numbered && err == nil && number > 0 && utf8.ValidRune(rune(number))
}
