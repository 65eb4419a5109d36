package config

import (
	"fmt"
	"strings"
)

// unknown says that a word is not in a closed list: with the nearest of the
// list when one is near, else with the whole list.
func unknown(word string, list []string) string {
	if near := Nearest(word, list); near != "" {
		return fmt.Sprintf("unknown, did you mean %q", near)
	}
	return "unknown, wanted one of " + strings.Join(list, ", ")
}

// Nearest is the word of the list with the smallest edit distance, the first
// of several; empty when none is near enough to be what was meant.
func Nearest(word string, list []string) string {
	best, found := max(1, len(word)/3)+1, ""
	for _, candidate := range list {
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d < best {
			best, found = d, candidate
		}
	}
	return found
}

// distance is the number of letters to insert, remove, replace or swap with
// their neighbour to make b of a.
func distance(a, b string) int {
	before, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(last[j]+cost, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}
