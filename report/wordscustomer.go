package report

// customerWords say what happened to a customer and what customer service tells
// and does, under the names of the cases.
var customerWords = map[string]text{
	"customer.paid_no_order":    {"Paid, no paid order with us", "已付款，我方无已付订单"},
	"customer.paid_pending":     {"Paid, order still unpaid with us", "已付款，订单仍显示待支付"},
	"customer.paid_twice":       {"Paid twice", "重复支付"},
	"customer.paid_after_close": {"Paid after the order was closed", "关单后付款"},
	"customer.refund_not_out":   {"Refund promised, not paid out", "退款未到账"},

	"reply.paid_no_order": {"The payment has arrived. We are looking for the order; it will be delivered, or the money goes back the way it came.",
		"告知客户款项已收到，正在核对订单；核实后补记订单并发货，或原路退款"},
	"reply.paid_pending": {"The payment has arrived. The order is being set to paid; no need to pay again.",
		"告知客户款项已收到，订单状态正在修正，请勿重复付款"},
	"reply.paid_twice": {"The second payment will be refunded the way it came.",
		"告知客户多付的一笔将原路退回"},
	"reply.paid_after_close": {"The order was closed before the payment came: ask whether to reopen it or to refund.",
		"订单已关闭后才付款：询问客户恢复订单还是原路退款"},
	"reply.refund_not_out": {"The refund is delayed at the provider. It is being submitted again; do not promise a second one.",
		"告知客户退款在渠道处延迟，正在原号重提；不得承诺再退一笔"},
}
