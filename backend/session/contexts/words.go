package contexts

import (
	"strings"
	"unicode/utf8"

	"branchline/backend/session"
)

// Widest is how much of a message its line carries, in bytes: as much as a window has
// room for.
const Widest = 240

// Words gives lines of the list, or of a stretch of it, the beginning of what their
// messages say as far as a window has room for it; an index keeps less.
func (c *Context) Words(lines []Line) error {
	return worded(c.x, lines, func(l *Line) (*Context, int) { return c, l.Message })
}

// Words is that of a Context for lines of what changed.
func (d *Changed) Words(lines []Line) error {
	return worded(d.now.x, lines, func(l *Line) (*Context, int) { return d.Find(l.Index) })
}

// worded reads the messages of lines; of says which message of which context one is of,
// -1 for an entry that is not among the messages.
func worded(x *session.Index, lines []Line, of func(*Line) (*Context, int)) error {
	type wanted struct {
		line *Line
		size *session.Size // nil of what is no message
	}
	var all []wanted
	var pieces []session.Piece
	var s Session
	for i := range lines {
		l := &lines[i]
		if l.Kind != "message" || l.Text == "" {
			continue
		}
		c, n := of(l)
		s = c.s
		if n >= 0 {
			all, pieces = append(all, wanted{l, &c.sizes[n]}), append(pieces, c.pieces[n])
		} else if p, ok := x.Lookup(l.Entry); ok {
			all, pieces = append(all, wanted{l, nil}), append(pieces, session.Piece{Entry: p, Edit: session.None})
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	begins, err := s.Begins(pieces, Widest)
	if err != nil {
		return err
	}
	for i, w := range all {
		text := begins[i]
		if !strings.HasPrefix(text, w.line.Text) {
			continue // an index has other words for it
		}
		w.line.Text, w.line.More = text, len(text) > Widest-utf8.UTFMax
		if w.size != nil {
			w.line.More = w.line.More || w.size.Text > session.Units(text)+squeezed
		}
	}
	return nil
}
