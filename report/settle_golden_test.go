package report

import (
	"bytes"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"recon/internal/golden"
)

// goldenBatches are the batches whose pages lie in testdata.
var goldenBatches = map[string]*Settlement{
	"full.en": fullBatch(English), "full.zh": fullBatch(Chinese),
	"clean.en": cleanBatch(English), "clean.zh": cleanBatch(Chinese),
	"empty.en": emptyBatch(English), "empty.zh": emptyBatch(Chinese),
	"free.en": freeBatch(English), "free.zh": freeBatch(Chinese),
	"stopped.en": stoppedBatch(English), "stopped.zh": stoppedBatch(Chinese),
	"closed.en": closedBatch(English), "closed.zh": closedBatch(Chinese),
	"hostile.en": hostileBatch(),
}

// goldenSheets are the batches whose approval sheets lie there too.
var goldenSheets = []string{"full.en", "free.en", "full.zh"}

// batchPages are what people read of a batch, by ending.
var batchPages = map[string]func(io.Writer, *Settlement) error{".html": WriteSettleHTML, ".txt": WriteSettleText}

// batchFiles are what programs read of a batch. No language is in them.
var batchFiles = map[string]func(io.Writer, *Settlement) error{
	".payouts.csv": WritePayouts, ".skipped.csv": WriteSkipped, ".payees.csv": WritePayees, ".restated.csv": WriteRestated, ".json": writeBatchSummary,
}

func writeBatchSummary(w io.Writer, s *Settlement) error {
	sum, err := SummarizeSettlement(s)
	if err != nil {
		return err
	}
	return WriteSettleSummary(w, sum)
}

func TestGoldenBatches(t *testing.T) {
	for name, batch := range goldenBatches {
		for ending, write := range batchPages {
			checkBatch(t, name+ending, write, batch)
		}
	}
	for _, name := range goldenSheets {
		checkBatch(t, name+".sheet.html", WriteApprovalSheet, goldenBatches[name])
	}
	for _, name := range []string{"full.en", "empty.en", "stopped.en", "hostile.en"} {
		for ending, write := range batchFiles {
			checkBatch(t, name+ending, write, goldenBatches[name])
		}
	}
}

func checkBatch(t *testing.T, name string, write func(io.Writer, *Settlement) error, s *Settlement) {
	t.Run(name, func(t *testing.T) {
		golden.Check(t, filepath.Join("testdata", "settle."+name), bare(batchFile(t, write, s)))
	})
}

func batchFile[T any](t *testing.T, write func(io.Writer, T) error, s T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The files for programs must not depend on who reads the page beside them.
func TestFilesOfABatchHaveNoLanguage(t *testing.T) {
	for ending, write := range batchFiles {
		if !bytes.Equal(batchFile(t, write, fullBatch(English)), batchFile(t, write, fullBatch(Chinese))) {
			t.Errorf("%s differs with the language", ending)
		}
	}
}

func TestSameBatchGivesTheSameBytes(t *testing.T) {
	all := maps.Clone(batchPages)
	maps.Copy(all, batchFiles)
	for _, ending := range slices.Sorted(maps.Keys(all)) {
		s := fullBatch(English)
		if first := batchFile(t, all[ending], s); !bytes.Equal(first, batchFile(t, all[ending], s)) || !bytes.Equal(first, batchFile(t, all[ending], fullBatch(English))) {
			t.Errorf("%s differs when it is written again", ending)
		}
	}
}

// goldenUploads are the upload sheets that lie in testdata.
func goldenUploads() map[string]UploadSheet {
	replaced := sampleUpload(English)
	replaced.Redates, replaced.ApprovalRequired, replaced.ApprovedBy = "2026-08-1-sepa-1.xml", false, nil
	hostile := sampleUpload(English)
	hostile.Name, hostile.DebtorName, hostile.Redates, hostile.MessageID = hostileTexts[0], hostileTexts[7], hostileTexts[6], hostileTexts[1]
	hostile.DebtorLastFour = "DE89370400440532013000"
	return map[string]UploadSheet{"upload.en": sampleUpload(English), "upload.zh": sampleUpload(Chinese), "upload.redate.en": replaced, "upload.hostile.en": hostile}
}

func TestGoldenUploadSheets(t *testing.T) {
	for name, u := range goldenUploads() {
		golden.Check(t, filepath.Join("testdata", "settle."+name+".html"), bare(batchFile(t, WriteUploadSheet, u)))
		golden.Check(t, filepath.Join("testdata", "settle."+name+".txt"), batchFile(t, WriteUploadText, u))
	}
}

// goldenStatements are the payees' statements that lie in testdata.
func goldenStatements() map[string]Statement {
	return map[string]Statement{
		"statement.en": sampleStatement(English), "statement.zh": sampleStatement(Chinese),
		"statement.empty.en": {Language: English, Period: "2026-08", Payee: "seller-0099", Zone: berlin}, "statement.hostile.en": hostileStatement(),
	}
}

func TestGoldenStatements(t *testing.T) {
	for name, st := range goldenStatements() {
		golden.Check(t, filepath.Join("testdata", "settle."+name+".html"), bare(batchFile(t, writeStatementPage, st)))
		golden.Check(t, filepath.Join("testdata", "settle."+name+".csv"), batchFile(t, WriteStatementCSV, st))
	}
}

func writeStatementPage(w io.Writer, st Statement) error {
	pages, err := NewStatementPages(st.Language)
	if err != nil {
		return err
	}
	return pages.Write(w, st)
}

func TestGoldenSettleTables(t *testing.T) {
	for language, short := range map[string]string{English: "en", Chinese: "zh"} {
		check := func(name string, write func(io.Writer) error) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata", "settle."+name+"."+short+".txt"), b.Bytes())
		}
		check("checklist", func(w io.Writer) error { return WriteChecklist(w, language, "2026-08", sampleChecks()) })
		check("checklist.ready", func(w io.Writer) error { return WriteChecklist(w, language, "2026-08", sampleChecks()[:1]) })
		check("list", func(w io.Writer) error { return WriteBatchList(w, language, Rows(sampleLines())) })
		check("list.none", func(w io.Writer) error { return WriteBatchList(w, language, Rows[BatchLine](nil)) })
		check("payouts", func(w io.Writer) error { return WritePayoutList(w, language, berlin, Rows(samplePayoutLines())) })
		check("show", func(w io.Writer) error { return WriteBatchShown(w, language, berlin, sampleBatchShown()) })
		check("show.payout", func(w io.Writer) error { return WritePayoutShown(w, language, berlin, samplePayoutShown()) })
	}
}
