package contexts

import "branchline/backend/session"

// Changed is what the contexts of two entries of a session have not in common.
type Changed struct {
	before, now *Context
	// out and in are places of messages of before and of now.
	out, in []int32
	why     reasons
	place   map[session.Pos]int    // of the entries of now's past
	still   map[source]session.Pos // the edits of now's messages
}

// source is what a message is made of, whatever an edit does to it.
type source struct {
	entry session.Pos
	role  string
}

// Between compares a context with that of another entry.
func Between(before, now *Context) *Changed {
	d := &Changed{before: before, now: now, why: reasonsOf(now), place: make(map[session.Pos]int, len(now.past))}
	d.out, d.in = lacks(before, now), lacks(now, before)
	d.still = make(map[source]session.Pos, len(now.pieces))
	for _, piece := range now.pieces {
		d.still[source{piece.Entry, piece.Role}] = piece.Edit
	}
	for i, p := range now.past {
		d.place[p] = i
	}
	return d
}

// lacks lists the messages of a context that another one does not have. A message
// that an edit changed is another message.
func lacks(a, b *Context) (places []int32) {
	has := make(map[session.Piece]bool, len(b.pieces))
	for _, piece := range b.pieces {
		has[piece] = true
	}
	for i, piece := range a.pieces {
		if !has[piece] {
			places = append(places, int32(i))
		}
	}
	return places
}

// Len is the number of lines: a head and its messages for what fell out, and for
// what came in.
func (d *Changed) Len() int { return len(d.out) + len(d.in) + 2 }

// Lines answers lines of the list.
func (d *Changed) Lines(from, count int) []Line {
	from = min(max(from, 0), d.Len())
	to := min(from+max(count, 0), d.Len())
	out := make([]Line, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, d.line(i))
	}
	return out
}

// Find is the context and the place in it of the message on a line, nil for a head.
func (d *Changed) Find(index int) (*Context, int) {
	switch n := len(d.out); {
	case index >= 1 && index <= n:
		return d.before, int(d.out[index-1])
	case index >= n+2 && index < d.Len():
		return d.now, int(d.in[index-n-2])
	}
	return nil, 0
}

func (d *Changed) line(index int) Line {
	switch index {
	case 0:
		return head("out", index, d.before, d.out)
	case len(d.out) + 1:
		return head("in", index, d.now, d.in)
	}
	c, i := d.Find(index)
	l := c.message(index, i)
	if c == d.before {
		d.explain(&l, c.pieces[i])
	}
	return l
}

// explain says why a message is not in the context any more.
func (d *Changed) explain(l *Line, piece session.Piece) {
	why := reason{elsewhere, session.None}
	if at, here := d.place[piece.Entry]; here {
		why = d.why.of(at)
		if edit, there := d.still[source{piece.Entry, piece.Role}]; there {
			why = reason{edited, edit} // not as it was
		}
		if k := d.now.x.At(piece.Entry).Kind; k == session.KindCompaction && d.why.last >= 0 {
			why = reason{compacted, d.now.past[d.why.last]} // by a newer one
		}
	}
	l.Why, l.By, l.ByMs = why.why, "", 0
	if why.by != session.None {
		l.By, l.ByMs = d.now.x.Key(why.by), d.now.x.At(why.by).AtMs
	}
}

func head(kind string, index int, c *Context, places []int32) Line {
	l := Line{Index: index, Kind: kind, Message: -1, Count: len(places)}
	for _, i := range places {
		l.Tokens += c.sizes[i].Tokens()
	}
	return l
}
