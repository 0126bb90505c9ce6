package edit

import (
	"bytes"

	"branchline/backend/session/pi"

	"branchline/backend/session/formats"
)

// meanwhile tells where pi continues when somebody else added to the file in the
// moment before a line was written, after it was read: their entry and the one of that
// line hang under the same leaf. Nothing is written again for that, as what is in the
// file stays there. It answers "" when nobody did, or when the file cannot be read any
// more: the line is written all the same.
func meanwhile(src *Source, written []byte) string {
	from := src.index().Size
	info, err := src.File.Stat()
	if err != nil {
		return ""
	}
	b := make([]byte, max(info.Size()-from, 0))
	if n, _ := src.File.ReadAt(b, from); n < len(b) { // the length says it
		return ""
	}
	at := bytes.Index(b, written)
	if at < 0 { // the file was rewritten in the same moment; the next look at it tells
		return ""
	}
	theirs, later := lastID(b[:at]), lastID(b[at+len(written):])
	switch {
	case theirs == "":
		return ""
	case later != "":
		return "Another program wrote in the same moment and goes on: pi continues after its entry " + formats.Visible(later) + ", and this one stands on a branch beside it"
	}
	return "Another program wrote in the same moment: a pi that is started now continues after this entry, and the other's, " + formats.Visible(theirs) + ", stands on a branch beside it"
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
