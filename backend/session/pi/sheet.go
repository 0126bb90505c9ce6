package pi

import (
	"bytes"
	"math"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// sheet is what one chunk of lines gave. Beside the fragment it holds what can
// be decided only when the whole file is known, with lines counted as there.
type sheet struct {
	session.Fragment
	headers []header
	// hooks are messages of the role hookMessage, which is custom before version 3.
	hooks []session.Pos
	// kept are compactions that count what they keep, as version 1 does.
	kept []keptFrom
	// loose are the offsets of values that are no objects but that pi keeps:
	// version 1 counts them, and no header may come after one.
	loose []int64
	// modifiedMs is the time of the newest prompt or reply.
	modifiedMs int64
	// marked: a byte order mark stands right before the first record.
	marked bool
}

// keptFrom says that a compaction keeps what stands from the index-th value of
// the file on, the header being number 0.
type keptFrom struct {
	entry session.Pos
	index float64
}

// bom is the byte order mark in UTF-8.
var bom = []byte("\xef\xbb\xbf")

// pen writes sheets, one after the other.
type pen struct {
	*sheet
	words
	rec   record
	parts []session.Part
	draft draft
	line  jsonl.Line
	// shift is the number of bytes of the line that were passed over.
	shift int
	// lastID is the id of the entry before.
	lastID string
	// latest is the time after which no prompt or reply can have been written.
	latest int64
	// take takes a record that is no header.
	take func(kind session.Kind)
}

// read reads the lines of a chunk into an empty fragment. latest is in Unix milliseconds.
func read(c *jsonl.Chunk, empty session.Fragment, latest int64) *sheet {
	return newPen(latest).write(c, empty)
}

func newPen(latest int64) *pen {
	p := &pen{latest: latest}
	p.take = p.entry
	return p
}

// write reads the lines of a chunk into an empty fragment.
func (p *pen) write(c *jsonl.Chunk, empty session.Fragment) *sheet {
	p.sheet, p.lastID = &sheet{Fragment: empty}, ""
	p.lines(c)
	return p.sheet
}

// lines reads all lines of a chunk.
func (p *pen) lines(c *jsonl.Chunk) {
	for c.Next() {
		p.line, p.shift = c.Line(), 0
		p.Lines++
		p.read()
	}
}

// read says what one line is: nothing, an entry, a header, a problem, or the
// unfinished tail.
func (p *pen) read() {
	b := p.line.Bytes
	if b == nil && p.line.Len > 0 {
		p.problem(session.ProblemJSON, "the line is longer than 512 MiB, more than pi itself can read; it is left out")
		return
	}
	if p.line.Off == 0 && bytes.HasPrefix(b, bom) {
		p.shift = len(bom)
		b = b[p.shift:]
		p.marked = !blank(b)
	}
	i := jsonl.Space(b, 0)
	switch {
	case i == len(b):
	case b[i] == '{':
		if p.rec.walk(b, i) {
			p.object()
		} else {
			p.refuse(b)
		}
	case blank(b):
	case !p.line.Whole || !jsonl.Valid(b):
		p.refuse(b)
	default:
		p.notObject(b, i)
	}
}

// refuse takes a line that JSON.parse refuses, or one that may not be finished.
func (p *pen) refuse(b []byte) {
	if !p.line.Whole {
		p.Tail = session.Span{Off: p.line.Off + int64(p.shift), Len: int32(len(b))}
		return
	}
	p.problem(session.ProblemJSON, broken(b))
}

// broken says in words why a line is no JSON.
func broken(b []byte) string {
	const skipped = "; the line is left out, as pi does"
	switch i := jsonl.Space(b, 0); {
	case bytes.IndexByte(b, 0) >= 0:
		return "the line holds zero bytes, as a crash leaves them" + skipped
	case jsonl.Skip(b, i) >= 0:
		return "more than one value stands on the line" + skipped
	case bytes.HasPrefix(b, bom):
		return "a byte order mark stands before the record" + skipped
	case begins(b[bytes.IndexByte(b, '{')+1:]):
		return "a record that was cut off runs into the next one" + skipped
	}
	return "the line is no valid JSON" + skipped
}

// begins tells whether a record begins in b. Blocks of content begin as records do,
// but are of other types.
func begins(b []byte) bool {
	for {
		var ok bool
		if _, b, ok = bytes.Cut(b, []byte(`{"type":"`)); !ok {
			return false
		}
		typ, _, _ := bytes.Cut(b[:min(len(b), longestKind+1)], []byte(`"`))
		if _, known := kinds[string(typ)]; known || string(typ) == "session" {
			return true
		}
	}
}

// longestKind is the length of the longest type of a record.
const longestKind = len("thinking_level_change")

// notObject takes a line that is JSON but no record. pi drops those JavaScript
// counts as false and keeps the others in its list, where they do harm: as the
// last line such a value takes the leaf away.
func (p *pen) notObject(b []byte, i int) {
	value := b[i:jsonl.Skip(b, i)]
	if !falsy(value) {
		p.loose = append(p.loose, p.line.Off+int64(p.shift+i))
	}
	what := well(value)
	if len(value) > 40 {
		what = well(value[:40]) + "…"
	}
	p.problem(session.ProblemNotObject, "the line is JSON but no record: "+what)
}

// falsy tells whether JavaScript takes a JSON value that is no object for false.
func falsy(value []byte) bool {
	switch value[0] {
	case 'n', 'f':
		return true
	case '"':
		return len(value) == 2
	case '[', 't':
		return false
	}
	n, ok := jsonl.Number(value, 0)
	return ok && n == 0
}

// problem reports the line as a whole.
func (p *pen) problem(kind, text string) {
	p.Problems = append(p.Problems, session.Problem{
		Line: p.at(), Offset: p.line.Off + int64(p.shift), Bytes: p.line.Len - int64(p.shift), Kind: kind, Text: text,
	})
}

// field reports that a reader loses part of the record.
func (p *pen) field(text string) { p.problem(session.ProblemField, text) }

// at is the number of the line within the chunk, from 0.
func (p *pen) at() int32 { return int32(min(p.line.No, math.MaxInt32)) }

// span places bytes of the record in the file.
func (p *pen) span(from, to int) session.Span {
	return session.Span{Off: p.line.Off + int64(p.shift+from), Len: int32(to - from)}
}

// inside is where an index of the line stands in the record.
func (p *pen) inside(at int) int32 { return int32(at - p.rec.start) }

// object takes the record that was walked: a header or an entry.
func (p *pen) object() {
	kind := p.decode(p.rec.line, p.rec.top.typ)
	if string(kind) == "session" {
		p.Heads = append(p.Heads, p.span(p.rec.start, p.rec.end))
		p.headers = append(p.headers, p.header())
		return
	}
	p.take(kinds[string(kind)])
}
