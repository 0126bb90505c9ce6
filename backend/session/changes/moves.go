package changes

import (
	"path"
	"strings"
)

// move renames a file or a folder with everything known of it.
func (w *world) move(from, to string, r rank) {
	if w.isFolder(to) && to != from {
		to = path.Join(to, path.Base(from))
	}
	n := w.nodes[from]
	if (n == nil || n.now.exists != yes) && w.isFolder(from) {
		w.moveFolder(from, to, r)
		return
	}
	file := n != nil && n.now.exists != perhaps || fileNamed(path.Base(from)) || fileNamed(path.Base(to))
	w.moveFile(w.at(from), to, r)
	if !file && r < possible {
		w.nodes[to].maybe = true
		w.moved = append(w.moved, to)
	}
}

// fileNamed tells of a name that hardly is a folder's: it has an ending, or is one
// of those that files have without.
func fileNamed(name string) bool {
	return fileLike(name) || plainNames[strings.ToLower(name)]
}

var plainNames = map[string]bool{"makefile": true, "gnumakefile": true, "dockerfile": true, "license": true, "readme": true, "changelog": true, "authors": true, "notice": true, "copying": true, "gemfile": true, "rakefile": true, "procfile": true, "jenkinsfile": true, "vagrantfile": true, "justfile": true, "codeowners": true, "todo": true, "version": true}

// moveFolder renames what is known of a folder, and tells of the folder itself
// where there may be more in it.
func (w *world) moveFolder(from, to string, r rank) {
	known := w.allKnown(from)
	for _, n := range w.below(from) {
		w.moveFile(n, to+n.path[len(from):], r)
	}
	if r >= possible {
		return
	}
	w.folders[to] = true
	if w.shows.fresh[from] {
		w.shows.fresh[to] = true
	}
	if known {
		return
	}
	target := w.at(to)
	target.came, target.folder = from, true
	if n := w.nodes[from]; n != nil && n.came != "" {
		target.came, n.came = n.came, ""
		w.carry(n, target)
		n.order = 0
	}
	w.touch(target, r, Rename, "", "from "+shownOnly(w.place, from))
	w.moved = append(w.moved, to)
}

func (w *world) moveFile(n *node, to string, r rank) {
	target := w.at(to)
	if r >= possible {
		w.plan(target, r, Rename)
		if r == possible && n.now.exists == yes {
			w.plan(n, r, Rename)
		}
		return
	}
	n.met()
	if target.now.exists == perhaps {
		if w.isNew(target); n.base.exists == yes {
			target.guessed = false // who renames a file, hardly does it onto another
		}
	}
	target.ends, target.late = n.ends, n.late
	name, _ := w.place.shown(n.path)
	diff := ""
	if n.now.known && target.now.known && target.now.exists == yes {
		diff = between(target.now.text, n.now.text)
	}
	action := Rename
	if target.now.exists == yes {
		action = Edit
	}
	w.carry(n, target)
	w.touch(target, r, action, diff, "from "+name)
	target.steps, target.lost = n.steps, n.lost || n.now.from == "" || target.base.exists == yes
	target.add(step{from: n.path, shown: shownOnly(w.place, to)})
	w.next(target, n.now)
	w.touch(n, r, Rename, "", "to "+shownOnly(w.place, to))
	w.renew(n, fact{exists: no})
	n.steps, n.moved = nil, true
}

// carry takes a file's history along to its new name.
func (w *world) carry(n, target *node) {
	if n.order == 0 || n.sure == failed {
		return
	}
	target.hunks = append(target.hunks, n.hunks...)
	target.notes = append(target.notes, n.notes...)
	if target.order == 0 {
		target.order = n.order
		target.sure = n.sure
		w.order++
		n.order = w.order
	} else {
		target.sure = max(target.sure, n.sure)
	}
}

func shownOnly(p place, abs string) string {
	name, _ := p.shown(abs)
	return name
}

// duplicate copies a file or everything known of a folder.
func (w *world) duplicate(from, to string, tree bool, r rank) {
	if w.isFolder(to) && to != from {
		to = path.Join(to, path.Base(from))
	}
	n := w.nodes[from]
	if inside := w.below(from); tree && (n == nil || n.now.exists != yes) {
		for _, n := range inside {
			text, known := w.text(n.path)
			w.write(to+n.path[len(from):], text, known, r)
		}
		if r = max(r, possible); len(inside) == 0 { // what else was in it, nobody says
			target := w.at(to)
			target.folder = true
			w.plan(target, r, Create)
		}
		return
	}
	text, known := w.text(from)
	w.at(from).met()
	there := w.at(to).now.exists == yes
	w.write(to, text, known, r)
	if r < possible && !there { // one that is there keeps its mode
		w.nodes[to].now.exec = w.nodes[from].now.exec
	}
}
