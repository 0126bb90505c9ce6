package session

import "io"

// ExtendLined is Extend for an index of records without ids (Joiner.Lined), where
// nothing waits for an id: each new one follows the record before it, but the
// first, where root is set.
func (x *Index) ExtendLined(f Fragment, root bool) {
	line, first := int32(x.Lines)+1, Pos(len(x.Entries))
	for i, e := range f.Entries {
		p := first + Pos(i)
		e.Line, e.FirstPart, e.Parent = e.Line+line, e.FirstPart+int32(len(x.Parts)), p-1
		if root && i == 0 {
			e.Parent = None
		}
		e.Key = lineKey(e.Line)
		e.Flags |= NoID
		x.Entries = append(x.Entries, e)
		x.hang(p)
	}
	x.take(&f, first)
	x.Lines += f.Lines
}

// NextLine is where the line begins that reading on begins with: the unfinished
// one, else the one behind the indexed bytes. size is that of the file now. It
// answers false when nothing was read yet, or when the last line was taken for
// whole, although it lacked its LF, and goes on.
func (x *Index) NextLine(from io.ReaderAt, size int64) (next int64, ok bool, err error) {
	switch {
	case x.Size == 0:
		return 0, false, nil
	case x.Tail.Len > 0:
		return x.Tail.Off, true, nil
	}
	var around [2]byte // the last byte that was read and the one behind it
	n, err := from.ReadAt(around[:], x.Size-1)
	switch {
	case n == 0:
		return 0, false, err
	case around[0] == '\n' || x.Size == size:
		return x.Size, true, nil
	default:
		return x.Size + 1, n == 2 && around[1] == '\n', nil
	}
}
