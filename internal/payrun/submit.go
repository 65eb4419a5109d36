package payrun

import (
	"cmp"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"time"

	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/disk"
	"recon/internal/money"
	"recon/internal/state"
	"recon/internal/stop"
	"recon/settle/rail"
)

// submit makes the files of a batch's payouts that may be sent and are in none
// yet. Each file is written and flushed under a temporary name, then stored
// with its payouts, then given its name. m is nil unless the batch was just made.
func (e *Engine) submit(ctx context.Context, b state.Batch, m *making) error {
	attempts, err := e.State.ApprovedAttempts(ctx, b.No)
	if err != nil || len(attempts) == 0 {
		return err
	}
	e.stage("write files")
	s, err := e.submitting(b, m)
	if err != nil {
		return err
	}
	return disk.Explain(e.Config.Home, s.files(ctx, chunks(s.settings, attempts)))
}

// submitting is the making of a batch's files.
type submitting struct {
	*Engine
	batch    state.Batch
	settings *config.Settle
	guard    sync.Mutex                        // of payees: the next file is rendered while one is stored
	payees   map[string]map[accountKey]*listed // by payee file
}

// submitting begins the making of files by the rules of a batch. The payees of
// a batch that was just made are known already.
func (e *Engine) submitting(b state.Batch, m *making) (*submitting, error) {
	settings, err := config.SettleFrom([]byte(b.Rules), e.Config.Home)
	s := &submitting{Engine: e, batch: b, settings: settings, payees: map[string]map[accountKey]*listed{}}
	if m != nil {
		s.payees[m.of(payeesRole)[0].Path] = m.payees
	}
	return s, err
}

// chunks cuts attempts into files: one rail and currency each, no more payouts
// and money than the rail's settings allow, in the order of payout keys.
func chunks(s *config.Settle, attempts []state.PayoutAttempt) [][]state.PayoutAttempt {
	var list [][]state.PayoutAttempt
	var sum int64
	for i, a := range attempts {
		cfg := s.Rails[a.Rail]
		limit := int64(-1)
		if cfg.MaxFileSum != "" {
			limit, _ = money.Parse(cfg.MaxFileSum, money.Exponent(a.Currency))
		}
		last := len(list) - 1
		if i == 0 || attempts[i-1].Rail != a.Rail || attempts[i-1].Currency != a.Currency ||
			len(list[last]) >= cfg.MaxPerFile || limit >= 0 && sum+a.AmountMinor > limit {
			list, sum, last = append(list, nil), 0, last+1
		}
		list[last] = append(list[last], a)
		sum += a.AmountMinor
	}
	return list
}

// rendered is a file under its temporary name, and its payouts.
type rendered struct {
	sub      state.Submission
	attempts []state.PayoutAttempt
	err      error
}

// files makes submission files, one for each list of attempts. While one is
// stored the next is rendered: both take about the same time.
func (s *submitting) files(ctx context.Context, lists [][]state.PayoutAttempt) (err error) {
	numbers, err := s.lastNumbers(ctx)
	if err != nil {
		return err
	}
	asked := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ahead := make(chan rendered)
	go func() {
		defer close(ahead)
		for _, attempts := range lists {
			if ctx.Err() != nil {
				return
			}
			numbers[attempts[0].Rail]++
			ahead <- s.rendered(ctx, attempts, numbers[attempts[0].Rail]) // it is read to its end
		}
	}()
	for r := range ahead {
		switch {
		case err != nil:
			err = errors.Join(err, s.dropRendered(r.sub))
		default:
			if err = s.keep(ctx, r); err != nil {
				cancel() // the channel is still read to its end, so that nothing is written any more
			}
		}
	}
	return cmp.Or(err, asked.Err()) // an interrupted rendering ends without a word
}

// lastNumbers are the highest numbers of the batch's files, by rail.
func (s *submitting) lastNumbers(ctx context.Context) (map[string]int64, error) {
	all, err := s.State.Submissions(ctx, s.batch.No)
	last := map[string]int64{}
	for _, o := range all {
		last[o.Rail] = max(last[o.Rail], o.Number)
	}
	return last, err
}

// rendered writes one file under its temporary name.
func (s *submitting) rendered(ctx context.Context, attempts []state.PayoutAttempt, number int64) rendered {
	sub, err := s.row(attempts, number)
	if err != nil {
		return rendered{err: err}
	}
	content, writer, err := s.content(ctx, sub, attempts)
	if err == nil {
		err = s.render(&sub, writer, content)
	}
	return rendered{sub, attempts, err}
}

// keep stores a rendered file with its payouts, and gives it its name.
func (s *submitting) keep(ctx context.Context, r rendered) error {
	if r.err != nil {
		return errors.Join(r.err, s.dropRendered(r.sub))
	}
	stop.At(stop.FileRendered)
	numbers := make([]int64, len(r.attempts))
	for i, a := range r.attempts {
		numbers[i] = a.No
	}
	sub, err := s.State.AddSubmission(ctx, r.sub, numbers)
	if err != nil {
		return errors.Join(err, s.dropRendered(r.sub))
	}
	stop.At(stop.FileStored)
	return s.placeAndDeliver(ctx, sub)
}

// dropRendered removes a rendered file that is not stored: a bank would take it.
func (s *submitting) dropRendered(sub state.Submission) error {
	if sub.Path == "" {
		return nil
	}
	if err := os.Remove(temporary(s.home(sub.Path))); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// row is the stored row of a file before its bytes are known.
func (s *submitting) row(attempts []state.PayoutAttempt, number int64) (sub state.Submission, err error) {
	first := attempts[0]
	writer, err := s.writer(first.Rail)
	if err != nil {
		return sub, err
	}
	cfg := s.settings.Rails[first.Rail]
	execution, err := executionDate(cfg, s.Now.In(s.settings.Location()))
	if err != nil {
		return sub, err
	}
	id := fmt.Sprintf("%s/%s-%d", s.batch.ID, first.Rail, number)
	hash := hashOf(s.batch)
	sub = state.Submission{ID: id, BatchNo: s.batch.No, Rail: first.Rail, Number: number, Currency: first.Currency,
		Path:    path.Join("submissions", s.batch.Period, id+"."+writer.Ending()),
		Payouts: int64(len(attempts)), Execution: execution, CreatedAt: s.Now.UTC().Truncate(time.Second),
		MessageID: messageID(hash, id, s.batch.Period), PaymentInfoID: paymentInfoID(hash, id, s.batch.Period)}
	for _, a := range attempts {
		sub.SumMinor += a.AmountMinor
	}
	return sub, nil
}

// executionDate is the day on which the bank is asked to pay.
func executionDate(cfg config.Rail, now time.Time) (calendar.Date, error) {
	return calendar.AddDays(cfg.Execution.Calendar, calendar.Of(now.Date()), cfg.Execution.OffsetDays)
}

func (s *submitting) writer(name string) (rail.Rail, error) {
	writers, err := writersOf(s.settings)
	if err != nil {
		return nil, err
	}
	return writers[name], nil
}

// content is everything that a file shows: from the stored row, the archived
// payee file and the debtor's secrets.
func (s *submitting) content(ctx context.Context, sub state.Submission, attempts []state.PayoutAttempt) (rail.Submission, rail.Rail, error) {
	writer, err := s.writer(sub.Rail)
	if err != nil {
		return rail.Submission{}, nil, err
	}
	debtor, err := s.settings.Rails[sub.Rail].Debtor.Resolve()
	if err != nil {
		return rail.Submission{}, nil, unfit("settle.rails.%s.debtor: %v", sub.Rail, err)
	}
	out := rail.Submission{MessageID: sub.MessageID, PaymentInfoID: sub.PaymentInfoID, Period: s.batch.Period, BatchID: s.batch.ID,
		Created: sub.CreatedAt.UTC(), Execution: sub.Execution, Currency: sub.Currency,
		Debtor: rail.Debtor(debtor)}
	for _, a := range attempts {
		l, err := s.listedOf(ctx, a)
		if err != nil {
			return out, nil, err
		}
		p := l.payment
		p.RailRef, p.PayoutKey, p.AmountMinor = a.RailRef, a.PayoutKey, a.AmountMinor
		out.Payments = append(out.Payments, p)
	}
	return out, writer, nil
}

// listedOf finds the payee of an attempt in the payee file the attempt was
// made with. The fingerprint says that it is the destination that was approved.
func (s *submitting) listedOf(ctx context.Context, a state.PayoutAttempt) (*listed, error) {
	s.guard.Lock()
	defer s.guard.Unlock()
	all, ok := s.payees[a.PayeeFile]
	if !ok {
		m := &making{settings: s.settings, inputs: []Input{{Role: payeesRole, Name: path.Base(a.PayeeFile), Path: a.PayeeFile, here: s.home(a.PayeeFile)}}}
		if err := s.listPayees(ctx, m); err != nil {
			return nil, fmt.Errorf("%s: %w", a.PayeeFile, err)
		}
		all = m.payees
		s.payees[a.PayeeFile] = all
	}
	l := all[accountKey{a.Payee, a.Currency}]
	if l == nil || l.fingerprint != a.Fingerprint {
		return nil, fmt.Errorf("payout %s: its destination in %s is not the one the batch was made with", a.PayoutKey, a.PayeeFile)
	}
	return l, nil
}

// render writes a file under its temporary name and fills in what its bytes
// are. The rail reads it again before it counts.
func (s *submitting) render(sub *state.Submission, writer rail.Rail, content rail.Submission) error {
	name := s.home(sub.Path)
	if err := disk.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	var counted countedWriter
	counted.sha, counted.md5 = sha256.New(), md5.New()
	err := disk.Fill(temporary(name), 0o600, func(w io.Writer) error {
		counted.to = w
		_, err := writer.Write(&counted, content)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", sub.Path, err)
	}
	sub.SHA256, sub.MD5, sub.Bytes = hex.EncodeToString(counted.sha.Sum(nil)), hex.EncodeToString(counted.md5.Sum(nil)), counted.bytes
	sub.DebtorLastFour = lastFour(content.Debtor.IBAN + content.Debtor.Account)
	return validate(temporary(name), sub, writer)
}

// validate reads a written file again with the rail's own rules.
func validate(name string, sub *state.Submission, writer rail.Rail) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	count, sum, err := writer.Validate(f)
	if err == nil && (count != sub.Payouts || sum != sub.SumMinor) {
		err = fmt.Errorf("holds %d payouts of %d, wanted %d of %d", count, sum, sub.Payouts, sub.SumMinor)
	}
	if err != nil {
		return fmt.Errorf("%s: the written file does not stand its own check: %w", sub.Path, err)
	}
	return nil
}

func temporary(name string) string { return name + disk.Temporary }

// countedWriter hashes and counts what goes through it.
type countedWriter struct {
	to       io.Writer
	sha, md5 hash.Hash
	bytes    int64
}

func (c *countedWriter) Write(p []byte) (int, error) {
	c.sha.Write(p)
	c.md5.Write(p)
	n, err := c.to.Write(p)
	c.bytes += int64(n)
	return n, err
}
