package sepa

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/tool"
	"recon/settle/rail"
)

// schemaCheck validates files with xmllint, which must be there.
func schemaCheck(t *testing.T, profile string, files ...[]byte) {
	t.Helper()
	xsd := tool.Sample(t, "iso20022/xsd/"+profile+".xsd")
	xmllint := tool.Path(t, "xmllint")
	args := []string{"--noout", "--schema", xsd}
	for _, content := range files {
		file, err := os.CreateTemp(t.TempDir(), "*.xml")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		args = append(args, file.Name())
	}
	if out, err := exec.Command(xmllint, args...).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", profile, err, out)
	}
}

func newSepa(t testing.TB, cfg config.Rail) rail.Rail {
	t.Helper()
	w, err := New("sepa", cfg)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// threePayments are a plain payment, one with most of what must be changed,
// and one without a BIC.
func threePayments() rail.Submission {
	return rail.Submission{
		MessageID:     "ME202608AAAAAAAAAAAAAAAAAAAAAAAA",
		PaymentInfoID: "PI202608AAAAAAAAAAAAAAAAAAAAAAAA",
		Period:        "2026-08",
		BatchID:       "2026-08-1",
		Created:       time.Date(2026, time.September, 1, 2, 0, 5, 0, time.UTC),
		Execution:     calendar.Of(2026, time.September, 2),
		Currency:      "EUR",
		Debtor:        rail.Debtor{Name: "Märkte & Söhne GmbH", IBAN: "DE75 5121 0800 1245 1261 99", BIC: "SOGEDEFFXXX"},
		Payments: []rail.Payment{
			{RailRef: "MP202608AAAAAAAAAAAAAAAAAAAAAAA2", PayoutKey: "monthly-payout:p-1:2026-08:EUR", Payee: "p-1", Name: "Muster GmbH", Currency: "EUR", AmountMinor: 1999, Destination: "DE89370400440532013000", BIC: "COBADEFFXXX"},
			{RailRef: "MP202608AAAAAAAAAAAAAAAAAAAAAAA3", PayoutKey: "monthly-payout:p-2:2026-08:EUR", Payee: "p-2", Name: `Łódź <"Ä&ß"> O'Neil__Søn`, Currency: "EUR", AmountMinor: 1, Destination: "NL91ABNA0417164300", BIC: "abnanl2a"},
			{RailRef: "MP202608AAAAAAAAAAAAAAAAAAAAAAA4", PayoutKey: "monthly-payout:p-3:2026-08:EUR", Payee: "p-3", Name: "Société Exemple", Currency: "EUR", AmountMinor: 99_999_999_999, Destination: "FR1420041010050500013M02606"},
		},
	}
}

// writeFile writes a submission that must be good.
func writeFile(t testing.TB, w rail.Rail, s rail.Submission) ([]byte, []rail.Remark) {
	t.Helper()
	var out bytes.Buffer
	remarks, err := w.Write(&out, s)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), remarks
}

// refusal is the error of a submission that must write nothing.
func refusal(t testing.TB, w rail.Rail, s rail.Submission) string {
	t.Helper()
	var out bytes.Buffer
	remarks, err := w.Write(&out, s)
	if err == nil {
		t.Fatalf("wrote %d bytes", out.Len())
	}
	if out.Len() > 0 || remarks != nil {
		t.Errorf("refused and wrote %d bytes, %d remarks", out.Len(), len(remarks))
	}
	return err.Error()
}

// onePayment is threePayments with the first only, changed.
func onePayment(change func(*rail.Payment)) rail.Submission {
	s := threePayments()
	s.Payments = s.Payments[:1]
	change(&s.Payments[0])
	return s
}

// wantText reports a text that lacks some part.
func wantText(t testing.TB, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
