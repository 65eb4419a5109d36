package sepa

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"recon/internal/config"
	"recon/settle/rail"
)

func sorted(list []string) []string { slices.Sort(list); return list }

func TestWritten(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"Muster GmbH":                 "Muster GmbH",
		"a/b-c?d:e(f)g.h,i'j+k 09AZ":  "a/b-c?d:e(f)g.h,i'j+k 09AZ",
		"Müller":                      "Mueller",
		"Mu\u0308ller":                "Mueller",
		"MÜLLER":                      "MUELLER",
		"Österreich":                  "Oesterreich",
		"ÖBB":                         "OEBB",
		"STRAẞE Straße":               "STRASSE Strasse",
		"JÖ":                          "JOE",
		"Łódź, Đakovo, Tromsø, Þór":   "Lodz, Dakovo, Tromso, Thor",
		"Ærø ÆRØ Cœur":                "Aero AERO Coeur",
		"İstanbul ısı ŞİŞLİ":          "Istanbul isi SISLI",
		"Ångström Dvořák Nguyễn":      "Angstroem Dvorak Nguyen",
		"Smith & Sons_Ltd":            "Smith + Sons-Ltd",
		"<b>\"x\"</b>":                "(b)'x'(/b)",
		"a@b.c; #1 100% *!":           "a(at)b.c, .1 100. ..",
		"O’Neil – “Café”…":            "O'Neil - 'Cafe'...",
		"[x]{y}|z\\w~^`":              "(x)(y)/z/w-.'",
		"/a//b///c/":                  "a/b/c",
		"//":                          "",
		"/ /":                         "",
		"a / / b":                     "a / / b",
		" a  b\t\r\nc\u00a0\u3000d ":  "a b c d",
		"a\x00b\u200bc\ufeffd\u202ee": "abcde",
		"ＡＢＣ１２（株）":                    "",
		"Ｆｕｌｌ（１）":                     "Full(1)",
		"ﬁ ½ ² № ™ ① ª":               "fi 1/2 2 No TM 1 a",
		"1\ufe0f\u20e3 a\u0301\u0302": "1 a",
		"€5":                          "EUR5",
	} {
		got, unknown := written(text)
		if strings.Contains(text, "株") {
			if string(unknown) != "株" {
				t.Errorf("%q: unknown %q", text, string(unknown))
			}
			continue
		}
		if got != want || len(unknown) > 0 {
			t.Errorf("%q: got %q, %q unknown; wanted %q", text, got, string(unknown), want)
		}
	}
}

// TestUnknown: other scripts have no one spelling, and damaged text none.
func TestUnknown(t *testing.T) {
	for text, want := range map[string]string{
		"中": "中", "Иван Ива": "Иван", "Ω µ Ω": "Ωµ", "אב": "אב", "😀": "😀", "a\xffb": "\ufffd", "\ue000": "\ue000", "١": "١", "й": "й", "ｱ": "ｱ",
	} {
		if _, unknown := written(text); string(unknown) != want {
			t.Errorf("%q: got %q, wanted %q", text, string(unknown), want)
		}
	}
}

func TestIDs(t *testing.T) {
	for id, good := range map[string]bool{
		"MP202608AAAAAAAAAAAAAAAAAAAAAAA2": true, strings.Repeat("A", 35): true, strings.Repeat("A", 36): false, "": false,
		"a/b": true, "/a": false, "a/": false, "a//b": false, " a": false, "a ": false, "a  b": false, "a_b": false, "a|b": false, "ä": false, "a&b": false, "a\nb": false,
		"+?:().,'-": true,
	} {
		if got := idFault(id); (got == "") != good {
			t.Errorf("%q: %s", id, got)
		}
	}
}

// TestNameCut: 70 characters stand, of 71 the last goes, with a remark; a cut
// leaves no space or slash at the end.
func TestNameCut(t *testing.T) {
	w := newSepa(t, config.Rail{})
	for name, want := range map[string]string{
		strings.Repeat("n", 70):         strings.Repeat("n", 70),
		strings.Repeat("n", 71):         strings.Repeat("n", 70),
		strings.Repeat("n", 69) + " n":  strings.Repeat("n", 69),
		strings.Repeat("n", 68) + " /n": strings.Repeat("n", 68),
		strings.Repeat("ä", 36):         strings.Repeat("ae", 35),
	} {
		content, remarks := writeFile(t, w, onePayment(func(p *rail.Payment) { p.Name = name }))
		wantText(t, string(content), "<Cdtr><Nm>"+want+"</Nm></Cdtr>")
		remarks = remarks[1:] // the debtor's
		if name == want && len(remarks) != 0 || name != want && (len(remarks) != 1 || remarks[0] != (rail.Remark{
			RailRef: "MP202608AAAAAAAAAAAAAAAAAAAAAAA2", Field: "name", Text: fmt.Sprintf("%q -> %q", name, want)})) {
			t.Errorf("%s: %v", name, remarks)
		}
	}
}

// TestRemarkBounded: a name of a megabyte makes a short remark.
func TestRemarkBounded(t *testing.T) {
	_, remarks := writeFile(t, newSepa(t, config.Rail{}), onePayment(func(p *rail.Payment) { p.Name = strings.Repeat("é", 1<<20) }))
	if last := remarks[len(remarks)-1].Text; len(last) > 600 {
		t.Errorf("%d bytes", len(last))
	}
}

// gbic is the pattern of references in the German banks' profile, without the
// | that slipped into it.
var gbic = regexp.MustCompile(`^[A-Za-z0-9+?/\-:().,' ]*$`)

// TestWrittenLaws: whatever comes in, only characters of SEPA go out, slashes
// and spaces single and inside, and a second pass changes nothing.
func TestWrittenLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, unknown := written(anyText().Draw(t, "text"))
		if !gbic.MatchString(got) || strings.Contains(got, "//") || strings.Contains(got, "  ") || strings.Trim(got, "/ ") != got {
			t.Fatalf("got %q", got)
		}
		if again, more := written(got); again != got || len(more) > 0 {
			t.Fatalf("%q becomes %q", got, again)
		}
		if isASCII(got) && len(unknown) == 0 && !isWritten(got) {
			t.Fatalf("%q is not taken as it is", got)
		}
	})
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

// anyText draws texts with more of what is changed than chance has.
func anyText() *rapid.Generator[string] {
	seldom := rapid.SampledFrom([]rune("ÄäÖöÜüßẞŁłØøĐđÆæœ&<>'\"_/ /  \\|@\u0301\u0308\u200b中жΩ"))
	latin := rapid.RuneFrom(nil, unicode.Latin)
	return rapid.StringOf(rapid.OneOf(seldom, latin, rapid.Rune(), rapid.RuneFrom([]rune("abcXYZ019"))))
}

// TestAnyName: a printable name is refused with a reason, or stands in a file
// that is valid by the schema and by Validate.
func TestAnyName(t *testing.T) {
	w := newSepa(t, config.Rail{Profile: profile03, Remittance: "{payee}"})
	s := onePayment(func(*rail.Payment) {})
	p := s.Payments[0]
	s.Payments = nil
	printable := anyText().Filter(func(text string) bool {
		return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
	})
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		p.Name, p.Payee = printable.Draw(t, "name"), printable.Draw(t, "payee")
		if w.CheckPayment(p) != "" {
			refused++
			if p.RailRef = "MPX"; w.CheckPayment(p) == "" {
				t.Fatalf("%q is refused or not by its reference", p.Name)
			}
			return
		}
		p.RailRef = fmt.Sprintf("MP%d", len(s.Payments))
		s.Payments = append(s.Payments, p)
	})
	content, _ := writeFile(t, w, s)
	if count, _, err := w.Validate(bytes.NewReader(content)); err != nil || int(count) != len(s.Payments) || count < 5 || refused < 5 {
		t.Errorf("%d of %d written, %d refused, %v", count, len(s.Payments), refused, err)
	}
	schemaCheck(t, profile03, content)
	schemaCheck(t, "pain.001.003.03", bytes.Replace(content, []byte(profile03), []byte("pain.001.003.03"), 1))
}
