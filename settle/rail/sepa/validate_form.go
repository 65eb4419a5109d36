package sepa

// painPart is one element of the form of a submission file: what may stand in
// it, in which order, how often. Only what this rail writes has a place, and
// addresses with town and country, which banks take.
type painPart struct {
	name   string
	least  int
	most   int  // 0: any number
	choice bool // exactly one of parts
	attr   string
	parts  []*painPart
	leaf   func(v *validation, text string) (wrong string)
	begin  func(v *validation)
	finish func(v *validation)
}

// node is an element with parts that stands once.
func node(name string, parts ...*painPart) *painPart {
	return &painPart{name: name, least: 1, most: 1, parts: parts}
}

// leafOf is an element with text that stands once.
func leafOf(name string, check func(*validation, string) string) *painPart {
	return &painPart{name: name, least: 1, most: 1, leaf: check}
}

// orNot makes an element one that may be missing.
func (p *painPart) orNot() *painPart { p.least = 0; return p }

// oneOf makes an element one with exactly one of its parts.
func (p *painPart) oneOf() *painPart { p.choice = true; return p }

// form is the file's form in the writer's profile.
func (w *painWriter) form() *painPart {
	date := leafOf("ReqdExctnDt", (*validation).date)
	if w.profile != profile03 {
		date = node("ReqdExctnDt", leafOf("Dt", (*validation).date))
	}
	payment := w.paymentForm()
	payment.most, payment.begin, payment.finish = 0, (*validation).beginPayment, (*validation).finishPayment
	root := node("Document", node("CstmrCdtTrfInitn",
		node("GrpHdr",
			leafOf("MsgId", (*validation).id),
			leafOf("CreDtTm", (*validation).time),
			leafOf("NbOfTxs", (*validation).groupCount),
			leafOf("CtrlSum", (*validation).groupSum),
			node("InitgPty", leafOf("Nm", (*validation).partyName))),
		node("PmtInf",
			leafOf("PmtInfId", (*validation).id),
			leafOf("PmtMtd", word("TRF")),
			leafOf("BtchBookg", word("true", "false")).orNot(),
			leafOf("NbOfTxs", (*validation).blockCount),
			leafOf("CtrlSum", (*validation).blockSum),
			node("PmtTpInf", node("SvcLvl", leafOf("Cd", word("SEPA")))),
			date,
			w.party("Dbtr"),
			account("DbtrAcct"),
			node("DbtrAgt", node("FinInstnId",
				leafOf(w.bic, (*validation).bic), node("Othr", leafOf("Id", word(noBIC)))).oneOf()),
			leafOf("ChrgBr", word("SLEV")),
			payment)))
	root.attr = "xmlns"
	return root
}

func (w *painWriter) paymentForm() *painPart {
	amount := leafOf("InstdAmt", (*validation).amount)
	amount.attr = "Ccy"
	return node("CdtTrfTxInf",
		node("PmtId", leafOf("InstrId", (*validation).instrID), leafOf("EndToEndId", (*validation).endToEndID)),
		node("Amt", amount),
		node("CdtrAgt", node("FinInstnId", leafOf(w.bic, (*validation).bic))).orNot(),
		w.party("Cdtr"),
		account("CdtrAcct"),
		node("RmtInf", leafOf("Ustrd", (*validation).remittanceText)).orNot())
}

func (w *painWriter) party(name string) *painPart {
	address := node("PstlAdr", leafOf("TwnNm", (*validation).town), leafOf("Ctry", (*validation).country))
	return node(name, leafOf("Nm", (*validation).partyName), address.orNot())
}

func account(name string) *painPart {
	return node(name, node("Id", leafOf("IBAN", (*validation).iban)))
}
