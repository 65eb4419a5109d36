package sepa

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/golden"
	"recon/settle/rail"
)

var profiles = []string{profile03, profile09}

// TestWriteGolden: the whole file, the remarks, and what Validate reads.
func TestWriteGolden(t *testing.T) {
	for _, c := range []struct{ profile, booking, file string }{
		{profile03, "no", "three.03"}, {profile09, "yes", "three.09"}, {"", "", "three.default"},
	} {
		w := newSepa(t, config.Rail{Profile: c.profile, BatchBooking: c.booking})
		content, remarks := writeFile(t, w, threePayments())
		golden.Check(t, "testdata/"+c.file+".xml", content)
		if count, sum, err := w.Validate(bytes.NewReader(content)); count != 3 || sum != 100000001999 || err != nil {
			t.Errorf("%s: read %d payments of %d, %v", c.file, count, sum, err)
		}
		lines := ""
		for _, r := range remarks {
			lines += fmt.Sprintf("%s %s %s\n", r.RailRef, r.Field, r.Text)
		}
		golden.Check(t, "testdata/three.remarks.txt", []byte(lines))
	}
}

// TestSchemas validates what is written with and without BICs. The older
// profile of the German banks is pain.001.001.03 under another namespace, and
// much narrower than the schema of ISO 20022.
func TestSchemas(t *testing.T) {
	without := threePayments()
	without.Debtor.BIC = ""
	for _, profile := range profiles {
		for _, booking := range []string{"", "yes", "no"} {
			w := newSepa(t, config.Rail{Profile: profile, BatchBooking: booking})
			with, _ := writeFile(t, w, threePayments())
			bare, _ := writeFile(t, w, without)
			schemaCheck(t, profile, with, bare)
			if profile == profile03 {
				german := func(content []byte) []byte {
					return bytes.Replace(content, []byte(profile03), []byte("pain.001.003.03"), 1)
				}
				schemaCheck(t, "pain.001.003.03", german(with), german(bare))
			}
		}
	}
}

// readBack are the parts of a file that a bank acts on, read by another reader
// than our own.
type readBack struct {
	MsgID string `xml:"CstmrCdtTrfInitn>GrpHdr>MsgId"`
	Block struct {
		ID       string   `xml:"PmtInfId"`
		Booking  []string `xml:"BtchBookg"`
		Date     string   `xml:"ReqdExctnDt"`
		Debtor   string   `xml:"Dbtr>Nm"`
		IBAN     string   `xml:"DbtrAcct>Id>IBAN"`
		Payments []struct {
			Instr    string `xml:"PmtId>InstrId"`
			EndToEnd string `xml:"PmtId>EndToEndId"`
			Amount   string `xml:"Amt>InstdAmt"`
			BIC      string `xml:"CdtrAgt>FinInstnId>BIC"`
			Name     string `xml:"Cdtr>Nm"`
			IBAN     string `xml:"CdtrAcct>Id>IBAN"`
			Text     string `xml:"RmtInf>Ustrd"`
		} `xml:"CdtTrfTxInf"`
	} `xml:"CstmrCdtTrfInitn>PmtInf"`
}

func TestReadBack(t *testing.T) {
	s := threePayments()
	content, _ := writeFile(t, newSepa(t, config.Rail{Profile: profile03}), s)
	var got readBack
	if err := xml.Unmarshal(content, &got); err != nil {
		t.Fatal(err)
	}
	b := got.Block
	head := []string{got.MsgID, b.ID, b.Date, b.Debtor, b.IBAN}
	want := []string{s.MessageID, s.PaymentInfoID, "2026-09-02", "Maerkte + Soehne GmbH", "DE75512108001245126199"}
	if diff := cmp.Diff(want, head); diff != "" || len(b.Booking) != 0 {
		t.Errorf("head (-want +got):\n%s booking %q", diff, b.Booking)
	}
	amounts := []string{"19.99", "0.01", "999999999.99"}
	names := []string{"Muster GmbH", "Lodz ('Ae+ss') O'Neil--Son", "Societe Exemple"}
	bics := []string{"COBADEFFXXX", "ABNANL2A", ""}
	for i, p := range b.Payments {
		q := s.Payments[i]
		got := []string{p.Instr, p.EndToEnd, p.Amount, p.BIC, p.Name, p.IBAN, p.Text}
		want := []string{q.RailRef, q.RailRef, amounts[i], bics[i], names[i], q.Destination, "2026-08 " + q.RailRef}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("payment %d (-want +got):\n%s", i+1, diff)
		}
	}
}

// TestExecutionDateForms: bare in .03, a choice in .09.
func TestExecutionDateForms(t *testing.T) {
	for profile, want := range map[string]string{
		profile03: "<ReqdExctnDt>2026-09-02</ReqdExctnDt>", profile09: "<ReqdExctnDt><Dt>2026-09-02</Dt></ReqdExctnDt>",
	} {
		content, _ := writeFile(t, newSepa(t, config.Rail{Profile: profile}), threePayments())
		wantText(t, string(content), want)
	}
}

// TestWriteAgain: the same submission is the same bytes, wherever it is made.
func TestWriteAgain(t *testing.T) {
	s := threePayments()
	first, _ := writeFile(t, newSepa(t, config.Rail{}), s)
	s.Created = s.Created.In(time.FixedZone("elsewhere", 8*3600))
	again, _ := writeFile(t, newSepa(t, config.Rail{}), s)
	if !bytes.Equal(first, again) {
		t.Errorf("differs:\n%s", cmp.Diff(string(first), string(again)))
	}
}

// TestPlain: no mark before the declaration, no carriage return, no address
// and no UETR.
func TestPlain(t *testing.T) {
	for _, profile := range profiles {
		content, _ := writeFile(t, newSepa(t, config.Rail{Profile: profile}), threePayments())
		if !bytes.HasPrefix(content, []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Document")) {
			t.Errorf("begins with %q", content[:60])
		}
		for _, unwanted := range []string{"\r", "PstlAdr", "AdrLine", "UETR", "\t"} {
			if bytes.Contains(content, []byte(unwanted)) {
				t.Errorf("%s holds %q", profile, unwanted)
			}
		}
	}
}

// TestWriteRefuses: nothing is written, and the error says what and wanted.
func TestWriteRefuses(t *testing.T) {
	w := newSepa(t, config.Rail{Remittance: "{payee}"})
	for want, change := range map[string]func(*rail.Submission){
		"no payments, wanted at least one":                                                    func(s *rail.Submission) { s.Payments = nil },
		"message id: empty, wanted 1 to 35":                                                   func(s *rail.Submission) { s.MessageID = "" },
		`message id: "ME_1": wanted a-z`:                                                      func(s *rail.Submission) { s.MessageID = "ME_1" },
		`payment information id: "PI#1": wanted a-z`:                                          func(s *rail.Submission) { s.PaymentInfoID = "PI#1" },
		`submission: currency "USD", wanted EUR`:                                              func(s *rail.Submission) { s.Currency = "USD" },
		"time of making: not set":                                                             func(s *rail.Submission) { s.Created = time.Time{} },
		"time of making: has a fraction of a second":                                          func(s *rail.Submission) { s.Created = s.Created.Add(time.Millisecond) },
		"time of making: year 1999, wanted":                                                   func(s *rail.Submission) { s.Created = s.Created.AddDate(-27, 0, 0) },
		"execution date: not set":                                                             func(s *rail.Submission) { s.Execution = 0 },
		"execution date: beyond year 9999":                                                    func(s *rail.Submission) { s.Execution = calendar.Of(10000, 1, 1) },
		"execution date: 2026-08-30 lies before 2026-09-01":                                   func(s *rail.Submission) { s.Execution -= 3 },
		"debtor: name is empty":                                                               func(s *rail.Submission) { s.Debtor.Name = " " },
		"debtor: IBAN is empty":                                                               func(s *rail.Submission) { s.Debtor.IBAN = "" },
		"debtor: IBAN of DE: its check digits do not fit":                                     func(s *rail.Submission) { s.Debtor.IBAN = "DE75512108001245126198" },
		`debtor: BIC "SOGE" has 4 characters`:                                                 func(s *rail.Submission) { s.Debtor.BIC = "SOGE" },
		"payment 2: rail reference empty":                                                     func(s *rail.Submission) { s.Payments[1].RailRef = "" },
		"payment 3: rail reference MP202608AAAAAAAAAAAAAAAAAAAAAAA2 is that of payment 1 too": func(s *rail.Submission) { s.Payments[2].RailRef = s.Payments[0].RailRef },
		`payment 2, MP202608AAAAAAAAAAAAAAAAAAAAAAA3: currency "CHF"`:                         func(s *rail.Submission) { s.Payments[1].Currency = "CHF" },
		"A3: amount 0.00, wanted 0.01 to 999999999.99":                                        func(s *rail.Submission) { s.Payments[1].AmountMinor = 0 },
		"A3: amount -0.01, wanted":                                                            func(s *rail.Submission) { s.Payments[1].AmountMinor = -1 },
		"A3: amount 1000000000.00, wanted":                                                    func(s *rail.Submission) { s.Payments[1].AmountMinor = 100_000_000_000 },
		"A3: name is empty":                                                                   func(s *rail.Submission) { s.Payments[1].Name = "\u00a0" },
		`A3: name "李娜": SEPA has no characters for '李' (U+674E), '娜' (U+5A1C)`:                func(s *rail.Submission) { s.Payments[1].Name = "李娜" },
		"A3: IBAN of NL has 17 characters, wanted 18":                                         func(s *rail.Submission) { s.Payments[1].Destination = "NL91ABNA041716430" },
		"A3: IBAN of TR, a country outside SEPA":                                              func(s *rail.Submission) { s.Payments[1].Destination = "TR330006100519786457841326" },
		`A3: BIC "ABNAZZ2A": ZZ is no country`:                                                func(s *rail.Submission) { s.Payments[1].BIC = "ABNAZZ2A" },
		`A3: remittance "п": SEPA has no characters for 'п'`:                                  func(s *rail.Submission) { s.Payments[1].Payee = "п" },
	} {
		s := threePayments()
		change(&s)
		got := refusal(t, w, s)
		wantText(t, got, want)
		if strings.Count(got, "\n") > 0 {
			t.Errorf("more than one fault: %s", got)
		}
	}
}

// TestWriteCollectsFaults: all at once, twenty at most, and no account in them.
func TestWriteCollectsFaults(t *testing.T) {
	s := onePayment(func(p *rail.Payment) { p.Destination = "DE89370400440532013001" })
	for len(s.Payments) < 30 {
		p := s.Payments[0]
		p.RailRef = fmt.Sprintf("MP%d", len(s.Payments))
		s.Payments = append(s.Payments, p)
	}
	s.MessageID = "/"
	got := refusal(t, newSepa(t, config.Rail{}), s)
	if lines := strings.Split(got, "\n"); len(lines) != 21 || lines[20] != "and 11 faults more" {
		t.Errorf("got %s", got)
	}
	if strings.Contains(got, "3000") || strings.Contains(got, "3001") {
		t.Errorf("shows an account: %s", got)
	}
}

// TestSumBeyondCtrlSum: ten million of the largest payments fit, no more.
func TestSumBeyondCtrlSum(t *testing.T) {
	const eighteenDigits = 999_999_999_999_999_999
	d := &document{sum: eighteenDigits - mostMinor}
	if d.add(0, mostMinor); d.faults.err() != nil {
		t.Error(d.faults.err())
	}
	if d.add(1, 1); d.faults.err() == nil {
		t.Error("sum of 19 digits taken")
	}
}

// brokenDisk fails after some bytes.
type brokenDisk struct{ left int }

var errDiskFull = errors.New("no space left on device")

func (b *brokenDisk) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errDiskFull
	}
	return len(p), nil
}

func TestDiskFull(t *testing.T) {
	s := onePayment(func(*rail.Payment) {})
	for len(s.Payments) < 1000 {
		p := s.Payments[0]
		p.RailRef = fmt.Sprintf("MP%d", len(s.Payments))
		s.Payments = append(s.Payments, p)
	}
	w := newSepa(t, config.Rail{})
	content, _ := writeFile(t, w, s)
	for _, room := range []int{0, 1 << 16, len(content) - 1} {
		if _, err := w.Write(&brokenDisk{room}, s); !errors.Is(err, errDiskFull) {
			t.Errorf("room for %d of %d: %v", room, len(content), err)
		}
	}
	if _, err := w.Write(&brokenDisk{len(content)}, s); err != nil {
		t.Error(err)
	}
}

// TestExecutionDay: today in the west may be yesterday in UTC.
func TestExecutionDay(t *testing.T) {
	s := threePayments()
	for days, good := range map[int]bool{0: true, -1: true, -2: false, 400: true} {
		s.Execution = calendar.Of(2026, time.September, 1) + calendar.Date(days)
		if _, err := newSepa(t, config.Rail{}).Write(&bytes.Buffer{}, s); (err == nil) != good {
			t.Errorf("%d days: %v", days, err)
		}
	}
}
