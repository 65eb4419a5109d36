package ingest

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// skipMark is the length of a UTF-8 byte order mark; UTF-16 is refused.
func skipMark(head []byte) (int, error) {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return 0, Fault{Line: 1, Text: "the file is UTF-16, wanted UTF-8; export it as UTF-8"}
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		return 3, nil
	}
	return 0, nil
}

// header is the first row of a CSV.
type header struct {
	columns []string
	comma   byte
	size    int   // bytes, the line end included
	lines   int64 // lines it takes; quoted names may hold line ends
}

// commas are the separators that are looked for, the usual one first. None is
// a byte that a character of GB18030 can contain.
var commas = []byte{',', ';', '\t'}

// openCSV says how a CSV is read.
func openCSV(b *binder, bind binding, head []byte, skip int) (*Layout, error) {
	h, err := bestHeader(b, head[skip:])
	if err != nil {
		return nil, err
	}
	b.columns = h.columns
	l, _, err := bind(b)
	if err != nil {
		return nil, err
	}
	l.Comma, l.Quoted = h.comma, true
	l.Body, l.BodyLine = int64(skip+h.size), 1+h.lines
	return l, nil
}

// bestHeader reads the header with the separator that gives most of the mapped
// columns, then most columns.
func bestHeader(b *binder, text []byte) (header, error) {
	if len(text) == 0 {
		return header{}, Fault{Text: "the file is empty, wanted at least a header; an export without rows has its header"}
	}
	if strings.HasSuffix(b.src.Fetch.Pattern, ".parquet") {
		return header{}, Fault{Text: "not a Parquet file, as it does not begin with " + parquetMagic + "; export it again"}
	}
	var best header
	wanted, most := b.mapped(), -1
	for _, comma := range commas {
		h, err := readHeader(b, text, comma)
		if err != nil {
			return header{}, err
		}
		if n := score(h.columns, wanted); n > most {
			best, most = h, n
		}
	}
	return best, nil
}

// score counts the mapped columns first, all columns second.
func score(columns, wanted []string) int {
	n := len(columns)
	for _, c := range columns {
		for _, w := range wanted {
			if c == w {
				n += HeadBytes // more than a header can have columns
			}
		}
	}
	return n
}

// readHeader cuts the first row at comma and decodes it.
func readHeader(b *binder, text []byte, comma byte) (header, error) {
	cells, size, lines, ok := firstRow(text, comma)
	if !ok && len(text) >= HeadBytes-3 {
		return header{}, Fault{Line: 1, Text: fmt.Sprintf("the header is longer than %d bytes or has an open quote; is this a CSV with a header?", HeadBytes)}
	}
	h := header{comma: comma, size: size, lines: lines}
	for _, c := range cells {
		name, err := decodeName(b, c)
		if err != nil {
			return header{}, err
		}
		h.columns = append(h.columns, strings.Trim(name, " \t"))
	}
	return h, nil
}

// firstRow cuts the first row of a CSV into its cells without quotes. It is not
// ok when the row does not end within text.
func firstRow(text []byte, comma byte) (cells []string, size int, lines int64, ok bool) {
	var cell []byte
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '"' && i+1 < len(text) && text[i+1] == '"':
			cell = append(cell, '"')
			i++
		case c == '"' && (quoted || len(bytes.Trim(cell, " \t")) == 0):
			quoted = !quoted
		case !quoted && c == comma:
			cells, cell = append(cells, string(cell)), nil
		case !quoted && c == '\n':
			cell = bytes.TrimSuffix(cell, []byte("\r"))
			return append(cells, string(cell)), i + 1, lines + 1, true
		default:
			if c == '\n' {
				lines++
			}
			cell = append(cell, c)
		}
	}
	return append(cells, string(bytes.TrimSuffix(cell, []byte("\r")))), len(text), lines + 1, false
}

// decodeName is a header's cell as UTF-8.
func decodeName(b *binder, name string) (string, error) {
	at := fmt.Sprintf(" at %q", name)
	if b.secret {
		at = "" // may be a row with an account number
	}
	if b.src.Charset != charsetGBK {
		if !utf8.ValidString(name) {
			return "", Fault{Line: 1, Text: fmt.Sprintf("the header is not UTF-8%s; export as UTF-8, or set charset: gbk for %s", at, b.owner)}
		}
		return name, nil
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().String(name)
	if err != nil || strings.ContainsRune(text, utf8.RuneError) {
		return "", Fault{Line: 1, Text: fmt.Sprintf("the header is not GBK%s; export as GBK, or remove charset: gbk from %s", at, b.owner)}
	}
	return text, nil
}
