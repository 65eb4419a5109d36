package chain

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"recon/internal/config"
)

// counted walks numbers and counts how often it was begun.
func counted(begun *atomic.Int64, fail error) func(yield func(int, error) bool) {
	return func(yield func(int, error) bool) {
		begun.Add(1)
		for i := range 3 {
			if !yield(i, nil) {
				return
			}
		}
		if fail != nil {
			yield(0, fail)
		}
	}
}

// A list is read once for all files of a report that walk it side by side, and
// for each of them anew when it is too long to be held.
func TestHeldRows(t *testing.T) {
	for _, c := range []struct{ count, begun int64 }{{3, 1}, {heldMost + 1, 4}} {
		var begun atomic.Int64
		rows := held(c.count, counted(&begun, nil))
		var walking sync.WaitGroup
		for range 4 {
			walking.Go(func() {
				var found []int
				for n, err := range rows {
					if err != nil {
						t.Error(err)
					}
					found = append(found, n)
				}
				if !slices.Equal(found, []int{0, 1, 2}) {
					t.Errorf("found %v", found)
				}
			})
		}
		walking.Wait()
		if begun.Load() != c.begun {
			t.Errorf("%d rows were read %d times, wanted %d", c.count, begun.Load(), c.begun)
		}
	}
}

func TestHeldRowsThatCannotBeRead(t *testing.T) {
	broken := errors.New("broken")
	var begun atomic.Int64
	rows := held(3, counted(&begun, broken))
	for range 2 {
		var last error
		for _, err := range rows {
			last = err
		}
		if last != broken {
			t.Errorf("found %v", last)
		}
	}
}

// What a report was read from is closed with it, and is not opened again.
func TestReaderThatIsClosed(t *testing.T) {
	e := &Engine{Config: &config.Config{}}
	r := e.openReader()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.workspace(context.Background()); err == nil {
		t.Error("a closed reader opened a workspace")
	}
	own := e.openReader()
	ws, err := own.workspace(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.readerIn(ws).Close(); err != nil {
		t.Error(err)
	}
	if err := ws.Exec(context.Background(), "select 1"); err != nil {
		t.Errorf("who was lent a workspace closed it: %v", err)
	}
	if err := own.Close(); err != nil {
		t.Error(err)
	}
}
