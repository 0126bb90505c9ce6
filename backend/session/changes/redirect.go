package changes

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// target is a file that a redirection writes to.
type target struct {
	file   arg
	adds   bool
	stdout bool
}

// redirects reads a statement's redirections: what comes in, and the files that
// take what goes out.
func (s *shell) redirects(all []*syntax.Redirect, in *stream) []target {
	var out []target
	for _, r := range all {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			*in = s.document(r)
			in.given = true
		case syntax.WordHdoc:
			text, ok := s.text(r.Word)
			*in = stream{text: text + "\n", known: ok, given: true}
		case syntax.RdrIn:
			*in = stream{given: true}
			if file := s.path(s.one(r.Word.Parts, r.Word)); file != "" {
				s.saw(file, arg{})
				in.text, in.known = s.w.text(file)
			}
		case syntax.DplIn:
		case syntax.DplOut:
			if strings.Trim(r.Word.Lit(), "0123456789-") != "" || r.Word.Lit() == "" {
				out = append(out, s.target(r, true))
			}
		default:
			adds := r.Op == syntax.AppOut || r.Op == syntax.AppAll || r.Op == syntax.RdrInOut
			t := s.target(r, r.N == nil || r.N.Value == "1")
			t.adds = adds
			out = append(out, t)
		}
	}
	return out
}

func (s *shell) target(r *syntax.Redirect, stdout bool) target {
	return target{file: s.one(r.Word.Parts, r.Word), stdout: stdout}
}

// document is the text of a here-document.
func (s *shell) document(r *syntax.Redirect) stream {
	if r.Hdoc == nil {
		return stream{known: true}
	}
	var out stream
	if quotes(r.Word) {
		out = stream{text: r.Hdoc.Lit(), known: true}
	} else {
		out.text, out.known = s.quoted(r.Hdoc.Parts, false)
	}
	if r.Op == syntax.DashHdoc {
		lines := strings.SplitAfter(out.text, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, "\t")
		}
		out.text = strings.Join(lines, "")
	}
	return out
}

// quotes tells whether any part of a here-document's last word is quoted: then
// nothing in the document means anything but itself.
func quotes(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); !ok || strings.Contains(lit.Value, `\`) {
			return true
		}
	}
	return false
}

// redirect writes what a command put out.
func (s *shell) redirect(t target, out stream) {
	if !t.stdout {
		out = stream{}
	}
	if s.fate == likely && !s.proved {
		for _, one := range s.heard.errors() {
			if one.by == "shell" && one.mentions(t.file.text) {
				s.with(failed, func() { s.redirect(t, out) })
				return
			}
		}
	}
	s.each(t.file, Edit, func(abs string) {
		if t.adds {
			s.w.add(abs, out.text, out.known, s.fate)
		} else {
			s.w.write(abs, out.text, out.known, s.fate)
		}
	})
}

// path is the file a word names, "" where that is open.
func (s *shell) path(a arg) string {
	if !a.known() || a.text == "" {
		return ""
	}
	if !s.known && !s.w.place.absolute(a.text) && !strings.HasPrefix(a.text, "~") {
		return ""
	}
	return s.w.place.resolve(s.dir, a.text)
}

// each does something with the files a word names, and notes a word that may name
// others as it stands.
func (s *shell) each(a arg, action string, do func(abs string)) {
	if s.eachKnown(a, do) || s.fate == failed {
		return
	}
	if word := s.asWritten(a); word != "" {
		s.w.open(word, action, possible)
	}
}

// eachKnown does something with the files a word names for sure: a pattern those
// the session knows of. It answers whether the word can name no others.
func (s *shell) eachKnown(a arg, do func(abs string)) bool {
	abs := s.path(a)
	switch {
	case abs != "":
		if s.w.place.device(abs) {
			break
		}
		if s.fate == likely && s.denies(a.text) {
			s.with(failed, func() { do(abs) })
			break
		}
		do(abs)
	case a.ok && a.glob && s.known:
		for _, n := range s.w.matching(s.w.place.resolve(s.dir, a.text)) {
			do(n.path)
		}
	}
	return abs != "" || a.text == "" && a.ok
}

// asWritten is an open word, with its folder where that is known; "" where it
// leads to a place whose files nobody keeps.
func (s *shell) asWritten(a arg) string {
	word := a.raw
	if a.ok && a.text != "" {
		word = a.text
	}
	if word == "" {
		return ""
	}
	if s.known && !strings.HasPrefix(word, "$") && !strings.HasPrefix(word, `"$`) {
		abs := s.w.place.resolve(s.dir, word)
		if s.w.place.passing(abs) {
			return ""
		}
		name, _ := s.w.place.shown(abs)
		return name
	}
	return word
}

// saw notes that a command read a file, so there is one, unless it said otherwise
// of the word a.
func (s *shell) saw(abs string, a arg) {
	switch {
	case s.fate != likely && s.fate != failed || s.w.isFolder(abs) || s.w.place.device(abs):
	case s.says(a.text, "o such file"):
		s.w.missing(abs)
	case s.fate == likely && !s.says(a.text, ""):
		s.w.at(abs).met()
	}
}

// showed learns from what was printed of a file how its lines end.
func (s *shell) showed(abs string) {
	if n := s.w.nodes[abs]; n != nil && n.now.exists == yes && !strings.Contains(s.prints, "\r") {
		n.piece(s.prints)
	}
}

// says tells whether an error that was printed is about a word, and of this kind.
func (s *shell) says(word, kind string) bool {
	for _, one := range s.heard.errors() {
		if one.mentions(word) && strings.Contains(one.text, kind) {
			return true
		}
	}
	return false
}
