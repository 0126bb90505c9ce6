package sessiontest

import (
	"pgregory.net/rapid"

	"branchline/backend/session"
)

// Growth draws a session that is written while others read it: its records as
// Records draws them, with context edits, and with results that come early, late,
// twice or on another branch than their calls. Step answers the session after some
// more records, and false once there are none; anew is true when it had to be
// made anew.
func Growth(t *rapid.T, most int) (step func() (s *Session, anew, more bool)) {
	records := Records(t, most, rapid.IntRange(0, 9).Draw(t, "parents come late") == 0)
	var calls []string
	for i := range records {
		r := &records[i]
		for _, c := range r.Calls {
			calls = append(calls, c.ID)
		}
		switch rapid.IntRange(0, 11).Draw(t, "another") {
		case 0:
			if len(calls) > 0 {
				*r = Record{ID: r.ID, Parent: r.Parent, Kind: "result", AtMs: r.AtMs, Text: "late", Of: rapid.SampledFrom(calls).Draw(t, "call")}
				if rapid.Bool().Draw(t, "fails") {
					r.Flags = session.Failed
				}
			}
		case 1:
			if i > 0 && rapid.IntRange(0, 2).Draw(t, "edits") == 0 {
				*r = Record{ID: r.ID, Parent: r.Parent, Kind: "edit", AtMs: r.AtMs, Target: records[rapid.IntRange(0, i-1).Draw(t, "target")].ID}
				if rapid.Bool().Draw(t, "removes") {
					r.Flags = session.Cleared
				}
			}
		case 2:
			if i > 0 && rapid.IntRange(0, 9).Draw(t, "again") == 0 {
				r.ID = records[rapid.IntRange(0, i-1).Draw(t, "id")].ID
			}
		case 3:
			if i+1 < len(records) && records[i+1].Parent == r.ID && len(records[i+1].Calls) > 0 {
				*r = Record{ID: r.ID, Parent: r.Parent, Kind: "result", AtMs: r.AtMs, Text: "early", Of: records[i+1].Calls[0].ID}
			}
		case 4:
			*r = Record{ID: r.ID, Parent: r.Parent, Kind: "assistant", AtMs: r.AtMs, Text: "not said why it stopped"}
		}
	}
	var s *Session
	n := 0
	return func() (*Session, bool, bool) {
		if n == len(records) {
			return s, false, false
		}
		from := n
		n = min(n+rapid.IntRange(1, 3).Draw(t, "more"), len(records))
		if s != nil && s.Grow(records[from:n]) {
			return s, false, true
		}
		s = Build(records[:n:n])
		return s, true, true
	}
}
