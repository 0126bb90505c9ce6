package session

// Teller is a Session that can go on telling of a branch as the branch grows.
type Teller interface {
	Session
	// Tell begins to tell of the branch that ends at leaf.
	Tell(leaf Pos) Telling
}

// Telling is what a session says of one branch that may grow.
type Telling interface {
	// Items answers what Session.Items does. GoOn changes them in place.
	Items() []Item
	// GoOn takes the entries that follow the end of the branch, in order. It
	// answers false when only a new telling can say what has become of the
	// branch; this one is of no use then.
	GoOn(next []Pos) (Told, bool)
}

// Told is what was added to a branch beside the items at its end.
type Told struct {
	// Answered are the places of earlier items, calls without an answer, that got
	// it now. All other items are as before.
	Answered []int32
	// Sent is what Session.Context has at its end now; before that it is as it was.
	Sent []Piece
}

// Tell begins to tell of a branch. Where the format cannot go on with it, nor can
// the telling.
func Tell(s Session, leaf Pos) Telling {
	if t, ok := s.(Teller); ok {
		return t.Tell(leaf)
	}
	return finished(s.Items(leaf))
}

// finished is a telling that cannot go on.
type finished []Item

func (f finished) Items() []Item { return f }

func (finished) GoOn([]Pos) (Told, bool) { return Told{}, false }

// Between returns the path from an entry down to another, without from, in order.
// It answers false when to does not stand below from.
func (x *Index) Between(from, to Pos) ([]Pos, bool) {
	n := 0
	for p := to; p != from; p = x.Entries[p].Parent {
		if p < from || p == None { // entries stand behind their parents; where one does not, it is not found
			return nil, false
		}
		n++
	}
	path := make([]Pos, n)
	for p := to; p != from; p = x.Entries[p].Parent {
		n--
		path[n] = p
	}
	return path, true
}

// Roomy takes memory for n values that more will follow, so that the first of
// them does not cost a copy of all.
func Roomy[T any](n int) []T { return Large[T](n + n/16 + 64)[:n] }
