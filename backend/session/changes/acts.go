package changes

import (
	"path"
	"regexp"
	"strings"

	"branchline/backend/session"
)

// write sets a file's text. known is false where only that it was written is sure.
func (w *world) write(abs, text string, known bool, r rank) {
	n := w.at(abs)
	if r >= possible {
		w.plan(n, r, w.writing(n))
		return
	}
	action, before := Edit, n.now
	if before.exists != yes {
		action = Create
	}
	if before.exists == perhaps {
		w.isNew(n)
	}
	diff := ""
	switch {
	case known && (before.exists != yes || before.known):
		diff = between(before.text, text)
	case known:
		diff = replaced([]edit{{new: text}})
	}
	w.touch(n, r, action, diff, "")
	after := fact{exists: yes, text: text, known: known, from: before.from, exec: before.exec}
	if before.exists != yes && n.base.exists != yes {
		after.from = ""
	}
	w.renew(n, after)
	n.lose()
	n.moved = false
}

// writing is what writing a file would be.
func (w *world) writing(n *node) string {
	switch {
	case n.now.exists == yes:
		return Edit
	case n.now.exists == no || w.shows.absent(n.path):
		return Create
	}
	return Write
}

// add puts text at the end of a file.
func (w *world) add(abs, text string, known bool, r rank) {
	n := w.at(abs)
	if r >= possible {
		w.plan(n, r, Edit)
		return
	}
	if n.now.exists == no {
		w.write(abs, text, known, r)
		return
	}
	n.met()
	after, diff := n.now, ""
	after.known = known && n.now.known
	if after.known {
		after.text += text
		diff = between(n.now.text, after.text)
	} else if known {
		diff = replaced([]edit{{new: text}})
	}
	w.touch(n, r, Edit, diff, "")
	w.renew(n, after)
	n.lose()
}

// rewrite sets the text of a file that is there.
func (w *world) rewrite(abs, text string, r rank) {
	n := w.at(abs)
	w.touch(n, r, Edit, between(n.now.text, text), "")
	after := n.now
	after.text = text
	w.renew(n, after)
	n.lose()
}

// change notes that a file was changed in a way the session does not show.
func (w *world) change(abs string, r rank, note string) {
	n := w.at(abs)
	if r >= possible {
		w.plan(n, r, Edit)
		return
	}
	n.met()
	w.touch(n, r, Edit, "", note)
	after := n.now
	after.known = false
	w.renew(n, after)
	n.lose()
}

// plan notes what was tried or may have happened; nothing of it is built on.
func (w *world) plan(n *node, r rank, action string) {
	if n.raw != "" && (action == Create || action == Write) {
		action = Unknown
	}
	w.touch(n, r, action, "", "")
}

// remove deletes a file or everything known of a folder.
func (w *world) remove(abs string, tree, force bool, r rank) {
	inside := w.below(abs)
	known := w.nodes[abs]
	if known != nil && known.came != "" && tree { // what is lost is the folder as it was called
		doubt := len(inside) > 0 && w.madeAll(inside)
		for _, n := range inside {
			w.removeFile(n, r)
		}
		if doubt {
			r = max(r, possible)
		}
		was := w.at(known.came)
		known.came, known.order = "", 0
		was.folder = true
		w.removeFile(was, r)
		return
	}
	if tree && (len(inside) > 0 || known == nil || known.now.exists == perhaps) && (known == nil || known.now.exists != yes) {
		for _, n := range inside {
			w.removeFile(n, r)
		}
		if !w.allKnown(abs) {
			n := w.at(abs)
			n.folder = true
			if len(inside) == 0 && force && !w.folders[abs] || len(inside) > 0 && w.madeAll(inside) {
				r = max(r, possible) // nothing says that there was one, or more in it
			}
			w.removeFile(n, r)
		}
		return
	}
	w.removeFile(w.at(abs), r)
}

// madeAll tells whether files were all made on this branch.
func (w *world) madeAll(all []*node) bool {
	for _, n := range all {
		if n.base.exists != no || n.now.from != "" {
			return false
		}
	}
	return true
}

// allKnown tells whether the session knows of all that is in a folder: it made it,
// or a listing showed what is in it.
func (w *world) allKnown(dir string) bool {
	return w.shows.fresh[dir] || w.listedBelow(dir)
}

// listedBelow tells whether a listing showed what is in a folder.
func (w *world) listedBelow(dir string) bool {
	for abs := range w.shows.files {
		if under(dir, abs) {
			return true
		}
	}
	return false
}

func (w *world) removeFile(n *node, r rank) {
	if r >= possible {
		w.plan(n, r, Delete)
		return
	}
	if n.now.exists == no {
		return // it was gone already: rm -f
	}
	n.met()
	diff := ""
	if n.now.known {
		diff = between(n.now.text, "")
	}
	w.touch(n, r, Delete, diff, "")
	w.renew(n, fact{exists: no})
	n.lose()
}

// mode makes a file executable or not.
func (w *world) mode(abs string, exec exists, r rank) {
	n := w.at(abs)
	if r >= possible {
		w.plan(n, r, Edit)
		return
	}
	n.met()
	if n.now.exec == exec {
		return
	}
	words := "made executable"
	if exec == no {
		words = "no longer executable"
	}
	w.touch(n, r, Edit, "", words)
	after := n.now
	after.exec = exec
	w.next(n, after)
}

// create makes an empty file, unless there is one.
func (w *world) create(abs string, r rank) {
	if n := w.nodes[abs]; n != nil && n.now.exists == yes {
		return
	}
	w.write(abs, "", true, r)
}

// flag notes a command that may have changed any file.
func (w *world) flag(command string, whole bool) {
	command = shortCommand(command)
	n := w.flagged[command]
	if n == nil {
		n = &node{raw: command}
		w.flagged[command] = n
	}
	w.touch(n, possible, Unknown, "", "")
	if whole && !onlyBuilds.MatchString(command) {
		w.brought = command
	}
	for _, n := range w.nodes {
		if n.now.exists == yes && n.order > 0 && n.sure != failed && (whole || manifests[path.Base(n.path)]) {
			n.now.shaky, n.now.turned = command, n.now.turned || w.turning
		}
	}
}

// onlyBuilds finds commands that make files of their own, as a rule, and no sources.
var onlyBuilds = regexp.MustCompile(`(?i)\b(g?make|just|task|rake|ninja|cmake|(pre|post)?(build|install)|compile|bundle|webpack|rollup|vite|tsc|next|mvn|gradlew?|javac|docs|venv)\b`)

// open notes a change of files named by a word that no one can resolve.
func (w *world) open(word string, action string, r rank) {
	key := "?" + word
	n := w.nodes[key]
	if n == nil {
		n = &node{raw: word}
		w.nodes[key] = n
	}
	w.plan(n, r, action)
}

// manifests are the files installers keep.
var manifests = map[string]bool{
	"package.json": true, "package-lock.json": true, "yarn.lock": true, "pnpm-lock.yaml": true, "bun.lock": true, "bun.lockb": true,
	"go.mod": true, "go.sum": true, "Cargo.toml": true, "Cargo.lock": true, "pyproject.toml": true, "poetry.lock": true, "uv.lock": true,
	"Pipfile": true, "Pipfile.lock": true, "Gemfile": true, "Gemfile.lock": true, "composer.json": true, "composer.lock": true,
	"mix.exs": true, "mix.lock": true,
}

// The longest command of a flagged line and of a step, in bytes.
const (
	longestCommand = 200
	longestShown   = 4 << 10
)

func shortCommand(s string) string {
	return session.CutText(session.Plain(strings.TrimSpace(s)), longestCommand)
}
