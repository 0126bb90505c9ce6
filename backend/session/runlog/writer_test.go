package runlog

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"branchline/backend/session/jsonl"

	"github.com/google/go-cmp/cmp"
)

// start begins a log in a new folder, one second later at each record.
func start(t *testing.T, meta Meta) *Writer {
	t.Helper()
	return startIn(t, t.TempDir(), meta)
}

func startIn(t *testing.T, dir string, meta Meta) *Writer {
	t.Helper()
	w, err := Create(dir, "run", meta)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.FixedZone("", 3600))
	w.now = func() time.Time { at = at.Add(time.Second); return at }
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// text is a log without its meta record.
func text(t *testing.T, w *Writer) string {
	t.Helper()
	b, err := os.ReadFile(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "\n")
	return rest
}

func loaded(t *testing.T, w *Writer) *Session {
	t.Helper()
	s, err := Load(w.Path())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRecordsAreWrittenAsTheAgentWritesThem(t *testing.T) {
	activity := func(a Activity) Message { return Message{Type: "activity", Activity: &a} }
	for _, c := range []struct {
		name  string
		write func(w *Writer) error
		want  string
	}{
		{"W4 what is escaped", func(w *Writer) error {
			return w.Message(Message{Type: "user", Text: "<b>&\u2028\u2029\x01\b\f\xff\"\\é"})
		},
			`{"kind":"message","at":"2026-03-01T09:00:01Z","message":{"type":"user","text":"\u003cb\u003e\u0026\u2028\u2029\u0001\b\f\ufffd\"\\é"}}`},
		{"W5 a result that is empty", func(w *Writer) error { return w.Message(activity(Activity{Kind: "response", Result: ""})) },
			`{"kind":"message","at":"2026-03-01T09:00:01Z","message":{"type":"activity","text":"","activity":{"kind":"response","result":""}}}`},
		{"W5 no result", func(w *Writer) error { return w.Message(activity(Activity{Kind: "response"})) },
			`{"kind":"message","at":"2026-03-01T09:00:01Z","message":{"type":"activity","text":"","activity":{"kind":"response"}}}`},
		{"all of an activity", func(w *Writer) error {
			return w.Message(activity(Activity{
				Kind: "request", ID: "c", Name: "n", Arguments: "{", Result: map[string]any{"b": 1, "a": "<"}, Failure: "f",
				ReasoningItems: []ReasoningItem{{ID: "r", EncryptedContent: "e"}}, ReasoningDetails: []byte("[1, \"\xff\"]"),
			}))
		}, `{"kind":"message","at":"2026-03-01T09:00:01Z","message":{"type":"activity","text":"","activity":{"kind":"request","id":"c","name":"n","arguments":"{",` +
			`"result":{"a":"\u003c","b":1},"failure":"f","reasoning_items":[{"id":"r","encrypted_content":"e"}],"reasoning_details":[1,"\ufffd"]}}}`},
		{"a picture without its bytes", func(w *Writer) error {
			return w.Message(Message{Type: "attachment", Text: "t", Images: []Image{{Digest: "sha256:x", Width: 1, Origin: "o", Source: "blob", Bytes: []byte("abc")}}})
		}, `{"kind":"message","at":"2026-03-01T09:00:01Z","message":{"type":"attachment","text":"t","images":[{"media_type":"","digest":"sha256:x","width":1,"origin":"o","source":"blob"}]}}`},
		{"event", func(w *Writer) error { return w.Event(Event{Kind: "usage", Text: "input 1 output 2"}) },
			`{"kind":"event","at":"2026-03-01T09:00:01Z","event":{"kind":"usage","text":"input 1 output 2"}}`},
		{"reset", func(w *Writer) error { return w.Reset() }, `{"kind":"reset","at":"2026-03-01T09:00:01Z"}`},
		{"W8 a failure without status", func(w *Writer) error { return w.Result(Result{Reason: "error", Code: 1, Failure: &Failure{}}) },
			`{"kind":"result","at":"2026-03-01T09:00:01Z","result":{"reason":"error","failure":{"status":0},"code":1,"iterations":0,"calls":0,"continuations":0,"cycles":0,"settles":0}}`},
		{"all of a result", func(w *Writer) error {
			return w.Result(Result{Reason: "error", Message: "m", Error: "e", Failure: &Failure{Status: 500, ResponseBody: "b", RequestBytes: 7, RequestBody: "secret"}, Code: 1, Iterations: 2, Calls: 3, Continuations: 4, Cycles: 5, Settles: 6})
		}, `{"kind":"result","at":"2026-03-01T09:00:01Z","result":{"reason":"error","message":"m","error":"e","failure":{"status":500,"response_body":"b","request_bytes":7},` +
			`"code":1,"iterations":2,"calls":3,"continuations":4,"cycles":5,"settles":6}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := start(t, Meta{})
			if err := c.write(w); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want+"\n", text(t, w)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// W7.
func TestAResultClosesTheLog(t *testing.T) {
	w := start(t, Meta{})
	if err := w.Result(Result{Reason: "settled"}); err != nil {
		t.Fatal(err)
	}
	before := text(t, w)
	for name, err := range map[string]error{"result": w.Result(Result{}), "reset": w.Reset(), "message": w.Message(Message{}), "event": w.Event(Event{})} {
		if !errors.Is(err, ErrClosed) || err.Error() != "session: log is closed" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.StoreImage(NewImage([]byte("abc"), "image/png", 0, 0)); !errors.Is(err, ErrClosed) {
		t.Errorf("image: %v", err)
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Error(err)
	}
	if got := text(t, w); got != before {
		t.Errorf("the log is now %s", got)
	}
}

// W6, and every other way in which a record can fail.
func TestARecordThatFailsTakesNothingFromLaterOnes(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func(t *testing.T, w *Writer) error
		want error // nil: any
	}{
		{"a result that cannot be encoded", func(_ *testing.T, w *Writer) error {
			return w.Message(Message{Type: "activity", Activity: &Activity{Result: make(chan int)}})
		}, nil},
		{"JSON that is none", func(_ *testing.T, w *Writer) error {
			return w.Message(Message{Type: "activity", Activity: &Activity{ReasoningDetails: []byte("{")}})
		}, nil},
		{"the file is not there for a while", func(t *testing.T, w *Writer) error {
			move(t, w.Path(), w.Path()+".away")
			defer move(t, w.Path()+".away", w.Path())
			return w.Event(Event{Kind: "notice"})
		}, jsonl.ErrStale},
		{"a result, while another file has the name", func(t *testing.T, w *Writer) error {
			move(t, w.Path(), w.Path()+".away")
			defer move(t, w.Path()+".away", w.Path())
			if err := os.WriteFile(w.Path(), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			return w.Result(Result{Reason: "settled"})
		}, jsonl.ErrStale},
		{"a write that came to half", func(t *testing.T, w *Writer) error {
			f, err := os.OpenFile(w.Path(), os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString(`{"kind":"mess`); err != nil {
				t.Fatal(err)
			}
			return errors.Join(fs.ErrInvalid, f.Close())
		}, fs.ErrInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := start(t, Meta{})
			if err := c.fail(t, w); err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if err := errors.Join(w.Message(Message{Type: "user", Text: "later"}), w.Result(Result{Reason: "settled"})); err != nil {
				t.Fatal(err)
			}
			s := loaded(t, w)
			if got, half := short(s), c.want == fs.ErrInvalid; s.Truncated != half || !strings.HasPrefix(got, `run ["later"] settled`) {
				t.Errorf("the log is read as %s", got)
			}
		})
	}
}

func move(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// W12: the agent's own writer leaves a hole of zero bytes.
func TestALogThatWasShortenedIsCarriedOnWithoutAHole(t *testing.T) {
	for _, size := range []int64{0, 20, 1 << 7} {
		w := start(t, Meta{Task: strings.Repeat("x", 200)})
		if err := os.Truncate(w.Path(), size); err != nil {
			t.Fatal(err)
		}
		if err := w.Event(Event{Kind: "notice"}); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(w.Path())
		if err != nil || strings.Contains(string(b), "\x00") {
			t.Errorf("%v, %q", err, b)
		}
		if s := loaded(t, w); len(s.Events) != 1 || s.Truncated != (size > 0) {
			t.Errorf("shortened to %d it is read as %s", size, short(s))
		}
	}
}

// The longest line the agent reads can be written, and no longer one.
func TestALineIsAtMostAsLongAsTheAgentReads(t *testing.T) {
	w := start(t, Meta{})
	if err := w.Event(Event{Kind: "x"}); err != nil {
		t.Fatal(err)
	}
	frame := len(text(t, w)) - 1 + len(`,"text":""`)
	for size, want := range map[int]error{limit - 1: nil, limit: ErrTooLong} {
		if err := w.Event(Event{Kind: "x", Text: strings.Repeat("y", size-frame)}); !errors.Is(err, want) {
			t.Errorf("a line of %d bytes: %v, want %v", size, err, want)
		}
	}
	if s := loaded(t, w); len(s.Events) != 2 {
		t.Errorf("%d events, want 2", len(s.Events))
	}
}
