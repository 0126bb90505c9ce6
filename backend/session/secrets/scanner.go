package secrets

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"unicode/utf8"

	"branchline/backend/session/jsonl"
)

// Scanner finds secrets in the records of one session, and masks them. It is used
// by one goroutine at a time.
type Scanner struct {
	ctx    context.Context // of the one search it is made for
	salt   string
	fixed  map[string]bool
	pages  bool // it is for a copy that no agent reads
	keep   *Choice
	walk   walker
	layers layers
	text   []byte // the one that is looked at, without escapes
	view   view
	keyed  []byte // room for a name with its value
	once   []found
}

// NewScanner is for a session of a format ("pi", "runlog"). salt tells its IDs of
// findings from those of other sessions. people are the names of users that the session
// tells, see Users. Once ctx has ended it finds nothing more: ask ctx before trusting what
// was found.
func NewScanner(ctx context.Context, format, salt string, keep *Choice, people ...string) *Scanner {
	m := newMatcher(ctx)
	for _, name := range people {
		m.people = append(m.people, []byte(name))
	}
	return &Scanner{ctx: ctx, salt: salt, fixed: fixed[format], keep: keep, layers: layers{matcher: m}}
}

// ForPages has ids masked too, for a copy that no agent reads.
func (s *Scanner) ForPages() *Scanner {
	s.pages = true
	return s
}

// secret is one in a record.
type secret struct {
	value
	span   // in the record
	inText span
	rule   *rule
	id     string
	mask   string
	inside string
	read   []byte // what it was read as
	under  []found
	made   []found // what it was merged of, as it was found
	fixed  bool
}

// Record gives what is found in a record, in its order, but what is kept. The
// Entry and Line of a Finding are the caller's to say. A record that is not valid
// JSON has none.
func (s *Scanner) Record(record []byte, give func(Finding)) {
	s.each(record, func(all []secret) {
		for i := range all {
			s.tell(all, i, give)
		}
	})
}

// each gives the secrets of one text of a record after the other.
func (s *Scanner) each(record []byte, give func([]secret)) {
	s.walk.each(record, func(v value) {
		if all := s.inText(record, v); len(all) > 0 {
			give(all)
		}
	})
}

// inText gives the secrets of a text in their order; none overlaps another.
func (s *Scanner) inText(record []byte, v value) []secret {
	raw := record[v.raw.from:v.raw.to]
	escaped := s.view.unescape(raw)
	text := raw
	if escaped {
		text = s.view.text
	}
	s.text = text
	s.once = s.once[:0]
	give := func(f found) {
		f.secret, f.id = bytes.Clone(f.secret), s.id(f.rule.Kind, f.secret)
		s.once = append(s.once, f)
	}
	if !v.number {
		s.layers.all(text, 0, give)
	}
	if v.name != (span{}) {
		s.named(record, v, text, give)
	}
	if len(s.once) == 0 {
		return nil
	}
	if s.keep != nil {
		s.once = without(s.once, func(f found) bool { return s.keep.Keeps(f.rule.Kind, f.id) })
	}
	once := slices.Clone(s.once)
	var all []secret
	for _, f := range merge(s.once) {
		f.span = wholeCharacters(text, f.span)
		at := f.span
		if escaped {
			at = s.view.back(at)
		}
		at.from, at.to = at.from+v.raw.from, at.to+v.raw.from
		place, mask := s.walk.place(v), Mask(f.rule.Kind)
		if v.number {
			mask = `"` + mask + `"` // it stays JSON
		}
		free := s.pages && ids[place]
		if free {
			mask = Mask(f.rule.Kind + "-" + f.id)
		}
		all = append(all, secret{
			value: v, span: at, inText: f.span, rule: f.rule, id: f.id, mask: mask, inside: f.inside, read: f.secret, under: f.under, fixed: s.fixed[place] && !free,
		})
	}
	madeOf(once, all)
	if v.isName && len(all) > 0 {
		if s.walk.masked == nil {
			s.walk.masked = map[span][]byte{}
		}
		s.walk.masked[v.raw] = s.maskedName(text, all)
	}
	return all
}

// maskedName is the name of a member without its secrets. Where another member of the
// object would have the same one, its first mask has a number: of two members of one
// name readers of JSON lose one.
func (s *Scanner) maskedName(text []byte, all []secret) []byte {
	names := s.walk.members()
	given := s.walk.frames[len(s.walk.frames)-1].given
	for n := 2; ; n++ {
		name := masking(nil, text, all, span{0, len(text)})
		other, taken := given[string(name)]
		if !names[string(name)] && (!taken || other == string(text)) {
			given[string(name)] = string(text)
			return name
		}
		all[0].mask = Mask(fmt.Sprintf("%s-%d", all[0].rule.Kind, n))
	}
}

// longestNamed is how much of a value is looked at together with its name: a name
// says something of a value that is short.
const longestNamed = 4 << 10

// named looks at the value of a member as it would stand in a text behind its name.
func (s *Scanner) named(record []byte, v value, text []byte, give func(found)) {
	name := record[v.name.from:v.name.to]
	if (len(text) < leastSecret || len(text) > longestNamed || !s.layers.tells(name)) && (v.number || !s.layers.knows(text)) {
		return
	}
	s.keyed = append(append(append(s.keyed[:0], '"'), name...), `": "`...)
	begin := len(s.keyed)
	s.keyed = append(append(s.keyed, text...), '"')
	s.layers.find(s.keyed, func(m match) {
		from, to := max(m.from, begin), min(m.to, begin+len(text))
		if from < to && (!v.number || m.rule.ID == "assigned-a-number") {
			give(found{span: span{from - begin, to - begin}, rule: m.rule, secret: s.keyed[from:to]})
		}
	})
}

// tells tells whether a name has a word that rules look for.
func (m *matcher) tells(name []byte) bool {
	m.lower = lowered(m.lower, name)
	told := false
	m.set.words.Walk(m.lower, func(_, _, _ int64) bool {
		told = true
		return false
	})
	return told
}

// id names a secret without telling it.
func (s *Scanner) id(kind string, text []byte) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", s.salt, kind, text))
	return hex.EncodeToString(sum[:4])
}

// wholeCharacters widens a part of a text to whole characters.
func wholeCharacters(text []byte, s span) span {
	for s.from > 0 && !utf8.RuneStart(text[s.from]) {
		s.from--
	}
	for s.to < len(text) && !utf8.RuneStart(text[s.to]) {
		s.to++
	}
	return s
}

// tell gives the secret at i among those of its text, and what is told with it.
func (s *Scanner) tell(all []secret, i int, give func(Finding)) {
	f := s.finding(all, i)
	give(f)
	told := map[string]bool{f.ID: true}
	for _, u := range all[i].under {
		if !told[u.id] {
			told[u.id] = true
			f.Secret = Secret{ID: u.id, Kind: u.rule.Kind, What: u.rule.Description, Hint: hint(u.secret), Mask: f.Mask, Fixed: f.Fixed}
			f.Inside = u.inside
			give(f)
		}
	}
}

// finding tells of the secret at i among those of its text.
func (s *Scanner) finding(all []secret, i int) Finding {
	f := all[i]
	out := Finding{
		Secret{ID: f.id, Kind: f.rule.Kind, What: f.rule.Description, Hint: hint(f.read), Mask: f.mask},
		Place{Field: s.walk.path(f.value), Inside: f.inside, excerpt: excerptOf(s.text, all, i)},
	}
	out.Context = out.Written(nil)
	if f.fixed {
		out.Fixed = needs
	}
	return out
}

// mostHinted is how much of a secret a hint tells, in characters.
const mostHinted = 4

// hint tells enough of a secret to know it again: a quarter of it at most.
func hint(text []byte) string {
	n := utf8.RuneCount(text)
	shown := min(n/4, mostHinted)
	head := string([]rune(string(text[:min(len(text), 4*mostHinted)]))[:shown])
	return fmt.Sprintf("%s… (%d characters)", jsonl.AppendLine(nil, []byte(head), 4*mostHinted), n)
}

// masking appends a part of a text with masks for all secrets in it.
func masking(b, text []byte, all []secret, cut span) []byte {
	at := cut.from
	for _, f := range all {
		if f.inText.to <= cut.from || f.inText.from >= cut.to {
			continue
		}
		b = append(b, text[at:max(at, f.inText.from)]...)
		b = append(b, f.mask...)
		at = f.inText.to
	}
	return append(b, text[min(at, cut.to):cut.to]...)
}

// rounds is how many times a record is masked until nothing is left.
const rounds = 3

// Left is a secret that cannot be masked.
type Left struct{ Finding }

func (l *Left) Error() string {
	why := l.Fixed
	if why == "" {
		why = "something of it is left whatever is masked"
	}
	return fmt.Sprintf("%s in %s (%s) cannot be masked: %s", l.Kind, l.Field, l.Hint, why)
}

// Masked appends the record with everything masked that is not kept, and gives what
// that is, as Record does. All its other bytes are the same. The result is searched again: what is found then, and what
// cannot be masked at all, is a *Left.
func (s *Scanner) Masked(dst, record []byte, give func(Finding)) ([]byte, error) {
	begin := len(dst)
	for round := range rounds {
		out := dst[:begin]
		at, any := 0, false
		var left *Left
		s.each(record, func(all []secret) {
			any = true
			for i, f := range all {
				if f.fixed && left == nil {
					left = &Left{s.finding(all, i)}
				}
				if round == 0 {
					s.tell(all, i, give)
				}
				out = append(append(out, record[at:f.from]...), f.mask...)
				at = f.to
			}
		})
		if err := s.ctx.Err(); err != nil {
			return dst[:begin], err
		}
		if left != nil {
			return dst[:begin], left
		}
		if !any {
			return append(out, record...), nil
		}
		dst = append(out, record[at:]...)
		record = slices.Clone(dst[begin:])
	}
	var left *Left
	s.Record(record, func(f Finding) { left = &Left{f} })
	if left != nil {
		return dst[:begin], left
	}
	return dst, nil
}

// MaskedText is a text that is no record with everything masked that is not kept.
func (s *Scanner) MaskedText(text string) (string, error) {
	out, err := s.Masked(nil, jsonl.AppendString(nil, text), func(Finding) {})
	if err != nil {
		return "", err
	}
	masked, _ := jsonl.Text(out, 0) // a string stays one
	return masked, nil
}
