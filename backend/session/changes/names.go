package changes

import (
	"fmt"

	"branchline/backend/session"
)

// Names writes paths, as a tool's argument has them, as a reader is told them:
// relative where they are inside the working directory cwd.
func Names(cwd string) func(path string) string {
	p := placeOf(cwd)
	return func(path string) string {
		name, _ := p.shown(p.named(path))
		return name
	}
}

// OnBranch answers the files the branch that ends at leaf touched, those outside
// the session's working directory behind the others. Unlike Of it looks at no
// other branch.
func OnBranch(s session.Session, leaf session.Pos) ([]File, error) {
	x := s.Index()
	w := newWorld(placeOf(x.Header.Cwd))
	if err := w.follow(s, s.Items(leaf)); err != nil {
		return nil, fmt.Errorf("files of the branch that ends at %q: %w", x.Key(leaf), err)
	}
	files, outside := w.settle()
	return append(files, outside...), nil
}

// Last is what the branch left of a file: its text, "" when the file is gone or
// its text not known.
func (f *File) Last() (text string, gone, known bool) {
	now := f.node.now
	if now.exists == no {
		return "", true, true
	}
	if !now.known || now.shaky != "" {
		return "", false, false
	}
	return now.text, false, true
}

// Between is a unified diff, without file names, that leads from one text to another.
func Between(from, to string) string { return between(from, to) }
