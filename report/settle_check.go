package report

import "io"

// Check is one line of the checklist before a period is settled.
type Check struct {
	Name   string `json:"name"` // a word of the list check, like breaks
	OK     bool   `json:"ok"`
	Detail string `json:"detail"` // what was found
	Act    string `json:"act"`    // what to do when it is not ok
}

// WriteChecklist writes the checklist of `settle preflight`, in the order
// given, and how many checks did not pass.
func WriteChecklist(w io.Writer, language, period string, checks []Check) error {
	title, err := sentence(language, "check.title", period)
	if err != nil {
		return err
	}
	wide, open := 0, 0
	for _, c := range checks {
		wide = max(wide, columnsOf(printable(code(language, "check", c.Name))))
		if !c.OK {
			open++
		}
	}
	lines := []string{title, ""}
	for _, c := range checks {
		lines = append(lines, checkLines(language, c, wide)...)
	}
	sum, err := checkSum(language, open, len(checks))
	if err != nil {
		return err
	}
	return writeLines(w, append(lines, "", sum))
}

func checkLines(language string, c Check, wide int) []string {
	mark := Word(language, "check.ok")
	if !c.OK {
		mark = Word(language, "check.no")
	}
	lines := []string{"  " + padded(mark, 6) + padded(code(language, "check", c.Name), wide) + "  " + c.Detail}
	if !c.OK && c.Act != "" {
		lines = append(lines, "        → "+c.Act)
	}
	return lines
}

func checkSum(language string, open, all int) (string, error) {
	if open == 0 {
		return sentence(language, "check.ready", all)
	}
	return sentence(language, "check.open", open, all)
}
