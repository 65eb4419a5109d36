package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// step is one SQL file.
type step struct {
	name, text string
	reads      []string // tables, as its first lines say
	writes     string
	after      []int // the steps before it that write what it reads
	done       chan struct{}
}

// RunDir runs every .sql file of dir in name order. A file whose name contains
// "_assert_" must return no rows; its first row is the error. The stage's name
// starts every error text.
func (s *Store) RunDir(ctx context.Context, fsys fs.FS, stage, dir string) error {
	return s.RunSteps(ctx, fsys, stage, dir, 1)
}

// RunSteps is RunDir with several files at a time. What a file's first lines say
// that it reads is complete before it runs, so the outcome is that of name order.
func (s *Store) RunSteps(ctx context.Context, fsys fs.FS, stage, dir string, workers int) error {
	steps, err := readSteps(fsys, dir)
	if err != nil {
		return err
	}
	if workers <= 1 {
		for _, x := range steps {
			if err := s.runStep(ctx, x); err != nil {
				return fmt.Errorf("%s/%s: %w", stage, x.name, err)
			}
		}
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(steps))
	slots := make(chan struct{}, workers)
	var running sync.WaitGroup
	for i := range steps {
		running.Go(func() {
			defer close(steps[i].done)
			for _, before := range steps[i].after {
				<-steps[before].done
			}
			slots <- struct{}{}
			defer func() { <-slots }()
			if errs[i] = s.runStep(ctx, steps[i]); errs[i] != nil {
				errs[i] = fmt.Errorf("%s/%s: %w", stage, steps[i].name, errs[i])
				cancel()
			}
		})
	}
	running.Wait()
	return firstError(errs)
}

// firstError is the first error that is not the echo of another one, or the first
// one of steps that were all told to stop.
func firstError(errs []error) (first error) {
	for _, err := range errs {
		if err != nil && !errors.Is(err, context.Canceled) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (s *Store) runStep(ctx context.Context, x step) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if strings.Contains(path.Base(x.name), "_assert_") {
		return s.assertEmpty(ctx, x.text)
	}
	return s.Exec(ctx, x.text)
}

// readSteps reads the files of a folder, in name order.
func readSteps(fsys fs.FS, dir string) ([]step, error) {
	names, err := fs.Glob(fsys, path.Join(dir, "*.sql"))
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var steps []step
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		x := step{name: name, text: string(text), done: make(chan struct{})}
		x.reads, x.writes = tablesOf(x.text)
		for i, before := range steps {
			if slices.Contains(x.reads, before.writes) {
				x.after = append(x.after, i)
			}
		}
		steps = append(steps, x)
	}
	return steps, nil
}

var (
	readsLine = regexp.MustCompile(`(?m)^-- reads: (.*)$`)
	writeLine = regexp.MustCompile(`(?m)^-- writes: (\w+)`)
)

// tablesOf are the tables that a file says it reads, and the one it writes.
func tablesOf(text string) (reads []string, writes string) {
	if m := readsLine.FindStringSubmatch(text); m != nil {
		reads = strings.Split(m[1], ", ")
	}
	if m := writeLine.FindStringSubmatch(text); m != nil {
		writes = m[1]
	}
	return reads, writes
}
