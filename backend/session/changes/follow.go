package changes

import (
	"regexp"
	"strings"

	"branchline/backend/session"
)

// follow reads a branch's calls and commands and does in the world what they did.
func (w *world) follow(s session.Session, items []session.Item) error {
	x := s.Index()
	for i := range items {
		it := &items[i]
		if it.Inherited || !concerns(it) {
			continue
		}
		if w.before != nil {
			w.before(it)
		}
		asked := *it
		if !needsResult(it) {
			asked.Answer = session.None
		}
		b, err := s.Body(asked)
		if err != nil {
			return err
		}
		w.by = origin{entry: x.Key(it.Entry), tool: session.Plain(it.Tool), atMs: it.AtMs}
		if it.Kind == session.ItemBash {
			w.by.tool = "bash"
			w.shell(b.Text, b.Result, end(it, ""))
			continue
		}
		w.call(it, &b)
	}
	return nil
}

// concerns tells whether an item can tell anything of files.
func concerns(it *session.Item) bool {
	if it.Kind == session.ItemBash {
		return true
	}
	return it.Kind == session.ItemCall && it.Entry != session.None && it.Answer != it.Entry && toolOf(it.Tool) != noTool
}

// needsResult tells whether what a call answered says anything of files: most
// commands' outputs do not, and are long.
func needsResult(it *session.Item) bool {
	switch toolOf(it.Tool) {
	case patchTool, powerShellTool:
		return false
	case shellTool:
		return it.Error || tells.MatchString(it.Target)
	}
	return true
}

// tells finds commands whose output says something of files: listings, what git
// tells, texts, and errors that their end hides.
var tells = regexp.MustCompile(`^\s*(ls|find|fd|rg)\b|\bgit |[;\n&]|\|\||\b(cat|head|tail|sed|grep|nl)\b`)

type tool uint8

const (
	noTool tool = iota
	readTool
	listTool
	writeTool
	editTool
	patchTool
	shellTool
	powerShellTool
)

// toolOf says what a tool of this name does.
func toolOf(name string) tool {
	switch name = strings.ToLower(name); name {
	case "bash", "shell", "sh", "run_shell_command", "execute_command", "terminal":
		return shellTool
	case "powershell":
		return powerShellTool
	case "apply_patch":
		return patchTool
	case "write", "create", "write_file":
		return writeTool
	case "ls", "list", "find", "glob":
		return listTool
	}
	switch {
	case session.ReadsFile(name):
		return readTool
	case session.EditsFile(name):
		return editTool
	}
	return noTool
}

// call does what a tool call did.
func (w *world) call(it *session.Item, b *session.Body) {
	a := readArguments(b.Args)
	r, answered := certain, it.Answer != session.None
	switch {
	case it.Error:
		r = failed
	case !answered:
		r = possible
	}
	kind := toolOf(it.Tool)
	if a.path == "" && (kind == readTool || kind == writeTool || kind == editTool) {
		return
	}
	switch kind {
	case readTool:
		switch {
		case r == certain:
			w.read(&a, b)
		case r == failed && noSuchFile.MatchString(b.Result):
			w.missing(w.place.named(a.path))
		}
	case listTool:
		if r == certain {
			w.toolListed(session.Plain(it.Tool), &a, b)
		}
	case writeTool:
		if a.hasContent {
			abs := w.place.named(a.path)
			if r == certain {
				w.answered(abs, b.Result)
			}
			w.write(abs, a.content, true, r)
		}
	case editTool:
		w.edit(w.place.named(a.path), a.edits, b.Patch, b.Diff, r)
	case patchTool:
		w.applyPatch(a.patch, w.place.cwd, r)
	case shellTool:
		how := end(it, b.Result)
		if !answered {
			how = unended
		}
		w.shell(a.command, b.Result, how)
		if !it.Error {
			w.listing(a.command, b.Result, len(b.Notes) == 0 && !partial.MatchString(b.Result[max(0, len(b.Result)-400):]))
		}
		if strings.Contains(a.command, "git ") {
			w.gitTold(b.Result)
		}
	case powerShellTool:
		if r != failed && powerWrites.MatchString(a.command) {
			w.by.command = a.command
			w.flag(a.command, true)
		}
	}
}

// toolListed takes the names from what a tool that lists files answered.
func (w *world) toolListed(tool string, a *arguments, b *session.Body) {
	dir := w.place.named(a.path)
	if !w.listed(dir, b.Result) || len(b.Notes) > 0 || strings.Contains(b.Result, "\n\n[") {
		return
	}
	switch pattern := strings.TrimPrefix(a.pattern, "**/"); strings.ToLower(tool) {
	case "ls": // pi's: hidden names too
		w.shows.listed(dir, true)
	case "list":
		w.shows.listed(dir, false)
	case "find", "glob":
		if pattern != "" && !strings.ContainsAny(pattern, "/{") {
			w.shows.named = append(w.shows.named, listCommand{dir: dir, pattern: pattern})
		}
	}
}

// wroteNew and wroteOver find what some tools answer to a write; pi's says neither.
var (
	wroteNew  = regexp.MustCompile(`(?i)^\W*(new file|(file )?(successfully )?created\b)`)
	wroteOver = regexp.MustCompile(`(?i)\b(overwrote|overwritten|has been updated|updated successfully|replaced)\b`)
)

// answered learns from what a write answered whether the file was there before.
func (w *world) answered(abs, result string) {
	head := result[:min(len(result), 200)]
	switch n := w.at(abs); {
	case wroteOver.MatchString(head):
		n.met()
	case wroteNew.MatchString(head):
		w.missing(abs)
	}
}

// powerWrites finds what changes files in a PowerShell command, which is read no
// further.
var powerWrites = regexp.MustCompile(`(?i)\b(set-content|add-content|out-file|new-item|remove-item|move-item|copy-item|rename-item|clear-content|rm|del|mv|move|cp|copy|ren|ni)\b|[^0-9&]>>?\s*[^&\s]`)

// cutShort finds a command that did not come to its own end (pi 1.6.0, bash;
// openzot's mark of a time limit).
var cutShort = regexp.MustCompile(`(Command aborted|Command timed out after .*|\[timed out after [^\]]*\])\s*$`)

func end(it *session.Item, result string) ending {
	switch {
	case !it.Error:
		return succeeded
	case cutShort.MatchString(result[max(0, len(result)-300):]):
		return stopped
	}
	return errored
}

// partial finds the words under a text that is not the whole file.
var partial = regexp.MustCompile(`\n\n?\[[^\n]*(offset=|lines|truncated|bytes)[^\n]*\]\s*$`)

// noSuchFile finds the answer of a tool that found no file.
var noSuchFile = regexp.MustCompile(`(?i)\bENOENT\b|no such file|file not found|does not exist`)

// numberedLines finds texts whose lines begin with their number.
var numberedLines = regexp.MustCompile(`^\s*1[\t:|→] ?`)

// read learns a file's text where the result is all of it.
func (w *world) read(a *arguments, b *session.Body) {
	n := w.at(w.place.named(a.path))
	tail := b.Result[max(0, len(b.Result)-400):]
	if a.part || len(b.Images) > 0 || len(b.Notes) > 0 || !b.HasResult || partial.MatchString(tail) ||
		strings.HasPrefix(b.Result, "Read image file [") || numberedLines.MatchString(b.Result) {
		n.met()
		n.piece(b.Result)
		return
	}
	n.piece(b.Result)
	w.learn(n, b.Result)
}

// edit does what an edit call did: its replacements where the text is known,
// else the diff the tool recorded, and the patch, which tells more, if it did.
func (w *world) edit(abs string, edits []edit, patch, diff string, r rank) {
	n := w.at(abs)
	diff, open := recorded(diff)
	if exact, _ := recorded(patch); exact != "" {
		diff, open = exact, false
	}
	if n.ends == inCRLF {
		diff = withCRLF(diff)
	}
	shown := diff
	if shown == "" {
		shown = replaced(edits)
	}
	if r >= possible {
		w.touch(n, r, Edit, shown, "")
		return
	}
	n.met()
	if n.now.exists == no { // it was made by something the session does not show
		n.now = fact{exists: yes, from: abs, content: -1}
		n.lose()
	}
	after := n.now
	after.known = false
	if n.now.known {
		text, ok := replace(n.now.text, edits)
		if diff != "" { // the tool's own record knows better what it edited
			patch, agrees := patched(n.now.text, diff, true)
			if !ok {
				text = patch
			}
			ok = agrees && sameLines(text, patch)
		}
		if ok {
			after.text, after.known = text, true
			shown = between(n.now.text, text)
		} else { // it is not the text it was
			n.lose()
		}
	}
	w.touch(n, r, Edit, shown, "")
	if diff != "" {
		n.add(step{hunks: diff, open: open})
	} else {
		n.lose()
	}
	w.renew(n, after)
}

// sameLines tells whether two texts differ in their line ends at most.
func sameLines(a, b string) bool {
	return strings.TrimRight(toLineFeeds(a), "\n") == strings.TrimRight(toLineFeeds(b), "\n")
}
