package chain

import (
	"encoding/json"
	"fmt"

	"recon/ingest"
	"recon/internal/money"
	"recon/report"
)

// Summary is what the state keeps of a published day beside its tables: small
// figures that reports and later days need. It is stored as JSON.
type Summary struct {
	Files       []FileSummary               `json:"files"`
	Counts      report.Counts               `json:"counts"`
	Amounts     map[string]map[string]int64 `json:"amounts"`
	Shares      []report.Share              `json:"shares"`
	Carried     report.Carried              `json:"carried"`
	Proof       []report.ProofRow           `json:"proof"`
	Nature      []report.NatureTotal        `json:"nature"`
	Tolerated   []report.Tolerated          `json:"tolerated"`
	OpenMinor   map[string]int64            `json:"open_minor,omitempty"` // absolute, by currency, without pending
	Checks      []report.GateCheck          `json:"checks,omitempty"`
	AcceptedFor string                      `json:"accepted_for,omitempty"` // what was found unusual
}

// FileSummary is what was read from one text of the day.
type FileSummary struct {
	No         int32                 `json:"file_no"`
	Source     string                `json:"source"`
	Side       string                `json:"side"`
	Provider   string                `json:"provider"`
	Format     string                `json:"format"`
	Account4   string                `json:"account_last4"`
	Name       string                `json:"name"`
	Entry      string                `json:"entry"`
	Path       string                `json:"path"` // in the archive, relative to home
	Part       string                `json:"part"`
	SHA256     string                `json:"sha256"`
	Bytes      int64                 `json:"bytes"`
	Digest     string                `json:"digest"`
	Rows       int64                 `json:"rows"`
	Kept       int64                 `json:"kept"`
	Ignored    int64                 `json:"ignored"`
	Unclaiming int64                 `json:"unclaiming"`
	Totals     []KindTotal           `json:"totals"`
	Oldest     int64                 `json:"oldest"`
	Newest     int64                 `json:"newest"`
	Export     *ingest.ExportFigures `json:"export,omitempty"` // of an own export
	Gate       string                `json:"gate"`
	GateDetail string                `json:"gate_detail"`
}

// FullName is the text's name for people.
func (f FileSummary) FullName() string {
	if f.Entry == "" {
		return f.Name
	}
	return f.Name + "!" + f.Entry
}

// ShownName is the text's name as tables and reports show it, its account
// number hidden.
func (f FileSummary) ShownName() string { return report.Hide(f.Account4, f.FullName()) }

// KindTotal is count and sums of one currency and kind, minor units. Days of
// early builds have no sums of fee and net.
type KindTotal struct {
	Currency   string `json:"currency"`
	Kind       string `json:"kind"`
	Count      int64  `json:"count"`
	GrossMinor int64  `json:"gross_minor"`
	FeeMinor   *int64 `json:"fee_minor,omitempty"`
	NetMinor   *int64 `json:"net_minor,omitempty"`
}

// fees are the fee sums of the day's statement files, in the order of files.
func (s Summary) fees() (list []report.FeeTotal, err error) {
	for _, f := range s.Files {
		if f.Side != "statement" {
			continue
		}
		for _, t := range f.Totals {
			if t.FeeMinor == nil {
				continue
			}
			if list, err = addFee(list, report.FeeTotal{Source: f.Source, Provider: f.Provider, Account: f.Account4, Kind: t.Kind, Currency: t.Currency,
				Count: t.Count, GrossMinor: t.GrossMinor, FeeMinor: *t.FeeMinor}); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// addFee adds a file's sums to those of its source, kind and currency.
func addFee(list []report.FeeTotal, t report.FeeTotal) ([]report.FeeTotal, error) {
	for i := range list {
		same := &list[i]
		if same.Source == t.Source && same.Account == t.Account && same.Kind == t.Kind && same.Currency == t.Currency {
			gross, fits := money.Add(same.GrossMinor, t.GrossMinor)
			fee, fit := money.Add(same.FeeMinor, t.FeeMinor)
			if !fits || !fit {
				return nil, fmt.Errorf("%s: the sum of %s, gross or fees, in %s is beyond the range of an amount", t.Source, t.Kind, t.Currency)
			}
			same.Count += t.Count
			same.GrossMinor, same.FeeMinor = gross, fee
			return list, nil
		}
	}
	return append(list, t), nil
}

func parseSummary(text string) (s Summary, err error) {
	if err = json.Unmarshal([]byte(text), &s); err != nil {
		err = fmt.Errorf("day summary: %w", err)
	}
	return s, err
}

// openBreaks is how many breaks a person has to look at: all but pending.
func (s Summary) openBreaks() int64 { return s.Counts.Open() }

// lastFour keeps the last four characters of an account number.
func lastFour(account string) string {
	if len(account) > 4 {
		return account[len(account)-4:]
	}
	return account
}
