package convert_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/convert"
	"branchline/backend/session/formats"
	"branchline/backend/session/pi"
	"branchline/backend/session/runlog"
	"branchline/backend/session/sessiontest"
)

// sent is what pi goes on with at an entry of a session, without replies that
// failed.
func sent(t fataler, path, leaf string) (out []said) {
	m, err := pi.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := m.Branch(leaf); err != nil {
		t.Fatal(err)
	}
	c, err := m.BuildSessionContext()
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range c.Messages {
		if s, ok := saidBy(message.Raw()); ok {
			out = append(out, s)
		}
	}
	return out
}

type fataler interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// valid wants a log that the agent reads whole and resumes, and of which this app says
// nothing bad.
func valid(t fataler, path string) *runlog.Session {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range bytes.SplitAfter(data, []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		if len(line) > 16<<20-1 || line[len(line)-1] != '\n' {
			t.Fatalf("line %d has %d bytes", i+1, len(line))
		}
		var r runlog.Record
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		// But for the member "pi" the bytes are those the agent writes.
		if from := bytes.LastIndex(line, []byte(`,"pi":{"entry":`)); from > 0 {
			line = append(line[:from:from], "}\n"...)
		}
		if again = append(again, '\n'); !bytes.Equal(again, line) { // cmp takes its time with long lines
			t.Fatalf("line %d is not as the agent writes it: -want +got\n%s", i+1, cmp.Diff(string(again), string(line)))
		}
	}
	s, err := runlog.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if s.Truncated || s.Meta.ID != strings.TrimSuffix(filepath.Base(path), ".jsonl") {
		t.Fatalf("the agent reads truncated %v, id %q of %s", s.Truncated, s.Meta.ID, path)
	}
	l, f, err := formats.Open(testContext, path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if p := l.Index().Problems; len(p) > 0 {
		t.Fatalf("problems %v", p)
	}
	if got, want := len(s.Messages), len(l.Context(l.Index().Leaf)); got != want {
		t.Fatalf("the agent reads %d messages, this app %d", got, want)
	}
	for _, m := range s.AgentMessages() {
		for _, picture := range m.Images {
			if !picture.Ready() {
				t.Fatalf("picture %s is not there", picture.Digest)
			}
		}
	}
	return s
}

// draw is a session of pi's with pictures, errors without words and edits.
func draw(t *rapid.T, most int) []sessiontest.Record {
	records := sessiontest.Records(t, most, false)
	for i := range records {
		r := &records[i]
		switch rapid.IntRange(0, 11).Draw(t, "more") {
		case 0:
			if r.Kind == "user" || r.Kind == "result" || r.Kind == "message" {
				r.Images = rapid.IntRange(1, 10).Draw(t, "pictures")
			}
		case 1:
			if r.Kind == "result" {
				r.Text = ""
			}
		case 2:
			if r.Kind == "unknown" && i > 0 {
				r.Kind, r.Target = "edit", records[rapid.IntRange(0, i-1).Draw(t, "edited")].ID
				if rapid.Bool().Draw(t, "removed") {
					r.Text = ""
				}
			}
		case 3:
			r.Text += "\n<b>&\u2028 é \U0001f600 \x01"
		}
	}
	return records
}

func TestBranchOfPiComesBackFromARunLog(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		records := draw(t, 60)
		dir, err := os.MkdirTemp(root, "")
		if err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(dir, "source.jsonl")
		if err := os.WriteFile(source, []byte(strings.Join(piLines(records), "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		s, f, err := formats.Open(testContext, source)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		leaf := records[rapid.IntRange(0, len(records)-1).Draw(t, "leaf")].ID
		p, _ := s.Index().Lookup(leaf)
		made, err := convert.ToRunLog(testContext, s, f, p, convert.Place{Dir: dir}, options())
		if err != nil {
			t.Fatal(err)
		}
		valid(t, made.Path)
		l, g, err := formats.Open(testContext, made.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if l.Index().Leaf < 0 {
			if left := sent(t, source, leaf); len(left) > 0 {
				t.Fatalf("nothing was written of %v", left)
			}
			return
		}
		back, err := convert.ToPi(testContext, l, g, l.Index().Leaf, convert.Place{Dir: dir}, options())
		if err != nil {
			t.Fatal(err)
		}
		now := options().Now().UnixMilli()
		end := s.End(p, now)
		reopened, h, err := formats.Open(testContext, back.Path)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		told := end.Error != "" || slices.ContainsFunc(s.Context(p), func(piece session.Piece) bool { return piece.Entry == end.Last })
		if got := reopened.End(reopened.Index().Leaf, now); end.Error != got.Error || told && ended[end.State] && got.State != end.State {
			t.Fatalf("ends %s %q, want %s %q", got.State, got.Error, end.State, end.Error)
		}
		m, err := pi.Open(back.Path, "")
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		if diff := cmp.Diff(sent(t, source, leaf), sent(t, back.Path, *m.GetLeafID())); diff != "" {
			log, _ := os.ReadFile(made.Path)
			t.Fatalf("-before +after\n%s\n%s", diff, log)
		}
	})
}

// ended are the states in which something has ended.
var ended = map[session.State]bool{session.Finished: true, session.Limit: true, session.Cancelled: true, session.ErrorState: true}
