package state

import (
	"testing"
)

// approvedPayees are the payees that may go into a file.
func (b testBooks) approvedPayees(batch Batch) string {
	b.Helper()
	names := ""
	for _, a := range must(b.ApprovedAttempts(ctx, batch.No))(b.T) {
		names += a.Payee + " "
	}
	return names
}

func TestScopesOfAnApproval(t *testing.T) {
	for scope, c := range map[string]struct {
		items          func(b testBooks) []ApprovalItem
		approved, rest string
	}{
		ScopeAll:             {nil, "ann bob eve ", PayoutPending},
		ScopeAllExceptReview: {nil, "ann bob ", PayoutReview},
		ScopeListed: {func(b testBooks) []ApprovalItem {
			return []ApprovalItem{{b.attempt("bob", "2026-08").No, Approve}, {b.attempt("eve", "2026-08").No, Approve}, {b.attempt("ann", "2026-08").No, Refuse}}
		}, "bob eve ", PayoutPending},
	} {
		b := freshBooks(t)
		batch := b.made("2026-08", pays("ann", 1), pays("bob", 2), reviews("eve", 3))
		want(t, b.approvedPayees(batch), "")
		var items []ApprovalItem
		if c.items != nil {
			items = c.items(b)
		}
		want(t, must(b.AddApproval(ctx, approvalOf(batch, scope), items))(t), int64(1))
		want(t, b.approvedPayees(batch), c.approved)
		want(t, b.attempt("eve", "2026-08").State, c.rest)
		wanted := approvalOf(batch, scope)
		wanted.No = 1
		want(t, must(b.Approvals(ctx, batch.No))(t), []Approval{wanted})
		b.lawful()
	}
}

func TestRefusedPayoutIsReleased(t *testing.T) {
	b := freshBooks(t)
	batch := b.made("2026-08", pays("ann", 1), reviews("eve", 3), reviews("zoe", 4))
	items := []ApprovalItem{{b.attempt("eve", "2026-08").No, Refuse}}
	must(b.AddApproval(ctx, approvalOf(batch, ScopeAll), items))(t)
	want(t, b.approvedPayees(batch), "ann zoe ")
	a := b.attempt("eve", "2026-08")
	want(t, []string{a.State, a.Reason}, []string{PayoutCancelled, "refused by li.na"})
	want(t, b.buckets("eve"), "available 0, reserved 0")
	b.lawful()
}

// A review payout that is approved by nobody stays out, even when it is pending.
func TestReviewIsNeverApprovedWithTheRest(t *testing.T) {
	b := freshBooks(t)
	batch := b.made("2026-08", pays("ann", 1), reviews("eve", 3))
	must(b.AddApproval(ctx, approvalOf(batch, ScopeAllExceptReview), nil))(t)
	b.move("eve", "2026-08", PayoutPending)
	want(t, b.approvedPayees(batch), "ann ")
	sub, nos := fileOf(batch, 1, b.attempt("eve", "2026-08"))
	_, err := b.AddSubmission(ctx, sub, nos)
	wantError(t, err, "is not approved")
	must(b.AddApproval(ctx, approvalOf(batch, ScopeListed), []ApprovalItem{{nos[0], Approve}}))(t)
	want(t, b.approvedPayees(batch), "ann eve ")
	must(b.AddSubmission(ctx, sub, nos))(t)
}

func TestSameSignatureCountsOnce(t *testing.T) {
	b := freshBooks(t)
	batch := b.made("2026-08", reviews("eve", 3))
	items := []ApprovalItem{{b.attempt("eve", "2026-08").No, Approve}}
	for range 2 {
		want(t, must(b.AddApproval(ctx, approvalOf(batch, ScopeListed), items))(t), int64(1))
	}
	want(t, len(must(b.EventsOfAttempt(ctx, 1))(t)), 1)
}

func TestApprovalsThatAreRefused(t *testing.T) {
	b := freshBooks(t)
	other := b.made("2026-08", pays("bob", 5))
	batch := b.made("2026-09", pays("ann", 1), pays("gus", 2))
	b.move("gus", "2026-09", PayoutCancelled)
	ann, bob, gus := b.attempt("ann", "2026-09"), b.attempt("bob", "2026-08"), b.attempt("gus", "2026-09")
	for text, c := range map[string]struct {
		change func(*Approval)
		items  []ApprovalItem
	}{
		"signed is the batch hash ffff, but it is abab": {func(a *Approval) { a.BatchHash = "ffff" }, nil},
		"nobody named":                                     {func(a *Approval) { a.By = "" }, nil},
		"no payout is listed":                              {func(a *Approval) { a.Scope = ScopeListed }, nil},
		"scope all lists payouts to approve":               {func(a *Approval) {}, []ApprovalItem{{ann.No, Approve}}},
		"payout " + bob.RailRef + " is of another batch":   {func(a *Approval) {}, []ApprovalItem{{bob.No, Refuse}}},
		"payout " + gus.RailRef + " is cancelled":          {func(a *Approval) {}, []ApprovalItem{{gus.No, Refuse}}},
		"no payout attempt with number 99":                 {func(a *Approval) {}, []ApprovalItem{{99, Refuse}}},
		"CHECK":                                            {func(a *Approval) { a.Scope = "some" }, nil},
		"no batch with number 99":                          {func(a *Approval) { a.BatchNo = 99 }, nil},
		`decision "perhaps": wanted approve or refuse`:     {func(a *Approval) { a.Scope = ScopeListed }, []ApprovalItem{{ann.No, "perhaps"}}},
		"approval of batch 2026-08-1: signed is the batch": {func(a *Approval) { a.BatchNo, a.BatchHash = other.No, "eeee" }, nil},
	} {
		a := approvalOf(batch, ScopeAll)
		c.change(&a)
		_, err := b.AddApproval(ctx, a, c.items)
		wantError(t, err, text)
	}
	want(t, len(must(b.Approvals(ctx, batch.No))(t)), 0)
	computing := b.begin(batchOf(b.run, "2026-10", 1))
	_, err := b.AddApproval(ctx, approvalOf(computing, ScopeAll), nil)
	wantError(t, err, "it is not complete or was discarded")
}

func TestApprovedAttemptsAreInTheOrderOfFiles(t *testing.T) {
	b := freshBooks(t)
	dollars, cards := pays("ann", 1), pays("abe", 2)
	dollars.Currency, cards.Rail = "USD", "cards"
	batch := b.approved("2026-08", pays("zoe", 1), dollars, pays("bob", 1), cards)
	var found []string
	for _, a := range must(b.ApprovedAttempts(ctx, batch.No))(t) {
		found = append(found, a.Rail+" "+a.Currency+" "+a.Payee)
	}
	want(t, found, []string{"cards EUR abe", "sepa EUR bob", "sepa EUR zoe", "sepa USD ann"})
}
