package payrun

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
	"recon/settle/approval"
)

var ctx = context.Background()

// failer is what a test and a property's run have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// shop is a company in a folder of its own with its own books. Everything it
// does goes through a new engine at the time of now, as commands do.
type shop struct {
	t     failer
	dir   string
	cfg   *config.Config
	books *state.State
	run   int64
	now   time.Time
	key   ed25519.PrivateKey
	open  *Engine // of the last command
}

// shopYAML is the configuration of a shop. EUR goes by SEPA, CNY by the table
// of a bank. SETTINGS are further lines of settle.
const shopYAML = `version: 1
language: en
settle:
  zone: ZONE
  start: START
  maker: wang.wei
  ledger:
    format: table
    fetch: { dir: inbox/credits, pattern: "credits_{yyyy-mm}.csv" }
    table:
      entry_id: id
      payee: payee
      kind: { column: kind, sale: [sale], refund: [refund], chargeback: [chargeback], adjustment: [adjustment], fee: [fee], external_payout: [external] }
      amount: { column: minor, unit: minor }
      currency: currency
      order_ref: order
      status: { column: state, confirmed: [confirmed], pending: [pending], void: [void] }
      occurred_at: { column: at, layout: rfc3339 }
  payees:
    format: table
    fetch: { dir: inbox/payees, pattern: "payees_{yyyy-mm}.csv" }
    table: { payee: payee, name: name, country: country, currency: currency, rail: rail, destination: account, bic: bic, kyc: {column: kyc, verified: ["yes"], pending: [waiting], rejected: ["no"]}, frozen: {column: frozen, yes: ["1"], no: ["0"]} }
  people: [ { name: li.na, key: "KEY", may: [approve] } ]
  rails:
    sepa: { debtor: { name: Example Market GmbH, iban: "file:debtor_iban", bic: COBADEFFXXX }, max_per_file: 3 }
    bank:
      format: csv
      currencies: [CNY]
      debtor: { name: Example Market GmbH, account: "file:debtor_account" }
      template:
        columns:
          - { title: ref, value: "{rail_ref}", need: yes }
          - { title: account, value: "{destination}", need: yes }
          - { title: name, value: "{name}", need: yes }
          - { title: amount, value: "{amount}", need: yes }
      result:
        rail_ref: ref
        status: { column: result, paid: [paid], failed: [failed], returned: [returned], processing: [processing] }
        amount: { column: amount, unit: major }
SETTINGS`

// settings are what differs between shops; empty fields have an ordinary value.
type settings struct{ zone, start, more string }

func newShop(t failer, dir string, set settings) *shop {
	t.Helper()
	s := &shop{t: t, dir: dir}
	var err error
	if s.key, err = approval.NewKey(strings.NewReader(strings.Repeat("k", 32))); err != nil {
		t.Fatalf("%v", err)
	}
	s.write("debtor_iban", "DE75512108001245126199\n")
	s.write("debtor_account", "6222020200112233445\n")
	s.write(keyFile, strings.Repeat("f", 32))
	if set.more == "" {
		set.more = "  opening: none\n  rules: { minimum: { EUR: \"10.00\", CNY: \"10.00\" } }\n"
	}
	s.configure(set)
	if s.books, err = state.Open(ctx, filepath.Join(dir, "state.db"), false); err != nil {
		t.Fatalf("%v", err)
	}
	s.run, err = s.books.BeginRun(ctx, state.Run{Command: "test", Engine: "test", Config: "{}"})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return s
}

// configure writes the configuration and reads it.
func (s *shop) configure(set settings) {
	s.t.Helper()
	text := strings.NewReplacer("ZONE", orElse(set.zone, "Europe/Berlin"), "START", orElse(set.start, "2026-08"), "SETTINGS", set.more,
		"KEY", approval.PublicText(s.key)).Replace(shopYAML)
	s.write("recon.yaml", text)
	var err error
	if s.cfg, err = config.Load(filepath.Join(s.dir, "recon.yaml"), nil); err != nil {
		s.t.Fatalf("%v", err)
	}
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (s *shop) close() {
	if err := errors.Join(s.quit(), s.books.Close()); err != nil {
		s.t.Fatalf("%v", err)
	}
}

func (s *shop) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		s.t.Fatalf("%v", err)
	}
}

// ledger writes the ledger file of a month: id, payee, kind, minor units,
// currency, order, state, time.
func (s *shop) ledger(month string, rows ...string) {
	s.t.Helper()
	s.write("inbox/credits/credits_"+month+".csv", "id,payee,kind,minor,currency,order,state,at\n"+lines(rows))
}

// listed writes the payee file of a month: payee, name, country, currency,
// rail, account, bic, kyc, frozen.
func (s *shop) listed(month string, rows ...string) {
	s.t.Helper()
	s.write("inbox/payees/payees_"+month+".csv", "payee,name,country,currency,rail,account,bic,kyc,frozen\n"+lines(rows))
}

func lines(rows []string) string {
	if len(rows) == 0 {
		return ""
	}
	return strings.Join(rows, "\n") + "\n"
}

// engine is one of a new command, which first finishes what was left undone.
func (s *shop) engine() *Engine {
	s.t.Helper()
	if err := s.quit(); err != nil {
		s.t.Fatalf("%v", err)
	}
	e := &Engine{Config: s.cfg, State: s.books, Now: s.now, RunID: s.run, Version: "test", Maker: "wang.wei"}
	if err := e.Recover(ctx); err != nil {
		s.t.Fatalf("recover: %v", err)
	}
	s.open = e
	return e
}

// quit ends the last command.
func (s *shop) quit() error {
	if s.open == nil {
		return nil
	}
	return s.open.Close()
}

// ask makes the batch of a month, and confirms its total if it is far above
// those before.
func (s *shop) ask(ask Ask) (Result, error) {
	s.t.Helper()
	r, err := s.engine().Settle(ctx, ask)
	var stop *Stop
	if !errors.As(err, &stop) || !strings.Contains(stop.Cause, "type its total: ") {
		return r, err
	}
	_, totals, _ := strings.Cut(stop.Cause, "--confirm-total ")
	ask.ConfirmTotal = strings.Split(totals, " --confirm-total ")
	return s.engine().Settle(ctx, ask)
}

func monthOf(t failer, text string) calendar.Month {
	t.Helper()
	m, err := calendar.ParseMonth(text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m
}

// approve signs a batch.
func (s *shop) approve(batch string, sel approval.Selection) error {
	s.t.Helper()
	_, err := s.engine().Approve(ctx, batch, func(sheet approval.Sheet) (approval.Signature, error) {
		return approval.Sign(sheet, s.key, "li.na", sel)
	})
	return err
}

// batches are all batches, discarded ones too.
func (s *shop) batches() []state.Batch {
	s.t.Helper()
	all, err := s.books.Batches(ctx)
	if err != nil {
		s.t.Fatalf("%v", err)
	}
	return all
}

// attempts are all attempts of all batches.
func (s *shop) attempts() (all []state.PayoutAttempt) {
	s.t.Helper()
	for _, b := range s.batches() {
		list, err := s.books.PayoutAttempts(ctx, b.No)
		if err != nil {
			s.t.Fatalf("%v", err)
		}
		all = append(all, list...)
	}
	return all
}

// table reads a CSV report of a batch's first part as rows by column.
func (s *shop) table(month, name string) (rows []map[string]string) {
	s.t.Helper()
	f, err := os.Open(filepath.Join(s.dir, "reports", "settle-"+month, name))
	if err != nil {
		s.t.Fatalf("%v", err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		s.t.Fatalf("%v", err)
	}
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, column := range all[0] {
			row[column] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func minor(t failer, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return n
}

// files are all files for people, banks and analysts with their digests.
func (s *shop) files() map[string]string {
	s.t.Helper()
	files := map[string]string{}
	for _, folder := range []string{"lake", "reports", "submissions"} {
		err := filepath.WalkDir(filepath.Join(s.dir, folder), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			files[strings.TrimPrefix(path, s.dir+"/")] = fmt.Sprintf("%x", sha256.Sum256(data))
			return err
		})
		if err != nil {
			s.t.Fatalf("%v", err)
		}
	}
	return files
}
