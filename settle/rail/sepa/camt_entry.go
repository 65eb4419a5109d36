package sepa

import (
	"time"

	"recon/settle/rail"
)

// entry is a movement on the account.
type entry struct {
	line     int64
	amount   value
	side     string // CRDT or DBIT
	reversal string // true: what is booked takes an earlier movement back
	status   string
	booked   time.Time
	kind     bankCode
	batches  []batch
	size     int // batches and details
}

// batch is what the bank says of the movements that an entry sums up. An entry
// without details has one that is empty.
type batch struct {
	refs    references
	total   value
	count   string
	all     int      // details
	details []detail // those with a reference of ours
}

// detail is one movement inside an entry.
type detail struct {
	line               int64
	refs               references
	side               string
	amount, instructed value
	kind               bankCode
	returned           bool
	reasons            []rail.Reason
}

// references are the ids under which we sent something.
type references struct {
	message, group, instruction, endToEnd string
}

// bankCode is the bank's classification, like PMNT ICDT RRTN.
type bankCode struct {
	domain, family, sub string
}

// grow counts what is kept of an entry.
func (c *camt) grow(n *entry) {
	if n.size++; n.size > maxSignals {
		c.stop(c.line, "more than %d details of one entry", maxSignals)
	}
}

// entry reads a movement, and says what it means.
func (c *camt) entry() {
	n := entry{line: c.line}
	c.now.entries++
	c.each(func(name string) {
		switch name {
		case "Amt":
			c.value(&n.amount)
		case "CdtDbtInd":
			c.code(&n.side)
		case "RvslInd":
			c.code(&n.reversal)
		case "Sts":
			c.code(&n.status)
		case "BookgDt":
			c.dated(&n.booked)
		case "BkTxCd":
			c.bankCode(&n.kind)
		case "NtryDtls":
			c.batch(&n)
		}
	})
	if n.status == booked {
		c.tell(&n)
	}
}

const booked = "BOOK"

func (c *camt) batch(n *entry) {
	var b batch
	c.each(func(name string) {
		switch name {
		case "Btch":
			c.each(func(name string) {
				switch name {
				case "MsgId":
					c.id(&b.refs.message)
				case "PmtInfId":
					c.id(&b.refs.group)
				case "NbOfTxs":
					c.id(&b.count)
				case "TtlAmt":
					c.value(&b.total)
				}
			})
		case "TxDtls":
			b.all++
			if d := c.detail(); d.refs.ours() {
				c.grow(n)
				b.details = append(b.details, d)
			}
		}
	})
	c.grow(n)
	n.batches = append(n.batches, b)
}

func (c *camt) detail() detail {
	d := detail{line: c.line}
	c.each(func(name string) {
		switch name {
		case "Refs":
			c.references(&d.refs)
		case "Amt":
			c.value(&d.amount)
		case "CdtDbtInd":
			c.code(&d.side)
		case "AmtDtls":
			c.amounts(&d)
		case "BkTxCd":
			c.bankCode(&d.kind)
		case "RtrInf":
			d.returned = true
			c.reason(&d.reasons)
		}
	})
	return d
}

func (c *camt) references(r *references) {
	c.each(func(name string) {
		switch name {
		case "MsgId":
			c.id(&r.message)
		case "PmtInfId":
			c.id(&r.group)
		case "InstrId":
			c.id(&r.instruction)
		case "EndToEndId":
			c.id(&r.endToEnd)
		}
	})
}

// amounts reads what was instructed, and, where the detail has no amount of its
// own, what was moved.
func (c *camt) amounts(d *detail) {
	c.each(func(name string) {
		switch name {
		case "InstdAmt":
			c.in("Amt", func() { c.value(&d.instructed) })
		case "TxAmt":
			c.in("Amt", func() {
				var moved value
				if c.value(&moved); d.amount.text == "" {
					d.amount = moved
				}
			})
		}
	})
}

func (c *camt) bankCode(k *bankCode) {
	c.in("Domn", func() {
		c.each(func(name string) {
			switch name {
			case "Cd":
				c.code(&k.domain)
			case "Fmly":
				c.each(func(name string) {
					switch name {
					case "Cd":
						c.code(&k.family)
					case "SubFmlyCd":
						c.code(&k.sub)
					}
				})
			}
		})
	})
}

// returns reports whether the bank calls a movement the return of a credit
// transfer that was sent.
func (k bankCode) returns() bool {
	sent := k.family == "ICDT" || k.family == "IRCT" // plain or instant
	return k.domain == "PMNT" && sent && k.sub == "RRTN"
}
