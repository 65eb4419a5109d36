// Command readcsv loads a bill that is already UTF-8 into a DuckDB table with
// the engine's own CSV reader, all columns as text, and prints the CPU time it
// took in milliseconds: the practical bound for getting a bill into a table.
//
// usage: readcsv BILL.utf8.csv [all|entry]
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"syscall"

	_ "github.com/duckdb/duckdb-go/v2" // the driver "duckdb"
)

// entryColumns are the columns of a bill that an entry is made of.
const entryColumns = `"支付宝交易号", "商户订单号", "业务类型", "完成时间", "订单金额（元）", "商家实收（元）", "商家优惠（元）", ` +
	`"退款批次号/请求号", "服务费（元）", "分润（元）"`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: readcsv BILL.utf8.csv [all|entry]")
		os.Exit(2)
	}
	columns := "*"
	if len(os.Args) > 2 && os.Args[2] == "entry" {
		columns = entryColumns
	}
	rows, spent, err := load(context.Background(), os.Args[1], columns)
	if err != nil {
		fmt.Fprintln(os.Stderr, "readcsv:", err)
		os.Exit(1)
	}
	fmt.Printf("rows,%d\ncpu_ms,%d\n", rows, spent)
}

// load fills the table and returns its rows and the CPU milliseconds.
func load(ctx context.Context, path, columns string) (rows, spent int64, err error) {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return 0, 0, err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "set preserve_insertion_order = false"); err != nil {
		return 0, 0, err
	}
	before, err := cpu()
	if err != nil {
		return 0, 0, err
	}
	file := "'" + strings.ReplaceAll(path, "'", "''") + "'"
	_, err = db.ExecContext(ctx, "create table bill as select "+columns+" from read_csv("+file+
		", header = true, all_varchar = true, delim = ',', quote = '', escape = '', comment = '#')")
	if err != nil {
		return 0, 0, err
	}
	after, err := cpu()
	if err != nil {
		return 0, 0, err
	}
	return count(ctx, db, after-before)
}

func count(ctx context.Context, db *sql.DB, spent int64) (rows, ms int64, err error) {
	err = db.QueryRowContext(ctx, "select count(*) from bill").Scan(&rows)
	return rows, spent, err
}

// cpu is the process's CPU time in milliseconds.
func cpu() (int64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return (u.Utime.Nano() + u.Stime.Nano()) / 1_000_000, nil
}
