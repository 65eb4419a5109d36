package ingest

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func survey(t *testing.T, source, path string) Survey {
	t.Helper()
	cfg := tableConfig(t)
	file := File{Source: cfg.Source(source), Side: Ledger, Path: path, Name: filepath.Base(path)}
	s, err := NewTable(cfg, "", 0).SurveyExport(context.Background(), file, Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSurveyOfWords(t *testing.T) {
	s := survey(t, "orders", filepath.Join(tableFixtures, "orders.bad-rows.csv"))
	want := []ColumnWords{
		{Column: "status", Closed: true, Words: []WordUse{{WordCount{"PAID", 13, 2}, "paid"}, {WordCount{"PENDING", 1, 6}, "pending"}, {WordCount{"PART_PAID", 2, 11}, ""}, {WordCount{"HOLD", 1, 12}, ""}}},
		{Column: "channel", Words: []WordUse{{WordCount{"ALIPAY", 16, 2}, "shop"}, {WordCount{"POS", 1, 14}, ""}}},
		{Column: "shop", Words: []WordUse{{WordCount{"S1", 16, 2}, ""}, {WordCount{"S9", 1, 15}, "s9"}}},
	}
	if diff := cmp.Diff(want, s.Words); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if s.Rows != 18 || len(s.Sample) != sampleRows || s.Sample[0][2] != "T1" || len(s.Missing) > 0 {
		t.Errorf("%d rows, %d in the sample, first %v, missing %v", s.Rows, len(s.Sample), s.Sample[0], s.Missing)
	}
	if diff := cmp.Diff([][]WordCount{{{"POS / S1", 1, 14}}, {{"ALIPAY / S9", 1, 15}}}, [][]WordCount{s.Unclaimed, s.Twice}); diff != "" {
		t.Errorf("unclaimed and claimed twice, -want +got:\n%s", diff)
	}
	if len(s.Faults) != 1 || s.Faults[0].Line != 10 {
		t.Errorf("got %v, want the ragged row", s.Faults)
	}
}

// A survey needs no mapping that fits: it is for people who write one.
func TestSurveyOfAnotherFile(t *testing.T) {
	ws := tempStore(t)
	for source, path := range map[string]string{
		"orders":  filepath.Join(tableFixtures, "orders.missing-columns.csv"),
		"lines":   filepath.Join(tableFixtures, "lines.missing-key.jsonl"),
		"old":     filepath.Join(tableFixtures, "old.good.csv"),
		"refunds": writeParquet(t, ws, "select 'r1' as id, 1.5::double as amount, {'a': 1} as extra"),
	} {
		s := survey(t, source, path)
		want := map[string]Survey{
			"orders": {Missing: []string{"order_id", "trade_no", "amount", "paid_at"}, Sample: [][]string{{"1", "S-1", "T1", "ALIPAY", "S1", "1.00", "PAID", "2026-08-15 08:00:00"}}},
			"lines":  {Missing: []string{"order", "refund"}, Sample: [][]string{{"1", "pay", "T1", "1", "CNY", "ok", "1786752000123"}}},
			"old": {Sample: [][]string{{"1", "收款", "T1", "", "鑫隆（上海）商贸", "12.30", "成功", "2026/08/15 08:00"},
				{"2", "退款", "T1", "F1", "镕记", "-1.00", "成功", "2026/08/15 09:00"}, {"3", "收款", "T2", "", "", "5", "处理中", "2026/08/15 09:30"}}},
			"refunds": {Missing: []string{"out_trade_no", "out_request_no", "status", "refund_amount", "refunded_at"}, Sample: [][]string{{"r1", "1.5", "{'a': 1}"}}},
		}[source]
		if diff := cmp.Diff([]any{want.Missing, want.Sample}, []any{s.Missing, s.Sample}); diff != "" || len(s.Faults) > 0 {
			t.Errorf("%s: faults %v, -want +got:\n%s", source, s.Faults, diff)
		}
	}
}
