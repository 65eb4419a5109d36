package chain

import (
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

func sortedUnique(dates []calendar.Date) []calendar.Date {
	slices.Sort(dates)
	return slices.Compact(dates)
}
