package sepa

import (
	"errors"
	"fmt"
	"strings"
)

// mostFaults are shown; a file may have one per payment.
const mostFaults = 20

// faultList collects what is wrong with one file.
type faultList struct {
	texts []string
	more  int
}

func (f *faultList) add(format string, args ...any) {
	if len(f.texts) == mostFaults {
		f.more++
		return
	}
	f.texts = append(f.texts, fmt.Sprintf(format, args...))
}

// addWrong adds a fault of a place unless there is nothing wrong.
func (f *faultList) addWrong(place, wrong string) {
	if wrong != "" {
		f.add("%s: %s", place, wrong)
	}
}

func (f *faultList) err() error {
	if len(f.texts) == 0 {
		return nil
	}
	text := strings.Join(f.texts, "\n")
	if f.more > 0 {
		text += fmt.Sprintf("\nand %d faults more", f.more)
	}
	return errors.New(text)
}
