package rail

import (
	"errors"
	"fmt"
	"strings"
)

// maxFaults is how many faults of one file are kept; the rest are counted.
const maxFaults = 20

// Faults collects what is wrong with one file that is read or written.
type Faults struct {
	path string
	list []string
	more int
}

// FaultsOf collects the faults of the file that people know as path.
func FaultsOf(path string) *Faults { return &Faults{path: path} }

// Add keeps a fault as path:line: text; line 0 is the file as a whole. The text
// says what was found and what was wanted, and never shows an account.
func (f *Faults) Add(line int64, text string, args ...any) {
	if len(f.list) == maxFaults {
		f.more++
		return
	}
	where := f.path + ":"
	if line > 0 {
		where += fmt.Sprintf("%d:", line)
	}
	f.list = append(f.list, where+" "+fmt.Sprintf(text, args...))
}

// Err is all faults, one per line, or nil.
func (f *Faults) Err() error {
	if len(f.list) == 0 {
		return nil
	}
	text := strings.Join(f.list, "\n")
	if f.more > 0 {
		text += fmt.Sprintf("\n%s: and %d more faults", f.path, f.more)
	}
	return errors.New(text)
}
