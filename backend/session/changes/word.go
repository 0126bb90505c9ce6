package changes

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arg is one word of a command after the shell has read it.
type arg struct {
	text string
	// ok: no part of it is open; glob: it has a pattern.
	ok, glob bool
	// named: whatever is open, what follows the last slash is not.
	named bool
	// raw is an open word or a pattern as it was written.
	raw string
}

func (a arg) known() bool { return a.ok && !a.glob }

// mostBraces bounds how many words one with braces may become.
const mostBraces = 200

// word reads one written word, which can become several.
func (s *shell) word(w *syntax.Word) []arg {
	if list, ok := s.list(w); ok {
		return list
	}
	if !braced(w) {
		return []arg{s.one(w.Parts, w)}
	}
	if raw := written(w); braces(raw) > mostBraces {
		return []arg{{raw: raw}}
	}
	split := *w
	split.Parts = append([]syntax.WordPart(nil), w.Parts...)
	if !syntax.SplitBraces(&split) {
		return []arg{s.one(w.Parts, w)}
	}
	var out []arg
	for _, parts := range expandBraces(split.Parts) {
		out = append(out, s.one(parts, w))
	}
	return out
}

// braced tells whether a word has a brace that is not quoted.
func braced(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && strings.Contains(lit.Value, "{") {
			return true
		}
	}
	return false
}

// braces is about how many words the braces of a word make.
func braces(raw string) int {
	n := 1
	for range strings.Count(raw, "{") {
		if n *= 1 + strings.Count(raw, ","); n > mostBraces {
			break
		}
	}
	return n
}

// expandBraces makes every choice of the braces in a word.
func expandBraces(parts []syntax.WordPart) [][]syntax.WordPart {
	out := [][]syntax.WordPart{nil}
	for _, part := range parts {
		b, ok := part.(*syntax.BraceExp)
		if !ok {
			for i := range out {
				out[i] = append(out[i], part)
			}
			continue
		}
		var more [][]syntax.WordPart
		for _, head := range out {
			for _, elem := range elements(b) {
				for _, tail := range expandBraces(elem.Parts) {
					more = append(more, append(head[:len(head):len(head)], tail...))
				}
			}
		}
		if out = more; len(out) > mostBraces {
			out = out[:mostBraces]
		}
	}
	return out
}

// elements are the choices of a brace: its words, or those of a range.
func elements(b *syntax.BraceExp) []*syntax.Word {
	if !b.Sequence {
		return b.Elems
	}
	first, last := b.Elems[0].Lit(), b.Elems[1].Lit()
	from, err := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	letters := err != nil && err2 != nil && len(first) == 1 && len(last) == 1
	if letters {
		from, to = int(first[0]), int(last[0])
	}
	if len(b.Elems) > 2 || from > to || to-from > mostBraces || padded(first) || padded(last) || !letters && (err != nil || err2 != nil) {
		return []*syntax.Word{{Parts: []syntax.WordPart{&syntax.ArithmExp{}}}} // open
	}
	var out []*syntax.Word
	for i := from; i <= to; i++ {
		text := strconv.Itoa(i)
		if letters {
			text = string(rune(i))
		}
		out = append(out, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}})
	}
	return out
}

// padded tells of a number with zeros in front, which a range keeps.
func padded(s string) bool { return len(s) > 1 && strings.HasPrefix(strings.TrimPrefix(s, "-"), "0") }

// list is what a word that is nothing but a variable stands for.
func (s *shell) list(w *syntax.Word) ([]arg, bool) {
	if len(w.Parts) != 1 {
		return nil, false
	}
	part, quoted := w.Parts[0], false
	if q, ok := part.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		part, quoted = q.Parts[0], true
	}
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil || p.Exp != nil || p.Length || p.Excl || p.Slice != nil || p.Repl != nil {
		return nil, false
	}
	values, set := s.vars[p.Param.Value]
	if !set {
		return nil, false
	}
	if p.Param.Value == "@" || p.Param.Value == "*" || p.Index != nil && !strings.ContainsAny(indexOf(p), "0123456789") {
		return values, true
	}
	if quoted || len(values) != 1 || !values[0].ok {
		return nil, false
	}
	var out []arg
	for _, f := range strings.Fields(values[0].text) {
		out = append(out, arg{text: f, ok: true, glob: strings.ContainsAny(f, "*?[")})
	}
	return out, true
}

func indexOf(p *syntax.ParamExp) string {
	if w, ok := p.Index.(*syntax.Word); ok {
		return w.Lit()
	}
	return "0"
}

// one reads parts of a word, or all of it, as one text.
func (s *shell) one(parts []syntax.WordPart, w *syntax.Word) arg {
	a := arg{ok: true}
	var b strings.Builder
	for i, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text, glob := unescape(p.Value)
			if i == 0 && (text == "~" || strings.HasPrefix(text, "~/")) && s.w.place.home != "" {
				text = s.w.place.home + text[1:]
			}
			a.glob = a.glob || glob
			b.WriteString(text)
		case *syntax.SglQuoted:
			text, ok := p.Value, true
			if p.Dollar {
				text, ok = escapes(text)
			}
			a.ok = a.ok && ok
			b.WriteString(text)
		case *syntax.DblQuoted:
			text, ok := s.quoted(p.Parts, true)
			a.ok = a.ok && ok
			b.WriteString(text)
		case *syntax.ExtGlob:
			a.glob = true
		default:
			text, ok := s.value(part)
			if a.ok = a.ok && ok && b.Len() <= longestText; a.ok {
				b.WriteString(text)
			}
		}
	}
	if *s.left -= b.Len() / 256; b.Len() > longestText {
		return arg{raw: written(w)}
	}
	if a.text = b.String(); !a.known() {
		a.raw, a.named = written(w), !a.glob && endsNamed(parts)
	}
	return a
}

// endsNamed tells whether a word is plain from its last slash on.
func endsNamed(parts []syntax.WordPart) bool {
	for i := len(parts) - 1; i >= 0; i-- {
		switch p := parts[i].(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, "/") {
				return true
			}
		case *syntax.DblQuoted:
			return endsNamed(p.Parts)
		default:
			return false
		}
	}
	return false
}

// longestText bounds what a variable can grow to.
const longestText = 1 << 20

// text reads a word that is no list of files: a here-document's, a quoted one's.
func (s *shell) text(w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	a := s.one(w.Parts, w)
	return a.text, a.ok
}

// quoted reads parts between double quotes or, without mark, in a here-document.
func (s *shell) quoted(parts []syntax.WordPart, marks bool) (string, bool) {
	var b strings.Builder
	all := true
	for _, part := range parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.WriteString(halfEscaped(lit.Value, marks))
			continue
		}
		text, ok := s.value(part)
		if all = all && ok && b.Len() <= longestText; all {
			b.WriteString(text)
		}
	}
	return b.String(), all
}

// written is a word as it stands in the script.
func written(w *syntax.Word) string {
	var b strings.Builder
	if err := syntax.NewPrinter().Print(&b, w); err != nil {
		return ""
	}
	return b.String()
}
