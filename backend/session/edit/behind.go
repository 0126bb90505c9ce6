package edit

import (
	"bytes"

	"branchline/backend/session/pi"
)

// behind sees to it that an entry that was to hang under the active leaf does. When
// somebody else added to the file in the moment before ours was written, their entry
// hangs under the old leaf beside ours, and a pi that starts later would continue at
// ours and not see theirs. Then the same is said once more, behind theirs. It returns
// the id of the entry that hangs where it should.
func (e *Editor) behind(src *Source, s stamp, written []byte, line func(pi.NewEntry) ([]byte, error)) (string, error) {
	end, given := src.index().Size, map[string]bool{s.id: true}
	for {
		between, next, err := before(src, end, written)
		if err != nil {
			return s.id, err
		}
		theirs := lastID(between)
		if theirs == "" {
			return s.id, nil
		}
		end = next
		s.id = pi.NewEntryID(e.EntryID, func(id string) bool { return given[id] || src.taken(id) || bytes.Contains(between, []byte(id)) })
		given[s.id] = true
		if written, err = line(pi.NewEntry{ID: s.id, Parent: &theirs, At: s.at}); err != nil {
			return s.id, err
		}
		if err := src.File.Append(written); err != nil {
			return s.id, err
		}
	}
}

// before reads what stands between a place in the file and the line that was written
// behind it, and where that line ends.
func before(src *Source, from int64, written []byte) (between []byte, end int64, err error) {
	info, err := src.File.Stat()
	if err != nil {
		return nil, 0, err
	}
	b := make([]byte, max(info.Size()-from, 0))
	n, err := src.File.ReadAt(b, from)
	if n < len(b) {
		return nil, 0, err
	}
	at := bytes.Index(b, written)
	if at < 0 { // the file was rewritten in the same moment; the next look at it tells
		return nil, from, nil
	}
	return b[:at], from + int64(at+len(written)), nil
}

// lastID is the id of the last entry among whole lines, "" for none.
func lastID(lines []byte) (id string) {
	for line := range bytes.Lines(lines) {
		r, err := pi.NewRecord(bytes.TrimSuffix(line, []byte("\n")))
		if err == nil && r.Type() != "session" && r.ID() != "" {
			id = r.ID()
		}
	}
	return id
}
