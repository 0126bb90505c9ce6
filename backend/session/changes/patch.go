package changes

import (
	"fmt"
	"slices"
	"strings"
)

// Patch is the branch's changes as a unified patch for git apply, at the top of the
// tree the session started from: the certain ones, and the likely ones whose text is
// known. What git apply might refuse is in it only when doubtful ones are asked for,
// as it takes a patch as a whole or not at all. left says of each other file why it
// is not in the patch, or what is doubtful about it there.
func (c *Changes) Patch(doubtful bool) (patch string, left []string) {
	var b strings.Builder
	for i := range c.Files {
		f := &c.Files[i]
		name := f.Path
		if name == "" {
			name = f.Command
		}
		why, doubt := f.unpatchable(), f.doubt()
		if why == "" && !doubtful {
			why = doubt
		}
		if why != "" {
			left = append(left, name+": not in the patch: "+why)
			continue
		}
		f.patch(&b)
		for _, doubt := range f.doubts() {
			left = append(left, name+": "+doubt)
		}
	}
	for i := range c.Outside {
		left = append(left, c.Outside[i].Path+": not in the patch: it is outside the session's folder")
	}
	return b.String(), left
}

// Doubtful counts the files that are in the patch only when doubtful ones are asked for.
func (c *Changes) Doubtful() int {
	n := 0
	for i := range c.Files {
		if c.Files[i].doubt() != "" {
			n++
		}
	}
	return n
}

// Patchable tells whether a file's change can be written as a patch at all.
func (f *File) Patchable() bool { return f.node != nil && !f.Undone && f.unpatchable() == "" }

// unpatchable says why a file's change cannot be written as a patch, "" when it can.
func (f *File) unpatchable() string {
	switch {
	case f.Command != "":
		return "the command may have changed files; which is not known"
	case f.Certainty == Failed:
		return "it failed"
	case f.Certainty == Possible:
		return "it may not have happened"
	case f.node.came != "":
		return "it is a folder that was moved; " + noteFolder
	case f.node.folder:
		return "what was in the folder is not known"
	case f.node.now.link:
		return "it is a link"
	case f.Whole && strings.ContainsRune(f.node.base.text+f.node.now.text, 0):
		return "it is no text"
	case f.Whole:
		return ""
	case f.Action != Edit && f.Action != Rename || f.node.lost || len(f.node.steps) == 0:
		return f.Notes[len(f.Notes)-1]
	case f.node.inMoved && f.Action == Edit:
		return noteMoved
	case f.also:
		return noteAlso
	}
	return ""
}

// doubt says why git apply might refuse a file's change, "" when it takes it.
func (f *File) doubt() string {
	n := f.node
	switch {
	case n == nil || f.unpatchable() != "":
		return ""
	case f.Action == Write:
		return noteReplaced
	case n.maybe:
		return noteMaybe
	case n.now.turned && n.now.exists == yes:
		return noteTurned(n.now.shaky)
	case n.late != "" && (f.Action == Edit || f.Action == Delete || f.Action == Rename):
		return noteLate(n.late)
	case !f.Whole && n.ends == unseen:
		return noteEnds
	case !f.Whole && slices.ContainsFunc(n.steps, func(s step) bool { return s.open }):
		return noteLast
	}
	return ""
}

// doubts says what is doubtful about a file in the patch.
func (f *File) doubts() []string {
	out := []string{}
	if doubt := f.doubt(); doubt != "" {
		out = append(out, doubt)
	}
	if f.node.now.shaky != "" && f.node.now.exists == yes {
		out = append(out, noteShaky(f.node.now.shaky)+"; the patch has the text before that")
	}
	if f.also {
		out = append(out, noteAlso)
	}
	return out
}

func (f *File) patch(b *strings.Builder) {
	if !f.Whole {
		f.patchSteps(b)
		return
	}
	from := f.Path
	if f.From != "" {
		from = f.From
	}
	header(b, from, f.Path)
	switch f.Action {
	case Create, Write:
		fmt.Fprintf(b, "new file mode %s\n", mode(f.node.now.exec))
	case Delete:
		fmt.Fprintf(b, "deleted file mode %s\n", mode(f.node.base.exec))
	default:
		f.modes(b)
	}
	if f.Action == Rename {
		renames(b, from, f.Path)
	}
	body(b, f.Action, from, f.Path, f.Diff)
}

// modes tells of a file that was made executable, or no longer is.
func (f *File) modes(b *strings.Builder) {
	now := f.node.now.exec
	if now == perhaps || now == f.node.base.exec {
		return
	}
	before := no
	if now == no {
		before = yes
	}
	fmt.Fprintf(b, "old mode %s\nnew mode %s\n", mode(before), mode(now))
}

func mode(exec exists) string {
	if exec == yes {
		return "100755"
	}
	return "100644"
}

// patchSteps writes one patch after the other: git apply takes several of one file.
func (f *File) patchSteps(b *strings.Builder) {
	from := f.Path
	if f.From != "" {
		from = f.From
	}
	name := from
	for _, s := range without(f.node.steps) {
		if s.from == "" {
			if f.node.ends == inCRLF {
				s.hunks = withCRLF(s.hunks)
			}
			header(b, name, name)
			body(b, Edit, name, name, s.hunks)
			continue
		}
		to := s.shown
		header(b, name, to)
		renames(b, name, to)
		name = to
	}
	if now := f.node.now.exec; now != perhaps && now != f.node.base.exec {
		header(b, name, name)
		f.modes(b)
	}
}

func header(b *strings.Builder, from, to string) {
	fmt.Fprintf(b, "diff --git %s %s\n", quote("a/"+from), quote("b/"+to))
}

func renames(b *strings.Builder, from, to string) {
	fmt.Fprintf(b, "rename from %s\nrename to %s\n", quote(from), quote(to))
}

func body(b *strings.Builder, action, from, to, hunks string) {
	if hunks == "" {
		return
	}
	old, fresh := fileLine("a/"+from), fileLine("b/"+to)
	switch action {
	case Create, Write:
		old = "/dev/null"
	case Delete:
		fresh = "/dev/null"
	}
	fmt.Fprintf(b, "--- %s\n+++ %s\n%s", old, fresh, hunks)
}

// fileLine is a name as it stands after --- and +++: a tab ends one with blanks.
func fileLine(name string) string {
	if q := quote(name); q != name || !strings.Contains(name, " ") {
		return q
	}
	return name + "\t"
}

// quote spells a name as git does where it has quotes, backslashes or control
// characters.
func quote(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		return name
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
