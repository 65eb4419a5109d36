package config

import (
	"fmt"
	"slices"
	"strings"
)

// maxFaults is how many faults of a file are listed; the rest are counted.
const maxFaults = 20

// Error is everything wrong in one configuration file: it could not be read, or
// not be used.
type Error struct {
	Path string  // as it was given to Load
	List []Fault // sorted by line
	More int     // faults beyond the list
}

// Fault is one thing wrong in a configuration file.
type Fault struct {
	Line int    // from 1; 0 is the file as a whole
	Text string // found, wanted, cure
}

// Error prints one line per fault, path:line: text.
func (f *Error) Error() string {
	var b strings.Builder
	for i, fault := range f.List {
		if i > 0 {
			b.WriteByte('\n')
		}
		if fault.Line == 0 {
			fmt.Fprintf(&b, "%s: %s", f.Path, fault.Text)
			continue
		}
		fmt.Fprintf(&b, "%s:%d: %s", f.Path, fault.Line, fault.Text)
	}
	if f.More > 0 {
		fmt.Fprintf(&b, "\n%s: and %d more faults", f.Path, f.More)
	}
	return b.String()
}

// faultsOf sorts the faults of a file and keeps the first of them; nil when
// there are none.
func faultsOf(path string, list []Fault) error {
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b Fault) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return strings.Compare(a.Text, b.Text)
	})
	list = slices.Compact(list)
	f := &Error{Path: path, List: list}
	if len(list) > maxFaults {
		f.List, f.More = list[:maxFaults], len(list)-maxFaults
	}
	return f
}
