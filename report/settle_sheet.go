package report

import "io"

// sheetPage is what the template of an approval sheet prints.
type sheetPage struct {
	*settlePage
	Hash []string // of the batch, in groups that people can compare
}

// WriteApprovalSheet writes the page that an approver reads and signs: what the
// batch pays, from which accounts, what is unusual about it, and its hash.
func WriteApprovalSheet(w io.Writer, s *Settlement) error {
	s = s.masked()
	p, err := newSettlePage(s)
	if err != nil {
		return err
	}
	return writeSettlePage(w, s.Language, "settle_sheet.html", sheetPage{p, inGroups(s.BatchHash, 8)})
}

// inGroups cuts a text into pieces of n bytes; digests are ASCII.
func inGroups(s string, n int) []string {
	var out []string
	for len(s) > n {
		out, s = append(out, s[:n]), s[n:]
	}
	if s != "" {
		out = append(out, s)
	}
	return out
}
