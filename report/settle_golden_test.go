package report

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"recon/internal/golden"
)

// goldenBatches are the batches whose files lie in testdata.
var goldenBatches = map[string]*Settlement{
	"full.en": fullBatch(English), "full.zh": fullBatch(Chinese),
	"clean.en": cleanBatch(English), "clean.zh": cleanBatch(Chinese),
	"empty.en": emptyBatch(English), "empty.zh": emptyBatch(Chinese),
	"free.en": freeBatch(English), "free.zh": freeBatch(Chinese),
	"stopped.en": stoppedBatch(English), "stopped.zh": stoppedBatch(Chinese),
	"closed.en": closedBatch(English), "closed.zh": closedBatch(Chinese),
	"hostile.en": hostileBatch(),
}

// batchWriters are the files of a batch by their ending.
var batchWriters = map[string]func(io.Writer, *Settlement) error{
	".html":         WriteSettleHTML,
	".payouts.csv":  WritePayouts,
	".skipped.csv":  WriteSkipped,
	".payees.csv":   WritePayees,
	".restated.csv": WriteRestated,
	".json":         writeBatchSummary,
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
		for ending, write := range batchWriters {
			t.Run(name+ending, func(t *testing.T) {
				golden.Check(t, filepath.Join("testdata", "settle."+name+ending), batchFile(t, write, batch))
			})
		}
	}
}

func batchFile(t *testing.T, write func(io.Writer, *Settlement) error, s *Settlement) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
