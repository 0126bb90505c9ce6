// Package contexts says what the model saw at an entry: the messages of its context
// with the entries they come from, what of the branch is not among them and why,
// how many tokens that is, and what the contexts of two entries have not in common.
package contexts

import (
	"slices"

	"branchline/backend/session"
)

// Session is a session that tells what its messages say to the model.
type Session interface {
	session.Session
	// Settings are the model and the thinking level in force at leaf.
	Settings(leaf session.Pos) (session.Settings, error)
	// Instructions are the system prompt and the tools in force at leaf.
	Instructions(leaf session.Pos) (session.Instructions, error)
	// Sizes says how large the messages of a context are.
	Sizes([]session.Piece) ([]session.Size, error)
	// Blocks reads what a message says, whole.
	Blocks(session.Piece) ([]session.Block, error)
	// Begins reads how messages begin, each on one line of at most limit bytes: with
	// what is said first, else with the first call, else with the first thought; "" is
	// what the format knows no words for. A piece without a role is its entry's message.
	Begins(pieces []session.Piece, limit int) ([]string, error)
}

// Context is what the model saw at an entry.
type Context struct {
	s     Session
	x     *session.Index
	at    session.Pos
	sizes []session.Size // one a piece
	// pieces are the messages in the order in which the model is sent them, past the
	// entries that led here.
	pieces []session.Piece
	past   []session.Pos
	// left are the stretches of the past that are not among the messages, silent is
	// how many entries never are: labels, settings, usage.
	left   []stretch
	silent int
	lines  []line
}

// line is a line of the list: a message, or a stretch that was left out.
type line struct{ piece, left int32 }

const none = int32(-1)

// Of makes the context at an entry.
func Of(s Session, sizes *Sizes, at session.Pos) (*Context, error) {
	x := s.Index()
	c := &Context{s: s, x: x, at: at, pieces: s.Context(at), past: x.Past(at)}
	var err error
	if c.sizes, err = sizes.of(s, c.pieces); err != nil {
		return nil, err
	}
	c.arrange()
	return c, nil
}

// Len is the number of lines of the list: messages and stretches that were left out.
func (c *Context) Len() int { return len(c.lines) }

// Messages is the number of messages.
func (c *Context) Messages() int { return len(c.pieces) }

// Blocks reads the message at a place of the context, whole. ok is false where there
// is none.
func (c *Context) Blocks(i int) (b []session.Block, ok bool, err error) {
	if i < 0 || i >= len(c.pieces) {
		return nil, false, nil
	}
	b, err = c.s.Blocks(c.pieces[i])
	return b, true, err
}

// Prompt reads the system prompt in force, whole.
func (c *Context) Prompt() ([]session.Block, error) {
	in, err := c.s.Instructions(c.at)
	return in.Prompt, err
}

// arrange puts the messages and what was left out in one list, in the order of the
// past: but a compaction's own messages come first, as the model is sent them.
func (c *Context) arrange() {
	why := reasonsOf(c)
	listed := make([]bool, len(c.x.Entries))
	for _, piece := range c.pieces {
		listed[piece.Entry] = true
	}
	c.lines = make([]line, 0, len(c.pieces))
	next := 0
	take := func() {
		c.lines = append(c.lines, line{int32(next), none})
		next++
	}
	for next < len(c.pieces) && c.x.At(c.pieces[next].Entry).Kind == session.KindCompaction {
		listed[c.pieces[next].Entry] = false
		take()
	}
	for i, p := range c.past {
		switch {
		case listed[p]:
			for next < len(c.pieces) && c.pieces[next].Entry != p { // written again after a reset: no part of the past
				take()
			}
			take()
		case len(c.pieces) > 0 && c.pieces[0].Entry == p:
		case !speaks(c.x.At(p)):
			c.silent++
		default:
			c.leave(p, why.of(i))
		}
	}
	for next < len(c.pieces) {
		take()
	}
}

// leave adds an entry to the stretches that were left out.
func (c *Context) leave(p session.Pos, r reason) {
	if n := len(c.lines); n > 0 && c.lines[n-1].left != none && c.left[c.lines[n-1].left].reason == r {
		last := &c.left[c.lines[n-1].left]
		last.entries = append(last.entries, p)
		return
	}
	c.lines = append(c.lines, line{none, int32(len(c.left))})
	c.left = append(c.left, stretch{reason: r, entries: []session.Pos{p}})
}

// above is the nearest entry before that of the context on the way to it which is
// as wanted, None when there is none.
func (c *Context) above(is func(*session.Entry) bool) session.Pos {
	for _, p := range slices.Backward(c.past) {
		if p != c.at && is(c.x.At(p)) {
			return p
		}
	}
	return session.None
}
