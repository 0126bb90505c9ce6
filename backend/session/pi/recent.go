package pi

import (
	"bytes"
	"slices"

	"branchline/backend/session/jsonl"
)

// FindMostRecentSession returns the path of the session in dir that was written
// last, by the file's own time: what pi continues. When cwd is not "", the header
// must name that working folder. It answers "" when there is none, or dir cannot
// be read. Only the first MiB of a file is looked at, and files that are no
// sessions are passed over, links to nothing too (pi finds none at all then).
func FindMostRecentSession(dir, cwd string) string {
	if dir == "" {
		return ""
	}
	s := shelf{env: settle(nil).env}
	var err error
	if s.dir, err = s.env.Resolve(dir); err != nil {
		return ""
	}
	if cwd != "" {
		if s.cwd, err = s.env.Resolve(cwd); err != nil {
			return ""
		}
	}
	path, err := s.latest()
	if err != nil {
		return ""
	}
	return path
}

// ContinueRecent opens the session that List's folder holds and that was written
// last, or creates one when there is none. The Manager works in cwd, whatever the
// header says; see List for which sessions count.
func ContinueRecent(cwd, dir string, opts ...Option) (*Manager, error) {
	o := settle(opts)
	s, err := o.shelf(cwd, dir)
	if err != nil {
		return nil, err
	}
	path, err := s.latest()
	if err != nil {
		return nil, err
	}
	if path == "" {
		return Create(cwd, s.dir, opts...)
	}
	if cwd, err = o.env.Resolve(cwd); err != nil {
		return nil, err
	}
	return Open(path, s.dir, append(opts[:len(opts):len(opts)], WithCwdOverride(cwd))...)
}

// FindByID returns the path of a session by its whole id, "" when there is none,
// without reading more than headers; see List for where it is looked for. Of
// several the one with the least name is found.
func FindByID(cwd, id, dir string, opts ...Option) (path string, err error) {
	s, err := settle(opts).shelf(cwd, dir)
	if err != nil {
		return "", err
	}
	files, err := sessionFiles(s.dir)
	for _, file := range slices.Backward(files) {
		if h, ok := findHeader(file); ok && h.ID == id && s.holds(h.Cwd) {
			return file, nil
		}
	}
	return "", err
}

// latest is the file with a header that counts which was written last, "" when
// there is none.
func (s shelf) latest() (string, error) {
	files, err := sessionFiles(s.dir)
	for _, path := range lastWritten(files) {
		if h, ok := findHeader(path); ok && s.holds(h.Cwd) {
			return path, nil
		}
	}
	return "", err
}

// headerWithin is how far into a file pi looks for the header of a session it
// has not opened, in bytes.
const headerWithin = 1 << 20

// findHeader finds the header of a session file, by the same rules as reading all
// of it. A file that pi would not open, or that cannot be read, has none.
func findHeader(path string) (header, bool) {
	f, err := jsonl.Open(path)
	if err != nil {
		return header{}, false
	}
	defer func() {
		// The file was only read: an error of closing it means nothing to anybody.
		_ = f.Close()
	}()
	size, room := f.Size(), int64(4<<10)
	for {
		head := make([]byte, min(size, room))
		if n, err := f.ReadAt(head, 0); n < len(head) && err != nil {
			return header{}, false
		}
		h, ok, known := headerIn(head, room >= size)
		if known || room >= min(size, headerWithin) {
			return h, ok
		}
		room = min(8*room, headerWithin)
	}
}

// headerIn reads the beginning of a file up to its first record. known tells
// whether there is one, and ok whether it is the header of a session that pi
// opens. all: the file ends there.
func headerIn(head []byte, all bool) (h header, ok, known bool) {
	g := newGleaner()
	for off := 0; off < len(head) && !known; {
		n := bytes.IndexByte(head[off:], '\n')
		whole := n >= 0
		if !whole && !all {
			break
		}
		if !whole {
			n = len(head) - off
		}
		g.line, g.shift = jsonl.Line{Bytes: head[off : off+n], Off: int64(off), Len: int64(n), Whole: whole}, 0
		g.read()
		known = g.marked || len(g.headers)+len(g.first)+len(g.loose) > 0
		off += n + 1
	}
	var d digest
	d.add(g, 1)
	if ok = d.legal(d.first); ok {
		h = d.headers[0]
	}
	return h, ok, known
}
