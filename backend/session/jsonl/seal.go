package jsonl

import (
	"fmt"
	"io/fs"
	"os"
)

// Seal names a file as it was at one moment: that very file, and what it began with.
type Seal struct {
	info  fs.FileInfo
	size  int64
	print uint64
}

// Seal seals what was indexed when the file was opened or last marked.
func (f *File) Seal() Seal {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Seal{f.info, f.size, f.print}
}

// Holds answers ErrStale unless this is the file that was sealed, its path still
// names it, and it still begins with the sealed bytes. It may have grown.
func (f *File) Holds(s Seal) error {
	now, err := os.Stat(f.path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStale, err)
	}
	if s.info == nil || !os.SameFile(f.info, s.info) || !os.SameFile(now, s.info) || now.Size() < s.size {
		return fmt.Errorf("read %s: %w", f.path, ErrStale)
	}
	print, err := f.printOf(s.size)
	if err != nil {
		return err
	}
	if print != s.print {
		return fmt.Errorf("read %s: %w", f.path, ErrStale)
	}
	return nil
}
