package pi

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// inPisForm brings the lines of a file into the form JavaScript writes.
func inPisForm(data []byte) string {
	var out []byte
	for line := range bytes.Lines(data) {
		out = append(jsonl.AppendStringified(out, bytes.TrimRight(line, "\r\n")), '\n')
	}
	return string(out)
}

// copyOf writes a copy twice and wants the same bytes both times.
func copyOf(t *testing.T, c *Copied) []byte {
	t.Helper()
	var first, again bytes.Buffer
	if err := errors.Join(c.Write(&first), c.Write(&again)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Errorf("written again it is\n%snot\n%s", again.Bytes(), first.Bytes())
	}
	return first.Bytes()
}

func TestACopiedBranchIsTheOnePiMakesByteForByte(t *testing.T) {
	for _, test := range branches {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, test.in)
			leaf, ok := s.x.Lookup(test.leaf)
			if !ok {
				t.Fatalf("no entry %q", test.leaf)
			}
			c, err := CopyBranch(s, leaf, CopyTo{Cwd: "/p", ParentSession: "SOURCE"}, counted()...)
			if err != nil {
				t.Fatal(err)
			}
			got := copyOf(t, c)
			if diff := cmp.Diff(test.want, inPisForm(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			takesOver(t, c, test.in, got)
		})
	}
}

func TestACopiedSessionIsTheForkPiMakesByteForByte(t *testing.T) {
	for _, test := range forks {
		t.Run(test.name, func(t *testing.T) {
			c, err := CopyAll(open(t, test.in), CopyTo{Cwd: "/q", ParentSession: "SOURCE"}, counted()...)
			if err != nil {
				t.Fatal(err)
			}
			got := copyOf(t, c)
			if diff := cmp.Diff(test.want, inPisForm(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			takesOver(t, c, test.in, got)
		})
	}
}

// takesOver wants that every line behind the header is one of the source, or told
// as changed or as a label made anew.
func takesOver(t *testing.T, c *Copied, source string, copied []byte) {
	t.Helper()
	told, err := c.Taken(1000)
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for line := range strings.Lines(source) {
		known[strings.TrimSpace(line)] = true
	}
	for _, line := range told.Lines {
		if !known[string(line.Was)] {
			t.Errorf("told as changed, but not in the source: %s", line.Was)
		}
		known[string(line.Line)] = true
	}
	for _, line := range told.Labels {
		known[string(line)] = true
	}
	if told.Changed != len(told.Lines) {
		t.Errorf("%d lines change, %d are told", told.Changed, len(told.Lines))
	}
	_, behind, _ := bytes.Cut(copied, []byte("\n"))
	for line := range bytes.Lines(behind) {
		if line = bytes.TrimSuffix(line, []byte("\n")); !known[string(line)] {
			t.Errorf("neither of the source nor told: %s", line)
		}
	}
}

func TestACopyKeepsWhatDecodingWouldLose(t *testing.T) {
	odd := `{ "type":"message", "id":"b\u0061", "parentId" :"a", "timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"<&> \ud83d \u2028"},"n":[1.0,1e400,9007199254740993],"dup":1,"dup":2, "2":1, "1":2 }`
	in := file(hdr, u("a", "-"), lab("l", "a", "a", "x"), odd, strings.Replace(odd, `"a"`, `"l"`, 1)+"\r", u("c", "ba"))
	c, err := CopyBranch(open(t, in), 3, CopyTo{Cwd: "/p"}, counted()...)
	if err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(string(copyOf(t, c)), "\n")
	want := file(u("a", "-"), odd, relabeled("e1", "ba", 1, "a", `"x"`))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEntriesWithoutAnIDGetOneInACopy(t *testing.T) {
	bare := `{"type":"message","timestamp":"2025-01-01T00:00:01.000Z","message":{"role":"user","content":"x"}}`
	s := open(t, file(hdr, bare, bare, bare))
	all, err := CopyAll(s, CopyTo{Cwd: "/p"}, counted()...)
	if err != nil {
		t.Fatal(err)
	}
	branch, err := CopyBranch(s, 2, CopyTo{Cwd: "/p"}, counted()...)
	if err != nil {
		t.Fatal(err)
	}
	with := func(more string) string { return strings.TrimSuffix(bare, "}") + more }
	want := file(with(`,"id":"e1","parentId":null}`), with(`,"id":"e2","parentId":"e1"}`), with(`,"id":"e3","parentId":"e2"}`))
	for name, c := range map[string]*Copied{"all": all, "branch": branch} {
		if _, got, _ := strings.Cut(string(copyOf(t, c)), "\n"); got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func TestWhatCannotBeCopiedIsRefused(t *testing.T) {
	s := open(t, file(hdr, u("a", "-")))
	if _, err := CopyBranch(s, session.None, CopyTo{}); !errors.Is(err, ErrEntryNotFound) {
		t.Errorf("no leaf: %v", err)
	}
	if _, err := CopyAll(nil, CopyTo{}); !errors.Is(err, ErrNotPi) {
		t.Errorf("no session of pi: %v", err)
	}
	c, err := CopyBranch(s, 0, CopyTo{Cwd: "/p"}, counted()...)
	if err != nil {
		t.Fatal(err)
	}
	if want := "2031-04-09T07-05-04-120Z_sess.jsonl"; c.Name() != want || c.ID() != "sess" || filepath.Base(c.Name()) != want {
		t.Errorf("the copy is %q in %q", c.ID(), c.Name())
	}
	writeAll(t, s.src.(*jsonl.File).Path(), "short")
	if err := c.Write(&bytes.Buffer{}); !errors.Is(err, ErrConflict) {
		t.Errorf("a source that was rewritten: %v", err)
	}
}
