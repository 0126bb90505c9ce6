package sessiontest

import (
	"strings"

	"branchline/backend/session"
)

// Items implements session.Session.
func (s *Session) Items(leaf session.Pos) []session.Item { return s.Tell(leaf).Items() }

// Tell implements session.Teller.
func (s *Session) Tell(leaf session.Pos) session.Telling {
	t := &telling{s: s, leaf: leaf, asked: map[session.CallID]int{}}
	for _, p := range s.x.Branch(leaf) {
		t.entry(p)
	}
	return t
}

// telling reads one branch, entry by entry.
type telling struct {
	s     *Session
	leaf  session.Pos // where it began
	items []session.Item
	// asked are the items of calls without a result.
	asked map[session.CallID]int
	// told is how many items were told of before; answered are those of them that
	// got their result since.
	told     int
	answered []int32
	// ahead: an edit is about an entry that may come yet.
	ahead bool
}

func (t *telling) Items() []session.Item { return t.items }

// GoOn implements session.Telling.
func (t *telling) GoOn(next []session.Pos) (session.Told, bool) {
	told := session.Told{}
	t.told, t.answered = len(t.items), nil
	for _, p := range next {
		if k := t.s.x.At(p).Kind; k == session.KindCompaction || k == session.KindEdit {
			return told, false
		}
		t.entry(p)
		if speaks(t.s.x.At(p)) {
			told.Sent = append(told.Sent, t.s.piece(p))
		}
	}
	told.Answered = t.answered
	return told, !t.ahead
}

func (t *telling) entry(p session.Pos) {
	e := t.s.x.At(p)
	if to, ok := t.s.x.Lookup(t.s.records[p].Target); ok && e.Kind == session.KindEdit && (to > p || p > t.leaf) {
		t.ahead = true
	}
	base := session.Item{
		Entry: p, Part: -1, Answer: session.None, AnswerPart: -1, Role: e.Role, AtMs: e.AtMs, EndMs: e.AtMs,
		Line: e.Line, Text: e.Preview, Span: e.Span, Error: e.Has(session.Failed),
		Inherited: e.Has(session.Inherited), Replaced: e.Has(session.Replaced),
	}
	switch e.Role {
	case session.RoleToolResult:
		part := &t.s.x.PartsOf(p)[0]
		if at, ok := t.asked[part.Call]; ok {
			delete(t.asked, part.Call)
			it := &t.items[at]
			it.Answer, it.AnswerPart, it.EndMs, it.Error = p, e.FirstPart, max(e.AtMs, it.AtMs), part.Error
			if at < t.told {
				t.answered = append(t.answered, int32(at))
			}
			return
		}
		base.Kind, base.Answer, base.AnswerPart = session.ItemCall, p, e.FirstPart
		t.items = append(t.items, base)
	case session.RoleAssistant:
		t.speak(p, base)
	default:
		base.Kind = e.ItemKind()
		base.Round = base.Kind == session.ItemEvent && strings.HasPrefix(base.Text, "round ")
		t.items = append(t.items, base)
	}
}

// speak takes an assistant's message: one item for each of its parts.
func (t *telling) speak(p session.Pos, base session.Item) {
	e := t.s.x.At(p)
	if e.PartCount == 0 {
		base.Kind = session.ItemReply
		t.items = append(t.items, base)
	}
	for i := range t.s.x.PartsOf(p) {
		part, it := &t.s.x.PartsOf(p)[i], base
		it.Part, it.Span = e.FirstPart+int32(i), t.s.x.PartSpan(e.FirstPart+int32(i))
		switch part.Kind {
		case session.PartThinking:
			it.Kind, it.Text, it.Error = session.ItemThinking, part.Target, false
		case session.PartText:
			it.Kind = session.ItemReply
		default:
			it.Kind, it.Tool, it.Target, it.Text, it.Error = session.ItemCall, part.Tool.String(), part.Target, part.Target, false
			t.asked[part.Call] = len(t.items)
		}
		t.items = append(t.items, it)
	}
}
