package graph

import "branchline/backend/session"

// text is what the row of an entry says.
func (l *Layout) text(p session.Pos) string {
	if l.nodes[p].round {
		return l.roundText(p)
	}
	if l.told != nil {
		return l.told.text(p, l.nodes[p].kind)
	}
	e := l.x.At(p)
	if l.nodes[p].kind == session.ItemCall {
		if t := l.x.CallsAt(p); t != "" {
			return t
		}
	}
	if l.nodes[p].kind == session.ItemCompaction {
		words := session.CompactedWords(l.x.SentBefore(p), l.x.SentAfter(p))
		if words != "" && e.Preview != "" {
			words += " · " + session.Plain(e.Preview)
		}
		if words != "" {
			return words
		}
	}
	if e.Preview != "" {
		return session.Plain(e.Preview)
	}
	return silent(e, l.nodes[p].kind)
}

// silent stands for an entry that says nothing.
func silent(e *session.Entry, k session.ItemKind) string {
	switch {
	case e.Has(session.Unreadable):
		return "(unreadable message)"
	case e.Has(session.HasImages):
		return "(picture)"
	case e.Stop == session.StopAborted:
		return "(aborted)"
	case e.Stop == session.StopError:
		return "(error)"
	}
	switch k {
	case session.ItemThinking:
		return "(thought)"
	case session.ItemCompaction:
		return "(compacted)"
	case session.ItemBranchSummary:
		return "(branch summary)"
	case session.ItemSystem:
		return "(system message)"
	case session.ItemUnknown:
		return "(unknown entry)"
	}
	return "(no text)"
}
