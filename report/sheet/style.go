package sheet

import "github.com/xuri/excelize/v2"

// styles are the numbers of a book's cell styles.
type styles struct {
	header, text, long, count, day int
	money                          [5]int // by decimals
}

const textFormat = 49 // "@", text

// moneyFormats show the thousands, and what is below zero in red.
var moneyFormats = [5]string{
	"#,##0;[Red]-#,##0", "#,##0.0;[Red]-#,##0.0", "#,##0.00;[Red]-#,##0.00", "#,##0.000;[Red]-#,##0.000", "#,##0.0000;[Red]-#,##0.0000",
}

func newStyles(f *excelize.File) (s *styles, err error) {
	s = &styles{}
	day := "yyyy-mm-dd"
	add := func(id *int, style excelize.Style) {
		if err == nil {
			*id, err = f.NewStyle(&style)
		}
	}
	add(&s.header, excelize.Style{NumFmt: textFormat, Font: &excelize.Font{Bold: true}, Alignment: &excelize.Alignment{Vertical: "top", WrapText: true},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EBEF"}}, Border: []excelize.Border{{Type: "bottom", Color: "5B6370", Style: 1}}})
	add(&s.text, excelize.Style{NumFmt: textFormat})
	add(&s.long, excelize.Style{NumFmt: textFormat, Alignment: &excelize.Alignment{Horizontal: "right"}})
	add(&s.count, excelize.Style{CustomNumFmt: &moneyFormats[0]})
	add(&s.day, excelize.Style{CustomNumFmt: &day})
	for i := range s.money {
		add(&s.money[i], excelize.Style{CustomNumFmt: &moneyFormats[i]})
	}
	return s, err
}
