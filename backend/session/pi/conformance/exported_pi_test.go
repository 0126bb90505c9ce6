//go:build conformance

package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/export"
	"branchline/backend/session/formats"
	"branchline/backend/session/jsonl"
	"branchline/backend/session/pi"
	"branchline/backend/session/secrets"
)

// The export of every leaf holds what pi's own branched session holds, but for
// ids, times and names; and what it takes over is the same bytes.
func TestExportsHoldWhatPisBranchedSessionsHold(t *testing.T) {
	branches, same := 0, 0
	for _, seed := range seeds(t, 50, 500) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			g := grower{Rand: rand.New(rand.NewPCG(seed, 19))}
			data := []byte(keepingFromLabels(&g, g.file()))
			for _, leaf := range leavesOf(t, data) {
				path := copied(t, data)
				var theirs []string
				if !asked(t, map[string]any{"do": "branched", "path": path, "leaf": leaf}, &theirs) || len(theirs) < 2 {
					continue
				}
				source := copied(t, data)
				ours := exported(t, source, leaf, nil)
				if diff := cmp.Diff(plainly(t, data, theirs), plainly(t, data, inItsForm(ours))); diff != "" {
					t.Fatalf("the branch that ends at %s (-pi +ours):\n%s\nof the file\n%s", leaf, diff, data)
				}
				branches++
				same += takenOver(t, data, ours)
			}
		})
	}
	t.Logf("%d exports are what pi makes; %d records in them are the same bytes as they were", branches, same)
	if branches == 0 || same == 0 {
		t.Error("nothing was compared")
	}
}

// What is masked opens in pi with the same tree, the same labels where they stand,
// and the same roles in its context.
func TestMaskedExportsOpenInPi(t *testing.T) {
	branches, masked := 0, 0
	for _, seed := range seeds(t, 25, 250) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			g := grower{Rand: rand.New(rand.NewPCG(seed, 23)), tame: true}
			data := []byte(telling.Replace(g.file()))
			for _, leaf := range leavesOf(t, data) {
				source := copied(t, data)
				plain := exported(t, source, leaf, nil)
				out := exported(t, source, leaf, &secrets.Choice{})
				for _, secret := range told {
					if bytes.Contains(bytes.Join(out, nil), []byte(secret)) {
						t.Errorf("%q is left at %s:\n%s", secret, leaf, bytes.Join(out, []byte("\n")))
					}
				}
				masked += bytes.Count(bytes.Join(out, nil), []byte("[REDACTED:"))
				if diff := cmp.Diff(shapeOf(t, data, plain), shapeOf(t, data, out)); diff != "" {
					t.Fatalf("masked, the branch that ends at %s is another (-plain +masked):\n%s", leaf, diff)
				}
				branches++
			}
		})
	}
	t.Logf("%d masked exports open in pi with the tree they had; %d masks are in them", branches, masked)
	if branches == 0 || masked == 0 {
		t.Error("nothing was masked")
	}
}

// told are secrets, telling puts them into the texts of generated files.
var (
	told = []string{
		"alice@mail.example.org", "ghp_a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s", "/home/carol/", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "hunter22x",
	}
	telling = strings.NewReplacer(
		`"plain"`, `"mail alice@mail.example.org"`,
		`"text":"a"`, `"text":"{\"token\":\"ghp_a8Kd72LsPq0ZxC93mNbVtRyUw45JhGfEdQ1s\"}"`,
		`"label":"one"`, `"label":"for alice@mail.example.org"`,
		`"summary":"short"`, `"summary":"cd /home/carol/app"`,
		`"name":"A name"`, `"name":"of \/home\/carol\/"`,
		`"cwd":"/p"`, `"cwd":"/home/carol/p"`,
		`"content":"shorter"`, `"content":"sk_live_4eC39HqLyjWDarjtT1zdp7dc"`,
		`"command":"ls"`, `"command":"mysql --password=hunter22x"`,
		`"modifiedFiles":["a"]`, `"modifiedFiles":["/home/carol/a"]`,
	)
)

// leavesOf are the ids of the leaves of a file of which pi can make sessions and we do.
func leavesOf(t *testing.T, data []byte) (ids []string) {
	t.Helper()
	x := scanned(t, data).Index()
	for _, p := range x.Leaves() {
		spoken := func(p session.Pos) bool { return x.At(p).Kind != session.KindLabel }
		if v := x.Header.Version; v >= 2 && v <= 3 && comparable(x, p) && slices.ContainsFunc(x.Branch(p), spoken) {
			ids = append(ids, x.Key(p))
		}
	}
	return ids
}

// exported are the lines of the export of a branch.
func exported(t *testing.T, source, leaf string, mask *secrets.Choice) (lines [][]byte) {
	t.Helper()
	s, f, err := formats.Open(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	at, ok := s.Index().Lookup(leaf)
	if !ok {
		t.Fatalf("no entry %q", leaf)
	}
	p, err := export.Prepare(t.Context(), export.Request{
		Session: s, File: f, Leaf: at, Format: export.JSONL, Mask: mask, Now: moment, Open: formats.Open,
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Path = filepath.Join(t.TempDir(), filepath.Base(p.Path))
	done, err := export.Write(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	data := read(t, done.Path)
	return bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
}

// inItsForm writes lines as JavaScript does.
func inItsForm(lines [][]byte) (out []string) {
	for _, line := range lines {
		out = append(out, string(jsonl.AppendStringified(nil, line)))
	}
	return out
}

// plainly are the lines of a branch without the id and the time of its session and
// the path of its source; ids that were made are numbered.
func plainly(t *testing.T, data []byte, lines []string) []string {
	t.Helper()
	var head map[string]any
	if err := json.Unmarshal([]byte(lines[0]), &head); err != nil {
		t.Fatal(err)
	}
	delete(head, "id")
	delete(head, "timestamp")
	delete(head, "parentSession")
	if here, err := os.Getwd(); err == nil && head["cwd"] == here { // pi's, where the header names none
		head["cwd"] = ""
	}
	first, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{string(first)}, numbered(data, lines[1:])...)
}

// numbered are lines in which the ids the source has not are numbered.
func numbered(data []byte, lines []string) []string {
	number := []string{}
	for _, line := range lines {
		r, err := pi.NewRecord([]byte(line))
		if id := r.ID(); err == nil && !bytes.Contains(data, []byte(`"`+id+`"`)) {
			number = append(number, `"`+id+`"`, fmt.Sprintf(`"made %d"`, len(number)/2))
		}
	}
	out := make([]string, 0, len(lines))
	for _, line := range lines {
		out = append(out, strings.NewReplacer(number...).Replace(line))
	}
	return out
}

// takenOver counts the records that are the same bytes as in the source, and wants
// that of all whose parent and kept entry are the same.
func takenOver(t *testing.T, data []byte, lines [][]byte) int {
	t.Helper()
	n := 0
	if scanned(t, data).Index().Header.Version < 3 {
		return 0
	}
	was := map[string][]byte{}
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		if r, err := pi.NewRecord(line); err == nil && r.ID() != "" {
			was[r.ID()] = line
		}
	}
	for _, line := range lines[1:] {
		r, err := pi.NewRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		old, err := pi.NewRecord(was[r.ID()])
		if err != nil { // a label that was made anew
			continue
		}
		for _, member := range []string{"parentId", "firstKeptEntryId"} {
			a, _ := old.Get(member)
			b, _ := r.Get(member)
			if !bytes.Equal(a, b) {
				old = pi.Record{}
				break
			}
		}
		if old.Raw() == nil {
			continue
		}
		if !bytes.Equal(old.Raw(), line) {
			t.Errorf("the record\n%s\nbecame\n%s", old.Raw(), line)
		}
		n++
	}
	return n
}

// shape is what is left of a session without its texts.
type shape struct {
	Leaf  string
	Tree  []string
	Roles []string
	Types []string
}

// shapeOf is what pi says of the lines of a session.
func shapeOf(t *testing.T, data []byte, lines [][]byte) (s shape) {
	t.Helper()
	text := make([]string, 0, len(lines))
	for _, line := range lines {
		text = append(text, string(line))
	}
	text = append(text[:1], numbered(data, text[1:])...)
	path := filepath.Join(t.TempDir(), "opened.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var f facts
	if err := startedPi(t).ask(map[string]any{"do": "facts", "path": path}, &f); err != nil {
		t.Fatal(err)
	}
	s.Leaf = fmt.Sprint(f.Leaf)
	for _, row := range f.Tree {
		s.Tree = append(s.Tree, fmt.Sprint(row[0], row[1]))
	}
	for _, e := range f.Entries {
		r, err := pi.NewRecord([]byte(e))
		s.Types = append(s.Types, r.Type()+" "+r.ID())
		if err != nil {
			t.Fatal(err)
		}
	}
	if f.Context == nil || f.Context.failed != "" {
		return s
	}
	var c struct {
		Messages []struct{ Role string }
	}
	if err := json.Unmarshal([]byte(f.Context.value), &c); err != nil {
		t.Fatal(errors.Join(err, fmt.Errorf("%s", f.Context.value)))
	}
	for _, m := range c.Messages {
		s.Roles = append(s.Roles, m.Role)
	}
	return s
}
