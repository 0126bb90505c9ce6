package changes

import "path"

// move renames a file or everything known of a folder.
func (w *world) move(from, to string, r rank) {
	if w.isFolder(to) && to != from {
		to = path.Join(to, path.Base(from))
	}
	inside := w.below(from)
	if n := w.nodes[from]; len(inside) > 0 && (n == nil || n.now.exists != yes) {
		for _, n := range inside {
			w.moveFile(n, to+n.path[len(from):], r)
		}
		w.folders[to] = true
		return
	}
	w.moveFile(w.at(from), to, r)
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
		target.began(no)
	}
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
