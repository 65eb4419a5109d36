package cli

import (
	"fmt"
	"time"

	"recon/internal/calendar"
)

// dateIn reads a date flag: yyyy-mm-dd, or today and yesterday in a zone.
func dateIn(text string, now time.Time, zone *time.Location) (calendar.Date, error) {
	local := now.In(zone)
	today := calendar.Of(local.Year(), local.Month(), local.Day())
	switch text {
	case "today":
		return today, nil
	case "yesterday":
		return today - 1, nil
	}
	d, err := calendar.Parse(text)
	if err != nil {
		return 0, fmt.Errorf("%w, yesterday or today", err)
	}
	return d, nil
}
