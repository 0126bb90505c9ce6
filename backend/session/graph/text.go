package graph

import (
	"strings"

	"branchline/backend/session"
)

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
		if t := l.calls(p); t != "" {
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

// calls names the calls of a message, or of the call whose result stands alone.
func (l *Layout) calls(p session.Pos) string {
	var names []string
	for i := range l.x.PartsOf(p) {
		switch part := &l.x.PartsOf(p)[i]; part.Kind {
		case session.PartCall, session.PartResult:
			names = append(names, strings.TrimSpace(part.Tool.String()+" "+part.Target))
		}
	}
	return session.CutText(session.Plain(strings.Join(names, " · ")), 2*session.PreviewBytes)
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
