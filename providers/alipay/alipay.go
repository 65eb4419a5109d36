// Package alipay reads Alipay's daily statement of a merchant's trades, which
// comes as a zip:
//
//	#支付宝业务明细查询
//	#账号：[20889999888877770156]
//	#起始日期：[2026年08月15日 00:00:00]   终止日期：[2026年08月16日 00:00:00]
//	#-----------------------------------------业务明细列表----------------------------------------
//	支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,...
//
// Texts are GBK, cells are never quoted, and some have a tab after them.
package alipay

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"

	"recon/ingest"
	"recon/internal/config"
)

// Trade is the detail of trades (业务明细) with the summary (业务明细(汇总))
// that lies beside it in the zip.
type Trade struct{}

// ID is alipay.trade.
func (Trade) ID() string { return "alipay.trade" }

// Provider is alipay.
func (Trade) Provider() string { return "alipay" }

// Alipay's days and times are Beijing's, whatever zone the company is in.
var zone = func() *time.Location {
	z, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		panic(err) // the zones are linked in
	}
	return z
}()

const (
	title        = "支付宝业务明细查询"
	summaryTitle = "支付宝业务汇总查询"
)

func gbk(s string) []byte {
	b, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(s))
	if err != nil {
		panic(err) // only constants are passed
	}
	return b
}

// Detect knows the detail by its title or, without one, by the header's first
// columns, also when it was saved again as UTF-8, so that Open can say so.
func (Trade) Detect(name string, head []byte) bool {
	return holds(head, title) || holds(head, "支付宝交易号") && holds(head, "商户订单号") && holds(head, "业务类型")
}

// IsSummary knows the summary by its title.
func (Trade) IsSummary(name string, head []byte) bool { return holds(head, summaryTitle) }

func holds(head []byte, text string) bool {
	return bytes.Contains(head, gbk(text)) || bytes.Contains(head, []byte(text))
}

// The cells that Row reads, in the order of Layout.Cells.
const (
	tradeNo = iota
	orderNo
	business
	finished
	orderAmount
	received
	requestNo
	serviceFee
	sharing
	discount // may be absent
)

// wanted are their names after normal, all but the last required.
var wanted = []string{"支付宝交易号", "商户订单号", "业务类型", "完成时间", "订单金额", "商家实收", "退款批次号/请求号", "服务费", "分润", "商家优惠"}

// The tallies of the rows, those of refunds after those of payments.
const (
	count = iota
	gross
	receipts
	discounts
	fees
	shares
	net
	perKind
	discountsTaken = 2 * perKind // of refunds, with the sign turned
)

// Open reads account, days and header.
func (Trade) Open(src *config.Source, name string, head []byte) (*ingest.Layout, error) {
	p, err := readPreamble(head)
	if err != nil {
		return nil, err
	}
	l := &ingest.Layout{
		Charset: ingest.GB18030, Comma: ',', Zone: zone,
		Body: p.body, BodyLine: p.headerLine + 1, Columns: p.columns, Stated: p.stated,
		IsTrailer: func(line []byte) bool { return line[0] == '#' },
		Same:      map[string]string{"own_id": "", "order_no": "", "batch_ref": "", "payee": "", "currency": string(currency)},
		Trailer:   readTrailer,
	}
	if l.Cells, err = find(p.columns, p.headerLine); err != nil {
		return nil, err
	}
	compareReceived := src.Compare == "received"
	l.Row = func(r *ingest.Row, e *ingest.Entry) { row(r, e, compareReceived) }
	return l, nil
}

// find gives the position of every wanted column, whatever their order.
func find(columns []string, line int64) ([]int, error) {
	at := map[string]int{}
	var faults ingest.Faults
	for i, column := range columns {
		if _, twice := at[normal(column)]; twice && normal(column) != "" {
			faults = append(faults, ingest.Fault{Line: line, Column: column, Text: "stands twice in the header, wanted once"})
		}
		at[normal(column)] = i
	}
	var cells []int
	for i, name := range wanted {
		column, ok := at[name]
		switch {
		case ok:
		case i == discount:
			column = -1
		default:
			faults = append(faults, ingest.Fault{Line: line, Column: name, Text: fmt.Sprintf("not in the header (found %s); if Alipay renamed it, the new name must be added", strings.Join(columns, ","))})
		}
		cells = append(cells, column)
	}
	if faults != nil {
		return nil, faults
	}
	return cells, nil
}

// normal is a column's name without spaces and unit: 订单金额（元）, 订单金额(元)
// and 订单金额 are the same.
func normal(column string) string {
	s := strings.NewReplacer("（", "(", "）", ")", "　", "").Replace(column)
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "(元)"))
}

var (
	payment = gbk("交易")
	refund  = gbk("退款")
)

var (
	errNoTrade  = errors.New("empty, wanted Alipay's trade number")
	errPayment  = errors.New("negative on a row of type 交易, wanted zero or more; ask Alipay")
	errRefund   = errors.New("positive on a row of type 退款, wanted zero or less; ask Alipay")
	errRounding = errors.New("the number was rounded by a spreadsheet and has lost digits; use the original file")
)

// row reads one trade or refund. Fee and sharing are already negative when
// charged; a refund's amounts are negative.
func row(r *ingest.Row, e *ingest.Entry, compareReceived bool) {
	switch kind := r.Cells[business]; {
	case bytes.Equal(kind, payment):
		e.Kind = ingest.Payment
	case bytes.Equal(kind, refund):
		e.Kind = ingest.Refund
		e.RefundRef = r.Text(requestNo)
	default:
		r.Fail(business, fmt.Errorf("%q is not a known type, wanted 交易 or 退款; if Alipay added one, it must be added", r.Text(business)))
		return
	}
	ids(r, e)
	e.Currency = currency
	order, paid := r.Amount(orderAmount, 2), r.Amount(received, 2)
	share := r.Amount(sharing, 2)
	e.Fee = r.Amount(serviceFee, 2)
	e.Gross, e.Net = order, paid+e.Fee+share
	if compareReceived {
		e.Gross = paid
	}
	e.Adjust = e.Net - e.Gross - e.Fee
	e.OccurredAt = r.Time(finished)
	e.BusinessDate = r.BusinessDate(e.OccurredAt)
	switch {
	case e.Kind == ingest.Payment && order < 0:
		r.Fail(orderAmount, errPayment)
	case e.Kind == ingest.Refund && order > 0:
		r.Fail(orderAmount, errRefund)
	}
	tally(r, e, [perKind]int64{count: 1, gross: order, receipts: paid, fees: e.Fee, shares: share, net: e.Net})
}

var currency = []byte("CNY")

// ids reads the numbers, which a spreadsheet turns into 2.02608E+27.
func ids(r *ingest.Row, e *ingest.Entry) {
	e.Ref, e.OrderRef = r.Text(tradeNo), r.Text(orderNo)
	if len(e.Ref) == 0 {
		r.Fail(tradeNo, errNoTrade)
	}
	for _, cell := range [...]int{tradeNo, orderNo} {
		if text := r.Cells[cell]; len(text) > 5 && text[1] == '.' && bytes.Contains(text, []byte("E+")) {
			r.Fail(cell, errRounding)
		}
	}
}

// tally counts what the end of the file and the summary state.
func tally(r *ingest.Row, e *ingest.Entry, figures [perKind]int64) {
	base := 0
	if e.Kind == ingest.Refund {
		base = perKind
	}
	if len(r.Cells[discount]) > 0 {
		figures[discounts] = r.Amount(discount, 2)
	}
	for i, n := range figures {
		if n != 0 {
			r.Count(base+i, n)
		}
	}
	if base > 0 {
		r.Count(discountsTaken, -figures[discounts])
	}
}
