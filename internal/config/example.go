package config

import _ "embed"

//go:embed example.yaml
var example []byte

// Example is the commented file that `recon init` writes: Alipay and WeChat
// Pay, one file of orders for both and one of refunds, and a settle section that
// is not in force.
func Example() []byte { return example }
