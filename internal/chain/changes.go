package chain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"recon/internal/calendar"
	"recon/internal/state"
	"recon/report"
)

// changes lists the inputs in which two versions of a day differ.
func changes(before, after state.Day) []report.InputChange {
	var list []report.InputChange
	add := func(name, change string) { list = append(list, report.InputChange{Name: name, Change: change}) }
	old := map[string]string{}
	for _, f := range before.Inputs.Files {
		old[f.Source+" "+f.Part] = f.Digest
	}
	for _, f := range after.Inputs.Files {
		key := f.Source + " " + f.Part
		digest, known := old[key]
		delete(old, key)
		switch {
		case !known:
			add(f.Source, "added")
		case digest != f.Digest:
			add(f.Source, "changed")
		}
	}
	for _, f := range before.Inputs.Files {
		if _, gone := old[f.Source+" "+f.Part]; gone {
			add(f.Source, "removed")
		}
	}
	if before.Inputs.Open != after.Inputs.Open {
		add("open breaks of the day before", "changed")
	}
	if before.Inputs.History != after.Inputs.History {
		add("earlier days", "changed")
	}
	if before.Inputs.Closures != after.Inputs.Closures {
		add("closures", "changed")
	}
	if before.Rules != after.Rules {
		add("rules", "changed")
	}
	return list
}

// changedRules names the keys in which two rules differ, sorted: tolerance,
// due, and the sources of each side.
func changedRules(before, after string) ([]string, error) {
	if before == after {
		return nil, nil
	}
	var was, is map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal([]byte(before), &was), json.Unmarshal([]byte(after), &is)); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	var keys []string
	for _, rules := range []map[string]json.RawMessage{was, is} {
		for key := range rules {
			if !bytes.Equal(was[key], is[key]) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), nil
}

func sortedUnique(dates []calendar.Date) []calendar.Date {
	slices.Sort(dates)
	return slices.Compact(dates)
}
