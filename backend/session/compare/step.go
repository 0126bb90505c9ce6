package compare

import (
	"cmp"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/changes"
)

// signature is what makes two steps the same: the kind, and of a call the tool
// with its path or command, of a prompt its words, of a setting its value.
// Summaries and compactions have no words here: a model wrote them.
type signature struct {
	kind session.ItemKind
	tool string
	what string
	// given are the arguments of a call that no path or command tells from another:
	// a search, a tool this app does not know. They are read where both sides have
	// such a call.
	given string
}

func (s signature) compare(o signature) int {
	return cmp.Or(cmp.Compare(s.kind, o.kind), strings.Compare(s.tool, o.tool), strings.Compare(s.what, o.what), strings.Compare(s.given, o.given))
}

// step is one thing that was done, with what was said about it.
type step struct {
	signature
	item session.Item
	key  string
	// cut: the signature has only the beginning of what stands in the file.
	cut bool
	// replied: a reply stands between the step and the one before.
	replied bool
	// said are the places in branch.items of what hangs on the step.
	said []int
}

func (s *step) prompt() bool { return s.kind == session.ItemPrompt }

// stepKind tells whether items of a kind are steps. All others hang on one, or
// are not compared.
func stepKind(k session.ItemKind) bool {
	switch k {
	case session.ItemPrompt, session.ItemCall, session.ItemBash, session.ItemCompaction, session.ItemBranchSummary,
		session.ItemModel, session.ItemLevel, session.ItemCustomMessage, session.ItemEdit, session.ItemReset:
		return true
	}
	return false
}

// hangs tells whether items of a kind are shown with the step they belong to.
func hangs(k session.ItemKind) bool {
	switch k {
	case session.ItemReply, session.ItemThinking, session.ItemSystem, session.ItemAttempt, session.ItemUnknown:
		return true
	}
	return false
}

// steps reads the items of the part behind what both share. What is said before a
// call hangs on the call, what is said last on the step before; lead is what was
// said before the first step.
func (b *branch) readSteps() {
	b.names = newNamer(b.x.Header.Cwd)
	var waiting []int
	replied := false
	settle := func() {
		if n := len(b.steps); n > 0 {
			b.steps[n-1].said = append(b.steps[n-1].said, waiting...)
		} else {
			b.lead = append(b.lead, waiting...)
		}
		waiting = nil
	}
	for i := range b.items {
		it := &b.items[i]
		if hangs(it.Kind) {
			waiting = append(waiting, i)
			replied = replied || it.Kind == session.ItemReply && !it.Error
			continue
		}
		if !stepKind(it.Kind) {
			continue
		}
		if it.Kind != session.ItemCall {
			settle()
		}
		s := step{item: *it, key: b.key(it), said: waiting, replied: replied}
		waiting, replied = nil, false
		s.signature, s.cut = b.names.sign(b.x, it)
		b.steps = append(b.steps, s)
	}
	settle()
}

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

// complete reads the whole of what is cut in the signatures of steps that both
// sides have, which are few. What cannot be read stays as it is.
func complete(a, b *branch) {
	known := map[signature]int{}
	for side, all := range [][]step{a.steps, b.steps} {
		for i := range all {
			if all[i].cut {
				known[all[i].signature] |= 1 << side
			}
		}
	}
	for _, side := range []*branch{a, b} {
		for i := range side.steps {
			s := &side.steps[i]
			if !s.cut || known[s.signature] != 3 {
				continue
			}
			body, err := side.asked(s)
			if err != nil {
				continue
			}
			if s.kind != session.ItemCall {
				s.what = fold(body.Text)
			} else if open(s.tool) {
				s.given = side.names.canonical(body.Args)
			} else if command := commandOf(body.Args); command != "" {
				s.what = side.names.target(s.tool, command)
			}
		}
	}
}

// asked reads what a step was told to do; what it gave back is not looked at.
func (b *branch) asked(s *step) (session.Body, error) {
	it := s.item
	it.Answer = session.None
	return b.Session.Body(it)
}
