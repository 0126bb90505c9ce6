package jsonl

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// ErrStale means that the file is no longer the one that was indexed: it shrank
// or its past was rewritten. The past is compared at 16 places of 1 KiB, evenly
// spread: of a file of more than 16 KiB a change between them goes unseen unless
// the file got shorter.
var ErrStale = errors.New("the file was rewritten since it was read")

// ErrNotFile means that a path names no regular file.
var ErrNotFile = errors.New("not a regular file")

// What tells one generation of a file from another: blocks of blockSize bytes,
// evenly spread over what was indexed, its beginning and its end among them.
const (
	blocks    = 16
	blockSize = 1 << 10
)

var printSeed = maphash.MakeSeed()

// File is a session file open for reading. It keeps its descriptor, so a file
// that was replaced or deleted stays readable as it was.
type File struct {
	f    *os.File
	path string
	info fs.FileInfo

	mu      sync.Mutex
	size    int64 // bytes that were indexed
	print   uint64
	checked time.Time
}

// Open opens a regular file for reading. Anything else, a folder or a pipe,
// answers an error that wraps ErrNotFile and never blocks.
func Open(path string) (*File, error) {
	f, info, err := OpenOnce(path)
	if err != nil {
		return nil, err
	}
	file := &File{f: f, path: path, info: info}
	if err := file.Mark(info.Size()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return file, nil
}

// OpenOnce is Open for a file that is read once, from its beginning to its end:
// nothing is kept that would tell whether it was rewritten since.
func OpenOnce(path string) (*os.File, fs.FileInfo, error) {
	f, err := openShared(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open %s: %w", path, ErrNotFile)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}

// Mark declares the first size bytes as those that were indexed. Read answers
// ErrStale once they are no longer the same.
func (f *File) Mark(size int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := f.f.Stat()
	if err != nil {
		return err
	}
	print, err := f.printOf(size)
	if err != nil {
		return err
	}
	f.size, f.print, f.checked = size, print, info.ModTime()
	return nil
}

// printOf sums up blocks of the first size bytes, at a cost that does not depend
// on how many those are.
func (f *File) printOf(size int64) (uint64, error) {
	var h maphash.Hash
	h.SetSeed(printSeed)
	block := make([]byte, min(size, blockSize))
	last := size - int64(len(block)) // where the last block begins
	for i := range int64(blocks) {
		n, err := f.f.ReadAt(block, last*i/(blocks-1))
		if err != nil && err != io.EOF {
			return 0, err
		}
		_, _ = h.Write(block[:n]) // never fails
	}
	return h.Sum64(), nil
}

// Path is the path the file was opened by.
func (f *File) Path() string { return f.path }

// Info describes the file as it was when it was opened.
func (f *File) Info() fs.FileInfo { return f.info }

// Stat describes the file as it is now, though its path may name another by now.
func (f *File) Stat() (fs.FileInfo, error) { return f.f.Stat() }

// Grown describes the file as it is now. It answers ErrStale when the indexed bytes
// are no longer the same, so that what was indexed cannot be read on from. It
// compares them also where the time of the last change is the same.
func (f *File) Grown() (fs.FileInfo, error) {
	f.mu.Lock()
	f.checked = time.Time{}
	f.mu.Unlock()
	if err := f.fresh(); err != nil {
		return nil, err
	}
	return f.f.Stat()
}

// Size is the number of bytes that were there when the file was opened or last marked.
func (f *File) Size() int64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.size
}

// Read returns the bytes of a span, or ErrStale.
func (f *File) Read(s Span) ([]byte, error) {
	b := make([]byte, s.Len)
	if err := f.ReadInto(b, s.Off); err != nil {
		return nil, err
	}
	return b, nil
}

// ReadInto is Read into the caller's own memory, which it fills from offset off on.
func (f *File) ReadInto(b []byte, off int64) error {
	if err := f.fresh(); err != nil {
		return err
	}
	n, err := f.f.ReadAt(b, off)
	if n == len(b) {
		return nil
	}
	if err == io.EOF {
		err = ErrStale
	}
	return fmt.Errorf("read %s at %d: %w", f.path, off, err)
}

// ReadAt reads raw bytes without asking whether they are still the indexed ones.
func (f *File) ReadAt(b []byte, off int64) (int, error) { return f.f.ReadAt(b, off) }

// Close closes the descriptor.
func (f *File) Close() error { return f.f.Close() }

func (f *File) fresh() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	info, err := f.f.Stat()
	if err != nil {
		return err
	}
	if info.Size() < f.size {
		return fmt.Errorf("read %s: %w", f.path, ErrStale)
	}
	if info.ModTime().Equal(f.checked) {
		return nil
	}
	print, err := f.printOf(f.size)
	if err != nil {
		return err
	}
	if print != f.print {
		return fmt.Errorf("read %s: %w", f.path, ErrStale)
	}
	f.checked = info.ModTime()
	return nil
}
