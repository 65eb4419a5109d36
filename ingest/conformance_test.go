package ingest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/golden"
	"recon/internal/store"
	"recon/providers"
)

// day and accounts are what all fixtures are of.
var (
	day      = calendar.Of(2026, 8, 15)
	accounts = map[string]string{"alipay": "20889999888877770156", "wechatpay": "1900000001"}
)

// fixture is one file below fixtures.
type fixture struct {
	provider, name, path string
}

func (f fixture) bad() bool { return strings.HasPrefix(f.name, "bad_") }

// want is the golden file. One that must read like another has the other's
// name with more at its end: trade_reordered.csv like trade.csv.
func (f fixture) want() string {
	if base, ext, ok := strings.Cut(f.name, "_reordered"); ok {
		return filepath.Join(filepath.Dir(f.path), base+ext+".want")
	}
	return f.path + ".want"
}

// fixtures are the statements of all providers; other folders hold own exports
// and have tests of their own.
func fixtures(t *testing.T) (list []fixture) {
	providerNames := map[string]bool{}
	for _, f := range providers.All() {
		providerNames[f.Provider()] = true
	}
	for provider := range providerNames {
		paths, err := filepath.Glob("../fixtures/" + provider + "/*")
		if err != nil || len(paths) == 0 {
			t.Fatalf("no fixtures of %s: %v", provider, err)
		}
		for _, path := range paths {
			if !strings.HasSuffix(path, ".want") {
				list = append(list, fixture{provider, filepath.Base(path), path})
			}
		}
	}
	return list
}

func (f fixture) file(format string) ingest.File {
	source := &config.Source{Name: f.provider + "-main", Side: "statement", Format: format, Account: accounts[f.provider]}
	return ingest.File{Source: source, Path: f.path, Name: "inbox/" + f.name, No: 64, Date: day}
}

// workspace is a store with an empty table entry.
func workspace(t testing.TB) *store.Store {
	ws, err := store.Open(context.Background(), store.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := ws.CreateTable(context.Background(), "entry"); err != nil {
		t.Fatal(err)
	}
	return ws
}

// load reads one fixture with all formats and shows what came of it.
func load(t *testing.T, ws *store.Store, f fixture) ([]ingest.Receipt, string) {
	if err := ws.Exec(context.Background(), "delete from entry"); err != nil {
		t.Fatal(err)
	}
	receipts, err := ingest.Load(context.Background(), ws, []ingest.File{f.file("auto")}, ingest.Options{Formats: providers.All(), Threads: 2})
	if err != nil {
		t.Fatalf("%s: %v", f.name, err)
	}
	var b strings.Builder
	for _, r := range receipts {
		show(&b, r)
	}
	showEntries(t, &b, ws)
	return receipts, b.String()
}

func show(b *strings.Builder, r ingest.Receipt) {
	fmt.Fprintf(b, "format %s, provider %s, account %s, part %q, file_no %d\n", r.Format, r.Provider, ingest.Mask(r.Stated.Account), r.Part, r.File.No)
	fmt.Fprintf(b, "rows %d, kept %d, digest %.16s\n", r.Rows, r.Kept, r.Digest)
	for _, t := range r.Totals {
		fmt.Fprintf(b, "%s %s: %d rows, gross %d, adjust %d, fee %d, net %d\n", t.Currency, t.Kind, t.Count, t.Gross, t.Adjust, t.Fee, t.Net)
	}
	for _, f := range r.Faults {
		fmt.Fprintln(b, f.Error())
	}
	if r.MoreFaults > 0 {
		fmt.Fprintf(b, "and %d more\n", r.MoreFaults)
	}
}

func showEntries(t *testing.T, b *strings.Builder, ws *store.Store) {
	rows, err := ws.DB().Query("select concat_ws('|', file_no, line, side, source, provider, kind, order_ref, ref, refund_ref, currency, gross_minor, adjust_minor, fee_minor, net_minor, epoch_ms(occurred_at // 1000), business_date, booking_date, value_date, own_id || status || order_no || batch_ref || payee, key_hash % 1000, key_check % 1000) from entry order by file_no, line")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(b, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestFixturesReadAsWanted(t *testing.T) {
	ws := workspace(t)
	read := map[string]bool{}
	for _, f := range fixtures(t) {
		receipts, got := load(t, ws, f)
		golden.Check(t, f.want(), []byte(got))
		faulty := false
		for _, r := range receipts {
			faulty = faulty || len(r.Faults) > 0
			read[r.Format] = true
		}
		if faulty != f.bad() {
			t.Errorf("%s: faulty is %t", f.name, faulty)
		}
	}
	for _, f := range providers.All() {
		if !read[f.ID()] {
			t.Errorf("%s has no fixture", f.ID())
		}
	}
}

func TestTextInSmallBitesReadsTheSame(t *testing.T) {
	defer ingest.SetReadText(iotest.OneByteReader)()
	ws := workspace(t)
	for _, f := range fixtures(t) {
		_, got := load(t, ws, f)
		want, err := os.ReadFile(f.want())
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got %s", f.name, got)
		}
	}
}

func TestTextCutAnywhereIsRefused(t *testing.T) {
	ws := workspace(t)
	for _, f := range fixtures(t) {
		if f.bad() {
			continue
		}
		for _, percent := range []int{3, 20, 40, 60, 80} {
			cut := func(r io.Reader) io.Reader {
				all, err := io.ReadAll(r)
				if err != nil {
					return iotest.ErrReader(err)
				}
				return bytes.NewReader(all[:len(all)*percent/100])
			}
			restore := ingest.SetReadText(cut)
			receipts, got := load(t, ws, f)
			restore()
			if len(receipts[0].Faults) == 0 {
				t.Errorf("%s cut to %d %% was read: %s", f.name, percent, got)
			}
		}
	}
}

func TestReadErrorIsNoFault(t *testing.T) {
	disk := errors.New("input/output error")
	ws := workspace(t)
	for _, f := range fixtures(t) {
		if f.bad() {
			continue
		}
		for _, from := range []func(int64) int64{func(int64) int64 { return 0 }, func(size int64) int64 { return size / 2 }} {
			restore := ingest.BreakDisk(from, disk)
			_, err := ingest.Load(context.Background(), ws, []ingest.File{f.file("auto")}, ingest.Options{Formats: providers.All()})
			restore()
			if !errors.Is(err, disk) {
				t.Errorf("%s: error %v, wanted that of the disk", f.name, err)
			}
		}
	}
}
