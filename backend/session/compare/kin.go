package compare

import (
	"bytes"
	"encoding/json"
	"maps"

	"branchline/backend/session"
)

// kin tells whether two sessions say that they come from one another or from the
// same one. Ids are only unique within a session: those of strangers may coincide.
func kin(a, b *branch) bool {
	x, y := &a.x.Header, &b.x.Header
	return x.ID != "" && x.ID == y.ID || a.madeFrom(b) || b.madeFrom(a) ||
		x.Parent != "" && base(x.Parent) == base(y.Parent)
}

// oneEntry tells whether entries of two sessions that have the same id are one that
// was copied: in sessions of one family they are; else nothing but what an entry
// follows may differ. Strangers of which one id names two entries have none in common.
func oneEntry(a *branch, p session.Pos, b *branch, q session.Pos) bool {
	d, e := a.x.At(p), b.x.At(q)
	if !alike(d, e) {
		return false
	}
	return kin(a, b) || d.AtMs == e.AtMs && d.Preview == e.Preview && d.PartCount == e.PartCount && sameMembers(a.record(p), b.record(q))
}

// alike tells whether entries are of the same sort.
func alike(d, e *session.Entry) bool { return d.Kind == e.Kind && d.Role == e.Role }

func sameMembers(x, y map[string]json.RawMessage) bool {
	return len(x) > 0 && maps.EqualFunc(x, y, func(v, w json.RawMessage) bool { return bytes.Equal(v, w) })
}

// record reads the members of an entry's record but for the one that names its
// parent, nil when it cannot be read.
func (b *branch) record(p session.Pos) map[string]json.RawMessage {
	e := b.x.At(p)
	body, err := b.Session.Body(session.Item{Entry: p, Part: -1, Answer: session.None, AnswerPart: -1, Line: e.Line, Span: e.Span})
	var m map[string]json.RawMessage
	if err != nil || json.Unmarshal(body.Raw, &m) != nil {
		return nil
	}
	delete(m, "parentId")
	return m
}
