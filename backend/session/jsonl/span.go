package jsonl

// Span is a range of bytes of a file.
type Span struct {
	Off int64
	Len int32
}

// End is the offset just behind the span.
func (s Span) End() int64 { return s.Off + int64(s.Len) }
