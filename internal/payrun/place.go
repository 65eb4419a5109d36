package payrun

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"recon/internal/disk"
	"recon/internal/state"
	"recon/internal/stop"
	"recon/report"
)

// place gives a stored file its name, puts its upload sheet beside it, and
// stores that it is there. It may be asked again at any point.
func (s *submitting) place(ctx context.Context, sub state.Submission) error {
	name := s.home(sub.Path)
	if err := s.putThere(ctx, sub, name); err != nil {
		return err
	}
	if err := s.sheet(ctx, sub, name); err != nil {
		return err
	}
	stop.At(stop.FilePlaced)
	mark := state.SubmissionMark{SubmissionID: sub.ID, Kind: state.MarkPlaced, At: s.Now}
	return s.State.MarkSubmission(ctx, mark)
}

// placeAndDeliver does for a new file all there is to do once it is stored.
func (s *submitting) placeAndDeliver(ctx context.Context, sub state.Submission) error {
	if err := s.place(ctx, sub); err != nil {
		return err
	}
	return s.deliver(ctx, sub)
}

// setAside keeps a file that nobody may upload any more from lying among those
// that wait for it: it gets its state as ending, and its sheets are removed. It
// may be asked again at any point.
func (e *Engine) setAside(sub state.Submission, why string) error {
	name := e.home(sub.Path)
	var errs []error
	for _, sheet := range sheets(name) {
		errs = append(errs, os.Remove(sheet))
	}
	errs = append(errs, os.Rename(name, name+"."+why))
	for i, err := range errs {
		if errors.Is(err, fs.ErrNotExist) {
			errs[i] = nil
		}
	}
	return errors.Join(errs...)
}

// sheets are the paths of a file's upload sheet: a page and a text.
func sheets(name string) [2]string {
	base := strings.TrimSuffix(name, filepath.Ext(name))
	return [2]string{base + ".sheet.html", base + ".sheet.txt"}
}

// putThere makes the file of a name be the stored bytes: the rendered file is
// renamed; one that a killed run lost is rendered again and must be the same.
func (s *submitting) putThere(ctx context.Context, sub state.Submission, name string) error {
	if sum, err := digestFile(name); err == nil && sum == sub.SHA256 {
		return nil
	}
	if sum, err := digestFile(temporary(name)); err != nil || sum != sub.SHA256 {
		if err := s.again(ctx, sub); err != nil {
			return err
		}
	}
	if err := os.Rename(temporary(name), name); err != nil {
		return err
	}
	return disk.SyncDir(filepath.Dir(name))
}

// again renders a stored file once more.
func (s *submitting) again(ctx context.Context, sub state.Submission) error {
	attempts, err := s.itemsOf(ctx, sub)
	if err != nil {
		return err
	}
	content, writer, err := s.content(ctx, sub, attempts)
	if err != nil {
		return err
	}
	made := sub
	if err := s.render(&made, writer, content); err != nil {
		return err
	}
	if made.SHA256 != sub.SHA256 {
		return fmt.Errorf("%s: made again it has other bytes than the stored ones: the debtor's secrets or the archived payee file changed since", sub.Path)
	}
	return nil
}

// itemsOf are the attempts of a file in its order.
func (s *submitting) itemsOf(ctx context.Context, sub state.Submission) ([]state.PayoutAttempt, error) {
	numbers, err := s.State.SubmissionItems(ctx, sub.ID)
	if err != nil {
		return nil, err
	}
	all, err := s.State.PayoutAttempts(ctx, sub.BatchNo)
	if err != nil {
		return nil, err
	}
	byNo := map[int64]state.PayoutAttempt{}
	for _, a := range all {
		byNo[a.No] = a
	}
	var list []state.PayoutAttempt
	for _, n := range numbers {
		a, ok := byNo[n]
		if !ok {
			return nil, fmt.Errorf("submission %s: attempt %d is of another batch", sub.ID, n)
		}
		list = append(list, a)
	}
	return list, nil
}

func digestFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// sheet writes the page that goes with the file to whoever uploads it.
func (s *submitting) sheet(ctx context.Context, sub state.Submission, name string) error {
	sheet, err := s.uploadSheet(ctx, sub)
	if err != nil {
		return err
	}
	names := sheets(name)
	return errors.Join(
		disk.WriteFile(names[0], 0o600, func(w io.Writer) error { return report.WriteUploadSheet(w, sheet) }),
		disk.WriteFile(names[1], 0o600, func(w io.Writer) error { return report.WriteUploadText(w, sheet) }))
}

// uploadSheet is what the sheet of a file says.
func (s *submitting) uploadSheet(ctx context.Context, sub state.Submission) (report.UploadSheet, error) {
	sheet := report.UploadSheet{
		Language: s.Config.Language, Engine: s.Version, Period: s.batch.Period, BatchID: s.batch.ID, ID: sub.ID, Rail: sub.Rail,
		Name: filepath.Base(sub.Path), SHA256: sub.SHA256, MD5: sub.MD5, Bytes: sub.Bytes, Count: sub.Payouts, SumMinor: sub.SumMinor,
		Currency: sub.Currency, DebtorName: s.settings.Rails[sub.Rail].Debtor.Name, DebtorLastFour: sub.DebtorLastFour,
		Execution: sub.Execution, MessageID: sub.MessageID, PaymentInfoID: sub.PaymentInfoID,
		ApprovalRequired: s.batch.ApprovalRequired, Created: sub.CreatedAt, Zone: s.settings.Location(),
	}
	approvals, err := s.State.Approvals(ctx, s.batch.No)
	if err != nil {
		return sheet, err
	}
	for _, a := range approvals {
		sheet.ApprovedBy = append(sheet.ApprovedBy, a.By)
	}
	if sub.Redates == 0 {
		return sheet, nil
	}
	all, err := s.State.Submissions(ctx, s.batch.No)
	for _, o := range all {
		if o.No == sub.Redates {
			sheet.Redates = filepath.Base(o.Path)
		}
	}
	return sheet, err
}

// deliver puts a copy where the bank's software fetches it, reads it back, and
// stores that. The folder is outside our care: what is there already under the
// name must be the same bytes.
func (s *submitting) deliver(ctx context.Context, sub state.Submission) error {
	to := s.settings.Rails[sub.Rail].Deliver
	if to == nil || sub.Delivered {
		return nil
	}
	copied := target(to, sub)
	if err := s.State.BeginDelivery(ctx, sub.No, s.Now); err != nil {
		return err
	}
	if err := copyOut(s.home(sub.Path), copied, sub.SHA256); err != nil {
		return fmt.Errorf("delivery of %s: %w", sub.ID, err)
	}
	stop.At(stop.FileCopied)
	return s.State.MarkSubmission(ctx, state.SubmissionMark{SubmissionID: sub.ID, Kind: state.MarkDelivered, Detail: filepath.Base(copied), At: s.Now})
}

// copyOut copies a file out of home, under a temporary name first, and reads
// it back.
func copyOut(name, target, want string) error {
	switch sum, err := digestFile(target); {
	case err == nil && sum == want:
		return nil
	case err == nil:
		return fmt.Errorf("%s: is there already with other content", target)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != want {
		return fmt.Errorf("%s: was changed since it was made: bring it back from a backup, do not upload it", filepath.Base(name))
	}
	if err := disk.WriteFile(target, 0o600, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(content))
		return err
	}); err != nil {
		return err
	}
	if sum, err := digestFile(target); err != nil || sum != want {
		return fmt.Errorf("%s: reads back as other bytes (%v): do not use it", target, err)
	}
	return nil
}

// Export copies a submission file out of home after checking that it is what
// was made.
func (e *Engine) Export(ctx context.Context, named, target string) (state.Submission, error) {
	sub, err := e.submission(ctx, named)
	if err != nil {
		return sub, err
	}
	if sub.State == state.SubmissionVoid || sub.State == state.SubmissionRedated {
		return sub, refuse("submission %s is %s: do not upload it", sub.ID, sub.State)
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		target = filepath.Join(target, filepath.Base(sub.Path))
	}
	return sub, copyOut(e.home(sub.Path), target, sub.SHA256)
}
