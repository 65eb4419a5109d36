// Package stop holds the places at which a test can kill the process, to see
// that the next run takes up where this one stopped. Without the environment
// variable RECON_STOP_AT it does nothing.
package stop

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// The places, in the order in which a run passes them.
const (
	Copied     = "archive-copied"      // a file is copied, not yet under its name
	Taken      = "archive-taken"       // a file is in the archive
	Hashed     = "publish-hashed"      // all files of a day are written and hashed
	Moved      = "publish-moved"       // a file is in versions
	Versions   = "publish-versions"    // all are, and their folders are on disk
	Committed  = "publish-committed"   // the state has the day
	Linked     = "publish-linked"      // a file is in the lake under its temporary name
	Renamed    = "publish-renamed"     // a file is in the lake under its own name
	Lake       = "publish-lake"        // all are, and what was too much is gone
	FileFilled = "file-filled"         // a report is written, not yet under its name
	Reports    = "publish-reports"     // all reports of a day are written
	Published  = "publish-published"   // the state says so
	Swept      = "publish-left-behind" // what an earlier run left behind is gone

	BatchBegun    = "batch-begun"       // the row of a payout batch is stored
	SlicePosted   = "batch-slice"       // a slice of payees is posted
	BatchPosted   = "batch-posted"      // all slices are, the batch is not complete
	BatchComplete = "batch-complete"    // the batch is complete
	FileRendered  = "submission-made"   // a submission file is written under its temporary name
	FileStored    = "submission-kept"   // the state has it
	FilePlaced    = "submission-here"   // it has its name
	FileCopied    = "submission-copied" // its copy lies where the bank's program fetches it
	SignalsStored = "status-stored"     // the transitions of a status file are stored
	BatchReported = "batch-reported"    // the reports of a batch are written
)

// Points lists the places.
var Points = []string{Copied, Taken, Hashed, Moved, Versions, Committed, Linked, Renamed, Lake, FileFilled, Reports, Published, Swept}

// BatchPoints are those that a payout batch passes.
var BatchPoints = []string{BatchBegun, SlicePosted, BatchPosted, BatchComplete, FileRendered, FileStored, FilePlaced, SignalsStored, BatchReported}

// The places that the outbox passes.
const (
	MailQueued = "mail-queued" // what is to be said is stored
	MailSent   = "mail-sent"   // a message is out, the state does not have it yet
)

var (
	guard  sync.Mutex
	passed = map[string]int{}
)

// At kills the process with SIGKILL when RECON_STOP_AT names this place:
// "publish-moved", or "publish-moved:3" for the third time it is passed.
func At(point string) {
	wanted, number, _ := strings.Cut(os.Getenv("RECON_STOP_AT"), ":")
	if wanted != point {
		return
	}
	guard.Lock()
	defer guard.Unlock()
	passed[point]++
	if nth, err := strconv.Atoi(number); err == nil && passed[point] != nth {
		return
	}
	syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {} // the signal may arrive a moment later; nothing may happen meanwhile
}
