package keyjoin

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// Settled counts the pairs of one currency that agree, and adds up the amount
// that both rows of each have, in minor units.
type Settled struct {
	Currency          string
	Pairs, GrossMinor int64
}

// sum adds up the amounts of pairs in 128 bits: whether the whole fits does not
// hang on the order in which threads come to them.
type sum struct {
	pairs     int64
	high, low uint64
}

func (s *sum) add(gross int64) { s.join(sum{1, uint64(gross >> 63), uint64(gross)}) }

func (s *sum) join(o sum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, o.low, 0)
	s.high, _ = bits.Add64(s.high, o.high, carry)
	s.pairs += o.pairs
}

// settled is the sum as people are told it.
func (s sum) settled(currency string) (Settled, error) {
	gross := int64(s.low)
	if s.high != uint64(gross>>63) {
		return Settled{}, fmt.Errorf("the sum of settled amounts in %s is beyond the range of 64 bits", currency)
	}
	return Settled{currency, s.pairs, gross}, nil
}

// Keys counts the keys that occur at most once a side: on the statement side,
// on the ledger side, and on both.
type Keys struct{ Statement, Ledger, Both int64 }

// Position names a row of today.
type Position struct {
	FileNo int32
	Line   int64
}

// Row is a row with the byte of its file at which it begins, or -1.
type Row struct {
	Position
	At int64
}

// Pair is two rows of one key.
type Pair struct{ Statement, Ledger Position }

// Result is what Join found. Its order hangs on the rows alone.
type Result struct {
	Settled   []Settled // by currency; those without pairs are absent
	Keys      Keys
	Unsettled []Row  // by file and line
	Namesakes []Row  // by file and line: settled statement rows that may be called what an unsettled one is
	Sample    []Pair // by the statement's row: rows of one key, whether they agree or not
	rows      *Rows
}

// Join joins the rows: those of a key that occurs once on each side are settled
// when currency and gross are equal. Hashes in special, and 0, the hash of no
// key, are left alone. Sample says up to which line of each statement rows of
// one key are listed.
func (r *Rows) Join(ctx context.Context, special []int64, sample int64, threads int) (*Result, error) {
	for _, p := range r.pieces {
		if p.statement {
			p.partners = make([]uint64, p.rows)
		}
	}
	out := &Result{rows: r}
	sums := make([]sum, len(r.currencies))
	var left []uint64
	var sampled [][2]uint64
	for _, t := range r.run(ctx, special, sample, threads) {
		if t.err != nil {
			return nil, fmt.Errorf("joining keys: %w", t.err)
		}
		for i, s := range t.settled {
			sums[i].join(s)
		}
		out.Keys.Statement += t.keys.Statement
		out.Keys.Ledger += t.keys.Ledger
		out.Keys.Both += t.keys.Both
		left, sampled = append(left, t.unsettled...), append(sampled, t.sampled...)
	}
	r.slabs, r.held = nil, 0
	out.list(left, sampled)
	return out, out.add(sums)
}

// add lists what was settled, by currency.
func (out *Result) add(sums []sum) error {
	for i, s := range sums {
		if s.pairs == 0 {
			continue
		}
		settled, err := s.settled(out.rows.currencies[i])
		if err != nil {
			return err
		}
		out.Settled = append(out.Settled, settled)
	}
	slices.SortFunc(out.Settled, func(a, b Settled) int { return cmp.Compare(a.Currency, b.Currency) })
	return nil
}

// list puts what was found in order.
func (out *Result) list(left []uint64, sampled [][2]uint64) {
	out.Namesakes = out.rows.namesakes(left)
	for _, place := range left {
		out.Unsettled = append(out.Unsettled, out.rows.row(place))
	}
	slices.SortFunc(out.Unsettled, Row.Compare)
	for _, s := range sampled {
		out.Sample = append(out.Sample, Pair{out.rows.position(s[0]), out.rows.position(s[1])})
	}
	slices.SortFunc(out.Sample, func(a, b Pair) int { return a.Statement.compare(b.Statement) })
}

// position is where the row of a place stands.
func (r *Rows) position(place uint64) Position {
	p := r.pieces[place>>rowBits]
	return Position{p.fileNo, p.line(int(place & (PieceRows - 1)))}
}

// row is the row of a place.
func (r *Rows) row(place uint64) Row { return Row{r.position(place), r.at(place)} }

// at is the byte at which the row of a place begins, or -1.
func (r *Rows) at(place uint64) int64 {
	p, row := r.pieces[place>>rowBits], int(place&(PieceRows-1))
	if row >= len(p.bytes) {
		return -1
	}
	return p.start + int64(p.bytes[row])
}

// Compare orders rows by file and line.
func (r Row) Compare(o Row) int { return r.Position.compare(o.Position) }

// compare orders positions by file and line.
func (p Position) compare(o Position) int {
	return cmp.Or(cmp.Compare(p.FileNo, o.FileNo), cmp.Compare(p.Line, o.Line))
}
