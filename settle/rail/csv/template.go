// Package csv writes the bulk-payment files of banks and wallets from a
// template in the settings, and reads the tables that they answer with.
package csv

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"recon/internal/config"
	"recon/internal/money"
	"recon/settle/rail"
)

// template is a rail whose files are tables.
type template struct {
	key         string // of its settings, for texts: settle.rails.alipay
	currencies  []string
	maxAmount   string
	maxPerFile  int
	maxFileSum  string
	set         string // character set
	end         string // of a line
	comma       byte
	quotes      bool // values may stand in quotes
	ending      string
	top, bottom []text
	titles      string // "": no line of titles
	columns     []column
	remittance  text
	dateForm    string
}

// column is one column of a row.
type column struct {
	name  string // for texts: its title or place
	value text
	most  int // characters; 0: no limit
	need  bool
}

// New makes the rail from its settings. Everything of the template that cannot
// be written is an error that names the setting.
func New(name string, cfg config.Rail) (rail.Rail, error) {
	key := "settle.rails." + name
	if cfg.Template == nil {
		return nil, fmt.Errorf("%s.template: missing, wanted the columns of the bank's template", key)
	}
	t := &template{
		key: key, currencies: cfg.Currencies, maxAmount: cfg.MaxAmount, maxPerFile: cfg.MaxPerFile, maxFileSum: cfg.MaxFileSum,
		set: or(cfg.Template.Charset, setUTF8), end: "\r\n", quotes: cfg.Template.Quote != "never",
		ending: or(cfg.Template.Ending, "csv"), dateForm: or(cfg.Template.DateForm, "20060102"),
	}
	if cfg.Template.LineEnd == "lf" {
		t.end = "\n"
	}
	for _, set := range []func(config.Rail) error{t.setLimits, t.setComma, t.setRemittance, t.setColumns, t.setLines} {
		if err := set(cfg); err != nil {
			return nil, fmt.Errorf("%s.%w", key, err)
		}
	}
	return t, nil
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// setLimits reads the amounts of the limits once, to say at once that they are
// none; they are read again in the currency of a payment.
func (t *template) setLimits(cfg config.Rail) error {
	const most = 4 // decimals of any currency
	for key, limit := range map[string]string{"max_amount": cfg.MaxAmount, "max_file_sum": cfg.MaxFileSum} {
		if limit == "" {
			continue
		}
		if n, err := money.Parse(limit, most); err != nil || n <= 0 {
			return fmt.Errorf("%s: %q, wanted an amount above zero", key, limit)
		}
	}
	return nil
}

func (t *template) setComma(cfg config.Rail) error {
	comma := or(cfg.Template.Comma, ",")
	if comma == "tab" {
		comma = "\t"
	}
	if len(comma) != 1 || comma[0] >= utf8.RuneSelf || comma[0] < ' ' && comma != "\t" || comma == `"` {
		return fmt.Errorf("template.comma: %q, wanted one character like a comma, or tab", comma)
	}
	t.comma = comma[0]
	return nil
}

func (t *template) setRemittance(cfg config.Rail) (err error) {
	if t.remittance, err = parse(or(cfg.Remittance, "{period} {rail_ref}"), remittanceFields); err != nil {
		return fmt.Errorf("remittance: %w", err)
	}
	return nil
}

// setColumns reads the columns. A template must say how much goes where, and
// hold the reference by which the bank's answer is understood.
func (t *template) setColumns(cfg config.Rail) error {
	var titles []string
	for i, c := range cfg.Template.Columns {
		value, err := parse(c.Value, rowFields)
		if err != nil {
			return fmt.Errorf("template.columns[%d].value: %w", i, err)
		}
		if err := t.checkLiterals(value, c.Title); err != nil {
			return fmt.Errorf("template.columns[%d]: %w", i, err)
		}
		name := or(strings.TrimSpace(c.Title), fmt.Sprintf("column %d", i+1))
		t.columns = append(t.columns, column{name: name, value: value, most: c.MaxChars, need: c.Need})
		titles = append(titles, t.cell(c.Title))
	}
	if cfg.Template.Titles {
		t.titles = strings.Join(titles, string(t.comma))
	}
	return t.checkColumns()
}

func (t *template) checkColumns() error {
	holds := func(name string) bool {
		return slices.ContainsFunc(t.columns, func(c column) bool { return c.value.has(name) })
	}
	switch {
	case !holds("amount") && !holds("amount_minor"):
		return errors.New("template.columns: none holds {amount} or {amount_minor}")
	case !holds("destination"):
		return errors.New("template.columns: none holds {destination}")
	case !holds("rail_ref") && !(holds("remittance") && t.remittance.has("rail_ref")):
		return errors.New("template.columns: none holds {rail_ref}, without which the bank's answer cannot be matched; put it into the remark")
	}
	return nil
}

// checkLiterals refuses what the file could not hold of the template itself.
func (t *template) checkLiterals(value text, title string) error {
	for _, p := range value.parts {
		for _, s := range []string{p.literal, p.yes, p.no} {
			if wrong := t.wrong(s); wrong != "" {
				return fmt.Errorf("value: %s", wrong)
			}
		}
	}
	if wrong := t.wrong(title); wrong != "" {
		return fmt.Errorf("title: %s", wrong)
	}
	return nil
}

// setLines reads the lines above and below the rows.
func (t *template) setLines(cfg config.Rail) error {
	for _, part := range []struct {
		key   string
		lines []string
		into  *[]text
	}{{"top", cfg.Template.Top, &t.top}, {"bottom", cfg.Template.Bottom, &t.bottom}} {
		for i, line := range part.lines {
			read, err := parse(line, sheetFields)
			if err == nil {
				if wrong := strange(line, t.set); wrong != "" {
					err = errors.New(wrong)
				}
			}
			if err != nil {
				return fmt.Errorf("template.%s[%d]: %w", part.key, i, err)
			}
			*part.into = append(*part.into, read)
		}
	}
	return nil
}

// Ending is the ending of the bank's template.
func (t *template) Ending() string { return t.ending }
