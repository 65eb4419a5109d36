package telemetry

import (
	"net/url"
	"strings"
)

// collectorURL is the address that spans are posted to: OTLP over HTTP has them
// under v1/traces of the collector's address.
func collectorURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || strings.HasSuffix(u.Path, "/v1/traces") {
		return address
	}
	return u.JoinPath("v1", "traces").String()
}
