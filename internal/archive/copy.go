package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"recon/internal/disk"
	"recon/internal/stop"
)

// The archive is for the engine's own account only.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// begin copies the file beside the archive, unless its bytes are there already,
// and has the copy flushed meanwhile.
func (t *Taken) begin(ctx context.Context, from *os.Root, name, home string) error {
	if !filepath.IsLocal(t.Source) {
		return fmt.Errorf("source %q: its name leads out of the archive", t.Source)
	}
	scratch := filepath.Join(home, "tmp")
	if err := disk.MkdirAll(scratch, folderMode); err != nil {
		return err
	}
	f, err := os.CreateTemp(scratch, "take-*") // mode 0600
	if err != nil {
		return err
	}
	if err := t.read(ctx, from, name, f); err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	dir := filepath.Join(home, "raw", t.Source, t.Date.String())
	kept, err := t.find(dir)
	if err != nil {
		return errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if kept != "" {
		t.Path = kept
		return errors.Join(f.Close(), os.Remove(f.Name()), t.store(home, kept))
	}
	t.Path = f.Name()
	t.pending = &pending{filepath.Join(dir, t.SHA256+extension(filepath.Ext(name))), make(chan error, 1)}
	flushed := t.pending.flushed
	go func() { flushed <- errors.Join(f.Chmod(fileMode), f.Sync(), f.Close()) }()
	return t.store(home, t.pending.name)
}

// store notes where in home the file is kept.
func (t *Taken) store(home, kept string) error {
	relative, err := filepath.Rel(home, kept)
	t.Stored = filepath.ToSlash(relative)
	return err
}

// find is the file of the same bytes in a folder of the archive, under whatever
// name they came; "" if there is none.
func (t *Taken) find(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), t.SHA256+".") {
			return filepath.Join(dir, e.Name()), nil
		}
	}
	return "", err
}

// Keep gives a copy that Begin made its name in the archive, once all of its
// bytes are on disk: a name there always stands for whole bytes.
func (t *Taken) Keep() error {
	p := t.pending
	if p == nil {
		return nil
	}
	t.pending = nil
	if err := t.place(p); err != nil {
		return errors.Join(err, os.Remove(t.Path))
	}
	t.Path = p.name
	if err := disk.SyncDir(filepath.Dir(p.name)); err != nil {
		return err
	}
	stop.At(stop.Taken)
	return nil
}

func (t *Taken) place(p *pending) error {
	if err := <-p.flushed; err != nil {
		return err
	}
	stop.At(stop.Copied)
	if err := disk.MkdirAll(filepath.Dir(p.name), folderMode); err != nil {
		return err
	}
	return os.Rename(t.Path, p.name)
}

// drop forgets a copy that is not wanted.
func (t *Taken) drop() error {
	if t.pending == nil {
		return nil
	}
	return errors.Join(<-t.pending.flushed, os.Remove(t.Path))
}

var plainExtension = regexp.MustCompile(`^\.[a-z0-9]{1,8}$`)

// extension is a name's ending in lower case, if it is an ordinary one.
func extension(ext string) string {
	if lower := strings.ToLower(ext); plainExtension.MatchString(lower) {
		return lower
	}
	return ".bin"
}

// read hashes the file while it is written to w, and makes sure that it was
// the same before and after.
func (t *Taken) read(ctx context.Context, from *os.Root, name string, w io.Writer) error {
	f, err := t.open(from, name)
	if err != nil {
		return err
	}
	defer f.Close()
	before, err := f.Stat()
	if err != nil {
		return err
	}
	if !before.Mode().IsRegular() {
		return fmt.Errorf("%s: is no ordinary file: put the file itself there", t.Name)
	}
	if t.Bytes, t.SHA256, err = copyAndHash(w, reader{ctx, f}); err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return t.same(from, name, before)
}

// copyBuffers is how many blocks are on their way between reading and hashing.
const copyBuffers = 4

// copyAndHash copies r to w and returns size and sha256. Hashing takes as long
// as all the rest, so it runs beside it.
func copyAndHash(w io.Writer, r io.Reader) (size int64, sum string, err error) {
	full, free := make(chan []byte, copyBuffers), make(chan []byte, copyBuffers)
	for range copyBuffers {
		free <- make([]byte, 1<<20)
	}
	hashed := make(chan []byte)
	go func() {
		h := sha256.New()
		for b := range full {
			h.Write(b)
			free <- b[:cap(b)]
		}
		hashed <- h.Sum(nil)
	}()
	for err == nil {
		b := <-free
		var n int
		if n, err = r.Read(b); n > 0 {
			size += int64(n)
			if _, e := w.Write(b[:n]); e != nil {
				err = e
			}
			full <- b[:n]
		}
	}
	close(full)
	sum = hex.EncodeToString(<-hashed)
	if err == io.EOF {
		err = nil
	}
	return size, sum, err
}

// open opens a file without following a link out of its folder, and without
// waiting for the other end of a pipe.
func (t *Taken) open(from *os.Root, name string) (*os.File, error) {
	f, err := from.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	switch {
	case err == nil:
		return f, nil
	case errors.Is(err, fs.ErrNotExist):
		if _, e := from.Lstat(name); e == nil {
			return nil, fmt.Errorf("%s: is a link to nothing: put the file itself there", t.Name)
		}
		return nil, &StillWriting{t.Name, "it vanished before it was copied"}
	case strings.Contains(err.Error(), "escapes"):
		return nil, fmt.Errorf("%s: is a link that leads out of its folder: put the file itself there", t.Name)
	}
	return nil, fmt.Errorf("%s: %w", t.Name, err)
}

// same compares a file with what it was before it was read.
func (t *Taken) same(from *os.Root, name string, before fs.FileInfo) error {
	after, err := from.Stat(name)
	change := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		change = "it vanished while it was copied"
	case err != nil:
		return err
	case !os.SameFile(before, after):
		change = "it was replaced while it was copied"
	case after.Size() > before.Size():
		change = fmt.Sprintf("size grew from %d to %d while it was copied", before.Size(), after.Size())
	case after.Size() < before.Size():
		change = fmt.Sprintf("size shrank from %d to %d while it was copied", before.Size(), after.Size())
	case !after.ModTime().Equal(before.ModTime()) || t.Bytes != before.Size():
		change = "its content changed while it was copied"
	default:
		return nil
	}
	return &StillWriting{t.Name, change}
}

// reader stops reading when the run is stopped.
type reader struct {
	ctx context.Context
	f   *os.File
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.f.Read(p)
}
