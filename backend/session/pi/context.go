package pi

import (
	"fmt"

	"branchline/backend/session"
)

// Context returns the messages of pi 1.6.0's buildSessionContext at leaf. The
// newest compaction on the branch comes first, then what it keeps, then what
// came after it; context edits replace or remove what an entry contributes, on
// their own branch only. Messages of a role pi does not know are among them, but
// it drops them on the way to the provider. No body is read.
func (o *opened) Context(leaf session.Pos) []session.Piece {
	return o.pieces(o.selection(o.x.Branch(leaf)))
}

// pieces are the messages that the entries of a selection contribute.
func (o *opened) pieces(selection []session.Pos) []session.Piece {
	edits := map[session.Pos]session.Pos{}
	for _, p := range selection {
		if o.x.At(p).Kind != session.KindEdit {
			continue
		}
		for _, m := range o.x.MarksOf(p) {
			if to, ok := o.x.ByID(m.Target); ok && m.Kind == session.MarkEdit {
				edits[to] = p
			}
		}
	}
	out := make([]session.Piece, 0, len(selection))
	for i, p := range selection {
		edit, edited := edits[p]
		if !edited {
			edit = session.None
		} else if o.x.At(edit).Has(session.Cleared) {
			continue
		}
		own := len(out)
		out = o.contribute(out, p, i == 0)
		for i := own; i < len(out); i++ {
			switch out[i].Role {
			case "user", "assistant", "toolResult", "custom":
				out[i].Edit = edit // the others cannot be replaced, only removed
			}
		}
	}
	return out
}

// selection is the part of a branch the model is given (buildContextEntries).
func (o *opened) selection(branch []session.Pos) []session.Pos {
	last := len(branch) - 1
	for last >= 0 && o.x.At(branch[last]).Kind != session.KindCompaction {
		last--
	}
	if last < 0 {
		return branch
	}
	out := []session.Pos{branch[last]}
	from := session.None
	for _, m := range o.x.MarksOf(branch[last]) {
		if m.Kind == session.MarkKept {
			if p, ok := o.x.ByID(m.Target); ok {
				from = p
			}
		}
	}
	kept := false
	for _, p := range branch[:last] {
		if kept = kept || p == from; kept && o.x.At(p).Role != session.RoleSystem {
			out = append(out, p)
		}
	}
	return append(out, branch[last+1:]...)
}

var contextRoles = [...]string{
	session.RoleUser: "user", session.RoleAssistant: "assistant", session.RoleToolResult: "toolResult",
	session.RoleBash: "bashExecution", session.RoleSystem: "system", session.RoleCustom: "custom", session.RoleOther: "",
}

// contribute appends the messages of an entry. Of compactions only the first
// entry of a selection speaks: an older one inside the kept part is silent.
func (o *opened) contribute(out []session.Piece, p session.Pos, first bool) []session.Piece {
	e, piece := o.x.At(p), session.Piece{Entry: p, Edit: session.None}
	switch e.Kind {
	case session.KindMessage:
		if e.Has(session.Unreadable) {
			return out
		}
		piece.Role, piece.Unsent = contextRoles[e.Role], e.Role == session.RoleOther
	case session.KindCustomMessage:
		piece.Role = "custom"
	case session.KindBranchSummary:
		if !e.Has(session.HasText) {
			return out
		}
		piece.Role = "branchSummary"
	case session.KindCompaction:
		if !first {
			return out
		}
		if e.PartCount > 0 { // the system message in force
			piece.Role = "system"
			out = append(out, piece)
		}
		piece.Role = "compactionSummary"
	default:
		return out
	}
	return append(out, piece)
}

// Said reads a message of a context.
func (o *opened) Said(piece session.Piece) (session.Said, error) {
	e := o.x.At(piece.Entry)
	messages, err := o.messages([]session.Piece{piece})
	if err != nil {
		return session.Said{}, fmt.Errorf("read entry %s: %w", e.Key, err)
	}
	m := messages[0]
	said := session.Said{Role: piece.Role, Text: m.Said("\n"), Sent: o.sent(piece, m)}
	if said.Role == "" {
		said.Role = m.Role()
	}
	if said.Text == "" {
		said.Text = m.Text("summary")
	}
	return said, nil
}

// sent tells whether the model is sent a message: commands that the user ran for
// herself are kept from it.
func (o *opened) sent(piece session.Piece, m Message) bool {
	if piece.Unsent || o.x.At(piece.Entry).Role != session.RoleBash {
		return !piece.Unsent
	}
	excluded, _ := m.Get("excludeFromContext")
	return excluded == nil || !truthy(excluded)
}

// Settings returns the model and the thinking level in force at leaf.
func (o *opened) Settings(leaf session.Pos) (session.Settings, error) {
	c, err := o.inForce(o.x.Branch(leaf))
	if err != nil {
		return session.Settings{}, fmt.Errorf("read what was in force: %w", err)
	}
	s := session.Settings{Level: c.ThinkingLevel}
	if c.Model != nil {
		s.Provider, s.Model = c.Model.Provider, c.Model.ModelID
	}
	return s, nil
}
