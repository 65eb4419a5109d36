package report

// PayoutDesk is where our outgoing payouts stand when the report is made. Of
// payouts that need nobody it says nothing.
type PayoutDesk struct {
	Totals []DeskTotal  // sorted by period, currency and state
	Unsent []UnsentFile // in the order of writing
}

// DeskTotal is count and sum of the payouts of a period that are in one state:
// unclear (nobody knows whether money moved), returned, failed, review,
// pending (in no file), submitted, processing.
type DeskTotal struct {
	Period, Currency, State string
	Count, Minor            int64
}

// UnsentFile is a payment file that was made and that nobody recorded as sent.
type UnsentFile struct {
	File     string // its id, like 2026-08-1/sepa-1
	Currency string
	Payouts  int64
	SumMinor int64
	Due      string // execution date in the file, yyyy-mm-dd
}
