package pi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"branchline/backend/session/jsonl"
)

// notForked begins pi's message for a source that is no session.
const notForked = "Cannot fork: source session file is empty or invalid: "

// ForkFrom makes a session for another working folder of all that stands in a
// session file, on all its branches, and opens it. The new file lies in dir, or
// where pi keeps the sessions of targetCwd when dir is "". It begins with a header
// of its own, which names the source as its parent; all other values follow in
// their order, but for headers, null, false, 0 and "". Their bytes are those
// JSON.stringify would write. What is no JSON is left out.
//
// The source is only read: pi completes its last line with the LF. And unlike
// pi's, a fork of a session of version 1 or 2 is one of version 3, migrated as
// MigrateSessionEntries does: pi 1.6.0 puts its new header above the old entries,
// which are lost to it without their ids.
//
// A source that is missing, empty or no session gives the error of pi, which says
// "Cannot fork: source session file is empty or invalid".
func ForkFrom(sourcePath, targetCwd, dir string, opts ...Option) (*Manager, error) {
	m := &Manager{options: settle(opts), persist: true}
	sourcePath, err := m.options.env.Resolve(sourcePath)
	if err != nil {
		return nil, err
	}
	source, err := openStore(context.Background(), sourcePath)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, refusal(notForked + sourcePath)
	}
	if err != nil {
		return nil, fmt.Errorf("fork session: %w", err)
	}
	path, err := "", error(nil)
	if !source.legal {
		err = refusal(notForked + sourcePath)
	} else if err = m.place(targetCwd, dir); err == nil {
		path, err = m.fork(source)
	}
	if err = errors.Join(err, source.close()); err != nil {
		return nil, err
	}
	return m, m.open(path, NewSessionOptions{}, func(string) error { return nil })
}

// fork writes the fork of a session and returns its path.
func (m *Manager) fork(source *store) (path string, err error) {
	now := m.options.now()
	header, id, err := m.header(NewSessionOptions{ID: m.options.id, ParentSession: source.path}, now)
	if err != nil {
		return "", err
	}
	g := migration{from: source.x.Header.Version, next: m.options.entryID}
	path = m.fileFor(id, now)
	err = jsonl.CreateFrom(path, func(w io.Writer) error {
		if _, err := w.Write(append(header, '\n')); err != nil {
			return err
		}
		return source.values(rewritten, func(v []byte) error {
			migrated := g.value(v)
			if (Record{v}).IsHeader() {
				return nil
			}
			_, err := w.Write(append(migrated, '\n'))
			return err
		})
	})
	return path, conflicting(err)
}
