// Command check compares nights that a home published with the answer key of
// its generated files, and prints the first rows that differ.
//
// usage: check HOME KEYS DATE...
package main

import (
	"context"
	"fmt"
	"os"

	"recon/internal/bench/check"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: check HOME KEYS DATE...")
		os.Exit(2)
	}
	for _, date := range os.Args[3:] {
		if err := check.Home(context.Background(), os.Args[1], os.Args[2], date, os.TempDir()); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", date, err)
			os.Exit(1)
		}
		fmt.Println(date, "is as the key says")
	}
}
