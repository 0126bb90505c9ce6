package changes

import (
	"path"
	"slices"
	"strings"

	"branchline/backend/session"
)

// exists says whether there is a file.
type exists uint8

const (
	perhaps exists = iota
	yes
	no
)

// fact is what is known of a path at one moment.
type fact struct {
	exists exists
	text   string
	known  bool // text is what the file holds
	exec   exists
	link   bool
	// from is the path whose content this is: the path itself, or the one it was moved from.
	from string
	// version tells two facts apart, content two texts that are not known; 0 is the
	// beginning, for content that of the path in from.
	version, content int
	// shaky: the text is what was left the last time it was certain, and something
	// may have changed it since.
	shaky string
	// turned: that was git, which may have given it another commit's text.
	turned bool
}

// node is a path with what it was, what it is, and how it came to that.
type node struct {
	path string
	raw  string // a word that names no path; path is "" then
	base fact
	now  fact
	// staged and head are what git would restore: the index and the last commit.
	staged, head fact

	hunks []Hunk
	// steps lead from base to now where the texts do not: see patch.go. lost tells
	// that one is not known, so that they do not.
	steps []step
	lost  bool
	ends  ends
	// guessed: that the file was not there at the beginning is likely, but not shown.
	guessed bool
	// late is a command that may have made it, or its text, before it was first seen.
	late string
	// inMoved: it is in a folder that was moved, and what that held is not known.
	inMoved bool
	order   int // of the first touch, 0 = never touched
	sure    rank
	folder  bool
	came    string // of a folder that was moved: its former path
	maybe   bool   // it was moved, and may be a folder
	moved   bool   // its history went with it to another name
	notes   []string
}

// ends is how the lines of a file are seen to end.
type ends uint8

const (
	unseen ends = iota
	inLF
	inCRLF
)

// piece learns from a piece of a file that was shown how its lines end.
func (n *node) piece(text string) {
	switch {
	case strings.Contains(text, "\r\n"):
		n.ends = inCRLF
	case n.ends == unseen && strings.Contains(text, "\n"):
		n.ends = inLF
	}
}

// step is one change that can be written as a patch without the whole text.
type step struct {
	hunks string
	// open: the last line of hunks may be the file's, whose end is not recorded.
	open  bool
	from  string // of a rename
	shown string // the new name, as a reader is told it
}

// lose gives up the steps: something changed in a way that is no step.
func (n *node) lose() { n.steps, n.lost = nil, true }

// add takes a step more.
func (n *node) add(s step) {
	if !n.lost {
		n.steps = append(n.steps, s)
	}
}

// rank orders certainties from sure to not at all.
type rank uint8

const (
	untouched rank = iota
	certain
	likely
	possible
	failed
)

var rankNames = [...]string{"", Certain, Likely, Possible, Failed}

// world is what is known of all files while a branch is read.
type world struct {
	place   place
	nodes   map[string]*node
	folders map[string]bool
	order   int
	version int
	stashes []map[*node]fact
	flagged map[string]*node
	shows   shows
	moved   []string // folders that were moved, their new names
	brought string   // the last command that may have made any file, or another text of it
	turning bool     // git turns the tree to another commit
	by      origin
	before  func(*session.Item) // called before each item that is followed, when it is set
	// temporary counts the files of mktemp.
	temporary int
}

// origin is the call that changes things.
type origin struct {
	entry, tool, command string
	atMs                 int64
}

func newWorld(p place) *world {
	return &world{place: p, nodes: map[string]*node{}, folders: map[string]bool{p.cwd: true}, flagged: map[string]*node{}, shows: newShows()}
}

func (w *world) at(abs string) *node {
	n := w.nodes[abs]
	if n == nil {
		n = &node{path: abs, base: fact{from: abs}, now: fact{from: abs}}
		n.staged, n.head = n.base, n.base
		if w.shows.files[abs] {
			n.began(yes)
		}
		n.late = w.brought
		n.inMoved = slices.ContainsFunc(w.moved, func(dir string) bool { return under(dir, abs) })
		w.nodes[abs] = n
		for dir := path.Dir(abs); dir != "." && dir != "/" && !w.folders[dir]; dir = path.Dir(dir) {
			w.folders[dir] = true
		}
	}
	return n
}

// text is what a file holds, where that is known.
func (w *world) text(abs string) (string, bool) {
	n := w.nodes[abs]
	if n == nil || !n.now.known || n.now.exists != yes {
		return "", false
	}
	return n.now.text, true
}

// isFolder tells whether a path is known to be a folder.
func (w *world) isFolder(abs string) bool { return w.folders[abs] }

// below lists the existing files below a folder, by path.
func (w *world) below(dir string) []*node {
	for abs := range w.shows.files {
		if under(dir, abs) {
			w.at(abs)
		}
	}
	var out []*node
	for abs, n := range w.nodes {
		if n.now.exists == yes && under(dir, abs) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return strings.Compare(a.path, b.path) })
	return out
}

// touch notes a step on a file.
func (w *world) touch(n *node, r rank, action, diff, note string) {
	if n.order == 0 {
		w.order++
		n.order = w.order
	}
	if r == possible {
		by := w.by.command
		if by == "" { // only a command can be that unsure by itself
			by, note = w.by.tool, noteNoResult
		}
		if n.now.exists == yes {
			n.now.shaky = shortCommand(by)
		}
	}
	n.sure = weigh(n, r)
	n.hunks = append(n.hunks, Hunk{
		Entry: w.by.entry, Tool: w.by.tool, AtMs: w.by.atMs, Command: session.CutText(session.Plain(w.by.command), longestShown),
		Action: action, Certainty: rankNames[r], Diff: diff, Note: note,
	})
}

// weigh is how sure a file's change is after one more step: a failed one takes
// nothing away; one that only may have happened makes what was certain likely.
func weigh(n *node, r rank) rank {
	switch {
	case n.sure == untouched || n.sure == failed:
		return r
	case r == failed:
		return n.sure
	case r == possible || n.sure == possible:
		return min(max(n.sure, likely), max(r, likely))
	}
	return max(n.sure, r)
}

// next gives a node a new state with the text it had.
func (w *world) next(n *node, f fact) {
	w.version++
	f.version = w.version
	n.now = f
}

// renew gives a node a new state with another text.
func (w *world) renew(n *node, f fact) {
	w.next(n, f)
	n.now.content = w.version
}

// met notes that a file was there before it was changed.
func (n *node) met() {
	if n.order == 0 && n.now.exists == perhaps {
		n.began(yes)
	}
	if n.now.exists == perhaps {
		n.now.exists = yes
	}
}

// began says whether the file was there at the beginning.
func (n *node) began(e exists) {
	for _, f := range []*fact{&n.base, &n.now, &n.staged, &n.head} {
		if f.version == 0 && f.exists == perhaps {
			f.exists = e
		}
	}
}

// was says what the file held at the beginning.
func (n *node) was(text string) {
	for _, f := range []*fact{&n.base, &n.now, &n.staged, &n.head} {
		if f.content == 0 && f.exists == yes && f.from == n.path {
			f.text, f.known = text, true
		}
	}
}

// learn takes a whole text that was read.
func (w *world) learn(n *node, text string) {
	n.met()
	switch {
	case n.now.known && n.now.text == text:
		n.now.shaky, n.now.turned = "", false
	case n.now.content == 0:
		n.now.text, n.now.known = text, true
		for _, as := range []*node{n, w.nodes[n.now.from]} {
			as.was(text)
		}
	default:
		surprise := n.now.known
		f := n.now
		f.text, f.known, f.shaky, f.turned = text, true, "", false
		w.renew(n, f)
		w.lookBack(n, text)
		if surprise {
			n.sure = max(n.sure, likely)
			n.notes = append(n.notes, noteOther)
			n.lose()
		}
	}
}
