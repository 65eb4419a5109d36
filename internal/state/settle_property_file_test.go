package state

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"
)

// submit puts any attempts into a file.
func (p *played) submit(t *rapid.T) {
	b := pick(t, p.m.batches, "batch")
	var items []*modelAttempt
	for _, a := range p.m.attempts {
		if rapid.IntRange(0, 3).Draw(t, "in") == 0 {
			items = append(items, a)
		}
	}
	p.submitItems(t, b, items)
}

// submitApproved puts some of what may go into a file into one.
func (p *played) submitApproved(t *rapid.T) {
	b := pick(t, p.m.batches, "batch")
	may, err := p.ApprovedAttempts(ctx, b.no)
	if err != nil {
		t.Fatal(err)
	}
	var items, wanted []*modelAttempt
	for _, a := range may {
		items = append(items, p.m.attempts[a.No-1])
	}
	for _, a := range p.m.of(b) {
		if b.complete && a.may && a.is(PayoutPending) {
			wanted = append(wanted, a)
		}
	}
	if len(items) != len(wanted) {
		t.Fatalf("%d payouts may go into a file, the model says %d", len(items), len(wanted))
	}
	if len(items) > 1 && rapid.Bool().Draw(t, "some") {
		items = items[1:]
	}
	p.submitItems(t, b, items)
}

func (p *played) submitItems(t *rapid.T, b *modelBatch, items []*modelAttempt) {
	f := &modelFile{no: int64(len(p.m.files)) + 1, batch: b, items: items}
	f.id = fmt.Sprintf("%s/sepa-%d", b.id, f.no)
	fits := b.complete && !b.discarded && len(items) > 0
	sub, nos := fileOf(Batch{No: b.no, ID: b.id}, f.no)
	for _, a := range items {
		fits = fits && a.batch == b && a.is(PayoutPending) && a.may
		nos = append(nos, a.no)
		sub.Payouts++
		sub.SumMinor += a.amount
	}
	_, err := p.AddSubmission(ctx, sub, nos)
	agree(t, err, fits, "submit")
	if !fits {
		return
	}
	p.m.files = append(p.m.files, f)
	for _, a := range items {
		p.m.step(a, PayoutSubmitted)
		a.unclear = false
	}
}

func (p *played) voidOne(t *rapid.T) {
	f := pick(t, p.m.files, "file")
	fits := f.current() && !f.known()
	agree(t, p.VoidSubmission(ctx, f.id, "li.na", "why", noon), fits, "void")
	if !fits {
		return
	}
	f.void = true
	for _, a := range f.items {
		p.m.step(a, PayoutPending)
	}
}

func (p *played) redate(t *rapid.T) {
	former := pick(t, p.m.files, "file")
	f := &modelFile{no: int64(len(p.m.files)) + 1, batch: former.batch, items: former.items, former: former}
	stored, err := p.SubmissionByID(ctx, former.id)
	if err != nil {
		t.Fatal(err)
	}
	items, err := p.SubmissionItems(ctx, former.id)
	if err != nil {
		t.Fatal(err)
	}
	next := redated(stored, f.no)
	fits := former.current()
	_, err = p.AddSubmission(ctx, next, items)
	agree(t, err, fits, "redate")
	if fits {
		f.id, former.redated = next.ID, true
		p.m.files = append(p.m.files, f)
	}
}

func (p *played) sentOne(t *rapid.T) {
	f := pick(t, p.m.files, "file")
	fits := !f.void && !f.redated
	agree(t, p.MarkSubmission(ctx, SubmissionMark{SubmissionID: f.id, Kind: MarkSent, By: "wang", At: noon}), fits, "sent")
	f.sent = f.sent || fits
}

var allStates = []string{PayoutReview, PayoutPending, PayoutSubmitted, PayoutProcessing, PayoutPaid, PayoutReturned, PayoutFailed, PayoutCancelled}

// applySome applies any steps, with evidence that comes again, chains and
// repetitions.
func (p *played) applySome(t *rapid.T) {
	var all []Transition
	state := map[int64]string{}
	for range rapid.IntRange(1, 4).Draw(t, "steps") {
		a := pick(t, p.m.attempts, "attempt")
		from := state[a.no]
		if from == "" {
			from = a.state
		}
		step := Transition{AttemptNo: a.no, From: from, To: rapid.SampledFrom(allStates).Draw(t, "to"), Source: "bank",
			Evidence: fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "evidence"))}
		step.Unclear = step.From == step.To && rapid.Bool().Draw(t, "unclear")
		state[a.no] = step.To
		all = append(all, step)
	}
	if rapid.Bool().Draw(t, "again") {
		all = append(all, all[0])
	}
	p.applyAll(t, all)
}

// answer applies steps that a bank's file could speak of.
func (p *played) answer(t *rapid.T) {
	var all []Transition
	for _, a := range p.m.attempts {
		to := rapid.SampledFrom(allStates).Draw(t, "to")
		if slices.Contains([]string{PayoutSubmitted, PayoutProcessing, PayoutPaid}, a.state) && modelAllows(a.state, to) {
			all = append(all, Transition{AttemptNo: a.no, From: a.state, To: to, Source: "bank", Evidence: fmt.Sprint(rapid.Uint64().Draw(t, "evidence"))})
		}
	}
	p.applyAll(t, all)
}

func (p *played) applyAll(t *rapid.T, all []Transition) {
	wanted, fits := p.m.apply(all)
	out, err := p.Apply(ctx, all, nil, nil, noon)
	agree(t, err, fits, "apply")
	if out != wanted {
		t.Fatalf("apply: %+v, wanted %+v", out, wanted)
	}
}

func (p *played) retry(t *rapid.T) {
	key := pick(t, p.m.attempts, "attempt").key
	last := p.m.last(key)
	b := pick(t, p.m.batches, "batch")
	if b.period != last.batch.period {
		b = last.batch
	}
	r := RetryOrder{PayoutKey: key, AmountMinor: rapid.Int64Range(1, 3).Draw(t, "amount"), Rail: "sepa", Born: PayoutPending, BatchNo: b.no,
		EarnedMinor: rapid.Int64Range(0, 9).Draw(t, "earned")}
	fits := !p.m.computing() && last.over() && !last.batch.discarded && b.complete && !b.discarded && r.EarnedMinor+p.m.available[last.payee] >= r.AmountMinor
	_, err := p.Retry(ctx, r, testRef, noon)
	agree(t, err, fits, "retry")
	if fits {
		p.m.add(b, last.payee, PayoutPending, r.AmountMinor, true)
	}
}
