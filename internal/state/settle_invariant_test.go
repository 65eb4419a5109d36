package state

import (
	"database/sql"
	"strings"
	"testing"
)

// Each law of the books is broken once, around the books.
func TestInvariantsFindWhatIsBroken(t *testing.T) {
	const posting = "insert into posting (posting_seq, transfer_no, kind, account_no, bucket, amount_minor, attempt_no, batch_no, posted_at) values "
	const event = `insert into payout_event (event_seq, attempt_no, from_state, to_state, source, evidence, code, reason, fixable, unclear, occurred_at, recorded_at)
values (99, 1, `
	const attempt = `insert into payout_attempt select 99, payout_no, 2, 1, rail, 'MP202608AAAAAAAAAAAAAAAAAAAAAAAA', amount_minor, fingerprint, last_four,
payee_file, born, why, 1 from payout_attempt where attempt_no = 1`
	for _, c := range []struct{ law, statement, found string }{
		{"every transfer", posting + "(98, 99, 'opening', 1, 'available', 1, null, null, 0)", "transfer 99"},
		{"every transfer", posting + "(98, 99, 'opening', 1, 'available', 1, null, null, 0), (99, 99, 'opening', 2, 'opening', -1, null, null, 0)", "transfer 99"},
		{"the reserved money", event + "'submitted', 'failed', 'x', 'x', '', '', 0, 0, 0, 0)", "ann EUR: reserved 100, live 0"},
		{"the reserved money", attempt, "ann EUR: reserved 100, live 200"},
		{"a payout has", event + "'submitted', 'failed', 'x', 'x', '', '', 0, 0, 0, 0)", "failed: reserve"},
		{"a payout has", event + "'submitted', 'paid', 'x', 'x', '', '', 0, 0, 0, 0)", "paid: reserve"},
		{"a payout has", attempt, "payout MP202608AAAAAAAAAAAAAAAAAAAAAAAA, pending: none"},
		{"a payout has", posting + "(98, 99, 'paid', 1, 'reserved', -100, 1, null, 0), (99, 99, 'paid', 1, 'clearing', 100, 1, null, 0)", "submitted: reserve paid"},
		{"a payout has", posting + "(98, 99, 'release', 1, 'reserved', -99, 1, null, 0), (99, 99, 'release', 1, 'available', 99, 1, null, 0)", "submitted: reserve release"},
		{"all attempts", attempt, "monthly-payout:ann:2026-08:EUR"},
		{"exactly the payouts", event + "'submitted', 'pending', 'x', 'x', '', '', 0, 0, 0, 0)", "pending"},
		{"exactly the payouts", "insert into submission_mark values (99, 1, 'void', '', '', '', 0)", "submitted"},
		{"the events", event + "'processing', 'paid', 'x', 'x', '', '', 0, 0, 0, 0)", "event 99"},
	} {
		b := freshBooks(t)
		b.submitted("2026-08", pays("ann", 100), pays("bob", 5))
		b.lawful()
		if _, err := b.db.Exec(c.statement); err != nil {
			t.Fatal(c.statement, err)
		}
		if err := b.Invariants(ctx); err == nil {
			t.Errorf("%s: no violation found", c.statement)
		}
		want(t, c.law+": "+b.broken(c.law), c.law+": "+c.found)
	}
}

// broken is the end of what a law finds.
func (b testBooks) broken(law string) string {
	b.Helper()
	read := func(rows *sql.Rows) (what string, err error) { return what, rows.Scan(&what) }
	for _, one := range invariants {
		if !strings.HasPrefix(one.law, law) {
			continue
		}
		found := must(collect(ctx, b.db, read, one.query))(b.T)
		if len(found) == 0 {
			return ""
		}
		if _, after, cut := strings.Cut(found[0], ", "); cut && !strings.HasPrefix(found[0], "payout MP202608AAAA") && strings.HasPrefix(found[0], "payout") {
			return after
		}
		return found[0]
	}
	b.Fatalf("no law %q", law)
	return ""
}

// What the schema itself refuses, whoever writes.
func TestSchemaRefusesSecondEnds(t *testing.T) {
	b := freshBooks(t)
	b.submitted("2026-08", pays("ann", 100), pays("bob", 5))
	b.move("ann", "2026-08", PayoutFailed)
	b.move("bob", "2026-08", PayoutPaid, PayoutReturned)
	const posting = "insert into posting (posting_seq, transfer_no, kind, account_no, bucket, amount_minor, attempt_no, batch_no, posted_at) values "
	for _, line := range []string{"'paid', 1, 'reserved', -100, 1", "'release', 1, 'reserved', -100, 1", "'discard', 1, 'reserved', -100, 1",
		"'reserve', 1, 'reserved', 100, 1", "'returned', 2, 'clearing', -5, 2", "'paid', 2, 'reserved', -5, 2"} {
		_, err := b.db.Exec(posting + "(98, 98, " + line + ", null, 0)")
		wantError(t, err, "UNIQUE constraint failed: posting.attempt_no")
	}
	for _, kind := range []string{"lost", ""} {
		_, err := b.db.Exec(posting+"(98, 98, ?, 1, 'reserved', 1, null, null, 0)", kind)
		wantError(t, err, "CHECK constraint failed")
	}
	_, err := b.db.Exec(posting + "(98, 98, 'paid', 1, 'pocket', 1, null, null, 0)")
	wantError(t, err, "CHECK constraint failed")
}
