package main

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// smallest is the minimum payout of the large market, in cents.
const smallest = 100

// check compares payouts.csv with what every payee is owed: everybody who is
// owed the minimum or more is paid exactly that, once, in a file.
func check(home, owed string) error {
	wanted, err := readOwed(owed)
	if err != nil {
		return err
	}
	f, err := os.Open(filepath.Join(home, "reports/settle-2026-08/payouts.csv"))
	if err != nil {
		return err
	}
	defer f.Close()
	in := csv.NewReader(bufio.NewReader(f))
	in.ReuseRecord = true
	for row := 0; ; row++ {
		cells, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if row == 0 {
			continue
		}
		payee, amount := cells[1], cells[3]
		if want, ok := wanted[payee]; !ok || strconv.FormatInt(want, 10) != amount || cells[8] == "" {
			return fmt.Errorf("payout of %s is %s in file %q, wanted %d (%t)", payee, amount, cells[8], want, ok)
		}
		delete(wanted, payee)
	}
	for payee, minor := range wanted {
		if minor >= smallest {
			return fmt.Errorf("%s is owed %d and got no payout", payee, minor)
		}
	}
	return nil
}

func readOwed(name string) (map[string]int64, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	wanted := map[string]int64{}
	for line := range strings.Lines(string(text)) {
		payee, amount, _ := strings.Cut(strings.TrimSpace(line), ",")
		minor, err := strconv.ParseInt(amount, 10, 64)
		if err != nil {
			return nil, err
		}
		wanted[payee] = minor
	}
	return wanted, nil
}
