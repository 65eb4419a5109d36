package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"recon/ingest"
	"recon/internal/calendar"
	"recon/internal/config"
	"recon/internal/state"
)

// figureDays is how far back own exports are compared: eight weeks, so that a
// weekday has its eight predecessors.
const figureDays = 8*7 + 1

// gateExports judges the day's own exports, source by source. What a person
// accepted is noted and let through.
func (e *Engine) gateExports(ctx context.Context, d *day) error {
	for _, src := range e.sources(d.rec) {
		if src.Side != "ledger" {
			continue
		}
		if err := e.gateExport(ctx, d, src); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine) gateExport(ctx context.Context, d *day, src *config.Source) error {
	today, path := exportOf(d.summary.Files, src.Name, d.date)
	checks, err := checkControl(src, d.date, path, today)
	if err != nil {
		return err
	}
	earlier, err := e.earlierExports(ctx, src, d.date)
	if err != nil {
		return err
	}
	gate := ingest.ExportGate{Name: src.Name, Path: path, Cut: src.DayCut(), Today: today, Earlier: earlier}
	compared, faults := gate.Check()
	checks = append(checks, compared...)
	if len(faults) == 0 {
		d.addChecks(src.Name, "", checks, Accept{})
		return nil
	}
	accept, accepted := e.accepted(d, src.Name)
	if !accepted {
		return refuse(state.Refused, faults)
	}
	d.addChecks(src.Name, "", checks, accept)
	d.accept(accept, faults[0].Error())
	for i := range d.summary.Files {
		if d.summary.Files[i].Source == src.Name {
			d.summary.Files[i].Gate, d.summary.Files[i].GateDetail = "accepted", faults[0].Error()
		}
	}
	return nil
}

// accepted is a person's word for a source or for the whole reconciliation,
// given now or kept with the version before.
func (e *Engine) accepted(d *day, name string) (Accept, bool) {
	for _, n := range []string{name, d.rec.Name} {
		if a, ok := e.Accept[n]; ok {
			return a, true
		}
	}
	if d.latest != nil && d.latest.AcceptedBy != "" && sameInputs(d.latest.Inputs.Files, d.inputs.Files) {
		return Accept{By: d.latest.AcceptedBy, Why: d.latest.AcceptedWhy}, true
	}
	return Accept{}, false
}

// sameInputs reports whether two days were made of the same rows.
func sameInputs(a, b []state.FileInput) bool {
	return inputDigest(state.Inputs{Files: a}) == inputDigest(state.Inputs{Files: b})
}

func (d *day) accept(a Accept, found string) {
	d.accepted = a
	if d.summary.AcceptedFor != "" {
		found = d.summary.AcceptedFor + "; " + found
	}
	d.summary.AcceptedFor = found
}

// exportOf adds up the files of one source.
func exportOf(files []FileSummary, source string, date calendar.Date) (figures ingest.ExportFigures, path string) {
	figures.Date = date
	for _, f := range files {
		if f.Source == source && f.Export != nil {
			figures = figures.Plus(*f.Export)
			path = f.Name
		}
	}
	return figures, path
}

// checkControl compares an export with the control file beside it.
func checkControl(src *config.Source, date calendar.Date, path string, figures ingest.ExportFigures) ([]ingest.Check, error) {
	if src.Control == nil {
		return nil, nil
	}
	name := src.Control.Match(src.Fetch, date)
	f, err := os.Open(filepath.Join(src.Fetch.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, stop(state.NotReady, "%s: no control file %s beside it, wanted one with rows and amount_minor", path, name)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	control, err := ingest.ReadControl(f, name)
	var fault ingest.Fault
	if errors.As(err, &fault) {
		return nil, refuse(state.Refused, []ingest.Fault{fault})
	}
	if err != nil {
		return nil, err
	}
	if faults := ingest.CheckControl(path, control, figures); len(faults) > 0 {
		return nil, refuse(state.Refused, faults)
	}
	return ingest.ControlChecks(control, figures), nil
}

// earlierExports are the figures of a source's other days.
func (e *Engine) earlierExports(ctx context.Context, src *config.Source, date calendar.Date) ([]ingest.ExportFigures, error) {
	all, err := e.State.StatementVersions(ctx, src.Name, date-figureDays, date+figureDays)
	if err != nil {
		return nil, err
	}
	var days []ingest.ExportFigures
	for i, st := range all {
		replaced := i+1 < len(all) && all[i+1].Date == st.Date && all[i+1].Part == st.Part
		if replaced || st.Date == date || st.Stated == "" {
			continue
		}
		var figures ingest.ExportFigures
		if err := json.Unmarshal([]byte(st.Stated), &figures); err != nil {
			return nil, fmt.Errorf("figures of %s %s: %w", st.Source, st.Date, err)
		}
		if n := len(days); n > 0 && days[n-1].Date == st.Date {
			days[n-1] = days[n-1].Plus(figures)
			continue
		}
		days = append(days, figures)
	}
	return days, nil
}

// refuse is the stop for faults.
func refuse(stateName string, faults []ingest.Fault) error {
	s := &Stop{State: stateName}
	for _, f := range faults {
		s.Faults = append(s.Faults, f.Error())
	}
	s.Cause = s.Faults[0]
	if len(faults) > 1 {
		s.Cause += fmt.Sprintf(" (and %d more)", len(faults)-1)
	}
	return s
}
