package keyjoin

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/store"
)

// day is the rows of a test, and how they come to be gathered.
type day struct {
	rows    []testRow
	special []int64
	sample  int64
	memory  int64
	threads int
	group   int // rows handed over at once
	piece   int // rows of a piece
	sorters int
}

type testRow struct {
	fileNo             int32
	line, at           int64
	hash, check, gross int64
	name               uint32
	currency           string
}

// Files 1 and 2 are statements, 3 and 4 own exports; 2 and 4 cannot be read again.
func (r testRow) statement() bool { return r.fileNo < 3 }
func (r testRow) again() bool     { return r.fileNo%2 == 1 }

// testHashes are few, so that keys meet; they lie in several partitions, and the
// first stands for no key.
func testHashes() []int64 {
	list := []int64{0}
	for i := range int64(40) {
		list = append(list, i%4<<(hashBits-2)>>1+i)
	}
	return list
}

func drawDay(t *rapid.T) day {
	d := day{
		sample:  rapid.Int64Range(0, 20).Draw(t, "sample"),
		memory:  rapid.SampledFrom([]int64{0, 300, 1 << 20}).Draw(t, "memory"),
		threads: rapid.IntRange(1, 3).Draw(t, "threads"),
		group:   rapid.IntRange(1, 9).Draw(t, "group"),
		piece:   rapid.IntRange(1, 20).Draw(t, "piece"),
		sorters: rapid.IntRange(1, 3).Draw(t, "sorters"),
	}
	hash := rapid.SampledFrom(testHashes())
	for fileNo := int32(1); fileNo <= 4; fileNo++ {
		line, at := int64(1), int64(0)
		for range rapid.IntRange(0, 30).Draw(t, "rows") {
			line += rapid.Int64Range(1, 2).Draw(t, "gap")
			at += rapid.SampledFrom([]int64{10, 10, 10, 1 << 33}).Draw(t, "bytes")
			d.rows = append(d.rows, testRow{
				fileNo: fileNo, line: line, at: at, hash: hash.Draw(t, "hash"),
				check:    rapid.SampledFrom([]int64{7, 7, 7, 8}).Draw(t, "check"),
				gross:    rapid.Int64Range(-1, 1).Draw(t, "gross"),
				name:     rapid.Uint32Range(0, 9).Draw(t, "name"),
				currency: rapid.SampledFrom([]string{"CNY", "CNY", "USD"}).Draw(t, "currency"),
			})
		}
	}
	d.special = rapid.SliceOfN(hash, 0, 2).Draw(t, "special")
	return d
}

// gather hands the rows over, piece by piece, by several goroutines.
func (d day) gather(t testing.TB) *Rows {
	rows := New(t.TempDir(), d.memory)
	t.Cleanup(func() { must(t, rows.Close()) })
	pieces := make(chan []testRow)
	var sorting sync.WaitGroup
	for range d.sorters {
		sorting.Go(func() {
			s := rows.NewSorter()
			for piece := range pieces {
				if err := add(s, piece, d.group); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for fileNo := int32(1); fileNo <= 4; fileNo++ {
		file := slices.DeleteFunc(slices.Clone(d.rows), func(r testRow) bool { return r.fileNo != fileNo })
		for piece := range slices.Chunk(file, d.piece) {
			pieces <- piece
		}
	}
	close(pieces)
	sorting.Wait()
	return rows
}

func add(s *Sorter, piece []testRow, group int) error {
	if err := s.Begin(piece[0].fileNo, piece[0].statement()); err != nil {
		return err
	}
	for part := range slices.Chunk(piece, group) {
		var g Group
		for _, r := range part {
			number, err := s.Currency([]byte(r.currency))
			if err != nil {
				return err
			}
			g.Line, g.Hash, g.Check = append(g.Line, r.line), append(g.Hash, r.hash), append(g.Check, r.check)
			g.Gross, g.Currency = append(g.Gross, r.gross), append(g.Currency, number)
			if r.again() {
				g.At = append(g.At, r.at)
			}
			if r.statement() {
				g.Name = append(g.Name, r.name)
			}
		}
		if err := s.Add(g); err != nil {
			return err
		}
	}
	return nil
}

func (r testRow) position() Position { return Position{r.fileNo, r.line} }

// naive is what joining should find, written without a thought for speed, and
// the settled pairs in order.
func (d day) naive() (out Result, pairs []Pair) {
	byHash := map[int64][2][]testRow{}
	for _, r := range d.rows {
		sides := byHash[r.hash]
		side := 1
		if r.statement() {
			side = 0
		}
		sides[side] = append(sides[side], r)
		byHash[r.hash] = sides
	}
	sums, settled := map[string]Settled{}, map[Position]bool{}
	for hash, sides := range byHash {
		theirs, ours := sides[0], sides[1]
		if hash == 0 || slices.Contains(d.special, hash) || len(theirs) > 1 || len(ours) > 1 {
			continue
		}
		out.Keys.Statement += int64(len(theirs))
		out.Keys.Ledger += int64(len(ours))
		if len(theirs) == 0 || len(ours) == 0 || theirs[0].check != ours[0].check {
			continue
		}
		out.Keys.Both++
		s, l := theirs[0], ours[0]
		pair := Pair{s.position(), l.position()}
		if s.line <= d.sample {
			out.Sample = append(out.Sample, pair)
		}
		if s.gross != l.gross || s.currency != l.currency {
			continue
		}
		pairs = append(pairs, pair)
		settled[s.position()], settled[l.position()] = true, true
		sum := sums[s.currency]
		sums[s.currency] = Settled{s.currency, sum.Pairs + 1, sum.GrossMinor + s.gross}
	}
	for _, s := range sums {
		out.Settled = append(out.Settled, s)
	}
	slices.SortFunc(out.Settled, func(a, b Settled) int { return cmp.Compare(a.Currency, b.Currency) })
	byStatement := func(a, b Pair) int { return a.Statement.compare(b.Statement) }
	slices.SortFunc(out.Sample, byStatement)
	slices.SortFunc(pairs, byStatement)
	asked := map[uint32]bool{}
	for _, r := range d.rows {
		if !settled[r.position()] {
			out.Unsettled = append(out.Unsettled, Row{Position: r.position()})
			asked[r.name] = asked[r.name] || r.statement()
		}
	}
	for _, r := range d.rows {
		if r.statement() && settled[r.position()] && asked[r.name] {
			out.Namesakes = append(out.Namesakes, Row{Position: r.position()})
		}
	}
	return out, pairs
}

// TestJoin holds what is found against the naive way, however the rows came.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := drawDay(rt)
		want, _ := d.naive()
		got, err := d.gather(t).Join(t.Context(), d.special, d.sample, d.threads)
		must(t, err)
		at := map[Position]int64{}
		for _, r := range d.rows {
			at[r.position()] = r.at
		}
		for _, list := range [][]Row{got.Unsettled, got.Namesakes} {
			for i, r := range list {
				if known := r.At >= 0; known && r.At != at[r.Position] || known && r.FileNo%2 == 0 {
					rt.Errorf("%v is said to begin at byte %d, wanted %d", r.Position, r.At, at[r.Position])
				}
				list[i].At = 0
			}
		}
		got.rows = nil
		if diff := gocmp.Diff(want, *got, gocmp.AllowUnexported(Result{})); diff != "" {
			rt.Fatalf("-naive +joined:\n%s", diff)
		}
	})
}

// TestBytesAreKnown: rows that lie close together can be read again.
func TestBytesAreKnown(t *testing.T) {
	d := day{memory: 1 << 20, threads: 1, group: 2, piece: 3, sorters: 1}
	for i := range int64(5) {
		d.rows = append(d.rows, testRow{fileNo: 3, line: 2 + i, at: 100 * i, hash: 1 + i, currency: "CNY"})
	}
	got, err := d.gather(t).Join(t.Context(), nil, 0, 1)
	must(t, err)
	for i, r := range got.Unsettled {
		if r.At != 100*int64(i) {
			t.Errorf("row %d begins at %d, wanted %d", i, r.At, 100*i)
		}
	}
}

// TestMatches writes the settled pairs in small files and reads them back; the
// files are the same bytes however the rows were gathered.
func TestMatches(t *testing.T) {
	partRows, groupRows = 4, 2
	defer func() { partRows, groupRows = 1<<18, 1<<17 }()
	rapid.Check(t, func(rt *rapid.T) {
		d := drawDay(rt)
		for i := range d.rows { // so that many keys join
			d.rows[i].hash, d.rows[i].check, d.rows[i].gross, d.rows[i].currency = int64(i%40)+1, 7, 5, "CNY"
		}
		_, pairs := d.naive()
		files := d.matches(t, rt)
		if diff := gocmp.Diff(pairs, readMatches(t, files)); diff != "" {
			rt.Fatalf("-settled +written:\n%s", diff)
		}
		other := d
		other.group, other.piece, other.threads, other.sorters, other.memory = 5, 7, 2, 2, 0
		if diff := gocmp.Diff(digests(t, files), digests(t, other.matches(t, rt))); diff != "" {
			rt.Fatalf("gathered another way, other bytes:\n%s", diff)
		}
	})
}

func (d day) matches(t *testing.T, rt *rapid.T) []Part {
	got, err := d.gather(t).Join(t.Context(), d.special, d.sample, d.threads)
	must(t, err)
	parts, err := got.WriteMatches(t.Context(), t.TempDir(), "shop", calendar.Of(2026, 8, 15), d.threads)
	must(t, err)
	for i, p := range parts {
		if p.Rows > 4 || p.Rows < 4 && i < len(parts)-1 {
			rt.Fatalf("part %d of %d has %d rows, wanted 4", i+1, len(parts), p.Rows)
		}
	}
	return parts
}

func readMatches(t *testing.T, parts []Part) (pairs []Pair) {
	if len(parts) == 0 {
		return nil
	}
	ws, err := store.Open(t.Context(), store.Options{})
	must(t, err)
	defer ws.Close()
	var files []string
	for _, p := range parts {
		files = append(files, p.Path)
	}
	must(t, ws.ViewParts(t.Context(), "match", "", "", []store.Part{{Files: files}}))
	rows, err := ws.DB().Query(`select statement_file_no, statement_line, ledger_file_no, ledger_line from match
		where reconciliation = 'shop' and statement_arrived_on = date '2026-08-15' and ledger_arrived_on = date '2026-08-15'
		and rule = 'key' and group_no = 0 and difference_minor = 0`)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var p Pair
		must(t, rows.Scan(&p.Statement.FileNo, &p.Statement.Line, &p.Ledger.FileNo, &p.Ledger.Line))
		pairs = append(pairs, p)
	}
	must(t, rows.Err())
	return pairs
}

func digests(t *testing.T, parts []Part) (list []string) {
	for _, p := range parts {
		data, err := os.ReadFile(p.Path)
		must(t, err)
		list = append(list, fmt.Sprintf("%d %x", p.Rows, sha256.Sum256(data)))
	}
	return list
}

// TestSumsFit: a sum beyond 64 bits is an error, not a wrong figure, whatever
// comes after the pair that made it too large; one that fits may be larger on the
// way there.
func TestSumsFit(t *testing.T) {
	const large = 1 << 62
	for _, c := range []struct {
		amounts []int64
		fits    bool
	}{{[]int64{large, large, 1}, false}, {[]int64{-large, -large, -1}, false}, {[]int64{large, large, -large}, true}} {
		d := day{memory: 1 << 20, threads: 1, group: 9, piece: 9, sorters: 1}
		var sum int64
		for i, gross := range c.amounts {
			sum += gross
			for _, fileNo := range []int32{1, 3} {
				d.rows = append(d.rows, testRow{fileNo: fileNo, line: int64(i) + 1, hash: int64(i) + 1, gross: gross, currency: "CNY"})
			}
		}
		got, err := d.gather(t).Join(t.Context(), nil, 0, 1)
		if (err == nil) != c.fits {
			t.Errorf("%d: found error %v", c.amounts, err)
		}
		if c.fits && !slices.Equal(got.Settled, []Settled{{"CNY", 3, sum}}) {
			t.Errorf("%d: found %v, wanted the sum %d", c.amounts, got.Settled, sum)
		}
	}
}

// TestCancelled: joining ends when it is told to.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (day{sorters: 1, rows: []testRow{{fileNo: 1, line: 1, hash: 1, currency: "CNY"}}, group: 1, piece: 1}).gather(t).Join(ctx, nil, 0, 1); err == nil {
		t.Fatal("wanted an error")
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
