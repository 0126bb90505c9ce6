package contexts

import (
	"unicode/utf8"

	"branchline/backend/session"
)

// Line is a line of the list: a message, a stretch of entries that are not among
// the messages or, where two contexts are compared, the head of a list.
type Line struct {
	Index int `json:"index"`
	// Kind is "message", "left", "out" or "in"; the last two are heads.
	Kind string `json:"kind"`
	// Message is the message's place in the context it is of, -1 for other lines.
	Message int    `json:"message"`
	Entry   string `json:"entry"`
	// Role is what the message is, as in Share, Word the agent's own word for it.
	Role string `json:"role"`
	Word string `json:"word"`
	// Tool is what gave a result, "" for other messages.
	Tool string `json:"tool"`
	// Text is the beginning of what is said, on one line; Words gives it more.
	Text string `json:"text"`
	// More: Text is only the beginning of what is said.
	More bool  `json:"more"`
	AtMs int64 `json:"atMs"`
	// Tokens is an estimate; of a head that of its list.
	Tokens   int  `json:"tokens"`
	Calls    int  `json:"calls"`
	Pictures int  `json:"pictures"`
	Error    bool `json:"error"`
	Unsent   bool `json:"unsent"`
	// Why says how a message got here or why entries did not: "edited", "kept" by
	// the compaction; "compacted", "removed", "reset", "unsent", "elsewhere"; "".
	Why string `json:"why"`
	// By is the compaction or the edit behind it, ByMs its time.
	By   string `json:"by"`
	ByMs int64  `json:"byMs"`
	// Count is how many entries a stretch or a list has; FromMs and ToMs are the
	// times of the first and last.
	Count  int   `json:"count"`
	FromMs int64 `json:"fromMs"`
	ToMs   int64 `json:"toMs"`
}

// squeezed is how many units a short text may lose where it is brought onto one line.
const squeezed = 12

// Lines answers lines of the list.
func (c *Context) Lines(from, count int) []Line {
	from = min(max(from, 0), len(c.lines))
	to := min(from+max(count, 0), len(c.lines))
	out := make([]Line, 0, to-from)
	for i, l := range c.lines[from:to] {
		if l.piece != none {
			out = append(out, c.message(from+i, int(l.piece)))
		} else {
			out = append(out, c.stretch(from+i, &c.left[l.left]))
		}
	}
	return out
}

// Left answers the entries of the stretch on a line as lines, numbered from 0.
func (c *Context) Left(index, from, count int) []Line {
	if index < 0 || index >= len(c.lines) || c.lines[index].left == none {
		return []Line{}
	}
	left := &c.left[c.lines[index].left]
	from = min(max(from, 0), len(left.entries))
	to := min(from+max(count, 0), len(left.entries))
	out := make([]Line, 0, to-from)
	for i, p := range left.entries[from:to] {
		l := c.entry(p, session.Piece{Entry: p, Edit: session.None})
		l.Index, l.Message, l.Why = from+i, -1, left.why
		out = append(out, l)
	}
	return out
}

func (c *Context) message(index, i int) Line {
	piece, size := c.pieces[i], c.sizes[i]
	l := c.entry(piece.Entry, piece)
	l.Index, l.Message, l.Word = index, i, piece.Role
	l.Tokens, l.Unsent = size.Tokens(), size.Unsent
	l.Pictures = int(size.Pictures)
	l.More = l.More || size.Text > session.Units(l.Text)+squeezed
	switch {
	case piece.Edit != session.None:
		edit := c.x.At(piece.Edit)
		l.Why, l.By, l.ByMs, l.Text, l.Calls = edited, edit.Key, edit.AtMs, edit.Preview, 0
		l.More = size.Text > session.Units(l.Text)+squeezed
	case l.Role == "system" && c.x.At(piece.Entry).Kind == session.KindCompaction:
		l.Why, l.Text, l.More = kept, "", false
	}
	return l
}

// entry is a line of an entry; piece says which of its messages is meant.
func (c *Context) entry(p session.Pos, piece session.Piece) Line {
	e := c.x.At(p)
	l := Line{Kind: "message", Entry: e.Key, Role: kindOf(e, piece), Text: c.words(p), AtMs: e.AtMs, Error: e.Has(session.Failed)}
	l.More = len(l.Text) > session.PreviewBytes-utf8.UTFMax
	for _, part := range c.x.PartsOf(p) {
		switch part.Kind {
		case session.PartCall:
			l.Calls++
		case session.PartResult:
			l.Tool = part.Tool.String()
		}
	}
	return l
}

func (c *Context) stretch(index int, s *stretch) Line {
	l := Line{
		Index: index, Kind: "left", Message: -1, Why: s.why, Count: len(s.entries), Entry: c.x.Key(s.entries[0]),
		FromMs: c.x.At(s.entries[0]).AtMs, ToMs: c.x.At(s.entries[len(s.entries)-1]).AtMs,
	}
	if s.by != session.None {
		l.By, l.ByMs = c.x.Key(s.by), c.x.At(s.by).AtMs
	}
	return l
}
