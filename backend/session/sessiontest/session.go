// Package sessiontest makes sessions for tests from short scripts, without a
// file and without knowing a format. What it answers follows the rules all
// formats share: items of a branch, context with compactions and edits, bodies
// read by span.
package sessiontest

import (
	"encoding/json"
	"fmt"
	"testing"

	"branchline/backend/session"
)

// Call is a tool call of an assistant's record. Args are its arguments as JSON text;
// without them they are its target alone.
type Call struct {
	ID, Tool, Target string
	Args             string `json:",omitempty"`
}

// Record is one entry of a session to be made. Kind is one of user, assistant,
// result, bash, system, custom, message (a custom message), compaction,
// summary, label, name, model, level, tools, usage, edit, leaf, event, unknown.
type Record struct {
	ID, Parent, Kind string
	// Text is what is said; of a label, name, model or level its value; of a
	// result what the tool gave back.
	Text, Think string
	Calls       []Call
	// Of is the call a result answers.
	Of string
	// Target is the entry a label or edit is about, a compaction keeps from, a
	// branch summary came from.
	Target string
	// Size is what a compaction says the context was, in tokens.
	Size   string `json:",omitempty"`
	AtMs   int64
	Stop   session.Stop
	Flags  session.Flags
	Diff   string
	Images int
	Exit   *int
	Usage  *session.Usage
}

// Session is a session made of records. It is safe for concurrent use as long
// as its fields are not changed.
type Session struct {
	// Fails is answered by Body when it is set.
	Fails error
	// Ends is answered by End.
	Ends session.End
	// Says are the run's own figures.
	Says []string
	// Reads counts the bodies that were read.
	Reads int

	records []Record
	source  []byte
	x       *session.Index
}

// New makes a session from a script; see Parse.
func New(t testing.TB, script string) *Session {
	t.Helper()
	s, err := Parse(script)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Pos finds an entry that must be there.
func (s *Session) Pos(t testing.TB, key string) session.Pos {
	t.Helper()
	p, ok := s.x.Lookup(key)
	if !ok {
		t.Fatalf("no entry %q in the session", key)
	}
	return p
}

// Read makes the session a session.Source.
func (s *Session) Read(span session.Span) ([]byte, error) {
	if s.Fails != nil {
		return nil, s.Fails
	}
	return s.source[span.Off:span.End()], nil
}

// Index implements session.Session.
func (s *Session) Index() *session.Index { return s.x }

// End implements session.Session: it answers Ends, with Last set to leaf where
// it names no entry.
func (s *Session) End(leaf session.Pos, _ int64) session.End {
	end := s.Ends
	if end.State == "" {
		end.State, end.Last = session.Unknown, leaf
	}
	return end
}

// Counters answers Says.
func (s *Session) Counters(int) []string { return s.Says }

// Build makes a session of records in file order. The last one is the active
// and the suggested leaf.
func Build(records []Record) *Session {
	s := &Session{}
	s.source = append(s.source, `{"type":"session","id":"test"}`+"\n"...)
	head := session.Fragment{Heads: []session.Span{{Len: int32(len(s.source) - 1)}}, Lines: 1}
	x, parents := session.Join(session.Header{Format: "test", ID: "test"}, []session.Fragment{head, s.write(records)})
	x.Resolve(parents)
	x.Link()
	s.x = x
	s.settle(0)
	return s
}

// Grow adds records at the end of the session, as a format that reads on does.
// It answers false, and adds nothing, when only a new session of all records can
// say what they mean.
func (s *Session) Grow(records []Record) bool {
	before, first := *s, len(s.records)
	if !s.x.Extend(s.write(records)) {
		*s = before
		return false
	}
	s.settle(first)
	return true
}

// write puts records at the end of the source and indexes them.
func (s *Session) write(records []Record) session.Fragment {
	f := session.Fragment{Lines: len(records)}
	for i := range records {
		r := &records[i]
		line, err := json.Marshal(r)
		if err != nil {
			panic(err)
		}
		at := int64(len(s.source))
		s.source = append(append(s.source, line...), '\n')
		span := session.Span{Off: at, Len: int32(len(line))}
		e, parts := entry(r, span)
		e.Line = int32(i)
		p := f.Add(e, r.Parent, parts)
		marks(&f, p, r)
		if r.Usage != nil {
			u := *r.Usage
			u.Entry = p
			f.Usages = append(f.Usages, u)
		}
	}
	s.records = append(s.records, records...)
	return f
}

// settle brings up to date what only the format knows of the entries from one on.
func (s *Session) settle(first int) {
	x := s.x
	x.Leaf = session.Pos(len(x.Entries) - 1)
	x.Suggested = x.Leaf
	x.Size = int64(len(s.source))
	for i := first; i < len(x.Entries); i++ {
		e := &x.Entries[i]
		if e.Kind == session.KindMessage {
			x.Messages++
			x.ModifiedMs = max(x.ModifiedMs, e.AtMs)
		}
		if e.Role == session.RoleUser && x.FirstPrompt == session.None {
			x.FirstPrompt = session.Pos(i)
		}
	}
}

var kinds = map[string]struct {
	kind session.Kind
	role session.Role
}{
	"user":       {session.KindMessage, session.RoleUser},
	"assistant":  {session.KindMessage, session.RoleAssistant},
	"result":     {session.KindMessage, session.RoleToolResult},
	"bash":       {session.KindMessage, session.RoleBash},
	"system":     {session.KindMessage, session.RoleSystem},
	"message":    {session.KindCustomMessage, session.RoleCustom},
	"custom":     {session.KindCustom, session.RoleNone},
	"compaction": {session.KindCompaction, session.RoleNone},
	"summary":    {session.KindBranchSummary, session.RoleNone},
	"label":      {session.KindLabel, session.RoleNone},
	"name":       {session.KindName, session.RoleNone},
	"model":      {session.KindModel, session.RoleNone},
	"level":      {session.KindLevel, session.RoleNone},
	"tools":      {session.KindTools, session.RoleNone},
	"usage":      {session.KindUsage, session.RoleNone},
	"edit":       {session.KindEdit, session.RoleNone},
	"leaf":       {session.KindLeaf, session.RoleNone},
	"event":      {session.KindEvent, session.RoleNone},
	"unknown":    {session.KindUnknown, session.RoleNone},
}

// entry indexes one record as a format would.
func entry(r *Record, span session.Span) (session.Entry, []session.Part) {
	k, ok := kinds[r.Kind]
	if !ok {
		panic(fmt.Sprintf("unknown kind %q", r.Kind))
	}
	e := session.Entry{
		Key: r.ID, Kind: k.kind, Role: k.role, AtMs: r.AtMs, Stop: r.Stop,
		Flags: r.Flags, Span: span, Preview: session.Preview(r.Text),
	}
	var parts []session.Part
	if r.Images > 0 {
		e.Flags |= session.HasImages
	}
	if r.Stop == session.StopError {
		e.Flags |= session.Failed
	}
	if r.Text != "" {
		e.Flags |= session.HasText
	}
	switch e.Role {
	case session.RoleAssistant:
		if r.Think != "" {
			parts = append(parts, session.Part{Kind: session.PartThinking, Len: span.Len, Target: session.Preview(r.Think)})
		}
		if r.Text != "" {
			parts = append(parts, session.Part{Kind: session.PartText, Len: span.Len})
		}
		for _, c := range r.Calls {
			parts = append(parts, session.Part{Kind: session.PartCall, Len: span.Len, Tool: session.WordOf(c.Tool), Call: session.CallIDOf(c.ID), Target: session.Preview(c.Target)})
		}
	case session.RoleToolResult:
		parts = append(parts, session.Part{
			Kind: session.PartResult, Len: span.Len, Call: session.CallIDOf(r.Of), Error: r.Flags&session.Failed != 0,
		})
	}
	return e, parts
}

func marks(f *session.Fragment, p session.Pos, r *Record) {
	m := session.Mark{Entry: p, Target: r.Target, Text: r.Text}
	switch r.Kind {
	case "label":
		m.Kind = session.MarkLabel
	case "name":
		m.Kind = session.MarkName
	case "compaction":
		m.Kind, m.Text = session.MarkKept, ""
	case "summary":
		m.Kind, m.Text = session.MarkFrom, ""
	case "edit":
		m.Kind = session.MarkEdit
	case "leaf":
		m.Kind = session.MarkLeaf
	case "model":
		m.Kind = session.MarkModel
	case "level":
		m.Kind = session.MarkLevel
	default:
		return
	}
	f.Marks = append(f.Marks, m)
	if r.Size != "" {
		f.Marks = append(f.Marks, session.Mark{Entry: p, Kind: session.MarkSize, Text: r.Size})
	}
}
