package edit

import (
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/formats"
)

// named tells a reader which entry is meant: what it is, and how it begins.
func named(x *session.Index, p session.Pos) string {
	if p == session.None {
		return "the start of the session"
	}
	e := x.At(p)
	what := "the " + kindOf(e)
	if begin := shortly(e.Preview); begin != "" && e.Kind != session.KindUnknown {
		what += " “" + begin + "”"
	}
	return what
}

var kindWords = map[session.Kind]string{
	session.KindCompaction: "compaction", session.KindBranchSummary: "branch summary", session.KindModel: "choice of model",
	session.KindLevel: "thinking level", session.KindTools: "choice of tools", session.KindCustom: "extension's entry",
	session.KindCustomMessage: "extension's message", session.KindLabel: "label", session.KindName: "name", session.KindUsage: "usage entry",
	session.KindEdit: "context edit", session.KindLeaf: "leaf entry",
}

var roleWords = map[session.Role]string{
	session.RoleUser: "prompt", session.RoleAssistant: "reply", session.RoleToolResult: "tool result", session.RoleBash: "command",
	session.RoleSystem: "system message", session.RoleCustom: "extension's message",
}

func kindOf(e *session.Entry) string {
	words := kindWords[e.Kind]
	if e.Kind == session.KindMessage {
		words = roleWords[e.Role]
	}
	if words == "" {
		return "entry " + formats.Visible(e.Key)
	}
	return words
}

// shortly is the beginning of a text on one line, without the marks of bold words.
func shortly(s string) string {
	const most = 48
	s = strings.Join(strings.Fields(strings.ReplaceAll(session.Plain(s), "**", "")), " ")
	if units := []rune(s); len(units) > most {
		s = strings.TrimSpace(string(units[:most])) + "…"
	}
	return s
}

// quoted puts what a user wrote, or a file holds, into a sentence.
func quoted(s string) string { return "“" + shortly(s) + "”" }
