package secrets

import (
	"bytes"
	"cmp"
	"slices"
)

// found is a secret in a text, wherever in it.
type found struct {
	span
	rule   *rule
	secret []byte  // as it was read, valid until another text is
	id     string  // once the Scanner has given it one
	inside string  // what the text had to be read as, outermost first
	under  []found // in it, of other kinds: see merge
}

// deepest is how many times a text is read as what it stands for.
const deepest = 6

// The ways of reading text as what it stands for.
const (
	asEscaped = "escaped text"
	asPercent = "percent encoding"
	asBase64  = "base64"
	asHex     = "hexadecimal"
	asDrawn   = "terminal output"
	asMarkup  = "HTML"
	asJoined  = "broken lines"

	asRendered = "Markdown"
	asSpliced  = "texts put together"
)

// layers finds secrets in a text, and in what parts of it stand for.
type layers struct {
	*matcher
	views   [deepest + 1][9]view // room
	pieces  []span               // room
	crossed []match              // room
}

// all gives the secrets of a text, in no order. They may overlap.
func (l *layers) all(text []byte, depth int, give func(found)) {
	l.flat(text, depth, give)
	if depth == deepest || l.ctx.Err() != nil {
		return
	}
	views := &l.views[depth]
	through := func(v *view, as string) {
		l.all(v.text, depth+1, func(f found) {
			f.span, f.inside = v.back(f.span), within(as, f.inside)
			give(f)
		})
	}
	// What is only dressed is read without its dress from here on.
	if v := &views[0]; v.drawn(text) {
		through(v, asDrawn)
		return
	}
	if v := &views[1]; v.markup(text) {
		through(v, asMarkup)
		return
	}
	if v := &views[2]; v.joined(text) {
		l.broken(v, asJoined, give)
	}
	if v := &views[8]; v.spliced(text) {
		l.broken(v, asSpliced, give)
	}
	if v := &views[6]; v.rendered(text) {
		l.find(v.text, func(m match) {
			if bytes.IndexByte(v.text[m.from:m.to], newline) < 0 {
				give(found{span: v.back(span{m.from, m.to}), rule: m.rule, secret: v.text[m.from:m.to], inside: asRendered})
			}
		})
	}
	if v := &views[7]; v.dumped(text) {
		through(v, asHex)
	}
	if v := &views[3]; bytes.IndexByte(text, '\\') >= 0 && v.unescape(text) {
		through(v, asEscaped)
	}
	if bytes.IndexByte(text, '%') < 0 {
		return
	}
	for i, form := range []bool{false, true} {
		if v := &views[4+i]; v.percent(text, form) {
			through(v, asPercent)
		}
	}
}

func within(outer, inner string) string {
	switch inner {
	case "":
		return outer
	case outer:
		return inner
	}
	return outer + ", " + inner
}

// flat looks at a text as it stands, and at the base64 in it. Long runs of base64
// that are no text are pictures and the like: chance alone would find something there.
func (l *layers) flat(text []byte, depth int, give func(found)) {
	if len(text) < leastSecret {
		return
	}
	first := len(l.pieces)
	begin := 0
	if depth < deepest {
		hexRuns(text, func(e encoded) { l.inside(text, e, asHex, depth, give) })
	}
	runs(text, func(e encoded) {
		switch {
		case e.text != nil && depth < deepest:
			l.inside(text, e, asBase64, depth, give)
		case e.text == nil && e.to-e.from >= leastBinary:
			l.pieces = append(l.pieces, span{begin, e.from})
			begin = e.to
		}
	})
	l.pieces = append(l.pieces, span{begin, len(text)})
	for i := first; i < len(l.pieces); i++ {
		p := l.pieces[i]
		l.find(text[p.from:p.to], func(m match) {
			s := span{p.from + m.from, p.from + m.to}
			give(found{span: s, rule: m.rule, secret: text[s.from:s.to]})
		})
	}
	l.pieces = l.pieces[:first]
}

// inside looks at what base64 or hexadecimal stands for. All of it is the secret
// then: there is no masking a part of it.
func (l *layers) inside(text []byte, e encoded, as string, depth int, give func(found)) {
	var best *found
	l.all(e.text, depth+1, func(f found) {
		if best == nil || f.rule.order < best.rule.order {
			f.secret = bytes.Clone(f.secret)
			best = &f
		}
	})
	if best != nil {
		give(found{span: e.span, rule: best.rule, secret: text[e.from:e.to], inside: within(as, best.inside)})
	}
}

// isOf tells whether a secret is another one by another name: by a rule that tells it
// by what stands around it, or by two rules for what makers make.
func (f *found) isOf(o *found) bool {
	if f.rule.Kind == o.rule.Kind || !f.rule.maker {
		return true
	}
	same := len(f.secret)-leastSecret <= len(o.secret) && len(o.secret)-leastSecret <= len(f.secret)
	return o.rule.maker && (same || f.rule.Kind == "token")
}

// merge makes of secrets that overlap one, named by the rule that comes first, and
// brings them into the order of the text. A token of a maker in a
// secret of another sort is told with it: it is still one when that is kept.
func merge(all []found) []found {
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	out := all[:0]
	for _, f := range all {
		last := len(out) - 1
		if last < 0 || f.from >= out[last].to {
			out = append(out, f)
			continue
		}
		o := &out[last]
		whole := span{o.from, max(o.to, f.to)}
		if f.rule.order < o.rule.order {
			*o, f = f, *o
			o.under, f.under = f.under, nil
		}
		o.span = whole
		o.under = append(o.under, f)
	}
	for i := range out {
		o := &out[i]
		slices.SortStableFunc(o.under, func(a, b found) int { return cmp.Compare(a.rule.order, b.rule.order) })
		told := []found{*o}
		for _, f := range o.under {
			if !slices.ContainsFunc(told, func(t found) bool { return f.isOf(&t) }) {
				told = append(told, f)
			}
		}
		o.under = told[1:]
	}
	return out
}

// without are the secrets that are not kept. What is kept stays as it is, by whatever
// other name that says less it could be found.
func without(all []found, kept func(found) bool) []found {
	stay := slices.DeleteFunc(slices.Clone(all), func(f found) bool { return !kept(f) })
	return slices.DeleteFunc(all, func(f found) bool {
		return kept(f) || slices.ContainsFunc(stay, func(k found) bool {
			return k.from < f.to && f.from < k.to && k.rule.order < f.rule.order && f.isOf(&k)
		})
	})
}
