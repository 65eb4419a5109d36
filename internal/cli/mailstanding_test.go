package cli

import "testing"

// TestNews: what is told when, edge by edge.
func TestNews(t *testing.T) {
	const waiting, blocked, late, refused, done, again = "a not_ready 1", "a blocked 1", "a failed 2", "a refused 3", "a done 1", "a done 2"
	for name, c := range map[string]struct {
		now, last standing
		spoken    bool
		hour      bool
		want      bool
	}{
		"nobody tried":                {standing{"a untried", "b untried"}, nil, false, true, false},
		"nothing is about the group":  {nil, nil, false, true, false},
		"waiting":                     {standing{waiting, "b done 1"}, nil, false, false, false},
		"waiting, the hour has come":  {standing{waiting, "b done 1"}, nil, false, true, true},
		"waiting, told at the hour":   {standing{waiting, "b done 1"}, standing{waiting, "b done 1"}, true, true, false},
		"an untried one holds it up":  {standing{done, "b untried"}, nil, false, false, false},
		"blocked was told before":     {standing{blocked}, nil, false, false, false},
		"late":                        {standing{late, "b done 1"}, nil, false, false, true},
		"late again":                  {standing{late, "b done 1"}, standing{late, "b done 1"}, true, false, false},
		"late, the other one done":    {standing{late, "b done 1"}, standing{late, "b not_ready 1"}, true, false, false},
		"the same, but at the hour":   {standing{late, "b done 1"}, standing{late, "b not_ready 1"}, true, true, true},
		"another cause":               {standing{refused}, standing{late}, true, false, true},
		"trouble over, still waiting": {standing{waiting}, standing{late}, true, false, false},
		"whole":                       {standing{done, "b done 1"}, nil, false, false, true},
		"whole after trouble":         {standing{done, "b done 1"}, standing{late, "b done 1"}, true, false, true},
		"whole, told":                 {standing{done}, standing{done}, true, false, false},
		"restated":                    {standing{again}, standing{done}, true, false, true},
	} {
		if got := c.now.news(c.last, c.spoken, c.hour); got != c.want {
			t.Errorf("%s: %v, wanted %v", name, got, c.want)
		}
	}
}
