package report

// FormulaSafe makes a text safe as a cell of a CSV file that a spreadsheet opens.
func FormulaSafe(text string) string { return formulaSafe(text) }

// Printable makes a text safe on a terminal.
func Printable(text string) string { return printable(text) }
