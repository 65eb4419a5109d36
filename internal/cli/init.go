package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"recon/internal/config"
)

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "init DIR",
		Short:   "Make a folder with a commented recon.yaml and its drop folders",
		Args:    cobra.ExactArgs(1),
		Example: "  recon init shop",
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := initHome(args[0])
			if err != nil {
				return err
			}
			fmt.Fprintf(a.stdout, "%s: edit it, then `recon config check --config %s`\n", path, path)
			return nil
		},
	}
}

// initHome writes the example configuration into a new or empty-of-it folder.
func initHome(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "recon.yaml")
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o640)
	if errors.Is(err, fs.ErrExist) {
		return "", usageError(fmt.Errorf("%s exists already and was left alone", path))
	}
	if err != nil {
		return "", err
	}
	if _, err := f.Write(config.Example()); err != nil {
		return "", errors.Join(err, f.Close())
	}
	for _, inbox := range []string{"alipay", "wechat", "orders", "refunds"} {
		if err := os.MkdirAll(filepath.Join(dir, "inbox", inbox), 0o750); err != nil {
			return "", errors.Join(err, f.Close())
		}
	}
	return path, f.Close()
}
