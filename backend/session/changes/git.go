package changes

import (
	"strings"
)

// git reads what a git command does to the working tree.
func (c *simple) git() stream {
	i := 0
	s := c.shell
	for i < len(c.args) && strings.HasPrefix(c.args[i].text, "-") {
		switch c.args[i].text {
		case "-C":
			if i++; i < len(c.args) {
				s = c.sub()
				(&simple{shell: s, args: c.args[i : i+1]}).enter()
			}
		case "-c", "--git-dir", "--work-tree":
			i++
		}
		i++
	}
	if i >= len(c.args) {
		return stream{}
	}
	g := &simple{shell: s, name: "git " + c.args[i].text, args: c.args[i+1:], in: c.in}
	if g.name == "git rev-parse" && len(g.args) == 1 && g.args[0].text == "--show-toplevel" {
		return stream{text: c.w.place.cwd + "\n", known: true} // an agent works at the top, as a rule
	}
	g.subcommand(c.args[i].text)
	return stream{}
}

func (g *simple) subcommand(name string) {
	flags, rest := g.split("-m -F -b -B -s -c -C --source --author --date --message -p --conflict -U --strategy")
	switch name {
	case "add", "stage":
		if g.fate == likely {
			g.add(flags, rest)
		}
	case "commit":
		if g.fate == likely {
			g.w.commit(has(flags, "a", "--all"))
		}
	case "rm":
		if !has(flags, "--cached") {
			for _, a := range rest {
				g.each(a, Delete, func(abs string) { g.w.remove(abs, has(flags, "r"), false, g.fate) })
			}
		}
	case "mv":
		if from, to, _ := g.sources(); len(from) > 0 {
			for _, a := range from {
				g.each(a, Rename, func(abs string) { g.w.move(abs, to, g.fate) })
			}
		}
	case "restore":
		if !has(flags, "S", "--staged") || has(flags, "W", "--worktree") {
			g.restore(rest, has(flags, "s", "--source", "S", "--staged"), has(flags, "s", "--source"))
		}
	case "checkout":
		g.checkout(flags, rest)
	case "switch":
		if !has(flags, "c", "C", "--create") {
			g.tree()
		}
	case "reset":
		if has(flags, "--hard", "--merge", "--keep") {
			if len(rest) > 0 && rest[0].text != "HEAD" || !g.all(func(r rank) bool { return g.w.restoreAll(g.w.place.cwd, true, r) }) {
				g.tree()
			}
		}
	case "clean":
		if has(flags, "f", "--force") && !has(flags, "n", "--dry-run") {
			if !g.all(func(r rank) bool { return g.w.clean(g.dir, r) }) {
				g.tree()
			}
		}
	case "stash":
		g.stash(flags, rest)
	case "apply", "am":
		g.apply(flags, rest)
	case "pull", "merge", "rebase", "cherry-pick", "revert", "submodule", "subtree", "worktree", "filter-branch", "bisect", "read-tree", "checkout-index", "clone", "init", "lfs", "sparse-checkout", "format-patch":
		if changesTree(name, flags, rest) {
			g.tree()
		}
	}
}

// changesTree tells of subcommands with quiet forms.
func changesTree(name string, flags []string, rest []arg) bool {
	first := ""
	if len(rest) > 0 {
		first = rest[0].text
	}
	switch name {
	case "submodule", "worktree", "lfs", "bisect":
		return first == "update" || first == "add" || first == "init" || first == "pull" || first == "checkout" || first == "start" || first == "good" || first == "bad" || first == "reset" && name == "bisect"
	case "init":
		return false
	case "cherry-pick", "revert":
		return !has(flags, "--quit")
	}
	return true
}

// tree flags the command: which files it changes is not in its words.
func (g *simple) tree() {
	if g.fate != failed && len(g.denied) == 0 {
		g.w.turning = turns[strings.TrimPrefix(g.name, "git ")]
		g.w.flag(g.w.by.command, true)
		g.w.turning = false
	}
}

// turns are the subcommands that give files another commit's text.
var turns = map[string]bool{"checkout": true, "switch": true, "reset": true, "restore": true, "revert": true, "stash": true, "rebase": true, "bisect": true, "apply": true}

// all does something to every file the branch touched, when it is sure enough.
func (g *simple) all(do func(rank) bool) bool {
	return g.fate < possible && g.shell.known && do(g.fate)
}

func (g *simple) add(flags []string, rest []arg) {
	if has(flags, "A", "u", "--all", "--update") && len(rest) == 0 {
		g.w.stage(g.w.place.cwd)
	}
	for _, a := range rest {
		if abs := g.path(a); abs != "" {
			g.w.stage(abs)
			continue
		}
		if a.ok && a.glob && g.shell.known {
			for _, n := range g.w.matching(g.w.place.resolve(g.dir, a.text)) {
				g.w.stage(n.path)
			}
		}
	}
}

// restore gives files back; other tells that they come from another commit, whose
// text the session does not know.
func (g *simple) restore(rest []arg, fromHead, other bool) {
	for _, a := range rest {
		abs := g.path(a)
		switch {
		case abs == g.w.place.cwd || abs != "" && g.w.isFolder(abs):
			if other || !g.all(func(r rank) bool { return g.w.restoreAll(abs, fromHead, r) }) {
				g.tree()
			}
		case other:
			g.changed([]arg{a})
		default:
			g.each(a, Edit, func(abs string) { g.w.restore(abs, fromHead, g.fate) })
		}
	}
}

func (g *simple) checkout(flags []string, rest []arg) {
	if has(flags, "b", "B", "--orphan") {
		return
	}
	for i, a := range g.args {
		if a.text != "--" {
			continue
		}
		revision := i > 0 && !strings.HasPrefix(g.args[i-1].text, "-")
		head := revision && g.args[i-1].text == "HEAD"
		g.restore(g.args[i+1:], head, revision && !head)
		return
	}
	for i, a := range rest {
		if abs := g.path(a); abs == "" || g.w.nodes[abs] == nil && abs != g.w.place.cwd && !fileLike(a.text) {
			if i == 0 && len(rest) > 1 { // a revision, then files
				g.restore(rest[1:], a.text == "HEAD", a.text != "HEAD")
			} else {
				g.tree()
			}
			return
		}
	}
	g.restore(rest, false, false)
}

// fileLike tells a path from the name of a branch: its last part has an ending.
func fileLike(s string) bool {
	last := s[strings.LastIndexByte(s, '/')+1:]
	return strings.LastIndexByte(last, '.') > 0 && strings.Trim(last, "v0123456789.") != ""
}

func (g *simple) stash(flags []string, rest []arg) {
	verb := "push"
	if len(rest) > 0 {
		verb = rest[0].text
	}
	done := true
	switch verb {
	case "push", "save":
		untracked := has(flags, "u", "a", "--include-untracked", "--all")
		done = len(rest) <= 1 && g.all(func(r rank) bool { return g.w.stash(untracked, r) })
	case "pop":
		done = g.all(func(r rank) bool { return g.w.pop(false, r) })
	case "apply":
		done = g.all(func(r rank) bool { return g.w.pop(true, r) })
	case "drop":
		if g.fate == likely {
			g.w.drop()
		}
	case "branch":
		done = false
	}
	if !done {
		g.tree()
	}
}

func (g *simple) apply(flags []string, rest []arg) {
	if has(flags, "--check", "--stat", "--numstat", "--summary", "--cached", "--abort", "--quit") {
		return
	}
	strip := 1
	for _, f := range flags {
		if strings.HasPrefix(f, "-p") && len(f) > 2 {
			strip = digits(f[2:])
		}
	}
	reverse := has(flags, "R", "--reverse")
	if len(rest) == 0 || rest[0].text == "-" {
		g.unified(g.in, strip, reverse)
	}
	for _, a := range rest {
		if a.text != "-" {
			g.unified(g.content(a), strip, reverse)
		}
	}
}
