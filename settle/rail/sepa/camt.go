package sepa

import (
	"io"
	"strings"
	"time"

	"recon/settle/rail"
)

// Camt053 reads account statements, camt.053.
type Camt053 struct{}

// Camt054 reads notifications of debits and credits, camt.054.
type Camt054 struct{}

const (
	statementMessage    = "BkToCstmrStmt"
	notificationMessage = "BkToCstmrDbtCdtNtfctn"
)

// Kind is camt.053.
func (Camt053) Kind() string { return "camt.053" }

// Kind is camt.054.
func (Camt054) Kind() string { return "camt.054" }

// Detect looks for the message's element.
func (Camt053) Detect(head []byte) bool { return messageIn(head) == statementMessage }

// Detect looks for the message's element.
func (Camt054) Detect(head []byte) bool { return messageIn(head) == notificationMessage }

// Read reads the entries of a statement that speak of our payouts. Only booked
// ones count; entries without a reference of ours are none of our business.
func (r Camt053) Read(from io.Reader, name string) (rail.StatusFile, error) {
	return readCamt(from, name, r.Kind(), statementMessage, "Stmt")
}

// Read reads the entries of a notification like those of a statement.
func (r Camt054) Read(from io.Reader, name string) (rail.StatusFile, error) {
	return readCamt(from, name, r.Kind(), notificationMessage, "Ntfctn")
}

func readCamt(from io.Reader, name, kind, message, part string) (rail.StatusFile, error) {
	c := &camt{elements: openXML(from, name), part: part, file: rail.StatusFile{Kind: kind}}
	c.message(message, c.statements)
	c.finish()
	if err := c.faults.Err(); err != nil {
		return rail.StatusFile{}, err
	}
	c.file.Account = strings.Join(c.accounts, ", ")
	return c.file, nil
}

// camt is a file of statements while it is read.
type camt struct {
	*elements
	part     string // the element of one statement
	file     rail.StatusFile
	accounts []string // last four characters, each once
	now      statement
}

// statement is what stands above the entries of one account.
type statement struct {
	id, sequence string
	account      string
	copied       string // CODU, COPY or DUPL: it was sent before
	created      time.Time
	entries      int
}

func (c *camt) statements() {
	c.each(func(name string) {
		switch name {
		case "GrpHdr":
			c.header()
		case c.part:
			c.statement()
		}
	})
}

func (c *camt) header() {
	c.each(func(name string) {
		switch name {
		case "MsgId":
			c.id(&c.file.MessageID)
		case "CreDtTm":
			c.instant(&c.file.Created)
		}
	})
}

// statement reads the entries of one account.
func (c *camt) statement() {
	line := c.line
	c.now = statement{created: c.file.Created}
	c.each(func(name string) {
		switch name {
		case "Id":
			c.id(&c.now.id)
		case "ElctrncSeqNb":
			c.id(&c.now.sequence)
		case "CreDtTm":
			c.instant(&c.now.created)
		case "CpyDplctInd":
			c.code(&c.now.copied)
			c.add(rail.Signal{Line: line, Note: "the statement was sent before (" + c.now.copied + "); what it says counts once"})
		case "Acct":
			c.ours()
		case "Ntry":
			c.entry()
		}
	})
}

// ours reads which account the statement is of, and at which bank.
func (c *camt) ours() {
	var bank string
	c.each(func(name string) {
		switch name {
		case "Id":
			c.number(&c.now.account)
		case "Svcr":
			c.agent(&bank)
		}
	})
	if c.file.Sender == "" {
		c.file.Sender = bank
	}
	if c.now.account == "" {
		return
	}
	shown := fourOf(c.now.account)
	for _, known := range c.accounts {
		if known == shown {
			return
		}
	}
	if len(c.accounts) < maxReasons {
		c.accounts = append(c.accounts, shown)
	}
}

// add keeps a signal, up to a bound.
func (c *camt) add(s rail.Signal) {
	if len(c.file.Signals) == maxSignals {
		c.stop(s.Line, "more than %d entries of payouts", maxSignals)
		return
	}
	c.file.Signals = append(c.file.Signals, s)
}
