package config

import (
	_ "embed"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// checks are the forms of text that a check tag names. Each returns what is
// wrong and what is wanted, or nothing.
var checks = map[string]func(string) string{
	"address":      checkAddress,
	"bic":          checkBIC,
	"clock":        checkClock,
	"comma":        checkComma,
	"country":      checkCountry,
	"currency":     checkCurrency,
	"date_layout":  checkDateLayout,
	"ending":       checkEnding,
	"file_pattern": checkFilePattern,
	"host":         checkHost,
	"link":         checkLink,
	"month":        checkMonth,
	"public_key":   checkPublicKey,
	"remittance":   checkRemittance,
	"duration":     checkDuration,
	"layout":       checkLayout,
	"name":         checkName,
	"offset":       checkOffset,
	"pattern":      checkPattern,
	"report_file":  checkReportFile,
	"secret":       checkSecret,
	"size":         checkSize,
	"zone":         checkZone,
}

// zoneNames are the zones that a misspelt zone is compared with.
//
//go:embed zones.txt
var zoneNames string

func checkZone(s string) string {
	// Local is the zone of the machine, and two machines would differ.
	if s != "Local" {
		if _, err := time.LoadLocation(s); err == nil {
			return ""
		}
	}
	if near := Nearest(s, strings.Fields(zoneNames)); near != "" {
		return "unknown, did you mean " + strconv.Quote(near)
	}
	return "unknown, wanted a name of the tz database like Asia/Shanghai"
}

func checkClock(s string) string {
	if _, err := clock(s); err != nil {
		return "wanted a time from 00:00 to 23:59, like 10:00"
	}
	return ""
}

// clock reads hh:mm as the time since midnight.
func clock(s string) (time.Duration, error) {
	t, err := time.Parse("15:04", s)
	if err == nil && len(s) != len("15:04") {
		err = strconv.ErrSyntax
	}
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute, err
}

func checkDuration(s string) string {
	if d, err := time.ParseDuration(s); err != nil || d < 0 || d > 12*time.Hour {
		return "wanted a length from 0s to 12h, like 10m"
	}
	return ""
}

// nameForm keeps names safe as names of files and folders on every system.
var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,62}$`)

// partForm is the ending that published files of tables in parts have.
var partForm = regexp.MustCompile(`-[0-9]{4}$`)

func checkName(s string) string {
	if !nameForm.MatchString(s) {
		return "wanted a to z, 0 to 9, - and _, beginning with a letter or digit, at most 63"
	}
	if partForm.MatchString(s) {
		return "ends like the number of a part, wanted another ending than - and four digits"
	}
	return ""
}

func checkOffset(s string) string {
	if _, ok := offset(s); !ok {
		return "wanted a number of days from 0d to 31d, like 1d"
	}
	return ""
}

// offset reads a number of days, 1d.
func offset(s string) (days int, ok bool) {
	text, found := strings.CutSuffix(s, "d")
	days, err := strconv.Atoi(text)
	return days, found && err == nil && days >= 0 && days <= 31 && strconv.Itoa(days) == text
}

var braces = regexp.MustCompile(`\{[^{}]*\}`)

func checkPattern(s string) string {
	dates := braces.FindAllString(s, -1)
	switch {
	case strings.ContainsAny(s, `/\`):
		return "has a folder, wanted a file's name; the folder is dir"
	case len(dates) == 0:
		return "has no date, wanted one of " + strings.Join(placeholderNames(), ", ")
	case !slices.Contains(placeholderNames(), dates[0]):
		return dates[0] + " is " + unknown(dates[0], placeholderNames())
	case len(dates) > 1:
		return "has two dates, wanted one"
	}
	if _, err := path.Match(s, ""); err != nil {
		return "no pattern, wanted a name with * and ? for the parts that change"
	}
	return ""
}

func checkSecret(s string) string {
	if _, _, ok := reference(s); !ok {
		return "must be env:NAME or file:PATH"
	}
	return ""
}

func checkSize(s string) string {
	if _, ok := size(s); !ok {
		return "wanted a size like 2GiB, in B, KiB, MiB, GiB, TiB, KB, MB, GB or TB"
	}
	return ""
}

var sizeForm = regexp.MustCompile(`^([0-9]+) ?([KMGT]i?)?B$`)

// size reads a number of bytes, above zero.
func size(s string) (int64, bool) {
	parts := sizeForm.FindStringSubmatch(s)
	if parts == nil {
		return 0, false
	}
	number, err := strconv.ParseUint(parts[1], 10, 63)
	unit := uint64(1)
	for range strings.Index(" KMGT", (parts[2] + " ")[:1]) {
		if strings.HasSuffix(parts[2], "i") {
			unit *= 1024
		} else {
			unit *= 1000
		}
	}
	high, bytes := bits.Mul64(number, unit)
	return int64(bytes), err == nil && number > 0 && high == 0 && bytes < 1<<63
}

func checkLayout(s string) string {
	switch s {
	case "rfc3339", "unix", "unix_milli", "unix_micro":
		return ""
	}
	// A layout that loses the day or the minute, or that is no layout at all,
	// does not give back the moment it has printed.
	moment := time.Date(2023, 11, 28, 17, 46, 0, 0, time.UTC)
	if back, err := time.Parse(s, moment.Format(s)); err == nil && back.Equal(moment) {
		return ""
	}
	return `wanted the moment 2006-01-02 15:04:05 in the export's way of writing, or rfc3339, unix, unix_milli, unix_micro`
}
