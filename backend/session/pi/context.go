package pi

import "branchline/backend/session"

// Context returns the messages pi 1.6.0 sends to the model at leaf
// (buildSessionProjection). The newest compaction on the branch comes first,
// then what it keeps, then what came after it; context edits replace or remove
// what an entry contributes, on their own branch only. Messages of a role pi
// does not know are dropped, as pi does on the way to the provider.
func (o *opened) Context(leaf session.Pos) []session.Piece {
	selection := o.selection(o.x.Branch(leaf))
	edits := map[session.Pos]session.Pos{}
	for _, p := range selection {
		for _, m := range o.marks(p) {
			if to, ok := target(o.x, m.Target); ok && m.Kind == session.MarkEdit {
				edits[to] = p
			}
		}
	}
	var out []session.Piece
	for i, p := range selection {
		edit, edited := edits[p]
		if !edited {
			edit = session.None
		} else if o.x.At(edit).Has(session.Cleared) {
			continue
		}
		for _, role := range o.roles(p, i == 0) {
			piece := session.Piece{Entry: p, Edit: session.None, Role: role}
			switch role {
			case "user", "assistant", "toolResult", "custom":
				piece.Edit = edit // the others cannot be replaced, only removed
			}
			out = append(out, piece)
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
	for _, m := range o.marks(branch[last]) {
		if m.Kind == session.MarkKept {
			if p, ok := target(o.x, m.Target); ok {
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

// roles says which messages an entry contributes. Of compactions only the first
// entry of a selection speaks: an older one inside the kept part is silent.
func (o *opened) roles(p session.Pos, first bool) []string {
	switch e := o.x.At(p); e.Kind {
	case session.KindMessage:
		if role := contextRoles[e.Role]; role != "" {
			return []string{role}
		}
	case session.KindCustomMessage:
		return []string{"custom"}
	case session.KindBranchSummary:
		if e.Has(session.HasText) {
			return []string{"branchSummary"}
		}
	case session.KindCompaction:
		switch {
		case !first:
		case e.PartCount > 0:
			return []string{"system", "compactionSummary"}
		default:
			return []string{"compactionSummary"}
		}
	}
	return nil
}
