package ingest

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWordsAreThoseOfTheirRow goes through words of which the last one is
// remembered.
func TestWordsAreThoseOfTheirRow(t *testing.T) {
	c := choice{words: map[string]uint8{"a": 1, "ab": 2, "": 3}}
	o := router{every: routeNobody, columns: []routeColumn{{owners: map[string][]int{"a": {0}, "ab": {1}, "b": {0, 1}}}}}
	wanted := map[string]int{"a": 0, "ab": 1, "b": routeTwice, "": routeNobody, "c": routeNobody}
	rapid.Check(t, func(t *rapid.T) {
		var words tally
		var last memo
		cell, unknown := make([]byte, 2), int64(0)
		for _, word := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "ab", "b", "", "c"})).Draw(t, "words") {
			copy(cell, word)
			r := Row{layout: &Layout{}, Cells: [][]byte{cell[:len(word)]}}
			want, known := c.words[word]
			if v, ok := c.read(&r, &words); ok != known || v != want {
				t.Fatalf("%q: %d, %v", word, v, ok)
			}
			if !known {
				unknown++
			}
			if route := o.pick(&r, &last); route != wanted[word] {
				t.Fatalf("%q: route %d, wanted %d", word, route, wanted[word])
			}
		}
		for _, s := range words.seen {
			unknown -= s.rows
		}
		if unknown != 0 {
			t.Fatalf("%d unknown words too few are counted", unknown)
		}
	})
}
