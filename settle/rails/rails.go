// Package rails lists the ways to pay. A rail is a folder below settle/rail and
// its line here.
package rails

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"recon/internal/config"
	"recon/settle/rail"
	"recon/settle/rail/csv"
	"recon/settle/rail/sepa"
)

// Writers are the formats of submission files, by name.
var Writers = []struct {
	Format string
	New    rail.New
}{
	{"csv", csv.New},
	{"sepa", sepa.New},
}

// New makes a rail from its settings. Its format is the rail's name if the
// settings have none.
func New(name string, cfg config.Rail) (rail.Rail, error) {
	format := formatOf(name, cfg)
	var known []string
	for _, w := range Writers {
		if known = append(known, w.Format); w.Format == format {
			return w.New(name, cfg)
		}
	}
	return nil, fmt.Errorf("settle.rails.%s.format: %q, wanted one of %s", name, format, strings.Join(known, " "))
}

func formatOf(name string, cfg config.Rail) string {
	if cfg.Format == "" {
		return name
	}
	return cfg.Format
}

// Readers are the kinds of status files: those of banks that answer in XML,
// and one for each rail whose result table is in the settings, by name of the
// rail. A bank's report does not say which rail it is about, so that ACSC is
// paid only if every sepa rail has it so.
func Readers(rails map[string]config.Rail) []rail.StatusReader {
	list := []rail.StatusReader{sepa.Pain002{ACSCIsPaid: acscIsPaid(rails)}, sepa.Camt053{}, sepa.Camt054{}}
	for _, name := range slices.Sorted(maps.Keys(rails)) {
		if rails[name].Result != nil {
			list = append(list, csv.NewResult(name, rails[name]))
		}
	}
	return list
}

func acscIsPaid(rails map[string]config.Rail) bool {
	agreed := false
	for name, cfg := range rails {
		if formatOf(name, cfg) != "sepa" {
			continue
		}
		if !cfg.ACSCIsPaid {
			return false
		}
		agreed = true
	}
	return agreed
}

// HeadBytes is how much of a file is needed to know its kind.
const HeadBytes = 64 << 10

// Detect is the one reader whose file this is, by its content: names lie. Head
// is the beginning of the file, HeadBytes of it or all.
func Detect(readers []rail.StatusReader, head []byte) (rail.StatusReader, error) {
	var found []rail.StatusReader
	for _, r := range readers {
		if r.Detect(head) {
			found = append(found, r)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fmt.Errorf("has the columns of the result files of several rails, %s; give these columns other names, or one rail", describe(found))
	}
	return nil, unknown(readers, head)
}

// unknown says what a file is that nothing reads.
func unknown(readers []rail.StatusReader, head []byte) error {
	for _, known := range []struct{ mark, text string }{
		{"CstmrCdtTrfInitn", "a submission file (pain.001) and not the bank's answer to one"},
		{"BkToCstmrAcctRpt", "an intraday report (camt.052), of which nothing is final; wait for the statement"},
	} {
		if bytes.Contains(head, []byte("<"+known.mark)) || bytes.Contains(head, []byte(":"+known.mark)) {
			return errors.New(known.text)
		}
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return errors.New("a zip archive; unpack it and import the files in it")
	}
	return fmt.Errorf("not a status file that is known, wanted one of %s", describe(readers))
}

// describe names readers; result tables by their rail.
func describe(readers []rail.StatusReader) string {
	var list []string
	for _, r := range readers {
		name := r.Kind()
		if result, ok := r.(*csv.Result); ok {
			name = result.String()
		}
		list = append(list, name)
	}
	return strings.Join(list, ", ")
}
