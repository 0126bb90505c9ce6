package runlog

import (
	"bytes"
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// mark is the byte order mark of UTF-8.
var mark = []byte("\xef\xbb\xbf")

// last says what the last line of a log that is not blank was.
type last uint8

const (
	lastNothing last = iota
	lastEntry
	lastReset
	lastResult
	lastMeta
	lastDamage
)

// head is a record that is no entry: meta, reset or result.
type head struct {
	kind   Kind
	span   session.Span
	line   int32
	atMs   int64
	before session.Pos // the first entry after it
	meta   *Meta
	result *verdict
}

// behind returns the head as it stands behind so many entries, in lines counted
// from line.
func (h head) behind(line int32, entries session.Pos) head {
	h.line, h.before = h.line+line, h.before+entries
	return h
}

// chunk is what some lines of a log gave. Lines and entries count from 0.
type chunk struct {
	fragment session.Fragment
	facts    []fact
	heads    []head
	last     last
	// newer: a member or a text that no version before 0.15 wrote.
	newer bool
}

// roomFor is how many entries a chunk of a large log has room for from the start.
const roomFor = 6000

// newChunk makes an empty chunk of a log of so many bytes.
func newChunk(size int64) *chunk {
	if size < 1<<22 {
		return &chunk{}
	}
	return &chunk{fragment: session.Fragment{Entries: make([]session.Entry, 0, roomFor)}, facts: make([]fact, 0, roomFor)}
}

// emptied returns a chunk that holds nothing but has room for as much as k did.
func (k *chunk) emptied() *chunk {
	return &chunk{fragment: k.fragment.Emptied(), facts: k.facts[:0]}
}

// pen writes chunks, one after the other.
type pen struct {
	*chunk
	words
	rec   fields
	line  int32
	parts []session.Part // of the entry that is being made
	said  recent
	calls recentCalls
}

func newPen() *pen { return &pen{rec: fields{before: &memory{}}} }

// write reads lines into an empty chunk.
func (k *pen) write(c *jsonl.Chunk, empty *chunk) *chunk {
	k.chunk = empty
	for c.Next() {
		k.read(c.Line())
		k.fragment.Lines++
	}
	return empty
}

// read takes one physical line: what stands before the record, then the record.
func (k *pen) read(l jsonl.Line) {
	k.line = int32(l.No)
	b, off := l.Bytes, l.Off
	if b == nil && l.Len > 0 {
		k.damage(off, l.Len, session.ProblemJSON, fmt.Sprintf("the line is %d bytes long; lines over %d are not read", l.Len, jsonl.MaxLine))
		return
	}
	if off == 0 && bytes.HasPrefix(b, mark) {
		k.problem(0, int64(len(mark)), session.ProblemEncoding, "the file begins with a byte order mark; the agent itself loses its first line to it")
		b, off = b[len(mark):], off+int64(len(mark))
	}
	if len(b) == 0 || b[0] != '{' || b[len(b)-1] != '}' { // as they are written there is nothing around them
		b, off = k.trim(b, off)
	}
	if len(b) > 0 {
		k.value(b, session.Span{Off: off, Len: int32(len(b))}, l.Whole)
	}
}

// trim takes away what stands around a record, and answers where it begins then.
func (k *pen) trim(b []byte, off int64) ([]byte, int64) {
	// The agent keeps its place in the file when something else shortens it, so
	// its next record lands behind a hole of zero bytes.
	if hole := len(b) - len(bytes.TrimLeft(b, "\x00")); hole > 0 {
		k.damage(off, int64(hole), session.ProblemJSON, fmt.Sprintf("%d zero bytes: the log was shortened while it was being written, and what stood here is gone", hole))
		b, off = b[hole:], off+int64(hole)
	}
	left := len(b)
	b = bytes.TrimLeftFunc(b, space)
	off += int64(left - len(b))
	return bytes.TrimRightFunc(b, space), off
}

// value takes a line's JSON value.
func (k *pen) value(b []byte, span session.Span, whole bool) {
	switch {
	case b[0] == '{' && k.rec.read(b):
		k.record(span)
	case !whole:
		k.fragment.Tail, k.last = span, lastDamage
	case b[0] == '{' || !jsonl.Valid(b):
		k.damage(span.Off, int64(span.Len), session.ProblemJSON, broken(b))
	default:
		k.damage(span.Off, int64(span.Len), session.ProblemNotObject, "the line is JSON but no record")
	}
}

func broken(b []byte) string {
	if n := bytes.Count(b, []byte{0}); n > 0 {
		return fmt.Sprintf("the line is no JSON: it holds %d zero bytes", n)
	}
	return "the line is no JSON; the record is lost"
}

// record takes one whole record.
func (k *pen) record(span session.Span) {
	r := &k.rec
	if r.folded != "" {
		k.problem(span.Off, int64(span.Len), session.ProblemField, r.folded)
	}
	if r.wrong != "" {
		k.problem(span.Off, int64(span.Len), session.ProblemField, r.wrong+"; the agent itself would drop this record")
	}
	switch kind := kindOf(r.name(fieldKind)); kind {
	case KindMeta, KindReset, KindResult:
		k.head(kind, span)
	case KindMessage:
		k.message(span)
	case KindEvent:
		k.event(span)
	default:
		k.unknown(span)
	}
}

func (k *pen) head(kind Kind, span session.Span) {
	h := head{kind: kind, span: span, line: k.line, atMs: k.rec.ms, before: session.Pos(len(k.facts))}
	switch {
	case kind == KindReset:
		k.last = lastReset
	case kind == KindMeta && k.rec.has(fieldMeta):
		h.meta, k.last = readMeta(&k.rec), lastMeta
	case kind == KindResult && k.rec.has(fieldResult):
		h.result, k.last = readResult(&k.rec), lastResult
	default:
		k.problem(span.Off, int64(span.Len), session.ProblemField, "the record says nothing: it has no payload")
		k.last = lastEntry
	}
	k.newer = k.newer || k.rec.has(resultError) || k.rec.has(resultFailure)
	k.heads = append(k.heads, h)
	k.fragment.Heads = append(k.fragment.Heads, span)
}

// add takes an entry with the parts that were made for it. Kind, role, preview
// and further flags are the caller's.
func (k *pen) add(e *session.Entry, f fact) {
	fr := &k.fragment
	e.Line, e.AtMs = k.line, k.rec.ms
	e.FirstPart, e.PartCount = int32(len(fr.Parts)), uint16(len(k.parts))
	for i := range k.parts {
		k.parts[i].Entry = session.Pos(len(fr.Entries))
	}
	fr.Parts = append(fr.Parts, k.parts...)
	fr.Entries = append(fr.Entries, *e)
	k.facts = append(k.facts, f)
	k.parts, k.last = k.parts[:0], lastEntry
}

func (k *pen) unknown(span session.Span) {
	k.add(&session.Entry{Span: span, Kind: session.KindUnknown, Preview: k.oneLine(k.rec.b)}, fact{form: formUnknown})
}

// empty takes a record whose kind is known and whose payload is missing.
func (k *pen) empty(span session.Span, kind session.Kind) {
	k.problem(span.Off, int64(span.Len), session.ProblemField, "the record has no payload; the agent itself passes over it")
	k.unknown(span)
	e := &k.fragment.Entries[len(k.fragment.Entries)-1]
	e.Kind, e.Flags = kind, session.Unreadable
}

func (k *pen) problem(off, n int64, kind, text string) {
	k.fragment.Problems = append(k.fragment.Problems, session.Problem{
		Line: k.line, Offset: off, Bytes: n, Kind: kind, Text: text,
	})
}

func (k *pen) damage(off, n int64, kind, text string) {
	k.problem(off, n, kind, text)
	k.last = lastDamage
}

// oneLine is a preview of text that is decoded already.
func oneLine(text []byte) string {
	return string(jsonl.AppendLine(make([]byte, 0, session.PreviewBytes), text, session.PreviewBytes))
}

// space is what the agent's reader trims from a line.
func space(r rune) bool {
	switch r {
	case '\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}
