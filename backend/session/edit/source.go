package edit

import (
	"context"
	"errors"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
)

// Source is a session as it was read, with the file behind it. It may be one that
// somebody else keeps open: nothing here closes it but Close, or makes it read on.
type Source struct {
	// Path is where the file lies, absolute.
	Path    string
	Session session.Session
	File    *jsonl.File
}

// Open reads a session file. Close it.
func Open(ctx context.Context, path string) (*Source, error) {
	s, file, err := formats.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return &Source{Path: path, Session: s, File: file}, nil
}

// Close closes the file.
func (s *Source) Close() error { return s.File.Close() }

func (s *Source) index() *session.Index { return s.Session.Index() }

// readOn takes what was added to the file. A file that must be read anew to tell
// what was added means is read anew.
func (s *Source) readOn(ctx context.Context) error {
	if grower, able := s.Session.(session.Grower); able {
		ok, err := grower.ReadOn(ctx, s.File)
		if ok || err != nil {
			return err
		}
	}
	again, err := Open(ctx, s.Path)
	if err != nil {
		return err
	}
	old := s.File
	*s = *again
	return old.Close()
}

// find is the entry that a key names, which must have
// an id that finds it: nothing else can be named in the file.
func (s *Source) find(act, key string) (session.Pos, error) {
	x := s.index()
	p, ok := x.Lookup(key)
	if !ok {
		return session.None, s.gone(act, key)
	}
	switch e := x.At(p); {
	case e.Has(session.NoID):
		return p, fail(act, s.Path, Refused, "the entry "+key+" has no id of its own, so nothing can refer to it",
			"fork the session: in the fork every entry has an id", OfferFork)
	case e.Has(session.Duplicate):
		return p, fail(act, s.Path, Refused, "a later entry has the same id as "+key+", and pi would take that one for it", "choose the later entry")
	}
	return p, nil
}

// gone is the answer to a key of no entry. Keys come from the file as somebody saw it.
func (s *Source) gone(act, key string) *Error {
	return fail(act, s.Path, Conflict, "it has no entry "+quoted(key)+", or not any more: a file that was replaced or cut short has others",
		"nothing was written; look at the session again, then choose an entry", OfferRetry)
}

// taken tells whether an entry has this id.
func (s *Source) taken(id string) bool {
	_, ok := s.index().ByID(id)
	return ok
}

// id is the id of an entry, nil for none.
func (s *Source) id(p session.Pos) *string {
	if p == session.None {
		return nil
	}
	return &s.index().At(p).Key
}

// joined closes the source after an act.
func joined(src *Source, err error) error { return errors.Join(err, src.Close()) }
