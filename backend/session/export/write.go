package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"branchline/backend/session/jsonl"
)

// writers write each format. What they write goes to a temporary file first, so
// that an error or the end of ctx leaves nothing behind.
var writers = map[Format]func(ctx context.Context, w io.Writer, p *Plan) error{}

// Write makes the file of a plan and answers its path. There is no file when it
// answers an error, and the source is as it was.
func Write(ctx context.Context, p *Plan) (string, error) {
	write, ok := writers[p.Format]
	if !ok {
		return "", fmt.Errorf("export to %s: there is no format %q", p.Path, p.Format)
	}
	if err := p.free(); err != nil {
		return "", err
	}
	err := jsonl.CreateFrom(p.Path, func(w io.Writer) error { return write(ctx, w, p) })
	if err != nil {
		return "", failed(p.Path, err)
	}
	return p.Path, nil
}

// free tells why no file can be made at the plan's path.
func (p *Plan) free() error {
	dir := filepath.Dir(p.Path)
	info, err := os.Stat(dir)
	switch {
	case err == nil && !info.IsDir():
		return fmt.Errorf("export to %s: %w: %s is no folder; choose another place", p.Path, ErrNoFolder, dir)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("export to %s: %w; make %s first, or choose another place", p.Path, ErrNoFolder, dir)
	case err != nil:
		return failed(p.Path, err)
	}
	there, err := os.Lstat(p.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return failed(p.Path, err)
	}
	if same(p.File, p.Path, there) {
		return fmt.Errorf("export to %s: %w; choose another name, for instance %s", p.Path, ErrSource, p.Free())
	}
	return taken(p.Path, p.Free())
}

// same tells whether path leads to the file that is the source.
func same(source *jsonl.File, path string, there fs.FileInfo) bool {
	if now, err := os.Stat(path); err == nil {
		there = now
	}
	now, err := source.Stat()
	return err == nil && os.SameFile(now, there)
}

func taken(path, free string) error {
	return fmt.Errorf("export to %s: %w, and no file is ever written over; choose another, for instance %s", path, ErrTaken, free)
}

// failed says what to do about an error of the system.
func failed(path string, err error) error {
	next := ""
	switch {
	case errors.Is(err, fs.ErrExist):
		return taken(path, freeName(path))
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		next = "; nothing was left there: make room, or choose a folder on another disk"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		next = "; choose a folder you may write to"
	case errors.Is(err, jsonl.ErrStale):
		next = "; open the session again and export it anew"
	}
	return fmt.Errorf("export to %s: %w%s", path, err, next)
}

// Free is the plan's path, or the next one like it that is not taken.
func (p *Plan) Free() string { return freeName(p.Path) }

// mostNames is how many names are tried.
const mostNames = 1000

func freeName(path string) string {
	ext := filepath.Ext(path)
	stem := path[:len(path)-len(ext)]
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || n > mostNames {
			return path
		}
		path = fmt.Sprintf("%s-%d%s", stem, n, ext)
	}
}
