package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonParser reads one JSON value. Numbers keep their text, so that no digit
// is lost.
type jsonParser struct {
	b       []byte
	at      int
	scratch []byte
}

func (p *jsonParser) fail(wanted string) error {
	if p.at >= len(p.b) {
		return fmt.Errorf("the row ends within the JSON object, wanted %s; one object per line", wanted)
	}
	return fmt.Errorf("not JSON at byte %d of the row, wanted %s", p.at+1, wanted)
}

func (p *jsonParser) blank() {
	for p.at < len(p.b) && (p.b[p.at] == ' ' || p.b[p.at] == '\t' || p.b[p.at] == '\r') {
		p.at++
	}
}

// take moves over c and blanks around it, if it is there.
func (p *jsonParser) take(c byte) bool {
	p.blank()
	if p.at >= len(p.b) || p.b[p.at] != c {
		return false
	}
	p.at++
	p.blank()
	return true
}

// object reads a whole row; value must read the value of the key.
func (p *jsonParser) object(value func(key []byte) error) error {
	if !p.take('{') {
		return p.fail("an object in braces")
	}
	if !p.take('}') {
		if err := p.members(value); err != nil {
			return err
		}
	}
	if p.at != len(p.b) {
		return p.fail("the end of the row")
	}
	return nil
}

// members reads key and value pairs up to the closing brace.
func (p *jsonParser) members(value func(key []byte) error) error {
	for {
		key, err := p.str()
		if err != nil {
			return err
		}
		if !p.take(':') {
			return p.fail("a colon")
		}
		if err := value(key); err != nil {
			return err
		}
		if p.take('}') {
			return nil
		}
		if !p.take(',') {
			return p.fail("a comma or a closing brace")
		}
	}
}

// text reads a value as the text of a cell; null is empty.
func (p *jsonParser) text(key []byte) ([]byte, error) {
	start := p.at
	switch c := p.peek(); {
	case c == '"':
		return p.str()
	case c == '{' || c == '[':
		return nil, fmt.Errorf("key %q holds more than one value, wanted a text or a number", key)
	default:
		if err := p.skip(0); err != nil {
			return nil, err
		}
		word := p.b[start:p.at]
		if string(word) == "null" {
			return []byte{}, nil
		}
		return word, nil
	}
}

func (p *jsonParser) peek() byte {
	if p.at >= len(p.b) {
		return 0
	}
	return p.b[p.at]
}

// maxNesting bounds values that are passed over.
const maxNesting = 64

// skip moves over any value.
func (p *jsonParser) skip(depth int) error {
	if depth > maxNesting {
		return fmt.Errorf("values are nested deeper than %d", maxNesting)
	}
	switch c := p.peek(); {
	case c == '"':
		_, err := p.str()
		return err
	case c == '{':
		p.at++
		if p.take('}') {
			return nil
		}
		return p.members(func([]byte) error { return p.skip(depth + 1) })
	case c == '[':
		return p.skipArray(depth)
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(p.b[p.at:], []byte(word)) {
			p.at += len(word)
			return nil
		}
	}
	return p.fail("a value")
}

func (p *jsonParser) skipArray(depth int) error {
	p.at++
	if p.take(']') {
		return nil
	}
	for {
		p.blank()
		if err := p.skip(depth + 1); err != nil {
			return err
		}
		if p.take(']') {
			return nil
		}
		if !p.take(',') {
			return p.fail("a comma or a closing bracket")
		}
	}
}

func (p *jsonParser) number() error {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	whole := p.digits()
	if whole == 0 || whole > 1 && p.b[p.at-whole] == '0' {
		p.at = start
		return p.fail("a number")
	}
	if p.peek() == '.' {
		p.at++
		if p.digits() == 0 {
			return p.fail("decimals")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if p.digits() == 0 {
			return p.fail("an exponent")
		}
	}
	return nil
}

func (p *jsonParser) digits() (n int) {
	for p.at < len(p.b) && p.b[p.at]-'0' <= 9 {
		p.at++
		n++
	}
	return n
}

// str reads a text in quotes. It aliases the row unless it holds escapes.
func (p *jsonParser) str() ([]byte, error) {
	if p.peek() != '"' {
		return nil, p.fail("a quote")
	}
	p.at++
	start := p.at
	for p.at < len(p.b) {
		switch c := p.b[p.at]; {
		case c == '"':
			p.at++
			return p.b[start : p.at-1 : p.at-1], nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return nil, p.fail("no control character")
		}
		p.at++
	}
	return nil, p.fail("a closing quote")
}

// escaped goes on with a text from its first backslash, copying it.
func (p *jsonParser) escaped(start int) ([]byte, error) {
	from := len(p.scratch)
	p.scratch = append(p.scratch, p.b[start:p.at]...)
	for p.at < len(p.b) {
		c := p.b[p.at]
		p.at++
		switch {
		case c == '"':
			return slices.Clip(p.scratch[from:]), nil
		case c == '\\':
			if err := p.escape(); err != nil {
				return nil, err
			}
		case c < 0x20:
			p.at--
			return nil, p.fail("no control character")
		default:
			p.scratch = append(p.scratch, c)
		}
	}
	return nil, p.fail("a closing quote")
}

// escape reads what follows a backslash.
func (p *jsonParser) escape() error {
	const plain, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := p.peek()
	if i := bytes.IndexByte([]byte(plain), c); i >= 0 {
		p.at++
		p.scratch = append(p.scratch, meaning[i])
		return nil
	}
	if c != 'u' {
		return p.fail("an escape of JSON")
	}
	r, ok := p.hex()
	if ok && utf16.IsSurrogate(r) {
		low, second := rune(0), false
		if p.peek() == '\\' {
			p.at++
			low, second = p.hex()
		}
		r = utf16.DecodeRune(r, low)
		ok = second && r != utf8.RuneError
	}
	if !ok {
		return p.fail("four hex digits of a character")
	}
	p.scratch = utf8.AppendRune(p.scratch, r)
	return nil
}

// hex reads u and four hex digits.
func (p *jsonParser) hex() (r rune, ok bool) {
	if p.peek() != 'u' || p.at+5 > len(p.b) {
		return 0, false
	}
	for _, c := range p.b[p.at+1 : p.at+5] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	p.at += 5
	return r, true
}
