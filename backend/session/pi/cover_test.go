package pi

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// covered tells what stands where in the file, in order, or what is wrong with
// that: every byte belongs to one entry, header, problem or tail, or is blank.
func covered(x *session.Index, data []byte) error {
	type piece struct {
		from, to int64
		what     string
	}
	var pieces []piece
	for i := range x.Entries {
		s := x.Entries[i].Span
		pieces = append(pieces, piece{s.Off, s.End(), "entry"})
	}
	for _, s := range x.Heads {
		pieces = append(pieces, piece{s.Off, s.End(), "head"})
	}
	for _, p := range x.Problems {
		switch p.Kind {
		case session.ProblemJSON, session.ProblemNotObject, session.ProblemEncoding:
			pieces = append(pieces, piece{p.Offset, p.Offset + p.Bytes, p.Kind})
		}
	}
	if x.Tail.Len > 0 {
		pieces = append(pieces, piece{x.Tail.Off, x.Tail.End(), "tail"})
	}
	slices.SortFunc(pieces, func(a, b piece) int { return int(a.from - b.from) })
	at := int64(0)
	for _, p := range append(pieces, piece{int64(len(data)), int64(len(data)), "end"}) {
		if p.from < at {
			return fmt.Errorf("the %s at %d begins before %d", p.what, p.from, at)
		}
		if gap := data[at:p.from]; !blank(gap) {
			return fmt.Errorf("%d bytes before the %s at %d belong to nothing: %q", len(gap), p.what, p.from, gap)
		}
		at = p.to
	}
	return nil
}

func FuzzEveryByteIsAccountedFor(f *testing.F) {
	for _, seed := range []string{
		file(hdr, u("a", "-"), a("b", "a"), "42", "{", ""), hdr + "\n" + u("a", "-"), "\ufeff" + file(hdr, u("a", "-")), file(hdr, "\ufeff"+u("a", "-")),
		file(hdr, u("a", "-")) + `{"type":"mess`, file(v1, old("user"), kept(`,"firstKeptEntryIndex":1`)), "\ufeff\r\n" + hdr + "\r\n\u2028\r\n \x00", file(hdr, rec("leaf", "l", "x", `"targetId":"l"`), hdr),
		file(hdr, msg("a", "b", says(call("1", "x", `{"path":[]}`), "error")), msg("b", "a", result("1", "x", "y", true)), c("c", "b", "a"), rec("context_edit", "e", "c", `"targetId":"c","replacement":{"content":[1]}`)),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o := open(t, string(data))
		if err := covered(o.x, data); err != nil {
			t.Fatal(err)
		}
		for i := range o.x.Entries {
			p := session.Pos(i)
			for _, item := range o.Items(p) {
				if _, err := o.Body(item); err != nil {
					t.Fatalf("body of %+v: %v", item, err)
				}
			}
			o.Context(p)
			o.End(p, written.UnixMilli())
			if _, _, err := o.Image(p, 0); err == nil && o.x.At(p).PartCount == 0 && !o.x.At(p).Has(session.HasImages) {
				t.Fatalf("entry %d has a picture and no flag that says so", i)
			}
		}
		o.FirstMessage()
		Format.Sniff(data)
	})
}

// The same file gives the same index however it is cut into chunks.
func TestChunksDoNotShow(t *testing.T) {
	data, err := os.ReadFile(bigSession(t, 5<<20))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	lines[len(lines)/2] = append([]byte("garbage\n"+lab("l1", "00000001", "00000002", "x")+"\n42\n\n"+hdr+"\n"), lines[len(lines)/2]...)
	lines[len(lines)-2] = append(lines[len(lines)-2], u("00000002", "nowhere")+"\n"+`{"torn`...)
	data = bytes.Join(lines, nil)
	path := t.TempDir() + "/s.jsonl"
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, written, written); err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var first *session.Index
	for _, workers := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(workers)
		x := openFile(t, path).Index()
		if err := covered(x, data); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = x
			continue
		}
		if diff := cmp.Diff(first, x, cmpopts.IgnoreUnexported(session.Index{})); diff != "" {
			t.Fatalf("%d workers give another index:\n%s", workers, diff[:min(len(diff), 2000)])
		}
	}
	if want := "duplicate json notObject header orphan"; problems(first) != want {
		t.Errorf("problems %q, want %q", problems(first), want)
	}
}

func problems(x *session.Index) string {
	var out []string
	for _, p := range x.Problems {
		out = append(out, p.Kind)
	}
	return strings.Join(out, " ")
}

// Trees of any shape, with loops, lost parents and ids used twice: each entry is
// on one path to a root, and no walk goes on for ever.
func TestAnyTreeHasOnePathForEachEntry(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(r, "entries")
		id := rapid.StringMatching(`[a-h][0-3]`)
		records := []string{rapid.SampledFrom([]string{hdr, v1, `{"type":"session","version":2,"id":"s"}`}).Draw(r, "header")}
		for range n {
			me, above := id.Draw(r, "id"), id.Draw(r, "parent")
			switch rapid.IntRange(0, 7).Draw(r, "kind") {
			case 0:
				records = append(records, u(me, "-"))
			case 1, 2:
				records = append(records, u(me, above))
			case 3:
				records = append(records, a(me, above))
			case 4:
				records = append(records, c(me, above, id.Draw(r, "kept")))
			case 5:
				records = append(records, lab(me, above, id.Draw(r, "target"), "x"))
			case 6:
				records = append(records, rec("leaf", me, above, `"targetId":`+parent(id.Draw(r, "leaf"))))
			case 7:
				records = append(records, `{"type":"message","parentId":"`+above+`","message":{"role":"user","content":"x"}}`)
			}
		}
		o := open(t, file(records...))
		if len(o.x.Entries) != n {
			r.Fatalf("%d entries, want %d", len(o.x.Entries), n)
		}
		above := map[session.Pos]int{}
		for i := range o.x.Entries {
			for _, kid := range o.x.Children(session.Pos(i)) {
				above[kid]++
			}
		}
		for _, root := range o.x.Roots {
			above[root]++
		}
		done := make(chan string, 1)
		go func() {
			for i := range o.x.Entries {
				p := session.Pos(i)
				if branch := o.x.Branch(p); above[p] != 1 || branch[len(branch)-1] != p || o.x.At(branch[0]).Parent != session.None {
					done <- fmt.Sprintf("entry %d is below %d others or roots", i, above[p])
					return
				}
				o.Items(p)
				o.Context(p)
			}
			done <- ""
		}()
		select {
		case wrong := <-done:
			if wrong != "" {
				r.Fatal(wrong)
			}
		case <-time.After(10 * time.Second):
			r.Fatal("a walk does not end")
		}
		if o.x.Leaf != session.None && o.x.At(o.x.Leaf).Has(session.NoID) {
			r.Fatal("the leaf is an entry without an id")
		}
	})
}

// A file read in two parts, cut between any two lines, gives the index it gives
// when it is read at once.
func TestReadingInTwoPartsEqualsReadingAtOnce(t *testing.T) {
	data := []byte(file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x"), "garbage", u("c", "b"), c("d", "c", "a"), u("a", "d"),
		msg("e", "gone", says(call("1", "bash", `{"command":"ls"}`), "toolUse")), msg("f", "e", result("1", "bash", "ok", true)), hdr, "42",
		rec("session_info", "g", "f", `"name":"n"`)) + `{"type":"mess`)
	want := open(t, string(data)).x
	for at := range data {
		if at > 0 && data[at-1] != '\n' {
			continue
		}
		var g gathering
		for _, part := range [][2]int64{{0, int64(at)}, {int64(at), int64(len(data))}} {
			if err := jsonl.Each(context.Background(), bytes.NewReader(data), part[0], part[1], func(c *jsonl.Chunk) *sheet {
				return read(c, session.Fragment{}, written.Add(24*time.Hour).UnixMilli())
			}, func(r jsonl.Result[*sheet], _ int64) { g.add(r.Value, 1) }); err != nil {
				t.Fatal(err)
			}
		}
		got := g.assemble(written.UnixMilli())
		got.Size, got.WrittenMs = want.Size, want.WrittenMs
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(session.Index{})); diff != "" {
			t.Fatalf("cut at %d (-at once +in parts):\n%s", at, diff)
		}
	}
}
