package wechatpay

import (
	"fmt"
	"strings"

	"recon/ingest"
	"recon/internal/money"
)

// The tallies of the rows.
const (
	settledTotal = iota
	orderTotal
	settledBackTotal
	orderBackTotal
	couponBackTotal
	columnTotals
	rows = columnTotals
	fees = columnTotals + 1
)

// columnOf says which column a tally sums.
var columnOf = [columnTotals]int{settledTotal: settled, orderTotal: order, settledBackTotal: settledBack, orderBackTotal: orderBack, couponBackTotal: couponBack}

// totals are the names in the line of totals, those of before 2018 included.
var totals = map[string]int{
	"总交易单数":         rows,
	"应结订单总金额":       settledTotal,
	"总交易额":          settledTotal,
	"退款总金额":         settledBackTotal,
	"总退款金额":         settledBackTotal,
	"充值券退款总金额":      couponBackTotal,
	"总企业红包退款金额":     couponBackTotal,
	"总代金券或立减优惠退款金额": couponBackTotal,
	"手续费总金额":        fees,
	"订单总金额":         orderTotal,
	"申请退款总金额":       orderBackTotal,
}

// readTotals reads the two last lines: names, then amounts with backticks. They
// are the end marker too.
func readTotals(lines []string) (ingest.Claim, error) {
	switch {
	case len(lines) == 0:
		return ingest.Claim{}, ingest.Fault{Text: "no lines of totals (总交易单数,...) after the rows, the file was cut off; fetch it again"}
	case !strings.HasPrefix(lines[0], "总交易单数"):
		return ingest.Claim{}, ingest.Fault{Line: 1, Text: "the row does not begin with a backtick, and these are not the totals (总交易单数,...); the file was changed after download, fetch it again"}
	case len(lines) == 1:
		return ingest.Claim{}, ingest.Fault{Line: 1, Text: "no amounts after the names of the totals, the file was cut off; fetch it again"}
	case len(lines) > 2:
		return ingest.Claim{}, ingest.Fault{Line: 3, Text: "a line after the totals, wanted none; fetch the file again"}
	}
	names := strings.Split(strings.TrimSpace(lines[0]), ",")
	amounts := strings.Split(strings.TrimPrefix(strings.TrimSpace(lines[1]), "`"), ",`")
	if len(names) != len(amounts) {
		return ingest.Claim{}, ingest.Fault{Line: 2, Text: fmt.Sprintf("found %d totals, wanted %d as in the line before; it was cut off, fetch it again", len(amounts), len(names))}
	}
	return claim(names, amounts)
}

func claim(names, amounts []string) (ingest.Claim, error) {
	var c ingest.Claim
	for i, name := range names {
		tally, known := totals[name]
		if !known {
			return c, ingest.Fault{Line: 1, Column: name, Text: "is not a known total; if WeChat added it, it must be added"}
		}
		total := ingest.ClaimTotal{Name: name, Line: 2, Sums: [][]int{{tally}}, IsCount: tally == rows}
		if !total.IsCount {
			total.Exponent = 2
		}
		var err error
		if total.Wanted, err = money.Parse(amounts[i], total.Exponent); err != nil {
			return c, ingest.Fault{Line: 2, Column: name, Text: err.Error()}
		}
		c.Totals = append(c.Totals, total)
	}
	return c, nil
}
