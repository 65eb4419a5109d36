// Command settle is `recon settle`.
package main

import (
	"os"

	"recon/internal/cli"
)

func main() { os.Exit(cli.Main("settle", os.Args[1:])) }
