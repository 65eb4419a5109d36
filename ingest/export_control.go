package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"recon/internal/money"
)

// ControlFigures are what the system that made an own export says of it.
type ControlFigures struct {
	Rows   int64
	Minor  int64            // of all rows in the export's own sign; only for exports of one currency
	ByCode map[string]int64 // the same by currency, when the control says it so
}

// maxControl is the largest control file that is read.
const maxControl = 64 << 10

// ReadControl reads a control file: a JSON object with rows and amount_minor,
// whole numbers; amount_minor may be an object of currency and number. Name is
// how people know the file. The error is a Fault.
func ReadControl(r io.Reader, name string) (ControlFigures, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxControl+1))
	if err != nil {
		return ControlFigures{}, err
	}
	const form = `{"rows": 1200, "amount_minor": 4567890}`
	if len(text) > maxControl {
		return ControlFigures{}, Fault{Path: name, Text: fmt.Sprintf("longer than %d bytes, wanted a control like %s", maxControl, form)}
	}
	var raw struct {
		Rows   json.RawMessage `json:"rows"`
		Amount json.RawMessage `json:"amount_minor"`
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if err := json.Unmarshal(text, &raw); err != nil {
		return ControlFigures{}, Fault{Path: name, Text: fmt.Sprintf("no JSON (%s), wanted a control like %s", err, form)}
	}
	out := ControlFigures{}
	if out.Rows, err = strconv.ParseInt(string(raw.Rows), 10, 64); err != nil || out.Rows < 0 {
		return out, Fault{Path: name, Column: "rows", Text: fmt.Sprintf("%q, wanted the number of rows, like %s", raw.Rows, form)}
	}
	if out.Minor, err = strconv.ParseInt(string(raw.Amount), 10, 64); err == nil {
		return out, nil
	}
	if err := json.Unmarshal(raw.Amount, &out.ByCode); err != nil || out.ByCode == nil {
		return out, Fault{Path: name, Column: "amount_minor", Text: fmt.Sprintf("%q, wanted the sum of all amounts in the smallest unit, like %s", raw.Amount, form)}
	}
	return out, nil
}

// CheckControl compares an export with its control. Name is the export's.
func CheckControl(name string, control ControlFigures, found ExportFigures) []Fault {
	var out []Fault
	if control.Rows != found.Rows {
		out = append(out, Fault{Path: name, Text: fmt.Sprintf("%s, the control says %d: the export is not complete or not the one the control is about; export both again", rowCount(found.Rows), control.Rows)})
	}
	sums := map[string]int64{}
	for _, s := range found.Sums {
		sums[s.Currency] = s.AsWritten
	}
	wanted := control.ByCode
	if wanted == nil {
		if len(sums) > 1 {
			return append(out, Fault{Path: name, Text: fmt.Sprintf("rows of %d currencies, but the control has one amount_minor; wanted one per currency, like {\"CNY\": 4567890}", len(sums))})
		}
		wanted = map[string]int64{"": control.Minor}
		for code := range sums {
			wanted = map[string]int64{code: control.Minor}
		}
	}
	return append(out, compareSums(name, wanted, sums)...)
}

// ControlChecks are the comparisons of an export that its control confirmed.
func ControlChecks(control ControlFigures, found ExportFigures) []Check {
	checks := []Check{numberCheck("control_rows", "", found.Rows, control.Rows, control.Rows, printCount)}
	for _, s := range found.Sums {
		checks = append(checks, numberCheck("control_sum", s.Currency, s.AsWritten, s.AsWritten, s.AsWritten, printMinor(money.Exponent(s.Currency))))
	}
	return checks
}

// compareSums gives a fault for every currency whose sum is not the control's.
func compareSums(name string, wanted, found map[string]int64) []Fault {
	var out []Fault
	codes := slices.Concat(slices.Collect(maps.Keys(wanted)), slices.Collect(maps.Keys(found)))
	slices.Sort(codes)
	for _, code := range slices.Compact(codes) {
		if w, f := wanted[code], found[code]; w != f {
			exponent := money.Exponent(code)
			out = append(out, Fault{Path: name, Text: fmt.Sprintf("sum %s %s as written in the file, the control says %s: rows are missing or doubled; export both again",
				money.Format(f, exponent), code, money.Format(w, exponent))})
		}
	}
	return out
}
