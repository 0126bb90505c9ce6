package secrets

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"slices"
)

// match is a secret in a text.
type match struct {
	from, to       int // of the secret
	allFrom, allTo int // of all that the rule matched
	rule           *rule
}

// span is a part of a text.
type span struct{ from, to int }

// matcher finds secrets in texts as they stand, one after another.
type matcher struct {
	ctx     context.Context
	set     *ruleSet
	people  [][]byte // names of users
	lower   []byte
	windows [][]span // by the number of the rule
	looked  []int    // the rules that have windows
	tried   []int    // by the number of the rule: where it was tried last
	fresh   []int    // the rules that were tried
}

func newMatcher(ctx context.Context) *matcher {
	m := &matcher{ctx: ctx, set: loaded()}
	m.windows = make([][]span, len(m.set.rules))
	m.tried = make([]int, len(m.set.rules))
	for i := range m.tried {
		m.tried[i] = -1
	}
	return m
}

// find gives the secrets of a text, in no order. They may overlap.
func (m *matcher) find(text []byte, found func(match)) {
	m.lower = lowered(m.lower, text)
	m.set.words.Walk(m.lower, func(end, n, word int64) bool {
		from, to := int(end-n+1), int(end+1)
		for _, r := range m.set.byWord[word] {
			switch {
			case r.quick != nil && !r.quick(text, from, to):
			case r.begins != nil:
				m.try(r, text, r.begins(text, from), found)
			default:
				m.look(r, max(0, from-r.reach), min(len(text), to+r.reach))
			}
		}
		return true
	})
	for _, n := range m.looked {
		for _, w := range m.windows[n] {
			if m.ctx.Err() != nil {
				break
			}
			m.set.rules[n].find(text, w, found)
		}
		m.windows[n] = m.windows[n][:0]
	}
	for _, n := range m.fresh {
		m.tried[n] = -1
	}
	m.looked, m.fresh = m.looked[:0], m.fresh[:0]
	addresses(text, found)
	mails(text, found)
	m.users(text, found)
}

// firstTry is how much of the text a rule gets that can only match where it begins.
const firstTry = 512

// try has a rule match at a place, once.
func (m *matcher) try(r *rule, text []byte, at int, found func(match)) {
	if at < 0 || m.tried[r.number] == at {
		return
	}
	if m.tried[r.number] < 0 {
		m.fresh = append(m.fresh, r.number)
	}
	m.tried[r.number] = at
	for most := firstTry; ; most *= 8 {
		to := min(len(text), at+most)
		if end := r.findOne(text, span{at, to}, found); end < to || to == len(text) {
			return
		}
	}
}

// look has a rule look at a part of the text, at most once at each place.
func (m *matcher) look(r *rule, from, to int) {
	all := m.windows[r.number]
	if len(all) == 0 {
		m.looked = append(m.looked, r.number)
	}
	if last := len(all) - 1; last >= 0 && from <= all[last].to {
		all[last].to = max(all[last].to, to)
		all[last].from = min(all[last].from, from)
		return
	}
	m.windows[r.number] = append(all, span{from, to})
}

// find gives the secrets a rule finds in a part of the text.
func (r *rule) find(text []byte, w span, found func(match)) {
	for w.from < w.to {
		end := r.findOne(text, w, found)
		if end < 0 {
			return
		}
		if end == w.to && w.to < len(text) { // it may go on behind the part
			w.to = min(len(text), w.to+max(w.to-w.from, mostWindow))
			continue
		}
		w.from = end
	}
}

// findOne gives the first secret a rule finds in a part of the text, and answers
// where the match ends, -1 when there is none. Where it ends with the part but not
// with the text, it gives nothing.
func (r *rule) findOne(text []byte, w span, found func(match)) (end int) {
	at := r.compile().FindSubmatchIndex(text[w.from:w.to])
	if at == nil {
		return -1
	}
	for i := range at {
		if at[i] >= 0 {
			at[i] += w.from
		}
	}
	if at[1] == w.to && w.to < len(text) {
		return w.to
	}
	if m := r.matched(text, at); r.counts(text, m) {
		found(m)
	}
	return max(at[1], at[0]+1)
}

// matched says which part of a match is the secret: the group the rule names, else
// the first that is not empty, else all of it.
func (r *rule) matched(text []byte, at []int) match {
	m := match{from: at[0], to: at[1], allFrom: at[0], allTo: at[1], rule: r}
	if g := 2 * r.Group; g > 0 && g < len(at) && at[g] >= 0 {
		m.from, m.to = at[g], at[g+1]
		return m
	}
	for g := 2; g < len(at); g += 2 {
		if at[g] >= 0 && at[g+1] > at[g] {
			m.from, m.to = at[g], at[g+1]
			return m
		}
	}
	for m.to > m.from && text[m.to-1] == '\n' {
		m.to--
	}
	return m
}

// counts tells whether a match is a secret by all the rule says.
func (r *rule) counts(text []byte, m match) bool {
	secret := text[m.from:m.to]
	if len(secret) == 0 || masked(secret) || r.Entropy > 0 && entropy(secret) < r.Entropy || r.last != nil && !r.last(secret) {
		return false
	}
	return !slices.ContainsFunc(r.Allowlists, func(a allowlist) bool { return a.allowed(text, m) })
}

// masks are masks, and what rules may cut out of them.
var masks = regexp.MustCompile(`\[?REDACTED(?::[a-z0-9-]*)?\]?`)

// leastSecret is how many characters beside masks can still be a secret.
const leastSecret = 4

// masked tells whether nothing of a secret is left but masks.
func masked(secret []byte) bool {
	if !bytes.Contains(secret, []byte("REDACTED")) {
		return false
	}
	return len(bytes.Trim(masks.ReplaceAll(secret, nil), ` :@/"'=,;`)) < leastSecret
}

// entropy is Shannon's, in bits a byte.
func entropy(b []byte) float64 {
	var counts [256]int
	for _, c := range b {
		counts[c]++
	}
	sum := 0.
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(b))
			sum -= p * math.Log2(p)
		}
	}
	return sum
}

// lowered is text with the capitals of ASCII small, in room where that has enough.
func lowered(room, text []byte) []byte {
	room = append(room[:0], text...)
	for i, c := range room {
		if c-'A' < 26 {
			room[i] = c | 0x20
		}
	}
	return room
}

// lineAround is the lines a part of a text stands on.
func lineAround(text []byte, from, to int) []byte {
	begin := bytes.LastIndexByte(text[:from], '\n') + 1
	if end := bytes.IndexByte(text[to:], '\n'); end >= 0 {
		return text[begin : to+end]
	}
	return text[begin:]
}
