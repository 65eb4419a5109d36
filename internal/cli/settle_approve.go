package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"recon/internal/config"
	"recon/settle/approval"
)

func (a *app) sheetCommand() *cobra.Command {
	return &cobra.Command{
		Use: "approval-sheet BATCH", Short: "Write what the approver of a batch reads and signs",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				page, data, err := s.pay.WriteSheet(c.Context(), args[0])
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%s\n%s\n", s.shown(page), s.shown(data))
				}
				return exitClean, err
			})
		},
	}
}

// shown is a path below home as the caller can open it.
func (s *session) shown(path string) string {
	full := filepath.Join(s.cfg.Home, path)
	here, err := os.Getwd()
	if err != nil {
		return full
	}
	if short, err := filepath.Rel(here, full); err == nil && filepath.IsLocal(short) {
		return short
	}
	return full
}

// selectFlags say which payouts a signature speaks of.
type selectFlags struct {
	key, by       string
	all, except   bool
	payout, minus []string
}

func (f *selectFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.key, "key", "", "file of the private key")
	c.Flags().StringVar(&f.by, "by", "", "name of the signer, as settle.people has it (default: whose key it is)")
	c.Flags().BoolVar(&f.all, "all", false, "approve all payouts, those in review too (default when no payout is named)")
	c.Flags().BoolVar(&f.except, "all-except-review", false, "approve all payouts but those in review")
	c.Flags().StringSliceVar(&f.payout, "payout", nil, "approve only this payout (key, repeatable)")
	c.Flags().StringSliceVar(&f.minus, "refuse", nil, "refuse this payout: it is cancelled (key, repeatable); alone it approves nothing else")
}

func (f *selectFlags) selection() (approval.Selection, error) {
	sel := approval.Selection{Scope: approval.All, Approve: f.payout, Refuse: f.minus}
	switch {
	case f.all && f.except:
		return sel, errors.New("--all and --all-except-review: wanted one of them")
	case f.all && len(f.payout) > 0:
		return sel, errors.New("--all and --payout: wanted one of them")
	case f.except && len(f.payout) > 0:
		return sel, errors.New("--all-except-review and --payout: wanted one of them")
	case f.except:
		sel.Scope = approval.AllExceptReview
	case !f.all && len(f.payout)+len(f.minus) > 0:
		sel.Scope = approval.Listed
	}
	return sel, nil
}

// check is what of the flags can be wrong before anything is read.
func (f *selectFlags) check(signature string) error {
	switch {
	case (signature == "") == (f.key == ""):
		return errors.New("wanted --signature FILE or --key KEYFILE")
	case signature != "" && (f.all || f.except || len(f.payout)+len(f.minus) > 0):
		return errors.New("--signature says itself which payouts are approved and refused: give these flags to settle sign")
	}
	_, err := f.selection()
	return err
}

// decided is what a signature says, for whoever gave it.
func decided(sig approval.Signature) string {
	var parts []string
	switch {
	case sig.Scope != approval.Listed:
		parts = append(parts, strings.ReplaceAll(sig.Scope, "_", " ")+" approved")
	case len(sig.Approve) > 0:
		parts = append(parts, fmt.Sprintf("%d listed approved", len(sig.Approve)))
	}
	if len(sig.Refuse) > 0 {
		parts = append(parts, fmt.Sprintf("%d refused", len(sig.Refuse)))
	}
	return strings.Join(parts, ", ") + " by " + sig.By
}

// sign signs a sheet with the key of the flags.
func (f *selectFlags) sign(sheet approval.Sheet, people []config.Person) (approval.Signature, error) {
	sel, err := f.selection()
	if err != nil {
		return approval.Signature{}, err
	}
	key, err := approval.ReadKey(f.key)
	if err != nil {
		return approval.Signature{}, err
	}
	by := f.by
	for _, p := range people {
		if by == "" && p.Key == approval.PublicText(key) {
			by = p.Name
		}
	}
	if by == "" {
		return approval.Signature{}, errors.New("--by is missing: no person of the configuration has this key")
	}
	return approval.Sign(sheet, key, by, sel)
}

// signCommand signs offline: it needs the sheet and the key, no configuration.
func (a *app) signCommand() *cobra.Command {
	var f selectFlags
	var fresh, out string
	c := &cobra.Command{
		Use: "sign [FILE]", Short: "Sign an approval sheet, on any machine; or make a key",
		Example: `  settle sign --new-key li.na                      writes li.na.key and prints the line for settle.people
  settle sign approval-2026-08-1.json --key li.na.key --by li.na`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case fresh != "" && len(args) == 0:
				return a.newKey(fresh)
			case fresh != "" || len(args) == 0 || f.key == "":
				return usageError(errors.New("wanted an approval sheet with --key KEYFILE, or --new-key NAME alone"))
			}
			return a.signSheet(args[0], out, f)
		},
	}
	f.add(c)
	c.Flags().StringVar(&fresh, "new-key", "", "make a key pair for this person")
	c.Flags().StringVar(&out, "out", "", "file of the signature (default: beside the sheet)")
	return c
}

func (a *app) newKey(name string) error {
	if name == "" || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return usageError(fmt.Errorf("--new-key %q: wanted a person's name, as file name", name))
	}
	key, err := approval.NewKey(rand.Reader)
	if err != nil {
		return err
	}
	if err := approval.WriteKey(name+".key", key); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "%s.key is the private key: keep it on the approver's own machine.\nFor settle.people:\n  - { name: %s, key: %q, may: [approve] }\n",
		name, name, approval.PublicText(key))
	return err
}

func (a *app) signSheet(name, out string, f selectFlags) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	sheet, err := approval.ReadSheet(file, filepath.Base(name))
	if err != nil {
		return err
	}
	var people []config.Person
	if cfg, err := a.load(); err == nil && cfg.Settle != nil {
		people = cfg.Settle.People // only to find the name that goes with the key
	}
	sig, err := f.sign(sheet, people)
	if err != nil {
		return usageError(err)
	}
	if out == "" {
		out = strings.TrimSuffix(name, ".json") + ".sig.json"
	}
	to, err := os.OpenFile(out, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(sig.Write(to), to.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.stdout, "%s: signed by %s, %s, batch hash %s\n", out, sig.By, sig.Scope, sig.BatchHash)
	return err
}

func (a *app) approveCommand() *cobra.Command {
	var f selectFlags
	var signature string
	c := &cobra.Command{
		Use: "approve BATCH", Short: "Approve a batch, or some of its payouts; its files are written then",
		Example: `  settle approve 2026-08-1 --signature approval-2026-08-1.sig.json
  settle approve 2026-08-1 --key li.na.key --all-except-review
  settle approve 2026-08-1 --key li.na.key --refuse monthly-payout:s2:2026-08:EUR          refuses one, approves none
  settle approve 2026-08-1 --key li.na.key --all --refuse monthly-payout:s2:2026-08:EUR    approves the rest
  settle approve 2026-08-1 --key li.na.key --payout monthly-payout:s1:2026-08:EUR --refuse monthly-payout:s2:2026-08:EUR`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(signature); err != nil {
				return usageError(err)
			}
			return a.settling(c.Context(), false, func(s *settling) (int, error) {
				sig, err := s.pay.Approve(c.Context(), args[0], func(sheet approval.Sheet) (approval.Signature, error) {
					if signature != "" {
						return readSignature(signature)
					}
					return f.sign(sheet, s.cfg.Settle.People)
				})
				if err != nil {
					return exitClean, err
				}
				fmt.Fprintf(a.stdout, "batch %s: %s\n", args[0], decided(sig))
				return exitClean, a.printFiles(c.Context(), s, args[0])
			})
		},
	}
	f.add(c)
	c.Flags().StringVar(&signature, "signature", "", "file that settle sign wrote")
	return c
}

func readSignature(name string) (approval.Signature, error) {
	file, err := os.Open(name)
	if err != nil {
		return approval.Signature{}, err
	}
	defer file.Close()
	return approval.ReadSignature(file, filepath.Base(name))
}
