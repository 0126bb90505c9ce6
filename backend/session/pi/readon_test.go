package pi

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"branchline/backend/session"
)

// readInTwo indexes data up to at and reads on from there. ok is false when that
// asked for a new reading.
func readInTwo(tb testing.TB, data []byte, at int) (x *session.Index, ok bool) {
	tb.Helper()
	o, ms := &opened{}, written.UnixMilli()
	if err := o.scan(context.Background(), bytes.NewReader(data[:at]), int64(at), ms); err != nil {
		tb.Fatal(err)
	}
	ok, err := o.readOn(context.Background(), bytes.NewReader(data), int64(len(data)), ms)
	if err != nil {
		tb.Fatal(err)
	}
	return o.x, ok
}

// differ says how an index differs from another in what a reader can ask.
func differ(want, got *session.Index) string {
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(session.Index{}), cmpopts.EquateEmpty()); diff != "" {
		return diff
	}
	for i := range want.Entries {
		p := session.Pos(i)
		if diff := cmp.Diff(want.Children(p), got.Children(p), cmpopts.EquateEmpty()); diff != "" {
			return "children of " + want.Key(p) + ":\n" + diff
		}
		if q, ok := got.Lookup(want.Key(p)); !ok || q != p {
			return "the key " + want.Key(p) + " is lost"
		}
		if want.MissingParent(p) != got.MissingParent(p) {
			return "another missing parent of " + want.Key(p)
		}
	}
	return ""
}

func TestReadingOnEqualsReadingAtOnce(t *testing.T) {
	data := []byte(file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x"), "garbage", u("c", "b"), c("d", "c", "a"), u("z", "b"),
		msg("e", "gone", says(call("1", "bash", `{"command":"ls"}`), "toolUse")), msg("f", "e", result("1", "bash", "ok", true)), "42",
		rec("session_info", "g", "f", `"name":"n"`), rec("leaf", "h", "g", `"targetId":"c"`)) + `{"type":"mess`)
	want, on := open(t, string(data)).x, 0
	for at := range data {
		got, ok := readInTwo(t, data, at)
		if !ok {
			continue
		}
		if on++; differ(want, got) != "" {
			t.Fatalf("cut at %d (-at once +read on):\n%s", at, differ(want, got))
		}
	}
	if least := len(data) - len(hdr) - 20; on < least {
		t.Errorf("read on at %d of %d places, want at least %d: only the header and a record without its end of line ask for more", on, len(data), least)
	}
}

func TestReadingOnFindsWhatALabelOrTheLeafWasWaitingFor(t *testing.T) {
	for _, early := range []string{lab("b", "a", "x", "here"), rec("leaf", "b", "a", `"targetId":"x"`)} {
		data := []byte(file(hdr, u("a", "-"), early, u("x", "b"), rec("leaf", "l", "x", `"targetId":"x"`)))
		if _, ok := readInTwo(t, data, bytes.Index(data, []byte(u("x", "b")))); ok {
			t.Errorf("an entry that %s waits for is taken for a mere addition", early)
		}
	}
}

// Only where no entry at all has an id do entries follow each other as they stand.
func TestReadingOnBehindAFirstEntryWithoutAnID(t *testing.T) {
	const bare = `{"type":"message","message":{"role":"user","content":"x"}}`
	for _, c := range []struct {
		read, added string
		on          bool
	}{
		{file(hdr, bare, u("a", "-")), file(u("b", "a")), true},
		{file(hdr, bare, bare), file(u("a", "-")), false},
	} {
		data := []byte(c.read + c.added)
		want, _ := readInTwo(t, data, len(data))
		got, on := readInTwo(t, data, len(c.read))
		if on != c.on {
			t.Errorf("reading on behind\n%s is %t, want %t", c.read, on, c.on)
		}
		if on && differ(want, got) != "" {
			t.Errorf("reading on behind\n%s (-at once +read on):\n%s", c.read, differ(want, got))
		}
	}
}

// What changes the meaning of earlier records is never taken for a mere addition.
func TestReadingOnAnyTreeEqualsReadingAtOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		id := rapid.StringMatching(`[a-f][0-2]`)
		records := []string{rapid.SampledFrom([]string{hdr, v1}).Draw(r, "header")}
		for range rapid.IntRange(1, 25).Draw(r, "entries") {
			me, above := id.Draw(r, "id"), rapid.OneOf(id, rapid.Just("-")).Draw(r, "parent")
			named := id.Draw(r, "target")
			records = append(records, rapid.SampledFrom([]string{
				u(me, above), a(me, above), lab(me, above, named, "x"), rec("leaf", me, above, `"targetId":`+parent(named)), hdr, "7", "{",
				`{"type":"message","message":{"role":"user","content":"x"}}`, `{"type":"custom","id":"` + me + `"}`,
			}).Draw(r, "record"))
		}
		data := []byte(file(records...))
		want, _ := readInTwo(t, data, len(data))
		got, ok := readInTwo(t, data, rapid.IntRange(0, len(data)).Draw(r, "cut"))
		if !ok { // then the beginning that was read stands as it was
			want, _ = readInTwo(t, data[:got.Size], int(got.Size))
		}
		if differ(want, got) != "" {
			r.Fatalf("read on: %v (-at once +read on):\n%s", ok, differ(want, got))
		}
	})
}

// What was added may be more than is read in one piece, and end in a line that is
// being written.
func TestMegabytesAreReadOn(t *testing.T) {
	for _, tail := range []string{"", `{"type":"mess`, `{"type":"message","text":"` + strings.Repeat("x", 3<<20)} {
		var text strings.Builder
		text.WriteString(file(hdr, u("e0", "-")))
		read := text.Len()
		for n := 1; text.Len() < 5<<20; n++ {
			text.WriteString(file(msg(fmt.Sprintf("e%d", n), fmt.Sprintf("e%d", n-1), `{"role":"user","content":"`+strings.Repeat("b", n%3000)+`"}`)))
		}
		data := []byte(text.String() + tail)
		want, _ := readInTwo(t, data, len(data))
		got, on := readInTwo(t, data, read)
		if !on {
			t.Errorf("megabytes are not read on, with a tail of %d bytes", len(tail))
		} else if diff := differ(want, got); diff != "" {
			t.Errorf("with a tail of %d bytes (-at once +read on):\n%.2000s", len(tail), diff)
		}
	}
}
