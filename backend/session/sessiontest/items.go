package sessiontest

import "branchline/backend/session"

// Items implements session.Session.
func (s *Session) Items(leaf session.Pos) []session.Item {
	path := s.x.Branch(leaf)
	type open struct{ item, part int }
	asked := map[session.CallID]open{}
	var items []session.Item
	for _, p := range path {
		e := s.x.At(p)
		base := session.Item{
			Entry: p, Part: -1, Answer: session.None, AnswerPart: -1, Role: e.Role, AtMs: e.AtMs, EndMs: e.AtMs,
			Line: e.Line, Text: e.Preview, Span: e.Span, Error: e.Has(session.Failed),
			Inherited: e.Has(session.Inherited), Replaced: e.Has(session.Replaced),
		}
		switch e.Role {
		case session.RoleToolResult:
			part := &s.x.PartsOf(p)[0]
			if o, ok := asked[part.Call]; ok {
				delete(asked, part.Call)
				it := &items[o.item]
				it.Answer, it.AnswerPart, it.EndMs, it.Error = p, e.FirstPart, max(e.AtMs, it.AtMs), part.Error
				continue
			}
			base.Kind, base.Answer, base.AnswerPart = session.ItemCall, p, e.FirstPart
			items = append(items, base)
		case session.RoleAssistant:
			if e.PartCount == 0 {
				base.Kind = session.ItemReply
				items = append(items, base)
			}
			for i := range s.x.PartsOf(p) {
				part, it := &s.x.PartsOf(p)[i], base
				it.Part, it.Span = e.FirstPart+int32(i), s.x.PartSpan(e.FirstPart+int32(i))
				switch part.Kind {
				case session.PartThinking:
					it.Kind, it.Text, it.Error = session.ItemThinking, part.Target, false
				case session.PartText:
					it.Kind = session.ItemReply
				default:
					it.Kind, it.Tool, it.Target, it.Text, it.Error = session.ItemCall, part.Tool.String(), part.Target, part.Target, false
					asked[part.Call] = open{len(items), i}
				}
				items = append(items, it)
			}
		default:
			base.Kind = e.ItemKind()
			items = append(items, base)
		}
	}
	return items
}
