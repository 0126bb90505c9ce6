package sessiontest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"branchline/backend/session"
)

// Context implements session.Session: the last compaction, what it keeps, and
// all behind it, with the edits among them applied.
func (s *Session) Context(leaf session.Pos) []session.Piece {
	path := s.x.Branch(leaf)
	last := -1
	for i, p := range path {
		if s.x.At(p).Kind == session.KindCompaction {
			last = i
		}
	}
	chosen := path
	if last >= 0 {
		chosen = []session.Pos{path[last]}
		kept := slices.IndexFunc(path[:last], func(p session.Pos) bool {
			return s.x.Key(p) == s.records[path[last]].Target
		})
		if kept >= 0 {
			chosen = append(chosen, path[kept:last]...)
		}
		chosen = append(chosen, path[last+1:]...)
	}
	edits := map[string]session.Pos{}
	for _, p := range chosen {
		if s.x.At(p).Kind == session.KindEdit {
			edits[s.records[p].Target] = p
		}
	}
	var pieces []session.Piece
	for i, p := range chosen {
		e := s.x.At(p)
		if !speaks(e) || e.Kind == session.KindCompaction && i > 0 {
			continue
		}
		piece := s.piece(p)
		if by, edited := edits[e.Key]; edited {
			if s.x.At(by).Has(session.Cleared) {
				continue
			}
			piece.Edit = by
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// args are the arguments a script gives the call that is a part, "" where it gives none.
func (s *Session) args(part int32) string {
	p := &s.x.Parts[part]
	for _, c := range s.records[p.Entry].Calls {
		if session.CallIDOf(c.ID) == p.Call {
			return c.Args
		}
	}
	return ""
}

// speaks tells whether the model is sent an entry.
func speaks(e *session.Entry) bool {
	return !e.Kind.Meta() && e.Kind != session.KindEvent && e.Kind != session.KindUnknown
}

func (s *Session) piece(p session.Pos) session.Piece {
	return session.Piece{Entry: p, Edit: session.None, Role: s.x.At(p).Role.String()}
}

// Body implements session.Session.
func (s *Session) Body(it session.Item) (session.Body, error) {
	raw, err := s.Read(it.Span)
	if err != nil {
		return session.Body{}, fmt.Errorf("read line %d: %w", it.Line, err)
	}
	s.Reads++
	b := session.Body{Raw: raw, Notes: []string{}}
	if it.Entry == session.None {
		return b, nil
	}
	r := &s.records[it.Entry]
	for n := range r.Images {
		b.Images = append(b.Images, session.Image{N: n, Mime: "image/png", Bytes: 1200, Key: s.x.Key(it.Entry)})
	}
	switch it.Kind {
	case session.ItemThinking:
		b.Text = r.Think
	case session.ItemCall:
		if it.Tool != "" {
			b.Args = cmp.Or(s.args(it.Part), fmt.Sprintf(`{"target":%q}`, it.Target))
		}
		if it.Answer != session.None {
			answer := &s.records[it.Answer]
			b.Result, b.HasResult, b.Diff = answer.Text, true, answer.Diff
		}
	case session.ItemBash:
		command, output, _ := strings.Cut(r.Text, "\n")
		b.Text, b.Result, b.HasResult, b.ExitCode = command, output, true, r.Exit
	default:
		b.Text = r.Text
	}
	return b, nil
}
