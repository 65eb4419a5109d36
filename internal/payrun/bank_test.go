package payrun

import (
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"recon/internal/money"
	"recon/internal/state"
)

// What truly becomes of a payout that was handed to the bank.
const (
	rejected  = "rejected" // its money never left
	executed  = "executed" // the payee has it
	cameAndGo = "returned" // the payee's bank sent it back
)

// bank knows the truth about every payout it was given. What it says of them is
// true, but comes in any order, more than once, or never.
type bank struct {
	fates map[string]string // by rail reference
	files []uploaded
	asSum map[string]bool // files that it debits as one sum
	said  int
}

type uploaded struct {
	state.Submission
	payouts []state.PayoutAttempt
}

// take gives the bank a file. A file that holds the same payouts again, under
// the ids of the former one, is paid once.
func (b *bank) take(t *rapid.T, f uploaded) {
	for _, p := range f.payouts {
		if b.fates[p.RailRef] == "" {
			b.fates[p.RailRef] = rapid.SampledFrom([]string{executed, executed, rejected, rejected, cameAndGo}).Draw(t, "fate")
		}
	}
	b.files = append(b.files, f)
	b.asSum[f.PaymentInfoID] = rapid.IntRange(0, 3).Draw(t, "as one sum") == 0
}

// some is a part of a file's payouts in any order.
func (f uploaded) some(t *rapid.T) []state.PayoutAttempt {
	all := rapid.Permutation(f.payouts).Draw(t, "order")
	return all[:rapid.IntRange(1, len(all)).Draw(t, "how many")]
}

// speak is a file of the bank: its name and content.
func (b *bank) speak(t *rapid.T, f uploaded) (name, content string) {
	b.said++
	if f.Rail == "bank" {
		return "result.csv", b.table(t, f)
	}
	switch rapid.SampledFrom([]string{"report", "report", "statement", "statement", "events"}).Draw(t, "says by") {
	case "report":
		return "pain002.xml", b.report(t, f)
	case "statement":
		return "camt053.xml", b.statement(t, f)
	}
	return "events.jsonl", b.events(t, f)
}

// report is a pain.002: a word about some payouts of a file, or about all.
func (b *bank) report(t *rapid.T, f uploaded) string {
	group, lines := "", ""
	allRejected := !slices.ContainsFunc(f.payouts, func(p state.PayoutAttempt) bool { return b.fates[p.RailRef] != rejected })
	switch word := rapid.IntRange(0, 9).Draw(t, "whole file"); {
	case word == 0:
		group = "<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>" // received before: nobody knows
	case word < 4 && allRejected:
		group = "<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>"
	case word == 9:
		group = "<GrpSts>ACTC</GrpSts>"
	default:
		group = "<GrpSts>PART</GrpSts>"
		for _, p := range f.some(t) {
			lines += fmt.Sprintf("<TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId>%s</TxInfAndSts>", p.RailRef, b.status(t, p))
		}
	}
	return fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>R%d</MsgId><CreDtTm>2026-09-01T09:00:00Z</CreDtTm></GrpHdr>`+
		`<OrgnlGrpInfAndSts><OrgnlMsgId>%s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>%s</OrgnlGrpInfAndSts>`+
		`<OrgnlPmtInfAndSts><OrgnlPmtInfId>%s</OrgnlPmtInfId>%s</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`, b.said, f.MessageID, group, f.PaymentInfoID, lines)
}

func (b *bank) status(t *rapid.T, p state.PayoutAttempt) string {
	if b.fates[p.RailRef] == rejected && rapid.IntRange(0, 3).Draw(t, "final") > 0 {
		reason := rapid.SampledFrom([]string{"AC04", "AM04", "MS03", "AC01"}).Draw(t, "reason")
		return "<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>" + reason + "</Cd></Rsn></StsRsnInf>"
	}
	return "<TxSts>" + rapid.SampledFrom([]string{"ACTC", "ACSP", "ACSC", "PDNG", "RCVC", "XYZW"}).Draw(t, "status") + "</TxSts>"
}

// statement is a camt.053: debits one by one or as one sum, and returns.
func (b *bank) statement(t *rapid.T, f uploaded) string {
	entries, sum, count := "", int64(0), 0
	for _, p := range f.payouts {
		if b.fates[p.RailRef] != rejected {
			sum, count = sum+p.AmountMinor, count+1
		}
	}
	if b.asSum[f.PaymentInfoID] && count > 0 && rapid.Bool().Draw(t, "the debit") {
		entries = entry("D"+f.PaymentInfoID, sum, "DBIT", "ESCT", fmt.Sprintf("<Btch><PmtInfId>%s</PmtInfId><NbOfTxs>%d</NbOfTxs></Btch>", f.PaymentInfoID, count))
	}
	for _, p := range f.some(t) {
		one := "<TxDtls><Refs><EndToEndId>" + p.RailRef + "</EndToEndId></Refs>"
		if b.fates[p.RailRef] != rejected && !b.asSum[f.PaymentInfoID] {
			entries += entry("D"+p.RailRef, p.AmountMinor, "DBIT", "ESCT", one+"</TxDtls>")
		}
		if b.fates[p.RailRef] == cameAndGo && rapid.Bool().Draw(t, "the return") {
			entries += entry("C"+p.RailRef, p.AmountMinor, "CRDT", "RRTN", one+"<RtrInf><Rsn><Cd>AC01</Cd></Rsn></RtrInf></TxDtls>")
		}
	}
	return fmt.Sprintf(`<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S%d</MsgId><CreDtTm>2026-09-03T05:00:00Z</CreDtTm></GrpHdr>`+
		`<Stmt><Id>%d</Id><ElctrncSeqNb>%d</ElctrncSeqNb><CreDtTm>2026-09-03T05:00:00Z</CreDtTm><Acct><Id><IBAN>DE75512108001245126199</IBAN></Id></Acct>%s</Stmt></BkToCstmrStmt></Document>`,
		b.said, b.said, b.said, entries)
}

func entry(ref string, amount int64, side, family, details string) string {
	return fmt.Sprintf(`<Ntry><Amt Ccy="EUR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-09-02</Dt></BookgDt><ValDt><Dt>2026-09-02</Dt></ValDt>`+
		`<AcctSvcrRef>%.20s</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>%s</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls>%s</NtryDtls></Ntry>`,
		money.Format(amount, 2), side, ref, family, details)
}

// events is a dump of webhooks: events stay the same however often they come.
func (b *bank) events(t *rapid.T, f uploaded) string {
	var all []string
	add := func(p state.PayoutAttempt, kind string, amount int64) {
		all = append(all, fmt.Sprintf(`{"id":"evt_%s_%s_%d","object":"event","type":"payout.%s","created":1788300000,"livemode":true,"data":{"object":{"object":"payout","amount":%d,"currency":%q,"metadata":{"rail_ref":%q}}}}`,
			p.RailRef, kind, amount, kind, amount, strings.ToLower(p.Currency), p.RailRef))
	}
	for _, p := range f.some(t) {
		add(p, "created", p.AmountMinor)
		switch b.fates[p.RailRef] {
		case executed:
			add(p, "paid", p.AmountMinor)
		case rejected:
			add(p, "failed", p.AmountMinor)
		case cameAndGo:
			add(p, "paid", p.AmountMinor)
			add(p, "failed", p.AmountMinor)
		}
		if rapid.IntRange(0, 4).Draw(t, "nonsense") == 0 { // another amount, and a payout of somebody else
			add(p, "failed", p.AmountMinor+1)
			add(state.PayoutAttempt{RailRef: strings.Repeat("X", 32), Currency: "EUR"}, "failed", 5)
		}
	}
	return strings.Join(rapid.Permutation(all).Draw(t, "events"), "\n") + "\n"
}

// table is the answer of the bank that pays by table.
func (b *bank) table(t *rapid.T, f uploaded) string {
	text := "ref,result,amount\n"
	for _, p := range f.some(t) {
		word := map[string]string{rejected: "failed", executed: "paid", cameAndGo: "returned"}[b.fates[p.RailRef]]
		if rapid.IntRange(0, 3).Draw(t, "on the way") == 0 {
			word = "processing"
		}
		text += fmt.Sprintf("%s,%s,%s\n", p.RailRef, word, money.Format(p.AmountMinor, 2))
	}
	return text
}
