package sepa

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"recon/internal/money"
)

// mostPayments is the largest setting of max_per_file.
const mostPayments = 1_000_000

// validation reads one file. Faults of form end it, faults of values are
// collected.
type validation struct {
	w      *painWriter
	scan   *painScanner
	prefix string // of every element's name
	path   []string
	line   int64
	faults faultList

	group, block totals
	count        int64
	sum          int64
	seen         map[string]int64 // EndToEndId to its line
	instr        string           // InstrId of the payment being read
}

// totals are what one level of the file says that it holds.
type totals struct{ count, sum int64 }

// Validate reads a written file again, by its local names and in the profile of
// the rail, and compares it with the rules of SEPA: form and order of elements,
// characters, IBANs, BICs, references that stand only once, and counts and
// sums of both levels. It returns how many payments it holds and their sum in
// minor units; both are 0 with an error. Errors name lines, never accounts.
func (w *painWriter) Validate(r io.Reader) (count int64, sumMinor int64, err error) {
	v := &validation{w: w, scan: newPainScanner(r), seen: map[string]int64{}}
	if err := v.document(); err != nil {
		v.faults.add("%v", err)
	}
	if err := v.faults.err(); err != nil {
		return 0, 0, err
	}
	return v.count, v.sum, nil
}

func (v *validation) document() error {
	if err := v.scan.declaration(); err != nil {
		return unexpectedEnd(err)
	}
	root, err := v.next()
	if err != nil {
		return err
	}
	form := v.w.form()
	if root.name != form.name || root.end {
		return v.fault("<%s>, wanted <%s>", shortText(root.name, 40), form.name)
	}
	if err := v.namespace(root); err != nil {
		return err
	}
	if err := v.element(form, root); err != nil {
		return err
	}
	switch tag, err := v.scan.next(); {
	case err == nil:
		return fmt.Errorf("line %d: <%s> after the end of %s", tag.line, tag.name, form.name)
	case !errors.Is(err, io.EOF):
		return err
	}
	v.compare("GrpHdr", v.group)
	v.compare("PmtInf", v.block)
	return nil
}

// namespace wants the one of the profile, under whatever prefix.
func (v *validation) namespace(root painTag) error {
	v.prefix = root.prefix
	name := "xmlns"
	if root.prefix != "" {
		name += ":" + root.prefix
	}
	for _, a := range root.attrs {
		if a.name == name && a.value == namespace+v.w.profile {
			return nil
		}
		if a.name == name {
			return v.fault("namespace %q, wanted %s", shortText(a.value, 80), namespace+v.w.profile)
		}
	}
	return v.fault("no namespace, wanted %s", namespace+v.w.profile)
}

// element reads an element whose start tag was just read. The form bounds the
// depth.
func (v *validation) element(p *painPart, start painTag) error {
	v.path = append(v.path, p.name)
	defer func() { v.path = v.path[:len(v.path)-1] }()
	if err := v.attributes(p, start); err != nil {
		return err
	}
	if start.empty {
		return v.fault("is empty")
	}
	if p.leaf != nil {
		return v.leaf(p)
	}
	if p.begin != nil {
		p.begin(v)
	}
	if err := v.parts(p); err != nil {
		return err
	}
	if p.finish != nil {
		p.finish(v)
	}
	return nil
}

// attributes lets only the root have several, for namespaces and schemas.
func (v *validation) attributes(p *painPart, start painTag) error {
	if p.attr == "xmlns" {
		return nil
	}
	if p.attr == "Ccy" {
		if len(start.attrs) != 1 || start.attrs[0] != (painAttr{"Ccy", euro}) {
			return v.fault("attributes %q, wanted Ccy=\"EUR\"", attrText(start.attrs))
		}
		return nil
	}
	if len(start.attrs) > 0 {
		return v.fault("attributes %q, wanted none", attrText(start.attrs))
	}
	return nil
}

func attrText(attrs []painAttr) string {
	texts := []string{}
	for _, a := range attrs {
		texts = append(texts, a.name+"="+a.value)
	}
	return shortText(strings.Join(texts, " "), 60)
}

func (v *validation) leaf(p *painPart) error {
	tag, err := v.next()
	if err != nil {
		return err
	}
	if !tag.end || tag.name != p.name {
		return v.fault("<%s> inside, wanted text and its end", shortText(tag.name, 40))
	}
	if wrong := p.leaf(v, string(tag.text)); wrong != "" {
		v.faults.add("%v", v.fault("%s", wrong))
	}
	return nil
}

// parts reads the elements inside of one up to its end.
func (v *validation) parts(p *painPart) error {
	at, times, found := 0, 0, 0
	for {
		tag, err := v.next()
		if err != nil {
			return err
		}
		if text := bytes.TrimSpace(tag.text); len(text) > 0 {
			return v.fault("text %q, wanted elements", shortText(string(text), 20))
		}
		if tag.end {
			return v.end(p, tag, at, times, found)
		}
		next, again, err := v.place(p, tag, at, times)
		if err != nil {
			return err
		}
		at, times, found = next, again, found+1
		if p.choice && found > 1 {
			return v.fault("<%s> besides another, wanted one of both", tag.name)
		}
		if err := v.element(p.parts[at], tag); err != nil {
			return err
		}
	}
}

// place finds the part that a tag is, at or after the last one, and how often
// it stood with this one.
func (v *validation) place(p *painPart, tag painTag, at, times int) (int, int, error) {
	for i := at; i < len(p.parts); i++ {
		part := p.parts[i]
		if part.name == tag.name {
			if part.most > 0 && times+1 > part.most {
				return 0, 0, v.fault("<%s> again, wanted %d", part.name, part.most)
			}
			return i, times + 1, nil
		}
		if times < part.least && !p.choice {
			return 0, 0, v.fault("<%s>, wanted <%s>", shortText(tag.name, 40), part.name)
		}
		times = 0
	}
	return 0, 0, v.fault("<%s> has no place here", shortText(tag.name, 40))
}

// end wants the end tag of the part, with nothing missing before it.
func (v *validation) end(p *painPart, tag painTag, at, times, found int) error {
	if tag.name != p.name {
		return v.fault("</%s>, wanted </%s>", shortText(tag.name, 40), p.name)
	}
	if p.choice {
		if found == 0 {
			return v.fault("is empty")
		}
		return nil
	}
	for i := at; i < len(p.parts); i++ {
		if times < p.parts[i].least {
			return v.fault("ends without <%s>", p.parts[i].name)
		}
		times = 0
	}
	return nil
}

func (v *validation) next() (painTag, error) {
	tag, err := v.scan.next()
	v.line = tag.line
	if errors.Is(err, io.EOF) {
		v.line = v.scan.line
		return tag, v.fault("the file ends here")
	}
	if err == nil && len(v.path) > 0 && tag.prefix != v.prefix {
		return tag, v.fault("<%s:%s>, wanted the prefix %q of <Document>", tag.prefix, shortText(tag.name, 40), v.prefix)
	}
	return tag, err
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("line 1: the file ends here, wanted <?xml")
	}
	return err
}

// fault says where in the file something is wrong.
func (v *validation) fault(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if len(v.path) == 0 {
		return fmt.Errorf("line %d: %s", v.line, text)
	}
	return fmt.Errorf("line %d: %s: %s", v.line, strings.Join(v.path, "/"), text)
}

// compare compares what a level says with what was read.
func (v *validation) compare(level string, said totals) {
	if said.count != v.count {
		v.faults.add("%s/NbOfTxs: %d, wanted %d, as many as there are payments", level, said.count, v.count)
	}
	if said.sum != v.sum {
		v.faults.add("%s/CtrlSum: %s, wanted %s, the sum of the payments", level,
			money.Format(said.sum, euroDigits), money.Format(v.sum, euroDigits))
	}
}
