// Command plaingo is the reconciliation as it is mostly written in Go: the
// standard CSV reader, a decoder of x/text, maps. It stores nothing and knows
// no rule for rows that meet more than once.
//
// usage: plaingo BILL.gbk.csv ORDERS.csv REFUNDS.csv OUT
package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// key names what is compared.
type key struct {
	order, request string
	refund         bool
}

// own is one row of our books.
type own struct {
	amount string
	late   bool // within the last ten minutes of the day
	idle   bool // pending or closed: claims no money
	seen   bool
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: plaingo BILL.gbk.csv ORDERS.csv REFUNDS.csv OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "plaingo:", err)
		os.Exit(1)
	}
}

func run(bill, orders, refunds, out string) error {
	c := &comparison{books: map[key]*own{}, counts: map[string]int{}}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer f.Close()
	c.out = bufio.NewWriter(f)
	if err := read(orders, false, c.order); err != nil {
		return err
	}
	if err := read(refunds, false, c.refund); err != nil {
		return err
	}
	c.charged = make(map[key]bool, len(c.books))
	if err := read(bill, true, c.statement); err != nil {
		return err
	}
	c.rest()
	for _, class := range []string{"matched", "missing", "extra", "amount", "duplicate", "status", "pending", "ambiguous"} {
		fmt.Printf("%s,%d\n", class, c.counts[class])
	}
	return c.out.Flush()
}

// read calls visit with every record of a CSV file; comment lines are left out.
func read(path string, gbk bool, visit func([]string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var text io.Reader = bufio.NewReaderSize(f, 1<<20)
	if gbk {
		text = simplifiedchinese.GB18030.NewDecoder().Reader(text)
	}
	r := csv.NewReader(text)
	r.FieldsPerRecord, r.ReuseRecord, r.LazyQuotes = -1, true, gbk
	if gbk {
		r.Comment = '#'
	}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		visit(record)
	}
}

// comparison holds both sides.
type comparison struct {
	books   map[key]*own
	charged map[key]bool
	counts  map[string]int
	out     *bufio.Writer
}

// say counts a class and writes what is not matched.
func (c *comparison) say(class string, k key, statement, ledger string) {
	c.counts[class]++
	if class != "matched" {
		fmt.Fprintf(c.out, "%s,%s,%s,%s,%s\n", class, k.order, k.request, statement, ledger)
	}
}

func isLate(at string) bool { return len(at) > 11 && at[11:] >= "23:50" }

func (c *comparison) order(r []string) {
	if r[4] == "ALIPAY" || r[4] == "ALI_APP" {
		c.add(key{order: r[2]}, own{amount: r[5], late: isLate(r[7]), idle: r[6] == "PENDING" || r[6] == "CLOSED"})
	}
}

func (c *comparison) refund(r []string) {
	if r[3] == "ALIPAY" || r[3] == "ALI_APP" {
		c.add(key{r[1], r[2], true}, own{amount: "-" + r[4], late: isLate(r[7])})
	}
}

// add books a row. The strings are cut from a record that is reused.
func (c *comparison) add(k key, o own) {
	k.order, k.request, o.amount = strings.Clone(k.order), strings.Clone(k.request), strings.Clone(o.amount)
	if c.books[k] != nil {
		c.say("duplicate", k, "", o.amount)
		return
	}
	c.books[k] = &o
}

func (c *comparison) statement(r []string) {
	if len(r) != 25 || strings.TrimSpace(r[0]) == "支付宝交易号" {
		return
	}
	k := key{order: strings.Clone(strings.TrimSpace(r[1]))}
	if strings.TrimSpace(r[2]) == "退款" {
		k.request, k.refund = strings.Clone(strings.TrimSpace(r[21])), true
	}
	amount, o := r[11], c.books[k]
	switch {
	case c.charged[k]:
		c.say("duplicate", k, amount, "")
		return
	case o == nil && isLate(r[5]):
		c.say("pending", k, amount, "")
	case o == nil:
		c.say("missing", k, amount, "")
	case o.idle:
		c.say("status", k, amount, o.amount)
	case o.amount != amount:
		c.say("amount", k, amount, o.amount)
	default:
		c.say("matched", k, amount, o.amount)
	}
	c.charged[k] = true
	if o != nil {
		o.seen = true
	}
}

// rest names our rows that no statement row met.
func (c *comparison) rest() {
	for k, o := range c.books {
		switch {
		case o.seen || o.idle:
		case o.late:
			c.say("pending", k, "", o.amount)
		default:
			c.say("extra", k, "", o.amount)
		}
	}
}
