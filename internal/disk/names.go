package disk

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"
)

// syncersMost is how many folders are flushed at once. A journal commits what
// waits for it together.
const syncersMost = 8

// Names are folders whose names change and are flushed together. Nothing that
// hangs on them may be done before Sync.
type Names struct{ changed map[string]bool }

// MkdirAll is MkdirAll, flushed by Sync. A folder that is there may have been made
// by a process that was killed before it flushed its name, so that is flushed too.
func (n *Names) MkdirAll(path string, mode fs.FileMode) error {
	n.Changed(filepath.Dir(path))
	return mkdirAll(path, mode, func(folder string) error { n.Changed(folder); return nil })
}

// Changed notes a folder whose names changed.
func (n *Names) Changed(folder string) {
	if n.changed == nil {
		n.changed = map[string]bool{}
	}
	n.changed[folder] = true
}

// Sync makes the names in all of the folders survive a crash.
func (n *Names) Sync() error {
	var guard sync.Mutex
	var errs []error
	var syncing sync.WaitGroup
	slots := make(chan struct{}, syncersMost)
	for folder := range n.changed {
		slots <- struct{}{}
		syncing.Go(func() {
			err := SyncDir(folder)
			<-slots
			guard.Lock()
			defer guard.Unlock()
			errs = append(errs, err)
		})
	}
	syncing.Wait()
	return errors.Join(errs...)
}
