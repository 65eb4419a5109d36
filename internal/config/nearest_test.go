package config

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	keys := []string{"name", "side", "tolerance", "table", "cut", "status"}
	for word, want := range map[string]string{
		"tolerence": "tolerance", "Name": "name", "sdie": "side", "tabel": "table", "cuts": "cut", "stauts": "status",
		"colour": "", "x": "", "": "", "zz": "",
	} {
		if got := Nearest(word, keys); got != want {
			t.Errorf("%q: got %q, wanted %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	text := rapid.StringMatching(`[abc]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != (a == b) || d > max(len(a), len(b)) {
			t.Fatalf("%q to %q: %d, back %d", a, b, d, distance(b, a))
		}
		if i := rapid.IntRange(0, len(a)).Draw(t, "at"); distance(a, a[:i]+"x"+a[i:]) != 1 {
			t.Fatalf("one letter more in %q", a)
		}
	})
}

// TestZoneNames: every suggestion is a zone, on any machine.
func TestZoneNames(t *testing.T) {
	names := strings.Fields(zoneNames)
	for _, name := range names {
		if _, err := time.LoadLocation(name); err != nil {
			t.Error(err)
		}
	}
	if len(names) < 400 {
		t.Errorf("%d names", len(names))
	}
}
