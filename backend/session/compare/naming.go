package compare

import (
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

// namer writes paths and commands in the one way in which they are compared.
type namer struct {
	cwd  string
	path func(string) string
}

func newNamer(cwd string) *namer {
	return &namer{strings.TrimRight(cwd, `/\`), changes.Names(cwd)}
}

// preview is the length from which on a text of the index may have been cut: it
// is cut between characters.
const preview = session.PreviewBytes - 3

func (n *namer) sign(x *session.Index, it *session.Item) (signature, bool) {
	s := signature{kind: it.Kind}
	switch it.Kind {
	case session.ItemCall:
		s.tool = strings.ToLower(it.Tool)
		s.what = n.target(s.tool, it.Target)
		return s, len(it.Target) >= preview || open(s.tool)
	case session.ItemBash:
		s.what = n.command(it.Text)
		return s, len(it.Text) >= preview
	case session.ItemPrompt, session.ItemCustomMessage:
		s.what = fold(it.Text)
		return s, len(it.Text) >= preview
	case session.ItemModel, session.ItemLevel:
		s.what = fold(it.Text)
	case session.ItemEdit:
		if x.At(it.Entry).Has(session.Cleared) {
			s.what = "removed"
		}
	}
	return s, false
}

// target writes what a call works on; of a search its arguments say all.
func (n *namer) target(tool, target string) string {
	switch {
	case target == "" || notes(tool) || searches(tool):
		return ""
	case runs(tool):
		return n.command(target)
	case file(tool):
		return n.path(strings.TrimSpace(target))
	}
	return n.inside(fold(target))
}

// command writes a command without the folder the session works in, whether it
// goes there first or names files by it.
func (n *namer) command(s string) string { return n.inside(n.here(fold(s))) }

// here takes going to the folder of the session off the beginning of a command.
func (n *namer) here(s string) string {
	if n.cwd == "" {
		return s
	}
	for _, cd := range []string{"cd " + n.cwd, `cd "` + n.cwd + `"`, "cd '" + n.cwd + "'", "cd ."} {
		rest, ok := strings.CutPrefix(s, cd)
		rest = strings.TrimLeft(rest, "/ ")
		for _, then := range []string{"&&", ";"} {
			if after, goesOn := strings.CutPrefix(rest, then); ok && goesOn {
				return strings.TrimSpace(after)
			}
		}
	}
	return s
}

// inside takes the folder of the session off the paths of a command.
func (n *namer) inside(s string) string {
	if n.cwd == "" || !strings.Contains(s, n.cwd) {
		return s
	}
	var b strings.Builder
	for {
		at := strings.Index(s, n.cwd)
		if at < 0 {
			return b.String() + s
		}
		rest := s[at+len(n.cwd):]
		begins := at == 0 || strings.ContainsRune(" \t'\"=:(", rune(s[at-1]))
		b.WriteString(s[:at])
		switch {
		case begins && strings.HasPrefix(rest, "/"):
			rest = rest[1:]
		case begins && (rest == "" || strings.ContainsRune(" \t'\";)&|", rune(rest[0]))):
			b.WriteString(".")
		default:
			b.WriteString(n.cwd)
		}
		s = rest
	}
}

// fold brings text onto one line.
func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// runs tells whether a tool runs commands.
func runs(tool string) bool {
	switch tool {
	case "bash", "shell", "sh", "run_shell_command", "execute_command", "terminal", "powershell":
		return true
	}
	return false
}

// file tells whether a tool works on the file or the folder it names.
func file(tool string) bool {
	return session.EditsFile(tool) || session.ReadsFile(tool) || tool == "write_file" || tool == "ls" || tool == "list"
}

// searches tells whether a tool looks for something.
func searches(tool string) bool {
	return tool == "grep" || tool == "find" || tool == "glob" || strings.Contains(tool, "search")
}

// notes tells whether a tool only takes down what the agent thinks: its words decide
// as little as a reply does.
func notes(tool string) bool {
	switch tool {
	case "plan", "progress", "think", "update_plan":
		return true
	}
	return false
}

// open tells whether only the arguments of a call say what was done.
func open(tool string) bool { return !runs(tool) && !file(tool) && !notes(tool) }
