package store

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// chainOf is steps that each read what the one before wrote, with others
// between them that read the first as well.
func chainOf(n int) fstest.MapFS {
	files := fstest.MapFS{}
	put := func(name, text string, no int) {
		text = strings.NewReplacer("BEFORE", strconv.Itoa(no-1), "THIS", strconv.Itoa(no)).Replace(text)
		files[fmt.Sprintf("sql/%03d_%s.sql", no, name)] = &fstest.MapFile{Data: []byte(text)}
	}
	put("a", "-- reads: nothing\n-- writes: t0 (one row)\n-- why: a test.\ncreate table t0 as select 1 as n", 0)
	for i := 1; i < n; i++ {
		put("a", "-- reads: tBEFORE\n-- writes: tTHIS (one row)\n-- why: a test.\ncreate table tTHIS as select n + 1 as n from tBEFORE", i)
		put("b", "-- reads: t0, tTHIS\n-- writes: sideTHIS (one row)\n-- why: a test.\ncreate table sideTHIS as select a.n + b.n as n from t0 as a cross join tTHIS as b", i)
	}
	return files
}

// Steps that do not read each other run side by side; those that do, in order.
func TestStepsWaitForWhatTheyRead(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		ws, err := Open(t.Context(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := ws.RunSteps(t.Context(), chainOf(12), "test", "sql", workers); err != nil {
			t.Fatalf("%d workers: %v", workers, err)
		}
		var last, side int
		if err := ws.DB().QueryRow("select t.n, s.n from t11 as t cross join side11 as s").Scan(&last, &side); err != nil {
			t.Fatal(err)
		}
		if last != 12 || side != 13 {
			t.Errorf("%d workers: found %d and %d, wanted %d and %d", workers, last, side, 12, 13)
		}
		if err := ws.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A step that fails ends the folder, whatever runs beside it, and is named.
func TestStepThatFailsIsNamed(t *testing.T) {
	for name, text := range map[string]string{
		"sql/007_broken.sql":     "-- reads: t1\n-- writes: broken (nothing)\n-- why: a test.\ncreate table broken as select missing from t1",
		"sql/007_assert_law.sql": "-- reads: t1\n-- writes: nothing (rows that break the law)\n-- why: a test.\nselect n from t1",
	} {
		files := chainOf(9)
		files[name] = &fstest.MapFile{Data: []byte(text)}
		for _, workers := range []int{1, 3} {
			ws, err := Open(t.Context(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			err = ws.RunSteps(t.Context(), files, "test", "sql", workers)
			if err == nil || !strings.Contains(err.Error(), "test/"+name) {
				t.Errorf("%d workers: error %v, wanted that of %s", workers, err, name)
			}
			if err := ws.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestStepsEndWithTheContext(t *testing.T) {
	ws, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := ws.RunSteps(ctx, chainOf(3), "test", "sql", 2); err == nil {
		t.Error("wanted an error")
	}
}

func TestScanGivesEveryRow(t *testing.T) {
	ws, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	var found []int64
	scan := func(query string, args ...any) error {
		found = nil
		return ws.Scan(t.Context(), query, func(v []driver.Value) error {
			if v[0].(int64) == 5 {
				return fmt.Errorf("row %s is refused", v[1])
			}
			found = append(found, v[0].(int64))
			return nil
		}, args...)
	}
	const query = "select i, 'no ' || i from range(?, ?) as r(i) order by i"
	if err := scan(query, int64(1), int64(4)); err != nil || !slices.Equal(found, []int64{1, 2, 3}) {
		t.Errorf("found %v, error %v", found, err)
	}
	if err := scan(query, int64(4), int64(9)); err == nil || err.Error() != "row no 5 is refused" {
		t.Errorf("error %v", err)
	}
	if err := scan("select missing"); err == nil {
		t.Error("wanted an error")
	}
}
