package report

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"recon/internal/golden"
)

var goldenMonths = map[string]*Month{
	"month.full.en": sampleMonth(English), "month.full.zh": sampleMonth(Chinese), "month.clean.en": cleanMonth(English), "month.clean.zh": cleanMonth(Chinese),
	"month.missing.en": incompleteMonth(English), "month.missing.zh": incompleteMonth(Chinese), "month.hostile.en": hostileMonth(),
}

var monthWriters = map[string]func(io.Writer, *Month) error{
	".html": WriteMonthHTML, ".reconciliation.csv": WriteReconciliation, ".cutoff.csv": WriteCutOff, ".open_breaks.csv": WriteOpenBreaks,
	".fees.csv": WriteFees, ".json": WriteMonthSummary, ".journal.csv": func(w io.Writer, m *Month) error {
		if m.Journal == nil {
			return nil
		}
		return WriteJournal(w, m)
	},
}

// booked is the month with its journal, as far as it can have one.
func booked(t *testing.T, m *Month) *Month {
	t.Helper()
	out := *m
	if m.Complete() {
		j, err := NewJournal(m, sampleAccounts)
		if err != nil {
			t.Fatal(err)
		}
		out.Journal = j
		out.Files.JournalCSV = "reports/month-2026-08/journal.csv"
	}
	return &out
}

func monthBytes(t *testing.T, write func(io.Writer, *Month) error, m *Month) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestMonthGolden(t *testing.T) {
	for name, m := range goldenMonths {
		for ending, write := range monthWriters {
			if text := monthBytes(t, write, booked(t, m)); len(text) > 0 {
				golden.Check(t, filepath.Join("testdata", name+ending), bare(text))
			}
		}
	}
}

func TestMonthHidesAccounts(t *testing.T) {
	for name, m := range goldenMonths {
		for ending, write := range monthWriters {
			if bytes.Contains(monthBytes(t, write, booked(t, m)), []byte("20889999888877770156")) {
				t.Errorf("%s%s holds an account number", name, ending)
			}
		}
	}
}

// TestSummaryHoldsAllFees: what a provider charged singly is a fee like that of
// a payment, as it is in the journal.
func TestSummaryHoldsAllFees(t *testing.T) {
	m := cleanMonth(English)
	m.Accounts = m.Accounts[:1]
	m.Accounts[0].Days = m.Accounts[0].Days[:1]
	m.Accounts[0].Days[0].Fees = []FeeTotal{{"alipay-main", "alipay", "0156", "payment", "CNY", 3, 10000, -60},
		{"alipay-main", "alipay", "0156", "fee", "CNY", 1, -500, 0}, {"alipay-main", "alipay", "0156", "payment", "JPY", 1, 900, -9}}
	s, err := SummarizeMonth(m)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Reconciliations[0].FeeMinor; len(got) != 2 || got["CNY"] != -560 || got["JPY"] != -9 {
		t.Errorf("fees %v, wanted -560 CNY and -9 JPY", got)
	}
}
