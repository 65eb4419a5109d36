package sepa

import (
	"encoding/csv"
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"recon/internal/config"
	"recon/settle/rail"

	"recon/internal/tool"
)

// TestIBANs of the countries' own examples.
func TestIBANs(t *testing.T) {
	for _, iban := range strings.Fields(`DE89370400440532013000 NL91ABNA0417164300 FR1420041010050500013M02606 GB29NWBK60161331926819
GI75NWBK000000007099453 MT84MALT011000012345MTLCAST001S NO9386011117947 BE68539007547034 VA59001123000012345678 IT60X0542811101000000123456
CH9300762011623852957 AD1200012030200359100100 RS35260005601001611379 AL47212110090000000235698741 MD24AG000225100013104168`) {
		if wrong := sepaFault(iban); wrong != "" {
			t.Errorf("%s: %s", iban, wrong)
		}
	}
}

// TestIBANFaults are told in words, and never show the account.
func TestIBANFaults(t *testing.T) {
	for iban, want := range map[string]string{
		"":                                 "IBAN is empty",
		" \u00a0\t":                        "IBAN is empty",
		"D":                                "IBAN does not begin with a country and check digits, wanted like DE89",
		"3704004405":                       "IBAN does not begin with a country and check digits, wanted like DE89",
		"IBANDE89370400440532013000":       "IBAN begins with IB, which is no country with IBANs",
		"US64SVBKUS6S3300958879":           "IBAN begins with US, which is no country with IBANs",
		"DE8937040044053201300":            "IBAN of DE has 21 characters, wanted 22",
		"DE893704004405320130000":          "IBAN of DE has 23 characters, wanted 22",
		"DE89-3704-0044-0532-0130-00":      "IBAN has '-' as character 5, wanted letters and digits",
		"DE89370400440532O13000":           "IBAN of DE has a letter as character 17, wanted a digit",
		"NL91AB1A0417164300":               "IBAN of NL has a digit as character 7, wanted a letter",
		"DE88370400440532013000":           "IBAN of DE: its check digits do not fit, a character is wrong or two are swapped",
		"DE89370400440532031000":           "IBAN of DE: its check digits do not fit, a character is wrong or two are swapped",
		"DE01370400440532013000":           `IBAN of DE has check digits "01", wanted 02 to 98`,
		"DE99370400440532013000":           `IBAN of DE has check digits "99", wanted 02 to 98`,
		"DEA9370400440532013000":           `IBAN of DE has check digits "A9", wanted 02 to 98`,
		"TR330006100519786457841326":       "IBAN of TR, a country outside SEPA; another rail must pay it",
		"DE8937040044053201300\u0660":      "IBAN has '٠' as character 22, wanted letters and digits",
		"FR1420041010050500013\u041c02606": "IBAN has 'М' as character 22, wanted letters and digits",
		"IT60X054281110100000012345\u0131": "IBAN has 'ı' as character 27, wanted letters and digits",
		"DE89\xff":                         "IBAN has '�' as character 5, wanted letters and digits",
	} {
		if got := sepaFault(normalIBAN(iban)); got != want {
			t.Errorf("%s: got %q, wanted %q", iban, got, want)
		}
	}
}

// TestOldLengths: registries of some years ago have 21 characters for Costa
// Rica and no Vatican.
func TestOldLengths(t *testing.T) {
	if wrong := ibanFault("CR05015202001026284066"); wrong != "" {
		t.Error(wrong)
	}
	if _, known := ibanForms["VA"]; !known {
		t.Error("no VA")
	}
}

func TestCheckDestination(t *testing.T) {
	w := newSepa(t, config.Rail{})
	for _, c := range []struct{ iban, bic, normal, wrong, warning string }{
		{" de89 3704 0044 0532 0130 00 ", "", "DE89370400440532013000", "", ""},
		{"DE89370400440532013000", " cobadeff", "DE89370400440532013000", "", ""},
		{"DE89370400440532013000", "NOTPROVIDED", "DE89370400440532013000", "", ""},
		{"DE89370400440532013000", "ABNANL2A", "DE89370400440532013000", "", "BIC ABNANL2A is of a bank in NL, the IBAN of DE"},
		{"GB29NWBK60161331926819", "RBOSGGSX", "GB29NWBK60161331926819", "", ""},
		{"FR1420041010050500013M02606", "CEPAFRPP", "FR1420041010050500013M02606", "", ""},
		{"FR1420041010050500013M02606", "BFCORERX", "FR1420041010050500013M02606", "", ""},
		{"DE89370400440532013000", "COBADEF", "DE89370400440532013000", `BIC "COBADEF" has 7 characters, wanted 8 or 11`, ""},
		{"DE89370400440532013001", "COBADEFF", "DE89370400440532013001", "IBAN of DE: its check digits do not fit, a character is wrong or two are swapped", ""},
	} {
		normal, wrong, warnings := w.CheckDestination(rail.Payment{Destination: c.iban, BIC: c.bic})
		if normal != c.normal || wrong != c.wrong || strings.Join(warnings, "; ") != c.warning {
			t.Errorf("%q %q: got %s, %q, %q", c.iban, c.bic, normal, wrong, warnings)
		}
	}
}

func TestBICFaults(t *testing.T) {
	for bic, want := range map[string]string{
		"COBADEFF":         "",
		"COBADEFFXXX":      "",
		"PSSTFRPPPAR":      "",
		"NBKOXKPR":         "",
		"COBADEFFXX":       `BIC "COBADEFFXX" has 10 characters, wanted 8 or 11`,
		"C0BADEFF":         `BIC "C0BADEFF": character 2 is '0', wanted a letter`,
		"COBAD3FF":         `BIC "COBAD3FF": character 6 is '3', wanted a letter`,
		"COBAUKFF":         `BIC "COBAUKFF": UK is no country`,
		"COBADE0F":         `BIC "COBADE0F": no bank's BIC has '0' as character 7`,
		"COBADEFO":         `BIC "COBADEFO": no bank's BIC has 'O' as character 8`,
		"COBADEF-":         `BIC "COBADEF-": character 8 is '-', wanted a letter or digit`,
		"COBADEFÄ":         `BIC "COBADEFÄ" has 8 characters, wanted 8 or 11`,
		"NOTPROVIDED":      `BIC "NOTPROVIDED": RO is no country`,
		"COBADEFFXX\u00e9": `BIC "COBADEFFXXé" has 11 characters, wanted 8 or 11`,
	} {
		if got := bicFault(bic); got != want {
			t.Errorf("got %q, wanted %q", got, want)
		}
	}
}

// TestIBANTable compares the table with a fact sheet that was collected apart
// from it.
func TestIBANTable(t *testing.T) {
	file, err := os.Open(tool.Sample(t, "payouts_own/iban_structures.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	inside := 0
	for _, row := range rows[1:] {
		form := ibanForms[row[0]]
		got := []string{fmt.Sprint(4 + len(form.classes)), form.classes, map[bool]string{true: "Y", false: "N"}[form.sepa]}
		want := []string{row[1], expand(t, row[2]), row[3]}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, wanted %v", row[0], got, want)
		}
		if form.sepa {
			inside++
		}
	}
	if len(ibanForms) != len(rows)-1 || inside != 41+1 {
		t.Errorf("%d countries, %d inside; wanted %d, 41 and Gibraltar", len(ibanForms), inside, len(rows)-1)
	}
}

// expand writes 2!n1!a as nna.
func expand(t *testing.T, structure string) string {
	out := ""
	for _, run := range strings.FieldsFunc(strings.NewReplacer("n", "n ", "a", "a ", "c", "c ").Replace(structure), func(r rune) bool { return r == ' ' }) {
		var count int
		var class string
		if _, err := fmt.Sscanf(run, "%d!%s", &count, &class); err != nil {
			t.Fatal(err)
		}
		out += strings.Repeat(class, count)
	}
	return out
}

// drawIBAN draws a valid IBAN of any country.
func drawIBAN(t *rapid.T) string {
	const digits, letters = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	countries := []string{}
	for country := range ibanForms {
		countries = append(countries, country)
	}
	country := rapid.SampledFrom(sorted(countries)).Draw(t, "country")
	bban := ""
	for _, class := range ibanForms[country].classes {
		from := map[rune]string{'n': digits, 'a': letters, 'c': digits + letters}[class]
		bban += string(rapid.SampledFrom([]byte(from)).Draw(t, "character"))
	}
	return fmt.Sprintf("%s%02d%s", country, 98-slowRemainder(bban+country+"00"), bban)
}

// slowRemainder spells the whole number and divides it by hand.
func slowRemainder(text string) int {
	number := ""
	for _, r := range text {
		if r >= 'A' {
			number += fmt.Sprint(r - 'A' + 10)
		} else {
			number += string(r)
		}
	}
	remainder := 0
	for len(number) > 0 {
		n := min(7, len(number))
		var chunk int
		fmt.Sscanf(fmt.Sprint(remainder)+number[:n], "%d", &chunk)
		remainder, number = chunk%97, number[n:]
	}
	return remainder
}

// TestIBANLaws: every valid IBAN is taken, also with spaces and small letters;
// none with one digit changed or two neighbouring digits swapped is.
func TestIBANLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		iban := drawIBAN(t)
		if wrong := ibanFault(iban); wrong != "" {
			t.Fatalf("%s: %s", iban, wrong)
		}
		at := rapid.IntRange(1, len(iban)-1).Draw(t, "at")
		if spaced := strings.ToLower(iban[:at] + " " + iban[at:]); normalIBAN(spaced) != iban {
			t.Fatalf("%q is %s", spaced, normalIBAN(spaced))
		}
		if isDigit(rune(iban[at])) {
			other := (iban[at]-'0'+byte(rapid.IntRange(1, 9).Draw(t, "by")))%10 + '0'
			if changed := iban[:at] + string(other) + iban[at+1:]; ibanFault(changed) == "" {
				t.Fatalf("%s taken for %s", changed, iban)
			}
		}
		if at > 4 && iban[at] != iban[at-1] && isDigit(rune(iban[at])) && isDigit(rune(iban[at-1])) {
			if swapped := iban[:at-1] + string(iban[at]) + string(iban[at-1]) + iban[at+1:]; ibanFault(swapped) == "" {
				t.Fatalf("%s taken for %s", swapped, iban)
			}
		}
	})
}
