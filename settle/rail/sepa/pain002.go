package sepa

import (
	"io"
	"strings"

	"recon/settle/rail"
)

// Pain002 reads payment status reports, pain.002, of any version and of the
// variants of banks.
type Pain002 struct {
	// ACSCIsPaid: the bank agreed that ACSC means that the payee is paid. Else it
	// is still processing, until an account statement shows the debit.
	ACSCIsPaid bool
}

const statusReport = "CstmrPmtStsRpt"

// Kind is pain.002.
func (Pain002) Kind() string { return "pain.002" }

// Detect looks for the message's element.
func (Pain002) Detect(head []byte) bool { return messageIn(head) == statusReport }

// maxSignals bounds what one file may say.
const maxSignals = 1 << 20

// Read reads a status report. Its signals stand in the order of the file, a
// group before its payouts. Times without a zone are taken as UTC; every signal
// is dated by the creation of the report.
func (r Pain002) Read(from io.Reader, name string) (rail.StatusFile, error) {
	p := &report{elements: openXML(from, name), file: rail.StatusFile{Kind: r.Kind()}}
	p.message(statusReport, p.statuses)
	p.finish()
	p.judge(r.ACSCIsPaid)
	if err := p.faults.Err(); err != nil {
		return rail.StatusFile{}, err
	}
	return p.file, nil
}

// report is a status report while it is read.
type report struct {
	*elements
	file    rail.StatusFile
	about   string   // the message it answers, like pain.001.001.09
	whole   status   // what it says of the whole file
	groups  []status // and of its groups
	payouts []status // and of single payouts, in the order of the file
	count   int
}

// status is what a report says of something.
type status struct {
	at      int // its place among all, from 1; 0: nothing is said
	line    int64
	group   int // of a payout: its group's place in groups
	id      string
	instr   string // of a payout: the bank's second way to name it
	code    string
	reasons []rail.Reason
	amount  value
}

// said reports whether there is anything to tell.
func (s *status) said() bool { return s.at > 0 && (s.code != "" || len(s.reasons) > 0) }

func (p *report) statuses() {
	p.each(func(name string) {
		switch name {
		case "GrpHdr":
			p.header()
		case "OrgnlGrpInfAndSts":
			p.answered()
		case "OrgnlPmtInfAndSts":
			p.group()
		}
	})
}

func (p *report) header() {
	var initiator, agent string
	p.each(func(name string) {
		switch name {
		case "MsgId":
			p.id(&p.file.MessageID)
		case "CreDtTm":
			p.instant(&p.file.Created)
		case "InitgPty":
			p.party(&initiator)
		case "DbtrAgt":
			p.agent(&agent)
		}
	})
	if p.file.Sender = agent; agent == "" {
		p.file.Sender = initiator
	}
}

// party reads the BIC of a party, or else its name.
func (e *elements) party(into *string) {
	var bic, name string
	e.each(func(element string) {
		switch element {
		case "Nm":
			e.words(&name)
		case "Id":
			e.in("OrgId", func() {
				e.each(func(element string) {
					if element == "BICOrBEI" || element == "AnyBIC" {
						e.id(&bic)
					}
				})
			})
		}
	})
	if *into = bic; bic == "" {
		*into = name
	}
}

// agent reads the BIC of a bank.
func (e *elements) agent(into *string) {
	e.in("FinInstnId", func() {
		e.each(func(element string) {
			if element == "BIC" || element == "BICFI" {
				e.id(into)
			}
		})
	})
}

// begin takes the place of the next thing that is said.
func (p *report) begin() status {
	if p.count++; p.count > maxSignals {
		p.stop(p.line, "more than %d statuses", maxSignals)
	}
	return status{at: p.count, line: p.line}
}

// answered reads what is said of the whole file.
func (p *report) answered() {
	s := p.begin()
	p.each(func(name string) {
		switch name {
		case "OrgnlMsgId":
			p.id(&s.id)
		case "OrgnlMsgNmId":
			p.id(&p.about)
		case "GrpSts":
			p.code(&s.code)
		case "StsRsnInf":
			p.reason(&s.reasons)
		}
	})
	p.whole = s
}

// group reads what is said of a payment information block and its payouts.
func (p *report) group() {
	s, no := p.begin(), len(p.groups)
	p.groups = append(p.groups, s)
	p.each(func(name string) {
		switch name {
		case "OrgnlPmtInfId":
			p.id(&s.id)
		case "PmtInfSts":
			p.code(&s.code)
		case "StsRsnInf":
			p.reason(&s.reasons)
		case "TxInfAndSts":
			p.payout(no)
		}
	})
	p.groups[no] = s
}

func (p *report) payout(group int) {
	s := p.begin()
	s.group = group
	p.each(func(name string) {
		switch name {
		case "OrgnlInstrId":
			p.id(&s.instr)
		case "OrgnlEndToEndId":
			p.id(&s.id)
		case "TxSts":
			p.code(&s.code)
		case "StsRsnInf":
			p.reason(&s.reasons)
		case "OrgnlTxRef":
			p.original(&s)
		}
	})
	p.payouts = append(p.payouts, s)
}

// original reads the amount and our account from what the bank repeats.
func (p *report) original(s *status) {
	p.each(func(name string) {
		switch name {
		case "Amt":
			p.in("InstdAmt", func() { p.value(&s.amount) })
		case "DbtrAcct":
			var account string
			if p.in("Id", func() { p.number(&account) }); p.file.Account == "" && account != "" {
				p.file.Account = fourOf(account)
			}
		}
	})
}

// number reads an account's number, an IBAN or another.
func (e *elements) number(into *string) {
	e.each(func(name string) {
		switch name {
		case "IBAN":
			e.id(into)
		case "Othr":
			e.in("Id", func() { e.id(into) })
		}
	})
}

// maxReasons is how many reasons of one status are kept.
const maxReasons = 20

// reason reads why. NARR only says that the words say it, so that it comes
// after a code that says more.
func (e *elements) reason(into *[]rail.Reason) {
	var code string
	var words []string
	e.each(func(name string) {
		switch name {
		case "Rsn":
			e.code(&code)
		case "AddtlInf":
			var text string
			if e.words(&text); text != "" && len(words) < maxReasons {
				words = append(words, text)
			}
		}
	})
	r := rail.Reason{Code: code, Text: cut(strings.Join(words, " "), maxWords)}
	list := *into
	if len(list) >= maxReasons || r == (rail.Reason{}) {
		return
	}
	at := len(list)
	for code != narrative && code != "" && at > 0 && (list[at-1].Code == narrative || list[at-1].Code == "") {
		at--
	}
	list = append(list, rail.Reason{})
	copy(list[at+1:], list[at:])
	list[at] = r
	*into = list
}

const narrative = "NARR"

// reference is the name of a payout in our books.
func (s *status) reference() string {
	if reference(s.id) == "" {
		return reference(s.instr)
	}
	return s.id
}

// reference is an id that the bank states, or nothing.
func reference(id string) string {
	if id == noReference {
		return ""
	}
	return id
}
