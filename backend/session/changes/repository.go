package changes

import "path"

// What git does to the working tree, as far as the session's own changes go: its
// index and commits are followed only for files the branch touched.

// stage notes that git add took a file, or everything below a folder.
func (w *world) stage(abs string) {
	for _, n := range w.named(abs) {
		if n.order > 0 && n.sure != failed {
			n.staged = n.now
		}
	}
}

func (w *world) commit(all bool) {
	for _, n := range w.nodes {
		if all && tracked(n) {
			n.staged = n.now
		}
		n.head = n.staged
	}
}

// tracked tells whether git knows a file.
func tracked(n *node) bool { return n.base.exists == yes || n.staged.version > 0 }

// named is a file or, for a folder, all nodes below it.
func (w *world) named(abs string) []*node {
	if n := w.nodes[abs]; n != nil && !n.folder {
		return []*node{n}
	}
	var all []*node
	for p, n := range w.nodes {
		if n.raw == "" && under(abs, p) {
			all = append(all, n)
		}
	}
	return sorted(all)
}

// restore gives a file back the text git has of it.
func (w *world) restore(abs string, fromHead bool, r rank) {
	nodes := w.named(abs)
	if len(nodes) == 0 {
		nodes = append(nodes, w.at(abs))
	}
	for _, n := range nodes {
		if r >= possible {
			w.plan(n, r, Edit)
			continue
		}
		if len(nodes) > 1 && !tracked(n) {
			continue
		}
		w.giveBack(n, fromHead, r)
	}
}

func (w *world) giveBack(n *node, fromHead bool, r rank) {
	if n.base.exists == no && n.staged.version == 0 { // git has it, so it was there
		n.guessed = false
		n.base.exists, n.staged.exists, n.head.exists = yes, yes, yes
		n.base.from, n.staged.from, n.head.from = n.path, n.path, n.path
	}
	to := n.staged
	if fromHead {
		to = n.head
	}
	switch {
	case n.order == 0 || n.sure == failed: // what it dropped, if anything, was made by nobody known
		w.plan(n, possible, Edit)
	case to.version != n.now.version || n.now.shaky != "":
		diff := ""
		if n.now.known && to.known {
			diff = between(n.now.text, to.text)
		}
		w.touch(n, r, Edit, diff, noteRestored)
		n.now, n.moved, n.steps, n.lost = to, false, nil, to.version != 0
	}
}

// restoreAll gives back every file of which git has another text.
func (w *world) restoreAll(dir string, fromHead bool, r rank) (any bool) {
	for _, n := range w.touched() {
		if under(dir, n.path) && tracked(n) && r < possible && (n.now.version != n.head.version || n.now.shaky != "") {
			w.giveBack(n, fromHead, r)
			any = true
		}
	}
	return any
}

// clean deletes the files git does not know.
func (w *world) clean(dir string, r rank) (any bool) {
	for _, n := range w.touched() {
		if under(dir, n.path) && !tracked(n) && n.now.exists == yes {
			w.removeFile(n, r)
			any = true
		}
	}
	return any
}

// stash puts changes away; pop brings the last ones back.
func (w *world) stash(untracked bool, r rank) bool {
	away := map[*node]fact{}
	for _, n := range w.touched() {
		if n.now.version == n.head.version || !tracked(n) && !untracked {
			continue
		}
		away[n] = n.now
		w.touch(n, r, Edit, "", "put away by git stash")
		if n.now = n.head; !tracked(n) {
			n.now = fact{exists: no, content: -1}
		}
	}
	if len(away) > 0 {
		w.stashes = append(w.stashes, away)
	}
	return len(away) > 0
}

func (w *world) pop(keep bool, r rank) bool {
	if len(w.stashes) == 0 {
		return false
	}
	last := w.stashes[len(w.stashes)-1]
	if !keep {
		w.stashes = w.stashes[:len(w.stashes)-1]
	}
	for _, n := range w.touched() {
		if f, ok := last[n]; ok {
			w.touch(n, r, Edit, "", "brought back by git stash")
			n.now = f
		}
	}
	return true
}

// drop forgets the last stash.
func (w *world) drop() {
	if len(w.stashes) > 0 {
		w.stashes = w.stashes[:len(w.stashes)-1]
	}
}

// touched lists the files that were changed, in the order of the first touch.
func (w *world) touched() []*node {
	var all []*node
	for _, n := range w.nodes {
		if n.raw == "" && n.order > 0 && n.sure != failed {
			all = append(all, n)
		}
	}
	return sorted(all)
}

// matching lists the existing files a pattern in the last part of a path names.
func (w *world) matching(pattern string) []*node {
	for abs := range w.shows.files {
		if ok, err := path.Match(pattern, abs); err == nil && ok {
			w.at(abs)
		}
	}
	var all []*node
	for abs, n := range w.nodes {
		if ok, err := path.Match(pattern, abs); err == nil && ok && n.now.exists == yes {
			all = append(all, n)
		}
	}
	return sorted(all)
}
