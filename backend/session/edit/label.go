package edit

import (
	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// Label plans to set the label of an entry, which key names. Line ends in it become
// spaces, and white space at both ends is cut; "" clears the label, and other control
// characters are refused. The label is an entry of its own under the active leaf,
// wherever the labelled entry stands: pi continues behind the last entry of the file.
func (e *Editor) Label(src *Source, key, text string) (*Plan, error) {
	text = pi.CleanName(text)
	p, err := e.label(src, nil, key, text)
	return typed(p, err, "label", text)
}

func (e *Editor) label(src *Source, old *stamp, key, text string) (*Plan, error) {
	if err := e.writable(ActLabel, src); err != nil {
		return nil, err
	}
	target, err := src.find(ActLabel, key)
	if err != nil {
		return nil, err
	}
	x := src.index()
	before, what := x.Labels[target].Text, named(x, target)
	a := addition{act: ActLabel, parent: x.Leaf, agent: continues(x, "the label"), what: "the label " + quoted(text)}
	switch {
	case before == text && text == "":
		return nil, fail(ActLabel, src.Path, Nothing, what+" has no label", "")
	case before == text:
		return nil, fail(ActLabel, src.Path, Nothing, what+" has that label already", "")
	case text == "":
		a.says, a.done = "Take the label "+quoted(before)+" off "+what+".", "Took the label "+quoted(before)+" off "+what
		a.back, a.what = "It can be put back.", "taking off the label "+quoted(before)
	case before == "":
		a.says, a.done = "Put the label "+quoted(text)+" on "+what+".", "Put the label "+quoted(text)+" on "+what
		a.back = "It can be taken off again."
	default:
		a.says, a.done = "Put the label "+quoted(text)+" on "+what+" instead of "+quoted(before)+".", "Put the label "+quoted(text)+" on "+what
		a.back = "The old label can be put back."
	}
	var set *string
	if text != "" {
		set = &text
	}
	a.line = func(n pi.NewEntry) ([]byte, error) { return n.Label(x.Key(target), set) }
	a.renew = func(src *Source, s *stamp) (*Plan, error) { return e.label(src, s, key, text) }
	a.undo = func(src *Source, _ string) (*Plan, error) {
		if now := labelOf(src.index(), key); now != text {
			return nil, fail(ActLabel, src.Path, Conflict, "the label was changed again since, to "+quoted(now), "look at it, then set the one you want", OfferRetry)
		}
		return e.label(src, nil, key, before)
	}
	return e.add(src, old, a)
}

// labelOf is the label of the entry that key names.
func labelOf(x *session.Index, key string) string {
	p, ok := x.Lookup(key)
	if !ok {
		return ""
	}
	return x.Labels[p].Text
}

// continues says where the agent goes on after an entry that moves it nowhere.
func continues(x *session.Index, what string) string {
	if x.Leaf == session.None {
		return "pi continues after " + what + ", which is the first entry it goes on from."
	}
	if len(strayed(x, x.Leaf)) > 0 {
		return "pi continues after " + what + ", where the file's leaf entry leads: the last entry there is " + named(x, x.Leaf) + "."
	}
	return "pi continues after " + what + ", on the same branch as before: its last entry is " + named(x, x.Leaf) + ". What the model sees does not change."
}
