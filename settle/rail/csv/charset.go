package csv

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

const (
	setUTF8     = "utf-8"
	setUTF8BOM  = "utf-8-bom"
	setGB18030  = "gb18030"
	byteOrder   = "\xef\xbb\xbf"
	replacement = "\ufffd"
)

// strange names the characters of a value that must not stand in a file: what
// is no text, what steers a printer or the direction of writing, and what the
// character set cannot hold.
func strange(value, set string) string {
	if !utf8.ValidString(value) || strings.Contains(value, replacement) {
		return "holds bytes that are no text; the export was read in the wrong character set"
	}
	for _, r := range value {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			return fmt.Sprintf("holds the control character %U, wanted none", r)
		}
		if set == setGB18030 && !encodable(r) {
			return fmt.Sprintf("holds %q, which GB18030 does not have", r)
		}
	}
	return ""
}

// encodable reports whether GB18030 has a character and gives it back the same.
func encodable(r rune) bool {
	if r < utf8.RuneSelf {
		return true
	}
	encoded, err := simplifiedchinese.GB18030.NewEncoder().String(string(r))
	if err != nil {
		return false
	}
	decoded, err := simplifiedchinese.GB18030.NewDecoder().String(encoded)
	return err == nil && decoded == string(r)
}

// beyondGBK are the characters of a text that banks with GBK cannot show.
func beyondGBK(value string) string {
	var list []rune
	for _, r := range value {
		if r < utf8.RuneSelf {
			continue
		}
		if _, err := simplifiedchinese.GBK.NewEncoder().String(string(r)); err != nil {
			list = append(list, r)
		}
	}
	return string(list)
}

// encode writes a text in a character set; strange has looked at it.
func encode(value, set string) (string, error) {
	if set != setGB18030 {
		return value, nil
	}
	return simplifiedchinese.GB18030.NewEncoder().String(value)
}

// decode reads a whole file strictly, without its byte order mark.
func decode(raw []byte, set string) (string, error) {
	if set == setGB18030 {
		return decodeGB18030(raw)
	}
	text := string(raw)
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		return "", errors.New("the file is UTF-16, wanted UTF-8; export it as UTF-8")
	}
	text = strings.TrimPrefix(text, byteOrder)
	if !utf8.ValidString(text) {
		return "", fmt.Errorf("not UTF-8 in line %d; if the file is GBK, say so by charset", badLine(text))
	}
	return text, nil
}

// badLine is the line of the first bytes that are no UTF-8.
func badLine(text string) int {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], replacement) {
			return 1 + strings.Count(text[:i], "\n")
		}
	}
	return 1
}

// decodeGB18030 refuses bytes that are no character; the decoder would write
// U+FFFD for them, which no file holds that was not damaged before.
func decodeGB18030(raw []byte) (string, error) {
	decoded, err := simplifiedchinese.GB18030.NewDecoder().Bytes(raw)
	if err != nil {
		return "", fmt.Errorf("not GB18030: %w", err)
	}
	text := string(decoded)
	if i := strings.Index(text, replacement); i >= 0 {
		return "", fmt.Errorf("not GB18030 in line %d; if the file is UTF-8, say so by charset", 1+strings.Count(text[:i], "\n"))
	}
	return text, nil
}
