// Package providers lists the formats of statements. A provider is a folder
// below this one, its line in All, and its folder in fixtures.
package providers

import (
	"recon/ingest"
	"recon/providers/alipay"
	"recon/providers/wechatpay"
)

// All is every statement format, sorted by id.
func All() []ingest.Format {
	return []ingest.Format{
		alipay.Trade{},
		wechatpay.TradeBill{},
	}
}
