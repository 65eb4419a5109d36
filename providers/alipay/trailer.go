package alipay

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"recon/ingest"
	"recon/internal/money"
)

// totalLine reads both wordings of the totals:
//
//	#交易合计：3笔，商家实收共145.01元，商家优惠共5.00元
//	#退款合计：0笔，交易退款金额共0.00元，优惠退款金额共0.00元
var totalLine = regexp.MustCompile(`^#(交易|退款)合计：(\d+)笔，([^，]*?)共([-+.,\d]*)元，([^，]*?)共([-+.,\d]*)元`)

// readTrailer reads the end marker and the totals after it.
func readTrailer(lines []string) (ingest.Claim, error) {
	var claim ingest.Claim
	if len(lines) == 0 || !strings.Contains(lines[0], "列表结束") {
		return claim, ingest.Fault{Line: min(1, int64(len(lines))), Text: "no end marker (业务明细列表结束) after the rows, the file was cut off; fetch it again"}
	}
	seen := map[string]bool{}
	for i, line := range lines {
		if !strings.HasPrefix(line, "#") {
			return claim, ingest.Fault{Line: int64(i + 1), Text: "a row after the end marker, wanted none; fetch the file again"}
		}
		m := totalLine.FindStringSubmatch(line)
		if m == nil || seen[m[1]] {
			continue
		}
		seen[m[1]] = true
		totals, err := kindTotals(m, int64(i+1))
		if err != nil {
			return claim, err
		}
		claim.Totals = append(claim.Totals, totals...)
	}
	for _, kind := range []string{"交易", "退款"} {
		if !seen[kind] {
			return claim, ingest.Fault{Line: int64(len(lines)), Text: fmt.Sprintf("no line #%s合计 after the rows, the file was cut off; fetch it again", kind)}
		}
	}
	return claim, nil
}

// kindTotals are the three totals of one line. The older wording says 交易金额,
// which is the order amount or what was received; they differ by discounts.
func kindTotals(m []string, line int64) ([]ingest.ClaimTotal, error) {
	name, base := m[1]+"合计 ", 0
	discount := [][]int{{discounts}}
	if m[1] == "退款" {
		base = perKind
		discount = [][]int{{perKind + discounts}, {discountsTaken}}
	}
	paid := [][]int{{base + receipts}}
	if !strings.Contains(m[3], "商家实收") {
		paid = [][]int{{base + receipts}, {base + gross}}
	}
	totals := []ingest.ClaimTotal{{Name: name + "笔数", Line: line, Sums: [][]int{{base + count}}, IsCount: true}, {Name: name + m[3], Line: line, Sums: paid, Exponent: 2}}
	if strings.Contains(m[5], "商家优惠") {
		totals = append(totals, ingest.ClaimTotal{Name: name + m[5], Line: line, Sums: discount, Exponent: 2})
	}
	for i, text := range []string{m[2], m[4], m[6]}[:len(totals)] {
		var err error
		if totals[i].Wanted, err = money.Parse(text, totals[i].Exponent); err != nil {
			return nil, ingest.Fault{Line: line, Column: totals[i].Name, Text: err.Error()}
		}
	}
	return totals, nil
}

// summaryColumns are the totals of the summary that the detail proves. Amounts
// are understood as net of refunds, or else as those of the payments alone:
// Alipay does not say.
var summaryColumns = []struct {
	name string
	sums [][]int
}{
	{"交易订单总笔数", [][]int{{count}}},
	{"退款订单总笔数", [][]int{{perKind + count}}},
	{"订单金额", [][]int{{gross, perKind + gross}, {gross}}},
	{"商家实收", [][]int{{receipts, perKind + receipts}, {receipts}}},
	{"服务费", [][]int{{fees, perKind + fees}, {fees}}},
	{"分润", [][]int{{shares, perKind + shares}, {shares}}},
	{"实收净额", [][]int{{net, perKind + net}, {net}}},
}

// Summary reads the summary's line of totals (合计).
func (Trade) Summary(content []byte) (ingest.Claim, error) {
	p, err := readPreamble(content)
	if err != nil {
		return ingest.Claim{}, err
	}
	cells, line, err := totalRow(content[p.body:], p.headerLine+1)
	if err != nil {
		return ingest.Claim{}, err
	}
	if len(cells) != len(p.columns) {
		return ingest.Claim{}, ingest.Fault{Line: line, Text: fmt.Sprintf("found %d cells, wanted %d as in the header", len(cells), len(p.columns))}
	}
	var claim ingest.Claim
	for _, column := range summaryColumns {
		i := slices.IndexFunc(p.columns, func(name string) bool { return normal(name) == column.name })
		if i < 0 {
			continue
		}
		total := ingest.ClaimTotal{Name: "汇总 " + column.name, Line: line, Sums: column.sums, IsCount: strings.HasSuffix(column.name, "笔数"), Exponent: 2}
		if total.IsCount {
			total.Exponent = 0
		}
		if total.Wanted, err = money.Parse(cells[i], total.Exponent); err != nil {
			return ingest.Claim{}, ingest.Fault{Line: line, Column: p.columns[i], Text: err.Error()}
		}
		claim.Totals = append(claim.Totals, total)
	}
	return claim, nil
}

// totalRow finds the line that begins with 合计, which is no shop, and the
// end marker after it.
func totalRow(body []byte, line int64) (cells []string, at int64, err error) {
	text, err := ingest.GB18030.Decode(body)
	if err != nil {
		return nil, 0, ingest.Fault{Text: err.Error()}
	}
	ended := false
	for i, row := range strings.Split(text, "\n") {
		list := columns(strings.TrimRight(row, "\r"))
		switch {
		case strings.HasPrefix(row, "#") && strings.Contains(row, "列表结束"):
			ended = true
		case slices.Contains(list[:min(2, len(list))], "合计"):
			cells, at = list, line+int64(i)
		}
	}
	switch {
	case !ended:
		return nil, 0, ingest.Fault{Text: "no end marker (业务汇总列表结束), the summary was cut off; fetch the file again"}
	case cells == nil:
		return nil, 0, ingest.Fault{Text: "no line of totals (合计); fetch the file again"}
	}
	return cells, at, nil
}
