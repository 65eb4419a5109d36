package settle

import "recon/settle/rail"

// allowed are the transitions that approvals, files, banks and people may
// cause. A submission that is void puts its payouts back to pending; that is a
// person's word about a file that never left, and no signal's.
var allowed = map[rail.State][]rail.State{
	rail.Review:     {rail.Pending, rail.Cancelled},
	rail.Pending:    {rail.Submitted, rail.Cancelled},
	rail.Submitted:  {rail.Processing, rail.Paid, rail.Failed},
	rail.Processing: {rail.Paid, rail.Failed},
	rail.Paid:       {rail.Returned},
}

// Allowed reports whether an attempt may go from one state to another.
func Allowed(from, to rail.State) bool {
	for _, next := range allowed[from] {
		if next == to {
			return true
		}
	}
	return false
}

// path is the way from a state to what a signal says, and empty when the
// signal says nothing new: the same again, something older, or something about
// an attempt that has ended.
func path(from, said rail.State) []rail.State {
	switch said {
	case rail.Processing:
		if from == rail.Submitted {
			return []rail.State{rail.Processing}
		}
	case rail.Paid:
		if atBank(from) {
			return []rail.State{rail.Paid}
		}
	case rail.Failed, rail.Cancelled:
		switch {
		case atBank(from):
			return []rail.State{rail.Failed}
		case from == rail.Paid: // the money was there and went back
			return []rail.State{rail.Returned}
		}
	case rail.Returned:
		switch {
		case atBank(from):
			return []rail.State{rail.Paid, rail.Returned}
		case from == rail.Paid:
			return []rail.State{rail.Returned}
		}
	}
	return nil
}

// atBank are the states in which a bank has a payout and its end is open.
func atBank(s rail.State) bool { return s == rail.Submitted || s == rail.Processing }

// unsent are the states of a payout that no bank should know.
func unsent(s rail.State) bool { return s == rail.Review || s == rail.Pending }

// released are the states whose money is available to the payee again although
// no bank gave it back.
func released(s rail.State) bool { return s == rail.Failed || s == rail.Cancelled }
