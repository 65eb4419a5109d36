package providers

import "recon/internal/config"

// defaulter is a format that fixes settings of its sources.
type defaulter interface {
	Defaults() config.FormatDefaults
}

// Defaults are the ids of all formats with the settings that each fixes.
func Defaults() config.Formats {
	known := config.Formats{}
	for _, f := range All() {
		known[f.ID()] = config.FormatDefaults{}
		if d, ok := f.(defaulter); ok {
			known[f.ID()] = d.Defaults()
		}
	}
	return known
}
