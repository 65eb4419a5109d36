// Package wechatpay reads WeChat Pay's daily trade bill: UTF-8, every cell of
// a row with a backtick before it, two lines of totals at the end:
//
//	交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,...
//	`2026-08-15 10:00:00,`wx0000000000000001,`1900000001,`0,`,`4200000000202608150000000001,...
//	总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额
//	`5,`153.00,`38.00,`0.00,`0.69000,`158.00,`38.00
package wechatpay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"recon/ingest"
	"recon/internal/config"
	"recon/internal/money"
)

// TradeBill is the trade bill (交易账单) of type ALL, SUCCESS or REFUND, with
// its columns of today or those of before 2018.
type TradeBill struct{}

// ID is wechatpay.tradebill.
func (TradeBill) ID() string { return "wechatpay.tradebill" }

// Provider is wechatpay.
func (TradeBill) Provider() string { return "wechatpay" }

// WeChat's days and times are Beijing's, whatever zone the company is in.
var zone = func() *time.Location {
	z, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		panic(err) // the zones are linked in
	}
	return z
}()

// Detect knows the bill by its header, in which no cell has a backtick.
func (TradeBill) Detect(name string, head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte{'\n'})
	text := string(line)
	return strings.Contains(text, "微信订单号") && strings.Contains(text, "商户订单号") && !strings.HasPrefix(text, "`") || isNoStatement(head)
}

// isNoStatement knows the answers that WeChat gives for a day without trades:
// JSON in version 3, XML in version 2, whose spelling of the words varies.
func isNoStatement(head []byte) bool {
	answer := bytes.TrimSpace(head)
	var said struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(answer, &said) == nil {
		return said.Code == "NO_STATEMENT_EXIST"
	}
	whole := bytes.HasPrefix(answer, []byte("<xml>")) && bytes.HasSuffix(answer, []byte("</xml>"))
	return whole && bytes.Contains(bytes.ToLower(answer), []byte("no bill exist"))
}

// The cells that row reads, in the order of Layout.Cells.
const (
	when = iota
	merchant
	wechatNo
	orderNo
	state
	currency
	fee
	settled     // what the fee is taken of: the order without vouchers the merchant pays
	order       // the order as the merchant placed it
	accepted    // when a refund was accepted
	wechatBack  // WeChat's number of the refund
	backNo      // the merchant's number of the refund
	settledBack // what is refunded of settled
	orderBack   // what is refunded of order
	couponBack
	cells
)

// names are how a column was called over the years; the first is today's.
var names = [cells][]string{
	when:        {"交易时间"},
	merchant:    {"商户号"},
	wechatNo:    {"微信订单号"},
	orderNo:     {"商户订单号"},
	state:       {"交易状态"},
	currency:    {"货币种类"},
	fee:         {"手续费"},
	settled:     {"应结订单金额", "总金额"},
	order:       {"订单金额", "总金额"},
	accepted:    {"退款申请时间"},
	wechatBack:  {"微信退款单号"},
	backNo:      {"商户退款单号"},
	settledBack: {"退款金额"},
	orderBack:   {"申请退款金额", "退款金额"},
	couponBack:  {"充值券退款金额", "企业红包退款金额", "代金券或立减优惠退款金额"},
}

// Open reads the header, or takes the answer that there is no statement.
func (TradeBill) Open(src *config.Source, name string, head []byte) (*ingest.Layout, error) {
	if isNoStatement(head) {
		return ingest.NoStatement(), nil
	}
	line, _, ended := bytes.Cut(head, []byte{'\n'})
	text, err := ingest.UTF8.Decode(line)
	switch {
	case err != nil:
		return nil, ingest.Fault{Line: 1, Text: err.Error()}
	case !ended:
		return nil, ingest.Fault{Line: 1, Text: "ends with the header, wanted rows and totals; it was cut off, fetch it again"}
	}
	columns := strings.Split(strings.TrimSpace(text), ",")
	l := &ingest.Layout{
		Charset: ingest.UTF8, Backtick: true, Zone: zone, Columns: columns, Body: int64(len(line)) + 1, BodyLine: 2,
		IsTrailer: func(line []byte) bool { return line[0] != '`' },
		Same:      map[string]string{"own_id": "", "order_no": "", "batch_ref": "", "payee": ""},
		Trailer:   readTotals,
	}
	if l.Cells, err = find(columns); err != nil {
		return nil, err
	}
	b := bill{compareReceived: src.Compare == "received"}
	l.Row = b.row
	return l, nil
}

// find gives the position of every column that row reads. Bills of payments
// alone have none of the refund's columns.
func find(columns []string) ([]int, error) {
	at := map[string]int{}
	var faults ingest.Faults
	for i, column := range columns {
		if _, twice := at[column]; twice {
			faults = append(faults, ingest.Fault{Line: 1, Column: column, Text: "stands twice in the header, wanted once"})
		}
		at[column] = i
	}
	list := make([]int, cells)
	_, refunds := at["微信退款单号"]
	for cell, called := range names {
		list[cell] = -1
		for _, name := range called {
			if i, ok := at[name]; ok && list[cell] < 0 {
				list[cell] = i
			}
		}
		optional := cell == accepted || cell == couponBack || cell > accepted && !refunds
		if list[cell] < 0 && !optional {
			faults = append(faults, ingest.Fault{Line: 1, Column: called[0], Text: fmt.Sprintf("not in the header (found %s); if WeChat renamed it, the new name must be added", strings.Join(columns, ","))})
		}
	}
	if faults != nil {
		return nil, faults
	}
	return list, nil
}

// bill is how rows of one bill are read.
type bill struct {
	compareReceived bool
}

// row reads one payment or refund. A refunded order keeps its SUCCESS row;
// REVOKED is a payment by code that was reversed, which is a refund.
func (b bill) row(r *ingest.Row, e *ingest.Entry) {
	r.Account(merchant)
	e.Ref, e.OrderRef, e.Currency = r.Text(wechatNo), r.Text(orderNo), r.Text(currency)
	if !money.IsCurrency(e.Currency) {
		r.Fail(currency, fmt.Errorf("%q is not a currency, wanted like CNY", e.Currency))
		return
	}
	exponent := money.Exponent(string(e.Currency))
	time := when
	switch string(r.Cells[state]) {
	case "SUCCESS":
		e.Kind = ingest.Payment
		e.Gross = r.Amount(order, exponent)
		e.Net = r.Amount(settled, exponent)
	case "REFUND", "REVOKED":
		e.Kind = ingest.Refund
		if len(r.Cells[accepted]) > 0 {
			time = accepted
		}
		b.refund(r, e, exponent)
	default:
		r.Fail(state, fmt.Errorf("%q is not a known state, wanted SUCCESS, REFUND or REVOKED; if WeChat added one, it must be added", r.Text(state)))
		return
	}
	if len(e.Ref) == 0 {
		r.Fail(wechatNo, fmt.Errorf("empty, wanted WeChat's order number"))
	}
	if b.compareReceived {
		e.Gross = e.Net
	}
	// The bill's fee is what is charged, so that a refund gives back a negative one.
	e.Adjust = e.Net - e.Gross
	e.Fee = -r.Amount(fee, exponent)
	e.Net += e.Fee
	e.OccurredAt = r.Time(time)
	e.BusinessDate = r.BusinessDate(e.OccurredAt)
	b.tally(r)
}

// refund reads the numbers and amounts of a refund, which are positive. A
// reversed payment has no refund number of the merchant: it is 0.
func (b bill) refund(r *ingest.Row, e *ingest.Entry, exponent int) {
	e.Gross = -r.Amount(orderBack, exponent)
	e.Net = -r.Amount(settledBack, exponent)
	e.Ref, e.RefundRef = r.Text(wechatBack), r.Text(backNo)
	if string(e.Ref) == "0" || len(e.Ref) == 0 {
		r.Fail(wechatBack, fmt.Errorf("%q on a row of state %s, wanted the number of the refund", e.Ref, r.Cells[state]))
	}
	if string(e.RefundRef) == "0" {
		e.RefundRef = nil
	}
	if e.Gross > 0 || e.Net > 0 {
		r.Fail(orderBack, fmt.Errorf("negative, wanted a refund as a positive amount; ask WeChat"))
	}
}

// tally counts what the totals state: each is the sum of a column, with two
// decimals whatever the currency.
func (b bill) tally(r *ingest.Row) {
	r.Count(rows, 1)
	r.Count(fees, r.Amount(fee, 2))
	for tally, cell := range columnOf {
		if len(r.Cells[cell]) > 0 {
			r.Count(tally, r.Amount(cell, 2))
		}
	}
}
