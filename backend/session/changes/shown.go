package changes

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// shows is what a session showed of what there was, beside texts: listings, errors
// that something is missing, what git tells of files.
type shows struct {
	files map[string]bool // files that listings named
	all   map[string]bool // and folders
	// whole are the folders of which a listing showed all, deep with what is below
	// them; the value tells whether names with a dot in front were among it.
	whole, deep map[string]bool
	// named are listings of all that has a name of a pattern.
	named []listCommand
	// fresh are folders that were made by the session.
	fresh map[string]bool
}

func newShows() shows {
	return shows{files: map[string]bool{}, all: map[string]bool{}, whole: map[string]bool{}, deep: map[string]bool{}, fresh: map[string]bool{}}
}

func (s *shows) clone() shows {
	return shows{files: maps.Clone(s.files), all: maps.Clone(s.all), whole: maps.Clone(s.whole), deep: maps.Clone(s.deep), named: slices.Clip(s.named), fresh: maps.Clone(s.fresh)}
}

// listed notes that all that is in a folder was listed, with dots hidden names too.
func (s *shows) listed(dir string, dots bool) { s.whole[dir] = s.whole[dir] || dots }

// absent tells whether the session showed that there was nothing of this name: a
// whole listing without it or without a folder above it, a folder that was made.
func (s *shows) absent(abs string) bool {
	if s.all[abs] {
		return false
	}
	for dir, dots := range s.deep {
		if under(dir, abs) && (dots || !strings.Contains(abs[len(dir):], "/.")) {
			return true
		}
	}
	for _, l := range s.named {
		if ok, err := path.Match(l.pattern, path.Base(abs)); ok && err == nil && under(l.dir, abs) {
			return true
		}
	}
	for p, dir := abs, path.Dir(abs); p != dir; p, dir = dir, path.Dir(dir) {
		if s.all[p] {
			return false
		}
		dots, whole := s.whole[dir]
		if s.fresh[dir] || whole && (dots || !strings.HasPrefix(path.Base(p), ".")) {
			return true
		}
	}
	return false
}

// fresh notes a folder that was made, and those above it that were not there.
func (w *world) fresh(dir string) {
	for w.shows.absent(dir) && !w.shows.fresh[dir] {
		w.shows.fresh[dir] = true
		dir = path.Dir(dir)
	}
}

// isNew says of a file that is about to be made whether the session showed that it
// was not there; if not, that is a guess.
func (w *world) isNew(n *node) {
	n.guessed = !w.shows.absent(n.path)
	n.began(no)
	w.fresh(path.Dir(n.path))
}

// missing notes that something looked for a file and there was none.
func (w *world) missing(abs string) {
	switch n := w.at(abs); {
	case n.order == 0:
		n.began(no)
	}
}

// gitTells finds what git says of files: in a short status, in a long one, and
// when it commits.
var gitTells = regexp.MustCompile(`^(?:([ MADRC?]{2}) |\t(new file|modified):\s+| (create mode \d+|rewrite) )(.+?)(?: \(\d+%\))?$`)

// gitTold learns from what a git command printed which files are new and which
// were there.
func (w *world) gitTold(output string) {
	for line := range strings.Lines(output) {
		m := gitTells.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		abs := w.place.resolve(w.place.cwd, m[4])
		isNew := strings.HasPrefix(m[3], "create") || m[2] == "new file" || m[1] == "??" || strings.HasPrefix(m[1], "A")
		for _, n := range w.named(abs) {
			switch {
			case !n.guessed:
			case isNew:
				n.guessed = false
			case strings.Contains(m[1], "M") || m[2] == "modified" || m[3] == "rewrite":
				n.there()
			}
		}
	}
}

// there takes back the guess that a file was not there at the beginning.
func (n *node) there() {
	n.guessed = false
	for _, f := range []*fact{&n.base, &n.staged, &n.head} {
		if f.version == 0 && f.exists == no {
			f.exists, f.from = yes, n.path
		}
	}
	if n.now.from == "" {
		n.now.from = n.path
	}
}
