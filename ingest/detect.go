package ingest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// formatOf finds the format of a text by its content. A configured format must
// claim it too; an own export is what the configuration says it is.
func (l *loader) formatOf(file File, entry string, head []byte) (found Format, summary bool, err error) {
	if file.Format != nil {
		return file.Format, false, nil
	}
	name := entry
	if entry == "" {
		name = file.Name
	}
	var claims []string
	for _, f := range l.opts.Formats {
		switch s, ok := f.(Summarizer); {
		case ok && s.IsSummary(name, head):
			summary = true
		case file.Side == Ledger && f.ID() == file.Source.Format:
		case !f.Detect(name, head):
			continue
		}
		found = f
		claims = append(claims, f.ID())
	}
	want := file.Source.Format
	switch {
	case len(claims) == 0:
		return nil, false, l.unknown(want, head)
	case len(claims) > 1:
		slices.Sort(claims)
		return nil, false, Fault{Text: fmt.Sprintf("could be %s; name one of them as the source's format", strings.Join(claims, " or "))}
	case want != "" && want != "auto" && want != found.ID():
		return nil, false, Fault{Text: fmt.Sprintf("found %s, wanted %s; put the file into the folder of its own source", found.ID(), want)}
	}
	return found, summary, nil
}

// unknown says what a text looks like that no format claims.
func (l *loader) unknown(want string, head []byte) error {
	if want == "" || want == "auto" {
		want = "a statement of a format that `recon formats` lists"
	}
	start := clip(strings.TrimSpace(firstLine(head)), 60)
	switch trimmed := bytes.TrimSpace(head); {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return Fault{Text: "is a zip inside a zip, wanted " + want + "; unpack it once"}
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return Fault{Text: "is UTF-16, wanted " + want + "; a spreadsheet saved it again, use the original"}
	case bytes.HasPrefix(trimmed, []byte("<")):
		return Fault{Text: fmt.Sprintf("is a page or an error message (%q), wanted %s; read the message, then fetch the file again", clip(oneLine(trimmed), 200), want)}
	case bytes.HasPrefix(trimmed, []byte("{")):
		return Fault{Text: fmt.Sprintf("is a message (%q), wanted %s; read it, then fetch the file again", clip(oneLine(trimmed), 200), want)}
	case len(trimmed) == 0:
		return Fault{Text: "is blank, wanted " + want + "; fetch it again"}
	}
	return Fault{Line: 1, Text: fmt.Sprintf("begins with %q, wanted %s; the layout is not known: if the provider changed it, it must be added", start, want)}
}

// firstLine is the first line of a text in whatever character set it has.
func firstLine(head []byte) string {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	if UTF8.wellFormed(line) {
		return string(line)
	}
	return GB18030.lenient(line)
}

func oneLine(b []byte) string {
	return strings.Join(strings.Fields(UTF8.lenient(b[:min(len(b), 400)])), " ")
}
