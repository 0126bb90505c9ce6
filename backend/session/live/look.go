package live

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// Seen says what Look found.
type Seen uint8

const (
	// Same: nothing was written since.
	Same Seen = iota
	// Grown: what was added is read; all that was there stands as before.
	Grown
	// Reread: the past changed, or another file has the path now, so all of it was
	// read again. Positions in the index may mean other entries now.
	Reread
	// Gone: no file has the path any more. The session stays as it was read.
	Gone
	// Folder: Gone, and a folder has the path now.
	Folder
)

// Look brings an open session up to date with the file at its path: it reads on
// where the file only grew, at a cost that does not depend on what was there
// before, and reads all of it again where more happened. When that fails the
// session stays as it is, and the error says why.
func (s *Set) Look(ctx context.Context, handle string) (Seen, error) {
	o, err := s.Get(handle)
	if err != nil {
		return Same, err
	}
	o.looking.Lock()
	defer o.looking.Unlock()
	r, err := o.hold()
	if err != nil {
		return Same, err
	}
	defer r.letGo()
	info, err := os.Stat(o.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Gone, nil
	case err != nil:
		return Same, err
	case info.IsDir():
		return Folder, nil
	case os.SameFile(info, r.file.Info()):
		grown, err := r.grow(ctx)
		if err == nil && grown != Reread {
			return grown, nil
		}
		if err != nil && !errors.Is(err, jsonl.ErrStale) {
			return Same, err
		}
	}
	if _, err := s.Reload(ctx, handle); err != nil {
		return Same, err
	}
	return Reread, nil
}

// grow takes what was added to the file. Reread means that it cannot.
func (r *reading) grow(ctx context.Context) (Seen, error) {
	info, err := r.file.Grown()
	if err != nil {
		return Same, err
	}
	r.grows.Lock()
	defer r.grows.Unlock()
	x := r.session.Index()
	if info.Size() == x.Size && info.ModTime().UnixMilli() == x.WrittenMs {
		return Same, nil
	}
	grower, able := r.session.(session.Grower)
	if !able {
		return Reread, nil
	}
	before := x.Size
	ok, err := grower.ReadOn(ctx, r.file)
	if x.Size > before {
		r.revision++ // also when more is to come: what was read is true
	}
	switch {
	case err != nil:
		return Same, err
	case !ok:
		return Reread, nil
	case x.Size == before:
		return Same, nil
	}
	return Grown, nil
}
