package runlog

import (
	"bytes"
	"context"
	"fmt"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

const name = "runlog"

// Format is the run log, as package formats lists it.
var Format = session.Format{Name: name, Sniff: sniff, Scan: scan}

// sniff asks the first object among the lines for its kind. The last line may be
// cut off by the end of head; the kind stands at its beginning.
func sniff(head []byte) (session.Match, string) {
	head = bytes.TrimPrefix(head, mark)
	for line := range bytes.Lines(head) {
		cut := !bytes.HasSuffix(line, []byte("\n"))
		line = bytes.TrimSpace(bytes.TrimLeft(line, "\x00"))
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		var r fields
		if !r.read(line) && !cut {
			continue
		}
		kind, named := r.text(fieldKind)
		switch {
		case kindOf([]byte(kind)) != "":
			return session.Matches, ""
		case named && kind != "header" && r.has(fieldAt):
			return session.Matches, ""
		case named:
			return session.NoMatch, fmt.Sprintf("its first record is of kind %q", kind)
		case !bytes.Equal(line, []byte("{}")):
			return session.NoMatch, "its first record has no kind"
		}
	}
	return session.NoMatch, "it has no record"
}

// scan reads a run log in one pass.
func scan(ctx context.Context, f *jsonl.File) (session.Session, error) {
	results, err := jsonl.Scan(ctx, f, 0, f.Size(), readChunk)
	if err != nil {
		return nil, fmt.Errorf("scan %s: %w", f.Path(), err)
	}
	l := join(results)
	l.f = f
	l.x.Size, l.x.WrittenMs = f.Size(), f.Info().ModTime().UnixMilli()
	return l, nil
}
