// Package disk writes files so that they survive a crash whole or not at all:
// under a temporary name, flushed, then renamed, and the folder flushed.
package disk

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"recon/internal/stop"
)

// Temporary ends the names of files that are being written. It must never end
// in .parquet: whoever reads the lake by pattern would see half a file.
const Temporary = ".tmp"

// WriteFile puts what write writes in the place of path's content, with the
// given mode. A reader sees the old content or the new one.
func WriteFile(path string, mode fs.FileMode, write func(io.Writer) error) error {
	temporary := path + Temporary
	if err := Fill(temporary, mode, write); err != nil {
		return errors.Join(err, removeIfThere(temporary))
	}
	stop.At(stop.FileFilled)
	if err := os.Rename(temporary, path); err != nil {
		return errors.Join(err, removeIfThere(temporary))
	}
	return SyncDir(filepath.Dir(path))
}

// Fill writes a file with the given mode and flushes it to the disk.
func Fill(path string, mode fs.FileMode, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(f, 1<<16)
	err = write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if err == nil {
		err = f.Chmod(mode) // the process may hold a umask that takes the group's right to read
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// MkdirAll makes a folder and the missing ones above it, each with the given
// mode and flushed into the folder that holds it.
func MkdirAll(path string, mode fs.FileMode) error { return mkdirAll(path, mode, SyncDir) }

// mkdirAll makes folders; named is told each folder that got a name.
func mkdirAll(path string, mode fs.FileMode, named func(folder string) error) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(path); parent != path {
		if err := mkdirAll(parent, mode, named); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, mode); err != nil {
		if info, e := os.Stat(path); e == nil && info.IsDir() {
			return nil // another thread made it in between
		}
		return err
	}
	if err := os.Chmod(path, mode); err != nil {
		return err
	}
	return named(filepath.Dir(path))
}

// SyncDir makes the names in a folder survive a crash.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// SyncFile makes a file's content survive a crash.
func SyncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
