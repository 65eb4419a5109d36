package store

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"
)

// Steps that were told to stop are one error, as if they ran one by one.
func TestStoppedStepsAreOneError(t *testing.T) {
	s, err := Open(t.Context(), Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	steps := fstest.MapFS{
		"d/10_a.sql": {Data: []byte("-- reads: run\n-- writes: a (one row)\ncreate table a as select 1 as n")},
		"d/20_b.sql": {Data: []byte("-- reads: a\n-- writes: b (one row)\ncreate table b as select a.n as n from a")},
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err = s.RunSteps(ctx, steps, "match", "d", 2)
	if !errors.Is(err, context.Canceled) || err.Error() != "match/d/10_a.sql: context canceled" {
		t.Errorf("found %v", err)
	}
}
