package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// maxFile bounds a configuration file.
const maxFile = 1 << 20

// Load reads a configuration file. Relative paths are resolved: home and
// file: secrets against the folder of the file, drop folders against home.
// What a source leaves out is filled from its format and the file. Every error
// is an *Error with all faults of the file.
func Load(path string, formats Formats) (*Config, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, faultsOf(path, []Fault{{Text: err.Error()}})
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, faultsOf(path, []Fault{{Text: err.Error()}})
	}
	return load(path, text, folder, formats)
}

// readFile reads a configuration file whole; its errors do not repeat the path.
func readFile(path string) ([]byte, error) {
	text, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New("no such file, `recon init` writes a first configuration")
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return nil, at.Err
	}
	if len(text) > maxFile {
		return nil, errors.New("larger than 1 MiB, wanted a configuration")
	}
	return text, err
}

// readBounded reads at most one byte more than a configuration may have.
func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// load reads the text of a file that lies in folder.
func load(path string, text []byte, folder string, formats Formats) (*Config, error) {
	d := &document{lines: map[string]int{"": 1}}
	c := new(Config)
	if top := d.parse(bytes.TrimPrefix(text, []byte("\ufeff"))); top != nil {
		d.value("", top, reflect.ValueOf(c).Elem(), "")
		c.validate(d, formats)
	}
	if err := faultsOf(path, d.faults); err != nil {
		return nil, err
	}
	c.resolve(folder, formats, d)
	return c, nil
}

// resolve makes paths absolute and fills what the file leaves out.
func (c *Config) resolve(folder string, formats Formats, d *document) {
	c.Home = absolute(c.Home, folder)
	for i := range c.Sources {
		s := &c.Sources[i]
		s.resolve(formats[s.Format], c.Zone)
		s.Fetch.Dir = absolute(s.Fetch.Dir, c.Home)
		s.Password = absoluteSecret(s.Password, folder)
	}
	if c.Mail != nil {
		c.Mail.resolve(folder)
	}
	c.resolveChat(folder)
	if c.Telemetry.Metrics != "" {
		c.Telemetry.Metrics = absolute(c.Telemetry.Metrics, c.Home)
	}
	if c.Settle != nil {
		c.Settle.resolve(c.Home, folder)
	}
	for i := range c.Reconciliations {
		if !d.has(fmt.Sprintf("reconciliations[%d].due.refund_days", i)) {
			c.Reconciliations[i].Due.RefundDays = c.Reconciliations[i].Due.Days
		}
	}
}

func absolute(path, folder string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// names lists the format ids a source may have, sorted.
func (f Formats) names() []string {
	names := []string{formatTable, formatAuto}
	for id := range f {
		names = append(names, id)
	}
	slices.SortFunc(names, strings.Compare)
	return slices.Compact(names)
}
