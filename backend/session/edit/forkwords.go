package edit

import (
	"bytes"
	"fmt"
	"strings"

	"branchline/backend/session"
	"branchline/backend/session/formats"
	"branchline/backend/session/pi"
)

// says is what a fork holds, in words.
func (f *forking) says(x *session.Index, taken pi.Taken, cwd string) string {
	what := "A new session is made of the whole tree"
	if f.to.Leaf != "" {
		leaf, _ := x.Lookup(f.to.Leaf)
		what = "A new session is made of the branch that ends at " + named(x, leaf)
	}
	if f.to.Cwd != "" && cwd != x.Header.Cwd {
		what += ", for the folder " + formats.Visible(cwd)
	}
	what += ": a header of its own, and " + session.Counted(taken.Entries, "entry", "entries")
	switch {
	case taken.Changed == 0:
		what += ", copied byte for byte."
	case x.Header.Version < 3:
		what += fmt.Sprintf(", brought from version %d to 3.", x.Header.Version)
	default:
		what += fmt.Sprintf(", %s of them with another parent or kept entry, all others copied byte for byte.", session.Grouped(float64(taken.Changed)))
	}
	if n := len(taken.Labels); n > 0 {
		what += " " + session.Counted(n, "label is", "labels are") + " set anew at the end."
	}
	return what
}

// whyChanged says why a line is not the source's.
func whyChanged(c pi.ChangedLine) string {
	was, is := members(c.Was), members(c.Line)
	var why []string
	for _, m := range []struct{ name, words string }{
		{"id", "it gets an id"}, {"parentId", "its parent is written anew"}, {"firstKeptEntryId", "the entry it keeps from is written anew"},
		{"message", "its role has another name now"},
	} {
		if !bytes.Equal(was[m.name], is[m.name]) {
			why = append(why, m.words)
		}
	}
	return strings.Join(why, ", ")
}

func members(record []byte) map[string][]byte {
	out := map[string][]byte{}
	r, err := pi.NewRecord(record)
	if err != nil {
		return out
	}
	for name, value := range r.Members() {
		out[name] = value
	}
	return out
}

// unreadable says which lines of a session are in no copy of it.
func unreadable(x *session.Index) []string {
	out := []string{}
	var lines []string
	for _, p := range x.Problems {
		if p.Kind == session.ProblemJSON {
			lines = append(lines, fmt.Sprint(p.Line))
		}
	}
	if n := len(lines); n > 0 {
		more := ""
		if n > 10 {
			lines, more = lines[:10], " and others"
		}
		out = append(out, session.Counted(n, "line that is no record", "lines that are no records")+" (line "+strings.Join(lines, ", ")+more+").")
	}
	if x.Tail.Len > 0 {
		out = append(out, "The unfinished last line.")
	}
	return out
}

// offBranch says what of a session is not on a branch: what comes after its leaf, and
// what stands beside it.
func offBranch(x *session.Index, leaf session.Pos) []string {
	off, out := x.Off(leaf), []string{}
	if off.After > 0 {
		out = append(out, session.Counted(off.After, "entry", "entries")+" after "+named(x, leaf)+".")
	}
	if off.Beside > 0 {
		out = append(out, session.Counted(off.Beside, "entry", "entries")+" on "+session.Counted(off.Branches, "other branch", "other branches")+".")
	}
	if off.Labels > 0 {
		out = append(out, session.Counted(off.Labels, "label", "labels")+" of entries that are not on this branch.")
	}
	switch off.Name {
	case session.After:
		out = append(out, "The name "+quoted(x.Name)+", which was given later.")
	case session.Beside:
		out = append(out, "The name "+quoted(x.Name)+", which was given on another branch.")
	}
	return out
}
