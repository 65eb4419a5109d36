package report

import "io"

// WriteHTML writes report.html of a day.
func WriteHTML(w io.Writer, d *Day) error { return nil }
