package payrun

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/settle/approval"
)

// step is something that happens between two months.
func (w *world) step() {
	w.shop.now = w.shop.now.Add(time.Hour)
	steps := []struct {
		name string
		do   func()
	}{
		{"approve", w.approveSome}, {"approve", w.approveSome}, {"upload", w.upload}, {"upload", w.upload}, {"listen", w.listen}, {"listen", w.listen},
		{"listen", w.listen}, {"listen", w.listen}, {"discard", w.discardDraft}, {"cancel", w.cancelOne}, {"retry", w.retryOne}, {"retry", w.retryOne},
		{"void", w.voidOne}, {"redate", w.redateOne}, {"accept", w.acceptRestated}, {"supplement", w.supplement},
	}
	one := rapid.SampledFrom(steps).Draw(w.t, "step")
	w.t.Logf("-- %s", one.name)
	one.do()
	w.laws()
}

// ordinary is what people do with most batches: approve and upload.
func (w *world) ordinary() {
	b, _ := w.last()
	w.refused("approve", w.approve(b.ID, approval.Selection{Scope: approval.All}))
	for _, f := range w.onDisk() {
		w.bank.take(w.t, f)
	}
	w.laws()
}

func (w *world) approveSome() {
	b, ok := w.last()
	if !ok {
		return
	}
	sel := approval.Selection{Scope: rapid.SampledFrom([]string{approval.All, approval.AllExceptReview, approval.Listed}).Draw(w.t, "scope")}
	for _, a := range w.attempts() {
		if a.BatchNo != b.No || over(a.State) {
			continue
		}
		switch rapid.IntRange(0, 5).Draw(w.t, "decision") {
		case 0:
			sel.Refuse = append(sel.Refuse, a.PayoutKey)
		case 1, 2:
			if sel.Scope == approval.Listed {
				sel.Approve = append(sel.Approve, a.PayoutKey)
			}
		}
	}
	if sel.Scope == approval.Listed && len(sel.Approve)+len(sel.Refuse) == 0 {
		return
	}
	w.refused("approve", w.approve(b.ID, sel))
}

// upload gives the bank a file.
func (w *world) upload() {
	files := w.onDisk()
	if len(files) == 0 {
		return
	}
	f := rapid.SampledFrom(files).Draw(w.t, "file")
	w.bank.take(w.t, f)
	if rapid.Bool().Draw(w.t, "recorded") {
		_, err := w.engine().Sent(ctx, f.ID, "ref", "wang.wei")
		w.refused("sent", err)
	}
}

// listen imports what the bank says.
func (w *world) listen() {
	for range rapid.IntRange(1, 4).Draw(w.t, "files") {
		if len(w.bank.files) == 0 {
			return
		}
		name, content := w.bank.speak(w.t, rapid.SampledFrom(w.bank.files).Draw(w.t, "file"))
		w.read(name, content)
		if rapid.IntRange(0, 3).Draw(w.t, "again") == 0 {
			w.read(name, content+"\n") // with other bytes, so that it is not known as a file
		}
		w.laws()
	}
}

// read imports a file of the bank.
func (w *world) read(name, content string) {
	w.write("bank/"+name, content)
	read := (*Engine).ImportStatus
	if name == "events.jsonl" {
		read = (*Engine).ImportEvents
	}
	in, err := read(w.engine(), ctx, filepath.Join(w.dir, "bank", name))
	if !w.refused(name, err) {
		w.t.Logf("%d steps, known %v, %d exceptions", in.Applied, in.Known, len(in.Exceptions))
	}
}

func (w *world) discardDraft() {
	if b, ok := w.last(); ok {
		if _, err := w.engine().Discard(ctx, b.ID, "wang.wei", "test"); !w.refused("discard", err) {
			w.paper.discard(b.No)
			w.laws()
			period := monthOf(w.t, b.Period)
			w.make(Ask{Period: period, Supplement: b.Part > 1})
		}
	}
}

// one draws an attempt, rather one that pays nobody any more.
func (w *world) one() (a state.PayoutAttempt, ok bool) {
	all := w.attempts()
	ended := slices.DeleteFunc(slices.Clone(all), func(a state.PayoutAttempt) bool { return !over(a.State) })
	if len(ended) > 0 && rapid.IntRange(0, 3).Draw(w.t, "ended") > 0 {
		all = ended
	}
	if len(all) == 0 {
		return a, false
	}
	return rapid.SampledFrom(all).Draw(w.t, "payout"), true
}

func (w *world) cancelOne() {
	if a, ok := w.one(); ok {
		_, err := w.engine().Cancel(ctx, a.PayoutKey, "wang.wei", "test")
		w.refused("cancel", err)
	}
}

// retryOne tries a payout again. Afterwards nobody owes what was not earned.
func (w *world) retryOne() {
	a, ok := w.one()
	if !ok {
		return
	}
	if _, err := w.engine().Retry(ctx, a.PayoutKey, "wang.wei", "test"); w.refused("retry", err) {
		return
	}
	account := accountKey{a.Payee, a.Currency}
	left := w.paper.earned()[account]
	for _, o := range w.attempts() {
		if (accountKey{o.Payee, o.Currency}) == account && !over(o.State) {
			left -= o.AmountMinor
		}
	}
	if left < 0 {
		w.t.Fatalf("retry of %s takes %d more than there is", a.PayoutKey, -left)
	}
}

// voidOne takes back a file that the bank was not given.
func (w *world) voidOne() {
	for _, f := range w.onDisk() {
		if w.bank.fates[f.payouts[0].RailRef] == "" {
			_, err := w.engine().Void(ctx, f.ID, "wang.wei", "test")
			w.refused("void", err)
			b := w.batches()[f.BatchNo-1]
			_, err = w.engine().Settle(ctx, Ask{Period: monthOf(w.t, b.Period)})
			w.refused("settle", err)
			return
		}
	}
}

func (w *world) redateOne() {
	files := w.onDisk()
	if len(files) == 0 {
		return
	}
	f := rapid.SampledFrom(files).Draw(w.t, "file")
	day, err := calendar.AddDays("target", calendar.Of(w.shop.now.Date()), 3)
	if err != nil {
		w.t.Fatalf("%v", err)
	}
	before, err := os.ReadFile(filepath.Join(w.dir, f.Path))
	if err != nil {
		w.t.Fatalf("%v", err)
	}
	sub, err := w.engine().Redate(ctx, f.ID, day)
	if w.refused("redate", err) {
		return
	}
	now, err := w.books.AttemptsInSubmission(ctx, sub.MessageID)
	if err != nil || sub.MessageID != f.MessageID || sub.PaymentInfoID != f.PaymentInfoID || len(before) == 0 {
		w.t.Fatalf("redate of %s: %v, ids %s %s", f.ID, err, sub.MessageID, sub.PaymentInfoID)
	}
	if diff := cmp.Diff(refsOf(f.payouts), refsOf(now)); diff != "" {
		w.t.Fatalf("redate of %s: other payouts\n%s", f.ID, diff)
	}
}

func refsOf(all []state.PayoutAttempt) (refs []string) {
	for _, a := range all {
		refs = append(refs, a.RailRef)
	}
	return refs
}

func (w *world) acceptRestated() {
	if b, ok := w.last(); ok {
		n, err := w.engine().AcceptRestated(ctx, b.ID, nil, "wang.wei", "test")
		if err != nil || n != len(w.paper.seen[b.No]) {
			w.t.Fatalf("accept %s: %d entries, wanted %d (%v)", b.ID, n, len(w.paper.seen[b.No]), err)
		}
		w.paper.accept(b.No)
	}
}

// supplement pays those that the month left out, unless the month is a draft.
func (w *world) supplement() {
	b, ok := w.last()
	if !ok || b.State == state.BatchDraft {
		return
	}
	w.payees()
	w.make(Ask{Period: monthOf(w.t, b.Period), Supplement: true})
}
