package runlog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"

	"github.com/google/go-cmp/cmp"
)

// telling is what both readers tell of a log.
type telling struct {
	Meta             Meta
	Messages, Events []string
	Result           string
}

// replaced makes texts comparable: of ill-formed UTF-8 one reader makes a
// replacement character for each byte, the other for each sequence.
func replaced(s string) string {
	for strings.Contains(s, "\ufffd\ufffd") {
		s = strings.ReplaceAll(s, "\ufffd\ufffd", "\ufffd")
	}
	return s
}

// quote writes down values in a comparable form.
func quote(parts ...any) string { return replaced(fmt.Sprintf("%q", parts)) }

func (s *Session) tells() telling {
	t := telling{Meta: s.Meta}
	if s.Meta.Backend != "" { // the names of today
		t.Meta.Provider, t.Meta.Driver, t.Meta.Backend = s.Meta.Backend, s.Meta.Provider, ""
	}
	for _, m := range s.Messages {
		a := Activity{}
		if m.Activity != nil {
			a = *m.Activity
		}
		raw, _ := a.Result.(json.RawMessage)
		t.Messages = append(t.Messages, quote(m.Type, m.Text, a.Kind, a.ID, a.Name, a.Arguments, string(raw), a.Failure, len(m.Images)))
	}
	for _, e := range s.Events {
		t.Events = append(t.Events, quote(e.Kind, e.Tool, e.Text, e.Iteration))
	}
	if v := s.Result; v != nil {
		t.Result = quote(v.Reason, v.Message, v.Error, v.Code, v.Failure != nil,
			v.Iterations, v.Calls, v.Continuations, v.Cycles, v.Settles)
	}
	return t
}

func (l *Log) tells(t *testing.T) telling {
	t.Helper()
	var out telling
	h := l.x.Header
	out.Meta = Meta{ID: h.ID, Task: h.Task, Model: h.Model, Provider: h.Provider, Driver: h.Driver, Workdir: h.Cwd, ResumedFrom: h.Parent}
	for _, p := range l.Context(l.x.Leaf) {
		r := l.fields(t, p.Entry)
		out.Messages = append(out.Messages, quote(r.str(messageType), r.str(messageText), r.str(activityKind), r.str(activityID),
			r.str(activityName), r.str(activityArguments), string(r.value(activityResult)), r.str(activityFailure), len(r.pictures())))
	}
	for p := range l.x.Entries {
		if l.facts[p].form.event() {
			r := l.fields(t, session.Pos(p))
			n, _ := r.integer(eventIteration)
			out.Events = append(out.Events, quote(r.str(eventKind), r.str(eventTool), r.str(eventText), int(n)))
		}
	}
	if v := l.result.result; v != nil {
		out.Result = quote(v.reason, v.message, v.error, int(v.code.n), v.hasFailure,
			v.iterations.n, v.calls.n, v.continuations.n, v.cycles.n, v.settles.n)
	}
	return out
}

func (l *Log) fields(t *testing.T, p session.Pos) *fields {
	t.Helper()
	r, err := l.reread(l.x.At(p).Span)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// agrees checks what the agent reads of the log at path against the index. What
// the agent reads the index holds; where the index has nothing to report, the
// agent drops nothing and they tell the same.
func agrees(t *testing.T, path string) {
	t.Helper()
	s, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, path)
	reported := len(l.x.Problems) > 0 || l.x.Tail.Len > 0
	if s.Truncated && !reported && !deep(t, path) {
		t.Error("the index does not tell that the agent drops a line")
	}
	if s.Truncated || reported {
		holds(t, l, s)
		return
	}
	if diff := cmp.Diff(s.tells(), l.tells(t)); diff != "" {
		t.Errorf("-the agent +the index\n%s", diff)
	}
}

// deep tells that a log may be nested too deeply for the agent, which is all that
// the index does not report.
func deep(t *testing.T, path string) bool {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Count(b, []byte("["))+bytes.Count(b, []byte("{")) > 10_000
}

// holds checks that what the agent reads stands in the index, in its order.
func holds(t *testing.T, l *Log, s *Session) {
	t.Helper()
	var messages, events []string
	for p := range l.x.Entries {
		r := l.fields(t, session.Pos(p))
		if f := l.facts[p].form; f.message() {
			messages = append(messages, quote(r.str(messageType), r.str(messageText)))
		} else if f.event() {
			events = append(events, quote(r.str(eventKind), r.str(eventText)))
		}
	}
	for _, m := range s.Messages {
		messages = behind(t, messages, quote(m.Type, m.Text))
	}
	for _, e := range s.Events {
		events = behind(t, events, quote(e.Kind, e.Text))
	}
	if s.Complete() && l.result.result == nil {
		t.Errorf("the index has no result, the agent reads %q", s.Result.Reason)
	}
}

// behind is what follows the first of all that is one.
func behind(t *testing.T, all []string, one string) []string {
	t.Helper()
	for i := range all {
		if all[i] == one {
			return all[i+1:]
		}
	}
	t.Errorf("the agent reads %s, which is not in the index", one)
	return nil
}

func FuzzTheIndexHoldsWhatTheAgentReads(f *testing.F) {
	logs, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range logs {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	for _, in := range []string{
		lines(vMeta, `{"kind":"message","message":{"type":"x","text":"a","images":[{}],"images":null}}`),
		lines(vMeta, `{"kind":"message","message":{"type":"activity","activity":{"result":1,"failure":"f"},"activity":null}}`),
		lines(vMeta, `{"kind":"message","message":{"type":"activity","activity":{"result":1},"activity":{"id":"c","result":null}}}`),
		lines(vMeta, `{"kind":"event","event":{"kind":"iteration","iteration":-3}}`, `{"kind":"result","result":{"calls":-1,"failure":{}}}`, vReset),
		lines(`{"kind":"meta","meta":{"id":"A","provider":"p","backend":"b","driver":"d"}}`, "\u00a0"+vUser("a")+"\u2028"),
	} {
		f.Add([]byte(in))
	}
	path := filepath.Join(f.TempDir(), "log.jsonl")
	f.Fuzz(func(t *testing.T, in []byte) {
		if err := os.WriteFile(path, in, 0o600); err != nil {
			t.Fatal(err)
		}
		agrees(t, path)
	})
}

// What is written comes back from both readers.
func TestWhatIsWrittenIsRead(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		pick := func(of ...string) string { return of[r.IntN(len(of))] }
		word := func() string { return pick("", "a", "<b>&\u2028", "é😀", "line\none\\", "\x00\x7f", "!NB: x") }
		w := start(t, Meta{Task: word(), Model: word(), Provider: word(), Driver: word(), Workdir: word(), ResumedFrom: word()})
		want := &Session{Meta: loaded(t, w).Meta, Blobs: w.Blobs()}
		for range r.IntN(20) {
			var err error
			switch r.IntN(6) {
			case 0:
				want.Messages = nil
				err = w.Reset()
			case 1, 2:
				e := Event{Kind: pick("iteration", "usage", "message", "toolCallStart", "x", ""), Tool: word(), Text: word(), Iteration: r.IntN(3)}
				want.Events = append(want.Events, e)
				err = w.Event(e)
			default:
				m := Message{Type: pick("user", "bot", "checkpoint", "x", ""), Text: word()}
				if r.IntN(2) == 0 {
					m.Type = "activity"
					m.Activity = &Activity{Kind: pick("request", "response", "trigger", ""), ID: word(), Name: word(), Arguments: word(), Failure: word()}
					if r.IntN(2) == 0 {
						m.Activity.Result = json.RawMessage(pick(`""`, `12345678901234567890`, `{"b":1.50,"a":[null]}`, `false`))
					}
				}
				if r.IntN(3) == 0 {
					m.Images = []Image{{MediaType: word(), Digest: word(), Width: r.IntN(2), Origin: word(), Data: word()}}
				}
				want.Messages = append(want.Messages, m)
				err = w.Message(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if r.IntN(2) == 0 {
			want.Result = &Result{Reason: word(), Message: word(), Error: word(), Code: r.IntN(2), Calls: r.IntN(3)}
			if r.IntN(2) == 0 {
				want.Result.Failure = &Failure{Status: r.IntN(2), ResponseBody: word()}
			}
			if err := w.Result(*want.Result); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, loaded(t, w)); diff != "" {
			t.Errorf("seed %d: -written +read\n%s", seed, diff)
		}
		l := open(t, w.Path())
		if len(l.x.Problems) > 0 || l.x.Tail.Len > 0 {
			t.Errorf("seed %d: the index reports %v", seed, l.x.Problems)
		}
		agrees(t, w.Path())
	}
}
