package compare

import (
	"strings"

	"branchline/backend/session"
)

// mostWords is how much of a text a sentence quotes, in characters.
const mostWords = 80

// did says what a step did, to stand behind a name: "ran `go test ./...`".
func (b *branch) did(s *step, other *branch) string {
	words := b.does(s, other)
	if s.item.Error {
		words += ", which failed"
	}
	if s.replied && s.kind != session.ItemPrompt && s.kind != session.ItemCall {
		words = "replied, then " + words
	}
	return words
}

func (b *branch) does(s *step, other *branch) string {
	switch s.kind {
	case session.ItemPrompt:
		if s.what == "" {
			return "was sent a prompt without words"
		}
		return "was asked " + quoted(s.what)
	case session.ItemCall:
		return b.called(s)
	case session.ItemBash:
		return "had " + code(s.what) + " run by the user"
	case session.ItemCompaction:
		return "had its past compacted"
	case session.ItemBranchSummary:
		return b.cameBack(s, other)
	case session.ItemModel:
		return "was switched to " + plain(s.what)
	case session.ItemLevel:
		return "was set to think on level " + plain(s.what)
	case session.ItemCustomMessage:
		return "was told " + quoted(s.what)
	case session.ItemEdit:
		if s.what != "" {
			return "had a message taken out of its context"
		}
		return "had a message of its context replaced"
	}
	return "had its conversation written anew" // a reset
}

// called says what a call did.
func (b *branch) called(s *step) string {
	if s.item.Answer == s.item.Entry {
		return "got a result without its call"
	}
	switch {
	case s.tool == "plan" || s.tool == "update_plan":
		return "made a plan"
	case s.tool == "progress":
		return "noted its progress"
	case notes(s.tool):
		return "called " + plain(s.item.Tool)
	case open(s.tool):
		args := ""
		if body, err := b.asked(s); err == nil { // else what the index has of it
			args = body.Args
		}
		if searches(s.tool) {
			return b.names.searched(s, args)
		}
		return b.names.handed(s, args)
	case s.what == "":
		return "called " + plain(s.item.Tool)
	}
	verb := "edited"
	switch {
	case runs(s.tool):
		verb = "ran"
	case session.ReadsFile(s.tool):
		verb = "read"
	case s.tool == "write" || s.tool == "create" || s.tool == "write_file":
		verb = "wrote"
	case s.tool == "ls" || s.tool == "list":
		verb = "listed"
	}
	return verb + " " + code(s.what)
}

// cameBack says where a branch summary came from, where that is the other branch.
func (b *branch) cameBack(s *step, other *branch) string {
	words := "came back with a summary of another try"
	for _, m := range b.x.MarksOf(s.item.Entry) {
		if p, ok := b.x.Lookup(m.Target); ok && m.Kind == session.MarkFrom && b.Session == other.Session && other.mine[p] {
			words = "came back from " + other.name + " with a summary"
		}
	}
	if text := fold(s.item.Text); text != "" {
		words += ": " + quoted(text)
	}
	return words
}

// plain is text of a session made safe to stand in a sentence.
func plain(s string) string {
	r := []rune(fold(session.Plain(s)))
	if len(r) > mostWords {
		return strings.TrimSpace(string(r[:mostWords-1])) + "…"
	}
	return string(r)
}

func quoted(s string) string { return "“" + plain(s) + "”" }

// code quotes a path or a command.
func code(s string) string { return "`" + strings.ReplaceAll(plain(s), "`", "'") + "`" }
