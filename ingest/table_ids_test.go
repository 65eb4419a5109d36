package ingest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Ids that come again are found with the line of the first, however rows are
// spread over pieces, and nothing else is found.
func TestIdsTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfN(rapid.IntRange(0, 60), 0, 200).Draw(t, "ids")
		parts := make([]*idMarks, rapid.IntRange(1, 4).Draw(t, "parts"))
		for i := range parts {
			parts[i] = &idMarks{}
		}
		var want []twice
		var wantMore int64
		first := map[int]int{}
		for i, id := range ids {
			line := i + 2
			parts[rapid.IntRange(0, len(parts)-1).Draw(t, "part")].add(fmt.Append(nil, "id-", id), int64(line))
			if was, again := first[id]; !again {
				first[id] = line
			} else if len(want) < MaxFaults {
				want = append(want, twice{uint32(was), uint32(line)})
			} else {
				wantMore++
			}
		}
		for _, p := range parts {
			p.close()
		}
		got, more := findTwice(parts)
		if more != wantMore || !cmp.Equal(got, want, cmp.AllowUnexported(twice{})) {
			t.Fatalf("got %v and %d more, want %v and %d more", got, more, want, wantMore)
		}
	})
}

// Blocks are closed and sorted while a piece is read.
func TestIdsTwiceOverManyBlocks(t *testing.T) {
	part := &idMarks{}
	const rows = 3*idBlockSize + 5
	for i := range rows {
		part.add(fmt.Append(nil, i), int64(i+1))
	}
	part.add([]byte("7"), rows+1)
	part.close()
	got, more := findTwice([]*idMarks{part})
	if want := []twice{{8, rows + 1}}; more != 0 || !cmp.Equal(got, want, cmp.AllowUnexported(twice{})) {
		t.Errorf("got %v and %d more, want %v", got, more, want)
	}
}
