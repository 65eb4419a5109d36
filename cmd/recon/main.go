// Command recon reconciles provider statements with a company's own books.
package main

import (
	"os"

	"recon/internal/cli"
)

func main() { os.Exit(cli.Main("recon", os.Args[1:])) }
