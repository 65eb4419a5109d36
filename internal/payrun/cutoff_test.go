package payrun

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// testShop is a shop of a test, with one payee, anna, whose account is in every
// month's payee file.
func testShop(t *testing.T, set settings, months ...string) *shop {
	t.Helper()
	s := newShop(t, t.TempDir(), set)
	t.Cleanup(s.close)
	for _, month := range months {
		s.listed(month, "anna,Anna Schmidt,DE,EUR,sepa,"+iban("p1", 1)+",,yes,0")
	}
	return s
}

// sold is a confirmed sale to anna's account.
func sold(id string, minor int64, at string) string {
	return fmt.Sprintf("%s,anna,sale,%d,EUR,,confirmed,%s", id, minor, at)
}

// settleAt settles a month at an instant and returns what anna is paid by it.
func (s *shop) settleAt(at, month string) int64 {
	s.t.Helper()
	s.now = must(time.Parse(time.RFC3339, at))
	if _, err := s.ask(Ask{Period: monthOf(s.t, month)}); err != nil {
		s.t.Fatalf("settle %s: %v", month, err)
	}
	var paid int64
	for _, row := range s.table(month, "payouts.csv") {
		if row["payee"] == "anna" {
			paid += minor(s.t, row["amount_minor"])
		}
	}
	return paid
}

func wantPaid(t *testing.T, what string, got, want int64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: anna is paid %d, wanted %d", what, got, want)
	}
}

// killbill/killbill #1074 (wrong target date for an account that is not in
// UTC), soramitsu/adar #295 (a report of the last month includes 31 December
// 22:43), wontlost-ltd/chrono-synth-os #434 (two readers of a table use the
// edges of the month here and in UTC): the month ends in the settlement's zone,
// whatever zone a row is written in.
func TestMonthEndsInItsZone(t *testing.T) {
	s := testShop(t, settings{zone: "Asia/Shanghai"}, "2026-08", "2026-09")
	s.ledger("2026-08",
		sold("before", 1, "2026-07-31T15:59:59Z"), sold("first", 1_000, "2026-07-31T16:00:00Z"),
		sold("last", 20_000, "2026-08-31T15:59:59.999999Z"), sold("also last", 300_000, "2026-08-31T08:59:59-07:00"),
		sold("next", 4_000_000, "2026-08-31T16:00:00Z"), sold("evening in UTC", 5_000_000, "2026-08-31T22:43:00Z"))
	wantPaid(t, "August", s.settleAt("2026-09-01T09:00:00+08:00", "2026-08"), 321_000)
	s.ledger("2026-09", sold("s", 7, "2026-09-10T10:00:00Z"))
	wantPaid(t, "September", s.settleAt("2026-10-01T09:00:00+08:00", "2026-09"), 9_000_007)
}

// open-enterprise-solutions/enterprise PR #183 (a balance before midnight
// included the whole next day) and hackclub/hcb PR #15009 (a bare end date
// dropped the last day): the cutoff is an instant, what occurs at it is of the
// next month, what occurs a microsecond before is of this one.
func TestCutoffIsAnInstant(t *testing.T) {
	s := testShop(t, settings{}, "2026-08")
	s.ledger("2026-08", sold("on the last day", 1_000, "2026-08-31T00:00:01+02:00"), sold("the last", 20_000, "2026-08-31T23:59:59.999999+02:00"),
		sold("at midnight", 300_000, "2026-09-01T00:00:00+02:00"), sold("on the next day", 4_000_000, "2026-09-01T12:00:00+02:00"))
	wantPaid(t, "August", s.settleAt("2026-09-01T09:00:00+02:00", "2026-08"), 21_000)
}

// killbill/killbill #445 (daylight saving made the conversion to a local date
// loop for ever) and #1934 (the edge of the month depended on the offset frozen
// when the account was made): local midnight on the 1st may be missing or come
// twice, and the offset at the end of a month differs from that at its start.
func TestMidnightThatIsMissingOrComesTwice(t *testing.T) {
	for _, c := range []struct{ zone, month, next, last, first string }{
		{"America/Havana", "2026-10", "2026-11", "2026-11-01T03:59:59.999999Z", "2026-11-01T04:00:00Z"},   // 00:00 comes twice: the first one
		{"America/Asuncion", "2023-09", "2023-10", "2023-10-01T03:59:59.999999Z", "2023-10-01T04:00:00Z"}, // 00:00 is missing: 01:00
		{"Europe/Berlin", "2026-10", "2026-11", "2026-10-31T22:59:59.999999Z", "2026-10-31T23:00:00Z"},    // summer time ended on the 25th
		{"Europe/Berlin", "2026-03", "2026-04", "2026-03-31T21:59:59.999999Z", "2026-03-31T22:00:00Z"},
	} {
		t.Run(c.zone+" "+c.month, func(t *testing.T) {
			s := testShop(t, settings{zone: c.zone, start: c.month}, c.month, c.next)
			s.ledger(c.month, sold("last", 1_000, c.last), sold("first of the next", 20_000, c.first))
			s.ledger(c.next, sold("later", 300_000, c.next+"-15T12:00:00Z"))
			wantPaid(t, c.month, s.settleAt(c.first, c.month), 1_000)
			wantPaid(t, c.next, s.settleAt(c.next+"-28T12:00:00Z", c.month), 1_000)
			end := must(time.LoadLocation(c.zone))
			wantPaid(t, c.next, s.settleAt(monthOf(t, c.next).Cutoff(end).Format(time.RFC3339), c.next), 320_000)
		})
	}
}

// killbill/killbill PR #1856 (the end of the day in the wrong zone billed a
// period twice): the settlement's zone may change, and no entry is paid twice
// or never.
func TestZoneThatChanges(t *testing.T) {
	for _, zone := range []string{"Asia/Shanghai", "America/Los_Angeles"} {
		t.Run(zone, func(t *testing.T) {
			s := testShop(t, settings{}, "2026-08", "2026-09", "2026-10")
			var hours []string
			for h := range 48 { // an entry in each hour around both edges
				hours = append(hours, sold(fmt.Sprintf("a%d", h), 1, must(time.Parse(time.RFC3339, "2026-08-31T00:30:00Z")).Add(time.Duration(h)*time.Hour).Format(time.RFC3339)),
					sold(fmt.Sprintf("b%d", h), 1, must(time.Parse(time.RFC3339, "2026-09-30T00:30:00Z")).Add(time.Duration(h)*time.Hour).Format(time.RFC3339)))
			}
			s.ledger("2026-08", append(hours, sold("much", 100_000, "2026-08-10T10:00:00Z"), sold("early", 5_000, "2026-07-31T20:00:00Z"))...)
			s.ledger("2026-09", sold("s", 100_000, "2026-09-10T10:00:00Z"))
			s.ledger("2026-10", sold("o", 100_000, "2026-10-10T10:00:00Z"))
			sum := s.settleAt("2026-09-02T12:00:00Z", "2026-08")
			s.configure(settings{zone: zone, more: plainRules})
			sum += s.settleAt("2026-10-02T12:00:00Z", "2026-09")
			sum += s.settleAt("2026-11-02T12:00:00Z", "2026-10")
			wantPaid(t, "three months", sum, 300_096)
		})
	}
}

// alphabetworkers/alphabetworkersunion.org #226 (at 21:00 on the last day the
// anchor jumped a month ahead): on the last evening the month is not over,
// although it is over in UTC and where the machine stands.
func TestLastEveningIsOfTheMonth(t *testing.T) {
	local := time.Local
	time.Local = must(time.LoadLocation("Asia/Tokyo"))
	defer func() { time.Local = local }()
	s := testShop(t, settings{zone: "America/New_York"}, "2026-08")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-20T10:00:00Z"))
	s.now = must(time.Parse(time.RFC3339, "2026-08-31T21:00:00-04:00"))
	_, err := s.ask(Ask{Period: monthOf(t, "2026-08")})
	var stop *Stop
	if !errors.As(err, &stop) || stop.Kind != NotReady || !strings.Contains(stop.Cause, "2026-09-01T00:00:00-04:00") {
		t.Errorf("on the last evening: %v", err)
	}
	wantPaid(t, "at midnight", s.settleAt("2026-09-01T00:00:00-04:00", "2026-08"), 5_000)
}

// getlago/lago-api PR #879 and #1074 (the check for what was billed was not in
// the customer's zone and billed twice): wherever the machine stands, a period
// that is settled is settled.
func TestMachineElsewhere(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	s := testShop(t, settings{}, "2026-08")
	s.ledger("2026-08", sold("a", 5_000, "2026-08-31T23:00:00+02:00"), sold("b", 700, "2026-09-01T01:00:00+02:00"))
	wantPaid(t, "here", s.settleAt("2026-09-01T01:30:00+02:00", "2026-08"), 5_000)
	before := s.files()
	for _, place := range []string{"Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"} {
		time.Local = must(time.LoadLocation(place))
		wantPaid(t, place, s.settleAt("2026-09-01T02:30:00+02:00", "2026-08"), 5_000)
		if after := s.files(); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s: other files than before", place)
		}
	}
	if n := len(s.batches()); n != 1 {
		t.Errorf("%d batches, wanted one", n)
	}
}

// php-sepa-xml/php-sepa-xml #58 (the execution date must be a TARGET day; the
// library leaves it to its callers): the first working day after the one on
// which the file is made, over weekends and holidays.
func TestExecutionIsOnADayOfTarget(t *testing.T) {
	for _, c := range []struct{ month, at, execution string }{
		{"2026-08", "2026-09-01T09:00:00+02:00", "2026-09-02"},
		{"2026-04", "2026-05-01T09:00:00+02:00", "2026-05-05"}, // Friday, closed; Monday is the first day, and one day on
		{"2026-12", "2027-01-01T09:00:00+01:00", "2027-01-05"},
		{"2026-03", "2026-04-02T09:00:00+02:00", "2026-04-07"}, // Maundy Thursday; Good Friday and Easter Monday are closed
	} {
		s := testShop(t, settings{start: c.month, more: withoutApproval}, c.month)
		s.ledger(c.month, sold("a", 5_000, c.month+"-10T10:00:00Z"))
		s.settleAt(c.at, c.month)
		subs, err := s.books.Submissions(ctx, 1)
		if err != nil || len(subs) != 1 || subs[0].Execution.String() != c.execution {
			t.Errorf("%s: %+v %v, wanted execution on %s", c.month, subs, err, c.execution)
		}
	}
}

const plainRules = "  opening: none\n  rules: { minimum: { EUR: \"10.00\" } }\n"

const withoutApproval = "  opening: none\n  rules: { minimum: { EUR: \"10.00\" }, approval: { required: false } }\n"
