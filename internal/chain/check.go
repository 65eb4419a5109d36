package chain

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"recon/ingest"
	"recon/match"
	"recon/report"
)

// addChecks keeps what the files of a source went through. A check that failed
// is there only because a person accepted it.
func (d *day) addChecks(source, file string, checks []ingest.Check, accept Accept) {
	for _, c := range checks {
		kept := report.GateCheck{Source: source, File: file, Name: c.Name, Subject: c.Subject, Found: c.Found, Wanted: c.Wanted,
			Value: c.Value, Least: c.Least, Most: c.Most, Outcome: c.Outcome}
		if c.Outcome == ingest.CheckFailed {
			accepted(&kept, accept)
		}
		d.summary.Checks = append(d.summary.Checks, kept)
	}
}

// fileChecks are the checks of a day's files, without those of the day as a
// whole, which are made whenever the day is worked out.
func fileChecks(checks []report.GateCheck) []report.GateCheck {
	return slices.DeleteFunc(slices.Clone(checks), func(c report.GateCheck) bool { return c.Source == "" })
}

const sharesOfSides = "select side, cast(sum(entries) as bigint), cast(sum(alone) as bigint) from side_share group by side order by side desc"

// addShares keeps how many rows of each side had no partner, and what was
// doubted and accepted.
func (d *day) addShares(ctx context.Context, percent int64, doubt *match.Suspicion, accept Accept) error {
	err := d.eachRow(ctx, sharesOfSides, func(rows *sql.Rows) error {
		var side string
		var all, alone int64
		if err := rows.Scan(&side, &all, &alone); err != nil {
			return err
		}
		most := max(oneSidedRows-1, all/100*percent+all%100*percent/100)
		c := report.GateCheck{Name: "one_sided", Subject: side, Found: fmt.Sprintf("%d of %d rows without a partner", alone, all),
			Wanted: fmt.Sprintf("at most %d", most), Value: &alone, Most: &most, Outcome: ingest.CheckPassed}
		if alone > most {
			accepted(&c, accept)
		}
		d.summary.Checks = append(d.summary.Checks, c)
		return nil
	})
	if err != nil || doubt == nil {
		return err
	}
	c := report.GateCheck{Name: "doubt", Subject: doubt.Setting, Found: doubt.Text, Wanted: "nothing that looks incomplete or set wrong"}
	accepted(&c, accept)
	d.summary.Checks = append(d.summary.Checks, c)
	return nil
}

// accepted makes c a check that a person let pass.
func accepted(c *report.GateCheck, a Accept) { c.Outcome, c.By, c.Why = "accepted", a.By, a.Why }
