package alipay

import "recon/internal/config"

// Defaults are the settings of the provider: its days are those of Beijing,
// and a day's file is asked for from 10:00 on the next day.
func (Trade) Defaults() config.FormatDefaults {
	return config.FormatDefaults{Zone: "Asia/Shanghai", Ready: "10:00", Days: "every"}
}
