package chain

import (
	"io"
	"path"

	"recon/report"
)

// csv is the writer of a CSV file in the way the configuration wants it.
func (e *Engine) csv(write func(io.Writer) error) func(io.Writer) error {
	return report.CSVFile(e.Config.Reports.CSVBOM, write)
}

// workbookName is the path of a folder's workbook; empty when there is none.
func (e *Engine) workbookName(folder string) string {
	if !e.Config.Reports.XLSX {
		return ""
	}
	return path.Join(folder, "report.xlsx")
}

// workbook is the workbook of a date's report, if there is one.
func (e *Engine) workbook(day *report.Day) []reportFile {
	if day.Files.ReportXLSX == "" {
		return nil
	}
	return []reportFile{{day.Files.ReportXLSX, func(w io.Writer) error { return report.WriteXLSX(w, day) }}}
}
