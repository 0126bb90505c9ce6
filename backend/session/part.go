package session

import "unique"

// PartKind says what a part of a message is.
type PartKind uint8

// The kinds of parts.
const (
	PartOther PartKind = iota
	PartText
	PartThinking
	PartCall
	PartResult
	PartImage
)

// Part is one block of a message entry: a text, a thought, a tool call, or the
// result a tool gave. Parts of one entry stand in the order of the file. There
// are more parts than entries, so a part is small.
type Part struct {
	// Call ties a call to its result, NoCall when the file gives it no id.
	Call CallID
	// Tool is the tool's name, of a call or a result.
	Tool Word
	// Target is what the call works on: a path, a command, a pattern; one line,
	// at most PreviewBytes bytes.
	Target string
	Entry  Pos
	// Off and Len are the block's JSON value inside the entry's record; for a
	// result the whole record. Index.PartSpan places it in the file.
	Off, Len int32
	Kind     PartKind
	// Error: the result says the call failed.
	Error bool
}

// PartSpan returns the bytes of Parts[i] in the file.
func (x *Index) PartSpan(i int32) Span {
	p := &x.Parts[i]
	return Span{Off: x.Entries[p.Entry].Span.Off + int64(p.Off), Len: p.Len}
}

// CallID stands for the id of a tool call. It is a sum of the recorded text:
// calls and results of one file are only ever compared. Ids may repeat within a file.
type CallID uint64

// NoCall stands for a call without an id.
const NoCall CallID = 0

// CallIDOf sums the recorded id (FNV-1a, 64 bits).
func CallIDOf[T string | []byte](id T) CallID {
	if len(id) == 0 {
		return NoCall
	}
	sum := uint64(14695981039346656037)
	for i := range len(id) {
		sum = (sum ^ uint64(id[i])) * 1099511628211
	}
	return CallID(max(sum, 1))
}

// Word is a name that many parts share. The zero Word is "".
type Word struct{ h unique.Handle[string] }

// WordOf returns the Word for s.
func WordOf(s string) Word {
	if s == "" {
		return Word{}
	}
	return Word{unique.Make(s)}
}

// String returns the name.
func (w Word) String() string {
	if w == (Word{}) {
		return ""
	}
	return w.h.Value()
}

// Equal tells whether two Words are the same name.
func (w Word) Equal(other Word) bool { return w == other }
