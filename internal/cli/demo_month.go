package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"recon/fixtures/gen"
	"recon/settle/approval"
)

// beijing is the zone of the demo's clock.
var beijing = time.FixedZone("", 8*3600)

// demoMarket makes the approver's key and the month's files.
func demoMarket(dir string) error {
	key, err := approval.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	if err := gen.Market(dir, demoFirst, approval.PublicText(key)); err != nil {
		return err
	}
	return approval.WriteKey(filepath.Join(dir, "secrets", "li.na.key"), key)
}

// demoMonths goes on with the company's month: a batch of August as a draft,
// its approval and files, what the bank says about them, a payout that comes
// back, and September, which pays what came back.
func (a *app) demoMonths(ctx context.Context, dir string) error {
	key := filepath.Join(dir, "secrets", "li.na.key")
	file := filepath.Join(dir, "submissions/2026-08/2026-08-1/sepa-1.xml")
	at := func(month time.Month, day, hour int) { a.now = time.Date(2026, month, day, hour, 0, 0, 0, beijing) }
	for _, step := range []struct {
		month     time.Month
		day, hour int
		before    func() error
		args      []string
	}{
		{time.September, 1, 12, nil, []string{"preflight", "--period", "2026-08"}},
		{time.September, 1, 13, nil, []string{"--period", "2026-08"}},
		{time.September, 1, 14, nil, []string{"approval-sheet", "2026-08-1"}},
		{time.September, 1, 15, nil, []string{"approve", "2026-08-1", "--key", key, "--all-except-review"}},
		{time.September, 1, 16, nil, []string{"sent", "2026-08-1/sepa-1", "--bank-ref", "UPLOAD-4711", "--by", "wang.wei"}},
		{time.September, 1, 20, answer(file, dir, "pain002.xml", gen.BankAnswer), []string{"status", "import", filepath.Join(dir, "bank", "pain002.xml")}},
		{time.September, 3, 9, answer(file, dir, "camt053.xml", gen.BankStatement), []string{"status", "import", filepath.Join(dir, "bank", "camt053.xml")}},
		{time.September, 3, 10, nil, []string{"list", "2026-08-1", "--state", "failed,returned,review"}},
		{time.October, 1, 13, func() error { return a.demoSeptember(ctx, dir) }, []string{"--period", "2026-09"}},
		{time.October, 1, 14, nil, []string{"approve", "2026-09-1", "--key", key}},
		{time.October, 1, 15, nil, []string{"list"}},
	} {
		at(step.month, step.day, step.hour)
		if step.before != nil {
			if err := step.before(); err != nil {
				return err
			}
		}
		if err := a.demoSettle(ctx, step.args); err != nil {
			return err
		}
	}
	return nil
}

// demoSeptember makes the files of September and reconciles its last night; the
// demo leaves out the others.
func (a *app) demoSeptember(ctx context.Context, dir string) error {
	if err := gen.MarketNext(dir, demoFirst); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "$ recon run --config %s --date 2026-09-30 --allow-gap\n", a.configPath)
	err := a.run(ctx, runFlags{date: "2026-09-30", allowGap: true})
	if err != nil && exitCode(err) != exitOpen {
		return err
	}
	fmt.Fprintln(a.stdout)
	return nil
}

// answer writes what the bank says to a submission file.
func answer(file, dir, name string, say func([]byte) ([]byte, error)) func() error {
	return func() error {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		said, err := say(content)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Join(dir, "bank"), 0o750); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, "bank", name), said, 0o640)
	}
}

// demoSettle runs one command of settle as a person would. Payouts in review
// and breaks are what the demo shows, so they are no failure.
func (a *app) demoSettle(ctx context.Context, args []string) error {
	line := "$ settle --config " + a.configPath
	for _, arg := range args {
		line += " " + quotedWord(arg)
	}
	fmt.Fprintln(a.stdout, line)
	command := a.settleCommand()
	usageArgs(command)
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetArgs(args)
	err := command.ExecuteContext(ctx)
	var coded *codeError
	if errors.As(err, &coded) && coded.code == exitOpen {
		err = nil
	}
	fmt.Fprintln(a.stdout)
	return err
}

func quotedWord(s string) string {
	for _, r := range s {
		if r == ' ' {
			return fmt.Sprintf("%q", s)
		}
	}
	return s
}
