package ingest

import (
	"strings"
	"testing"
	"time"

	"recon/internal/calendar"
)

var gateDay = calendar.Of(2026, time.August, 15) // a Saturday

// gateDays are the figures of the n days before gateDay, changed by f.
func gateDays(n int, f func(back int, day *ExportFigures)) []ExportFigures {
	var days []ExportFigures
	for back := n; back >= 1; back-- {
		day := figures(gateDay-calendar.Date(back), 100, 10000)
		f(back, &day)
		days = append(days, day)
	}
	return days
}

func figures(date calendar.Date, rows, gross int64) ExportFigures {
	return ExportFigures{Date: date, Files: []string{"sum of " + date.String()}, Rows: rows, LastHour: true,
		Newest: at(date, 23, 30), Sums: []ExportSum{{Currency: "CNY", GrossMinor: gross}}}
}

// at is an instant of a date in Shanghai, epoch microseconds.
func at(date calendar.Date, hour, minute int) int64 {
	start := date.Start(time.FixedZone("", 8*3600))
	return start.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + 11*time.Second).UnixMicro()
}

func plainDays(int, *ExportFigures) {}

// weekly sets rows and sums of the same weekday n weeks back.
func weekly(values ...[2]int64) func(int, *ExportFigures) {
	return func(back int, day *ExportFigures) {
		if week := back / 7; back%7 == 0 && week <= len(values) {
			day.Rows, day.Sums[0].GrossMinor = values[week-1][0], values[week-1][1]
		}
	}
}

// early makes a day end at 18:02.
func early(f *ExportFigures) { f.LastHour, f.Newest = false, at(gateDay, 18, 2) }

// gateCase is an export before its gate; want is in its fault, "" passes.
type gateCase struct {
	name    string
	earlier []ExportFigures
	today   func(*ExportFigures)
	want    string
}

var gateCases = []gateCase{
	{"first day ever", nil, early, ""},
	{"an ordinary day", gateDays(60, plainDays), func(*ExportFigures) {}, ""},

	{"cut off at 18:02", gateDays(14, plainDays), early, "newest row is 18:02:11, on 14 of 14 days the last hour had rows: the export looks cut off; export again, or --accept-unusual orders --by WHO --why TEXT"},
	{"cut off, 13 days known", gateDays(13, plainDays), early, ""},
	{"cut off, last hour filled on 8 of 14 days", gateDays(14, func(back int, f *ExportFigures) { f.LastHour = back <= 8 }), early, "on 8 of 14 days"},
	{"cut off, last hour filled on 7 of 14 days", gateDays(14, func(back int, f *ExportFigures) { f.LastHour = back <= 7 }), early, ""},
	{"only the last 14 days count", gateDays(40, func(back int, f *ExportFigures) { f.LastHour = back > 14 }), early, ""},
	{"later days do not count", append(gateDays(13, plainDays), figures(gateDay+1, 100, 10000)), early, ""},
	{"no row of the day", gateDays(14, plainDays), func(f *ExportFigures) { f.LastHour, f.Newest = false, 0 }, "no row lies in the day"},
	{"newest row of the day before", gateDays(14, plainDays), func(f *ExportFigures) { f.LastHour, f.Newest = false, at(gateDay-1, 9, 0) }, "newest row is 2026-08-14 09:00:11"},

	{"half the rows", gateDays(28, plainDays), func(f *ExportFigures) { f.Rows = 50 }, ""},
	{"a row less than half", gateDays(28, plainDays), func(f *ExportFigures) { f.Rows = 49 }, "rows 49, wanted between 50 and 200, as the median of 4 Saturdays is 100: the export looks incomplete; export again"},
	{"twice the rows", gateDays(28, plainDays), func(f *ExportFigures) { f.Rows = 200 }, ""},
	{"a row more than twice", gateDays(28, plainDays), func(f *ExportFigures) { f.Rows = 201 }, "looks doubled"},
	{"few rows, three Saturdays known", gateDays(27, plainDays), func(f *ExportFigures) { f.Rows = 1 }, ""},
	{"half the money", gateDays(28, plainDays), func(f *ExportFigures) { f.Sums[0].GrossMinor = 5000 }, ""},
	{"a cent less than half", gateDays(28, plainDays), func(f *ExportFigures) { f.Sums[0].GrossMinor = 4999 }, "a sum of CNY 49.99, wanted between 50.00 and 200.00"},
	{"twice the money", gateDays(28, plainDays), func(f *ExportFigures) { f.Sums[0].GrossMinor = 20000 }, ""},
	{"a cent more than twice", gateDays(28, plainDays), func(f *ExportFigures) { f.Sums[0].GrossMinor = 20001 }, "a sum of CNY 200.01"},
	{"refunds are negative", gateDays(28, weekly([2]int64{100, -9000}, [2]int64{100, -10000}, [2]int64{100, -10000}, [2]int64{100, -99000})),
		func(f *ExportFigures) { f.Sums[0].GrossMinor = -4999 }, "a sum of CNY 49.99"},
	{"median of an even number, rounded up for the lower bound", gateDays(28, weekly([2]int64{1, 10000}, [2]int64{105, 10000}, [2]int64{106, 10000}, [2]int64{900, 10000})),
		func(f *ExportFigures) { f.Rows = 52 }, "wanted between 53 and 210, as the median of 4 Saturdays is 105"},
	{"a few rows double by chance", gateDays(28, weekly([2]int64{99, 10000}, [2]int64{99, 10000}, [2]int64{99, 10000}, [2]int64{99, 10000})),
		func(f *ExportFigures) { f.Rows, f.Sums[0].GrossMinor = 5, 90000 }, ""},
	{"a hundred do not", gateDays(28, plainDays), func(f *ExportFigures) { f.Rows = 5 }, "rows 5, wanted between 50 and 200"},
	{"the last eight Saturdays", gateDays(70, func(back int, f *ExportFigures) {
		if back > 56 {
			f.Rows = 100000
		}
	}), func(f *ExportFigures) { f.Rows = 50 }, ""},
	{"other weekdays do not matter", gateDays(28, func(back int, f *ExportFigures) {
		if back%7 != 0 {
			f.Rows = 100000
		}
	}), func(*ExportFigures) {}, ""},
	{"a new currency", gateDays(28, plainDays), func(f *ExportFigures) { f.Sums = append(f.Sums, ExportSum{Currency: "USD", GrossMinor: 1}) }, ""},
	{"a currency of three Saturdays", gateDays(28, func(back int, f *ExportFigures) {
		if back < 28 {
			f.Sums = append(f.Sums, ExportSum{Currency: "USD", GrossMinor: 500})
		}
	}), func(f *ExportFigures) { f.Sums = append(f.Sums, ExportSum{Currency: "USD", GrossMinor: 1}) }, ""},
	{"a currency is gone", gateDays(28, func(_ int, f *ExportFigures) { f.Sums = append(f.Sums, ExportSum{Currency: "JPY", GrossMinor: 7000}) }),
		func(*ExportFigures) {}, "a sum of JPY 0, wanted between 3500 and 14000"},
	{"a shop that is usually closed", gateDays(28, func(_ int, f *ExportFigures) { f.Rows, f.Sums = 0, nil }), func(*ExportFigures) {}, ""},

	{"yesterday's bytes", gateDays(3, plainDays), func(f *ExportFigures) { f.Files = []string{"sum of 2026-08-14"} },
		"the same bytes as the export of 2026-08-14: wanted the export of 2026-08-15"},
	{"tomorrow's bytes", []ExportFigures{figures(gateDay+1, 100, 10000)}, func(f *ExportFigures) { f.Files = []string{"sum of 2026-08-16"} }, "the export of 2026-08-16"},
	{"the bytes of this day's former version", []ExportFigures{figures(gateDay, 100, 10000)}, func(*ExportFigures) {}, ""},
	{"no rows again", gateDays(3, func(_ int, f *ExportFigures) { f.Rows = 0 }), func(f *ExportFigures) { f.Rows, f.Files = 0, []string{"sum of 2026-08-14"} }, ""},
}

func TestExportGate(t *testing.T) {
	for _, c := range gateCases {
		today := figures(gateDay, 100, 10000)
		c.today(&today)
		gate := ExportGate{Name: "orders", Path: "inbox/orders/orders_2026-08-15.csv", Cut: calendar.DayCut{Zone: load(t, "Asia/Shanghai")}, Today: today, Earlier: c.earlier}
		_, got := gate.Check()
		switch {
		case c.want == "" && len(got) > 0:
			t.Errorf("%s: got %v, want none", c.name, got)
		case c.want != "" && (len(got) != 1 || !strings.Contains(got[0].Error(), c.want)):
			t.Errorf("%s: got %v, want one with %q", c.name, got, c.want)
		}
	}
}

func TestMedianOfLargeFigures(t *testing.T) {
	const most = 1<<63 - 1
	if got := median([]int64{most, most - 2}); got != most-1 {
		t.Errorf("got %d", got)
	}
	if low, high := bounds(most); low != 1<<62 || high != most {
		t.Errorf("got %d to %d", low, high)
	}
}

func TestControl(t *testing.T) {
	found := ExportFigures{Rows: 3, Sums: []ExportSum{{Currency: "CNY", GrossMinor: 100, AsWritten: 250}}}
	both := ExportFigures{Rows: 3, Sums: append(found.Sums, ExportSum{Currency: "JPY", AsWritten: 7})}
	for _, c := range []struct {
		text  string
		found ExportFigures
		want  string
	}{
		{`{"rows": 3, "amount_minor": 250}`, found, ""},
		{"\xef\xbb\xbf" + `{"rows": 3, "amount_minor": 250, "made_by": "erp"}`, found, ""},
		{`{"rows": 3, "amount_minor": {"CNY": 250}}`, found, ""},
		{`{"rows": 0, "amount_minor": 0}`, ExportFigures{}, ""},
		{`{"rows": 4, "amount_minor": 250}`, found, "3 rows, the control says 4"},
		{`{"rows": 3, "amount_minor": 251}`, found, "sum 2.50 CNY as written in the file, the control says 2.51"},
		{`{"rows": 3, "amount_minor": {"CNY": 250}}`, both, "sum 7 JPY as written in the file, the control says 0"},
		{`{"rows": 3, "amount_minor": {"CNY": 250, "JPY": 7}}`, both, ""},
		{`{"rows": 3, "amount_minor": 250}`, both, "rows of 2 currencies, but the control has one amount_minor"},
		{`{"rows": 0, "amount_minor": 5}`, ExportFigures{}, "the control says 0.05"},
		{`{"amount_minor": 250}`, found, `day.control.json: column "rows": "", wanted the number of rows`},
		{`{"rows": "3", "amount_minor": 250}`, found, `column "rows"`},
		{`{"rows": -3, "amount_minor": 250}`, found, `column "rows"`},
		{`{"rows": 3, "amount_minor": 2.5}`, found, `column "amount_minor": "2.5", wanted the sum`},
		{`{"rows": 3}`, found, `column "amount_minor"`},
		{`{"rows": 3, "amount_minor": null}`, found, `column "amount_minor"`},
		{`rows=3`, found, "no JSON"},
		{``, found, "no JSON"},
		{strings.Repeat(" ", maxControl+1), found, "longer than 65536 bytes"},
	} {
		got := ""
		control, err := ReadControl(strings.NewReader(c.text), "day.control.json")
		if err != nil {
			got = err.Error()
		} else if faults := CheckControl("day.csv", control, c.found); len(faults) > 0 {
			got = faults[0].Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%.60s: got %q, want %q", c.text, got, c.want)
		}
	}
}
