package edit

import (
	"branchline/backend/session/pi"
)

// Rename plans to name the session. Line ends become spaces, and white space at both
// ends is cut; "" takes the name away, and other control characters are refused. The
// name is an entry of its own under the
// active leaf.
func (e *Editor) Rename(src *Source, name string) (*Plan, error) {
	name = pi.CleanName(name)
	p, err := e.rename(src, nil, name)
	return typed(p, err, "name", name)
}

func (e *Editor) rename(src *Source, old *stamp, name string) (*Plan, error) {
	if err := e.writable(ActRename, src); err != nil {
		return nil, err
	}
	x := src.index()
	before := x.Name
	a := addition{act: ActRename, parent: x.Leaf, agent: continues(x, "the entry with the name"), what: "the name " + quoted(name)}
	switch {
	case before == name && name == "":
		return nil, fail(ActRename, src.Path, Nothing, "it has no name", "")
	case before == name:
		return nil, fail(ActRename, src.Path, Nothing, "that is its name already", "")
	case name == "":
		a.says, a.done = "Take the name "+quoted(before)+" from the session.", "Took the name "+quoted(before)+" from the session"
		a.back, a.what = "It can be given again.", "taking away the name "+quoted(before)
	case before == "":
		a.says, a.done, a.back = "Name the session "+quoted(name)+".", "Named the session "+quoted(name), "It can be taken away again."
	default:
		a.says, a.done = "Name the session "+quoted(name)+" instead of "+quoted(before)+".", "Named the session "+quoted(name)
		a.back = "The old name can be given again."
	}
	a.line = func(n pi.NewEntry) ([]byte, error) { return n.SessionInfo(name) }
	a.renew = func(src *Source, s *stamp) (*Plan, error) { return e.rename(src, s, name) }
	a.undo = func(src *Source, _ string) (*Plan, error) {
		if now := src.index().Name; now != name {
			return nil, fail(ActRename, src.Path, Conflict, "the session was named again since: "+quoted(now), "look at it, then give it the name you want", OfferRetry)
		}
		return e.rename(src, nil, before)
	}
	return e.add(src, old, a)
}
