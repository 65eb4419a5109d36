package ingest

import (
	"encoding/binary"
	"errors"
	"fmt"

	"recon/internal/money"
)

// Row is one row of a text while it is being read. It is used by one goroutine
// and reused for the next row. Its first fault sticks: later reads of the row
// give zero and no further fault.
type Row struct {
	Cells [][]byte // the cells of Layout.Cells: raw bytes without surrounding spaces and tabs
	Line  int64    // of its first line, from 1
	Skip  bool     // set by Layout.Row: the row is known and is no entry
	Route int      // set by Layout.Row of own exports: see Table; -1 ignored, else rows other than Layout.Keep are not kept
	State any      // for Layout.Row alone, nil at first: what it keeps from row to row, as long as the Row lives (one piece)

	layout  *Layout
	path    string // for faults
	failed  bool
	faults  faultList
	tallies [MaxTallies]int64
	account string // the first that Row.Account saw
	clock   dayClock
	arena   arena
}

// faultList keeps the first MaxFaults faults.
type faultList struct {
	kept []Fault
	more int64
}

func (l *faultList) add(f Fault) {
	if len(l.kept) == MaxFaults {
		l.more++
		return
	}
	l.kept = append(l.kept, f)
}

func (l *faultList) addAll(m faultList) {
	for _, f := range m.kept {
		l.add(f)
	}
	l.more += m.more
}

func (l *faultList) none() bool { return len(l.kept) == 0 }

// Text is a cell as UTF-8, without control characters. It lives until the next row.
func (r *Row) Text(cell int) []byte {
	c := r.Cells[cell]
	if printableASCII(c) {
		return c
	}
	return r.decode(cell, c)
}

// printableASCII reports whether every byte is in 0x20 to 0x7f.
func printableASCII(b []byte) bool {
	bad := uint64(0)
	switch n := len(b); {
	case n >= 8:
		// The last word may overlap the one before.
		for i := 0; i < n-8; i += 8 {
			bad |= unprintable(binary.LittleEndian.Uint64(b[i:]))
		}
		bad |= unprintable(binary.LittleEndian.Uint64(b[n-8:]))
	case n >= 4:
		bad = unprintable(uint64(binary.LittleEndian.Uint32(b))<<32 | uint64(binary.LittleEndian.Uint32(b[n-4:])))
	default:
		for _, c := range b {
			if c < 0x20 || c >= 0x80 {
				return false
			}
		}
	}
	return bad == 0
}

// unprintable has a high bit when a byte of v is outside 0x20 to 0x7f. Below
// 0x80, subtracting 0x20 borrows exactly from control characters; the lowest
// such byte is always marked, and one is enough.
func unprintable(v uint64) uint64 {
	const spaces = 0x2020202020202020
	return (v | (v - spaces)) & highBits
}

func (r *Row) decode(cell int, c []byte) []byte {
	text := r.arena.grow(len(c) * 2)
	text, err := r.layout.Charset.decode(text, c)
	if err == nil && spoiled(text) {
		err = fmt.Errorf("%s went through the wrong character set and lost its characters; fetch the original file again", r.shown(text))
	}
	for _, b := range text {
		if b < 0x20 && err == nil {
			err = fmt.Errorf("%s holds a control character", r.shown(text))
		}
	}
	if err != nil {
		r.Fail(cell, err)
		return nil
	}
	r.arena.keep(len(text))
	return text
}

// shown is a text for a fault.
func (r *Row) shown(text []byte) string {
	if r.layout.secret {
		return "the text"
	}
	return fmt.Sprintf("%q", text)
}

// maxAmount leaves room to add the amounts of one row.
const maxAmount = 1e17

// Amount is a cell in minor units, at most exponent decimals (more if zero).
func (r *Row) Amount(cell, exponent int) int64 {
	text := r.Cells[cell]
	if n, ok := hundredths(text); ok && exponent == 2 {
		return n
	}
	n, err := money.Parse(text, exponent)
	if err == nil && (n > maxAmount || n < -maxAmount) {
		err = errRange
	}
	if err != nil {
		// The text is decoded for the message only: no amount has such bytes.
		if decoded := r.layout.Charset.lenient(text); decoded != string(text) {
			_, err = money.Parse(decoded, exponent)
		}
		r.Fail(cell, err)
		return 0
	}
	return n
}

// hundredths reads what nearly all amounts look like, digits and two decimals,
// several times as fast as money.Parse; the rest is not ok.
func hundredths(b []byte) (n int64, ok bool) {
	negative := len(b) > 0 && b[0] == '-'
	if negative {
		b = b[1:]
	}
	if len(b) < 4 || len(b) > 15 || b[len(b)-3] != '.' {
		return 0, false
	}
	if len(b) <= 8 && cap(b) >= 8 {
		n, ok = shortHundredths(b)
	} else {
		n, ok = longHundredths(b)
	}
	if negative {
		n = -n
	}
	return n, ok
}

// shortHundredths reads 0.00 to 99999.99 from a word that ends with the last
// digit: without the point it is eight digits, the first ones zero.
func shortHundredths(b []byte) (n int64, ok bool) {
	unused := uint(8-len(b)) * 8
	v := binary.LittleEndian.Uint64(b[:8]) << unused
	v ^= '0' * ones << unused // digits are 0 to 9 now, and so is what is unused
	d := v&(0xffff<<48) | v&0xffffffffff<<8
	// Anything but 0 to 9 has a bit above the lowest four, or gets one.
	if (d|(d+6*ones))&0xf0f0f0f0f0f0f0f0 != 0 {
		return 0, false
	}
	d = d * (1 + 10<<8) >> 8 & 0x00ff00ff00ff00ff
	d = d * (1 + 100<<16) >> 16 & 0x0000ffff0000ffff
	return int64(d * (1 + 10000<<32) >> 32), true
}

func longHundredths(b []byte) (n int64, ok bool) {
	point := len(b) - 3
	for _, c := range b[:point] {
		d := c - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int64(d)
	}
	decimals := two(b[point+1:])
	return n*100 + int64(decimals), decimals < 100
}

var errRange = errors.New("an amount or total is beyond the range of 64 bits")

// Count adds n to a tally that a claim is compared with.
func (r *Row) Count(tally int, n int64) {
	if !add(&r.tallies[tally], n) {
		r.Fail(-1, errRange)
	}
}

// Account says which account the row is of, for files that state it per row.
// All rows of a file must be of one account, the source's if it has one.
func (r *Row) Account(cell int) {
	text := r.Cells[cell]
	if r.account == "" {
		r.account = string(text)
	}
	if r.account != string(text) {
		found, first := maskBoth(string(text), r.account)
		r.Fail(cell, fmt.Errorf("row of account %s in a file of account %s; configure one source per account", found, first))
	}
}

// maskBoth masks two accounts that differ so that one sees it: Alipay's all end
// in the same four digits.
func maskBoth(a, b string) (string, string) {
	x, y := Mask(a), Mask(b)
	if x == y && len(a) > 12 && len(b) > 12 {
		return "****" + a[len(a)-8:], "****" + b[len(b)-8:]
	}
	return x, y
}

// Mask hides all but the last four characters of an account number.
func Mask(account string) string {
	if len(account) <= 4 {
		return account
	}
	return "****" + account[len(account)-4:]
}

// Fail records what is wrong with a cell; -1 is the row as a whole.
func (r *Row) Fail(cell int, err error) {
	if r.failed {
		return
	}
	r.failed = true
	f := Fault{Path: r.path, Line: r.Line, Text: err.Error()}
	if cell >= 0 {
		f.Column = r.layout.columnOf(cell)
	}
	r.faults.add(f)
}

func (l *Layout) columnOf(cell int) string {
	if at := l.Cells[cell]; at >= 0 {
		return l.Columns[at]
	}
	return ""
}

// Failed reports whether the row has a fault.
func (r *Row) Failed() bool { return r.failed }

// next makes the row ready for the line.
func (r *Row) next(line int64) {
	r.arena.release()
	r.Line, r.Skip, r.Route, r.failed = line, false, 0, false
}
