package browser

import "fmt"

// Faults is what is wrong with the page for anybody: what the browser complains
// of, a page wider than its view, and a structure that a screen reader cannot
// make sense of.
func (p *Page) Faults() []string {
	p.t.Helper()
	faults := p.Problems()
	if wide := Eval[int64](p, "document.documentElement.scrollWidth"); wide > p.view.Width {
		faults = append(faults, fmt.Sprintf("the page is %d wide, the view %d", wide, p.view.Width))
	}
	if Eval[string](p, "document.documentElement.lang") == "" {
		faults = append(faults, "no language is given")
	}
	return append(faults, structure(p.Tree())...)
}

// structure finds what is wrong with headings, tables, links and fields.
func structure(all []Heard) (faults []string) {
	tops, level := 0, 0
	for _, h := range all {
		switch h.Role {
		case "heading":
			if h.Level == 1 {
				tops++
			}
			if h.Level > level+1 {
				faults = append(faults, fmt.Sprintf("heading %q of level %d follows level %d", h.Name, h.Level, level))
			}
			level = h.Level
		case "table", "link", "searchbox", "combobox", "button", "image":
			if h.Name == "" {
				faults = append(faults, fmt.Sprintf("a %s has no name", h.Role))
			}
		}
	}
	if tops != 1 {
		faults = append(faults, fmt.Sprintf("%d headings of level 1, wanted one", tops))
	}
	return faults
}
