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
	"time"

	"branchline/backend/session/convert"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/secrets"
)

// writers write each format. What they write goes to a temporary file first, so
// that an error or the end of ctx leaves nothing behind.
var writers = map[Format]func(ctx context.Context, w io.Writer, p *Plan) error{JSONL: writeJSONL, HTML: writeHTML, Markdown: writeMarkdown}

// Write makes the file of a plan. There is no file when it answers an error, and
// the source is as it was.
func Write(ctx context.Context, p *Plan) (*Done, error) {
	if err := p.free(); err != nil {
		return nil, err
	}
	jsonl.Sweep(filepath.Dir(p.Path), p.Now.Add(-time.Hour)) // what a killed export left
	p.Progress.expect(p.work())
	done := &Done{ID: p.ID, Changed: []string{}}
	write := func(p *Plan) error { return p.write(ctx, done) }
	var err error
	if p.Mask != nil {
		done.Found, err = p.masked(ctx, write)
	} else {
		err = write(p)
	}
	if err != nil {
		return nil, failed(p.Path, err)
	}
	done.Path = p.Path
	return done, nil
}

func (p *Plan) write(ctx context.Context, done *Done) error {
	if p.converts() {
		return p.convert(ctx, done)
	}
	write, ok := writers[p.Format]
	if !ok {
		return fmt.Errorf("there is no format %q", p.Format)
	}
	return jsonl.CreateFrom(p.Path, func(w io.Writer) error { return write(ctx, w, p) })
}

// converts tells whether the new session is of another format than the source.
func (p *Plan) converts() bool {
	return p.Format == JSONL && p.As != "" && p.As != p.Session.Index().Header.Format
}

// convert makes a session of the other format.
func (p *Plan) convert(ctx context.Context, done *Done) error {
	make := convert.ToRunLog
	if p.As == "pi" {
		make = convert.ToPi
	}
	made, err := make(ctx, p.Session, p.File, p.Leaf, convert.Place{Path: p.Path}, convert.Options{
		Now: p.clock, SessionID: func(time.Time) string { return p.ID }, Source: p.Source,
	})
	if err != nil {
		return err
	}
	done.ID, done.Changed = made.ID, made.Report.Lost()
	return nil
}

func (p *Plan) clock() time.Time { return p.Now }

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
	var left *secrets.Left
	switch {
	case errors.As(err, &left): // nobody knows of the file it was found in
		return fmt.Errorf("export to %s: %w: %w; keep it as it is, or export HTML or Markdown, in which ids are masked too", path, ErrSecrets, left)
	case errors.Is(err, fs.ErrExist):
		return taken(path, freeName(path))
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		next = "; nothing was left there: make room, or choose a folder on another disk"
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		next = "; choose a folder you may write to"
	case errors.Is(err, jsonl.ErrStale):
		next = "; open the session again and export it anew"
	}
	where := ""
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
		if dir := filepath.Dir(at.Path); dir != filepath.Dir(path) {
			where = " in " + dir
		}
	}
	return fmt.Errorf("export to %s: %w%s%s", path, err, where, next)
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
