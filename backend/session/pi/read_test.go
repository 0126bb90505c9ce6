package pi

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
	"branchline/backend/session/jsonl"
)

// The vectors of this file were run on pi 1.6.0; where pi refuses a file or
// loses records that can be read, the expectation is ours and says so.
func TestReaderJudgesEveryLine(t *testing.T) {
	cases := []struct {
		name, in               string
		entries, leaf, problem string
	}{
		{"nothing at all", "", "", "-", "1:header"},
		{"header without LF", hdr, "", "-", ""},
		{"CRLF", hdr + "\r\n" + u("a", "-") + "\r\n", "a", "a", ""},
		{"byte order mark before the header", "\ufeff" + file(hdr, u("a", "-")), "a", "a", ""},
		{"byte order mark on a line of its own", "\ufeff\r\n" + file(hdr, u("a", "-")), "a", "a", ""},
		{"byte order mark elsewhere", file(hdr, "\ufeff"+u("a", "-"), u("b", "-")), "b", "b", "2:json"},
		{"blank lines first", " \n\t\r\n\u2028\u00a0\n" + hdr + "\n", "", "-", ""},
		{"garbage first", file("garbage{", hdr, u("a", "-")), "a", "a", "1:json"},
		{"number first", file("42", hdr), "", "-", "1:notObject 2:header"},
		{"null first", file("null", hdr), "", "-", "1:notObject"},
		{"false, 0 and empty text first", file("false", "0", `""`, hdr), "", "-", "1:notObject 2:notObject 3:notObject"},
		{"values that are no records", file(hdr, u("a", "-"), "42", `"str"`, "true", "[1,2]", "null", "false", "0"), "a", "a",
			"3:notObject 4:notObject 5:notObject 6:notObject 7:notObject 8:notObject 9:notObject"},
		{"complete last line without LF", hdr + "\n" + u("a", "-"), "a", "a", ""},
		{"spaces without LF", file(hdr, u("a", "-")) + "   ", "a", "a", ""},
		{"header id is a number", `{"type":"session","version":3,"id":5}` + "\n", "", "-", "1:header"},
		{"header id is empty", `{"type":"session","version":3,"id":""}` + "\n", "", "-", ""},
		{"entry before the header", file(u("a", "-"), hdr, u("b", "a")), "a b", "b", "2:header"},
		{"no header", file(u("a", "-"), u("b", "a")), "a b", "b", "1:header"},
		{"second header", file(hdr, u("a", "-"), hdr, u("b", "a")), "a b", "b", "3:header"},
		{"two records on one line", file(hdr, u("a", "-")+u("b", "a"), u("c", "a")), "c", "c", "2:json 3:orphan"},
		{"no-break spaces around a record", file(hdr, "\u00a0"+u("a", "-")+"\u00a0"), "", "-", "2:json"},
		{"U+2028 and U+0085 inside a string", file(hdr, msg("a", "-", "{\"role\":\"user\",\"content\":\"x\u2028y\u0085z\"}")), "a", "a", ""},
		{"CR alone between records", hdr + "\r" + u("a", "-") + "\r", "", "-", "1:header"},
		{"id given twice", file(hdr, `{"type":"message","id":"x","id":"a","parentId":null,"message":null,"message":{"role":"user","content":"y"}}`), "a", "a", ""},
		{"names with escapes", file(hdr, `{"\u0074ype":"mess\u0061ge","i\u0064":"\u0061","message":{"r\u006fle":"user","content":"y"}}`), "a", "a", ""},
		{"names in another case", file(hdr, `{"Type":"message","id":"a","Message":{"role":"user","content":"y"}}`), "a", "a", ""},
		{"zero bytes", file(hdr, u("a", "-"), "\x00\x00\x00", u("b", "a")), "a b", "b", "3:json"},
		{"a leading zero", file(hdr, `{"type":"x","id":"a","n":01}`), "", "-", "2:json"},
		{"a raw control character", file(hdr, "{\"type\":\"x\",\"id\":\"a\tb\"}"), "", "-", "2:json"},
		{"a half surrogate", file(hdr, `{"type":"x","id":"a","n":"\ud83e"}`), "a", "a", ""},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			x := open(t, test.in).x
			all := make([]session.Pos, len(x.Entries))
			for i := range all {
				all[i] = session.Pos(i)
			}
			if got := keys(x, all); got != test.entries {
				t.Errorf("entries %q, want %q", got, test.entries)
			}
			if want := pos(t, x, test.leaf); x.Leaf != want {
				t.Errorf("leaf %q, want %q", x.Key(x.Leaf), test.leaf)
			}
			if got := told(x); got != test.problem {
				t.Errorf("problems %q, want %q", got, test.problem)
			}
			if x.Tail.Len != 0 && test.name != "CR alone between records" {
				t.Errorf("tail %v, want none", x.Tail)
			}
		})
	}
}

func TestReaderKeepsUnfinishedTailApart(t *testing.T) {
	whole := file(hdr, u("a", "-"))
	for _, tail := range []string{
		`{"type":"message","id":"b","par`, `{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"M` + "\xf0\x9f\x8c",
		"4", "nul", "[1]", "\x00\x00",
	} {
		x := open(t, whole+tail).x
		if want := (session.Span{Off: int64(len(whole)), Len: int32(len(tail))}); x.Tail != want {
			t.Errorf("%q: tail %v, want %v", tail, x.Tail, want)
		}
		if len(x.Entries) != 1 || len(x.Problems) != 0 {
			t.Errorf("%q: %d entries, problems %q, want 1 and none", tail, len(x.Entries), told(x))
		}
		if tail := x.Size - x.Tail.Off; int64(x.Tail.Len) != tail {
			t.Errorf("the tail ends %d bytes before the file", tail-int64(x.Tail.Len))
		}
	}
}

func TestReaderGoesAsDeepAsTheFile(t *testing.T) {
	const depth = 200_000
	deep := make([]byte, 0, 2*depth)
	for range depth {
		deep = append(deep, '[')
	}
	for range depth {
		deep = append(deep, ']')
	}
	o := open(t, file(hdr,
		msg("a", "-", `{"role":"assistant","content":[{"type":"toolCall","id":"1","name":"x","arguments":`+string(deep)+`}],"stopReason":"toolUse"}`),
		u("b", "a")))
	items := o.Items(o.x.Leaf)
	if got := seen(o.x, items); got != "call:a(x) prompt:b" {
		t.Fatalf("items %s", got)
	}
	body, err := o.Body(items[0])
	if err != nil || len(body.Args) != 2*depth {
		t.Errorf("%d bytes of arguments, %v, want %d", len(body.Args), err, 2*depth)
	}
}

func TestReaderReadsLongLines(t *testing.T) {
	long := make([]byte, 9<<20)
	for i := range long {
		long[i] = 'x'
	}
	o := open(t, file(hdr, u("a", "-"), msg("b", "a", `{"role":"toolResult","toolCallId":"1","toolName":"bash","content":[{"type":"text","text":"`+string(long)+`"}]}`), u("c", "b")))
	if got := keys(o.x, o.x.Branch(o.x.Leaf)); got != "a b c" || len(o.x.Problems) > 0 {
		t.Fatalf("branch %q, problems %q", got, told(o.x))
	}
	if n := len(o.x.Entries[1].Preview); n != resultBytes {
		t.Errorf("preview of %d bytes, want %d", n, resultBytes)
	}
	body, err := o.Body(o.Items(o.x.Leaf)[1])
	if err != nil || len(body.Result) != len(long) {
		t.Errorf("%d bytes, %v, want %d", len(body.Result), err, len(long))
	}
}

func TestHeaderSaysWhatItCan(t *testing.T) {
	cases := []struct {
		name, in string
		want     session.Header
		problems string
	}{
		{"version 3", hdr, session.Header{Version: 3, ID: "s1", Cwd: "/p", CreatedMs: 1735689600000}, ""},
		{"lineage", `{"type":"session","version":3,"id":"s","parentSession":"/q/old.jsonl","metadata":{"a":1},"x":2}`, session.Header{Version: 3, ID: "s", Parent: "/q/old.jsonl"}, ""},
		{"lineage of version 1", `{"type":"session","id":"s","branchedFrom":"/q/old.jsonl"}`, session.Header{Version: 1, ID: "s", Parent: "/q/old.jsonl"}, ""},
		{"cwd is no text", `{"type":"session","version":3,"id":"s","cwd":5}`, session.Header{Version: 3, ID: "s"}, ""},
		{"time is a number", `{"type":"session","version":3,"id":"s","timestamp":1735689600000}`, session.Header{Version: 3, ID: "s", CreatedMs: 1735689600000}, ""},
		{"time is nonsense", `{"type":"session","version":3,"id":"s","timestamp":"not a time"}`, session.Header{Version: 3, ID: "s"}, ""},
		{"version null", `{"type":"session","version":null,"id":"s"}`, session.Header{Version: 1, ID: "s"}, ""},
		{"version -1", `{"type":"session","version":-1,"id":"s"}`, session.Header{Version: 1, ID: "s"}, ""},
		{"version 2.5", `{"type":"session","version":2.5,"id":"s"}`, session.Header{Version: 2, ID: "s"}, ""},
		{"version 2e0", `{"type":"session","version":2e0,"id":"s"}`, session.Header{Version: 2, ID: "s"}, ""},
		{`version "3"`, `{"type":"session","version":"3","id":"s"}`, session.Header{Version: 3, ID: "s"}, ""},
		{`version "x"`, `{"type":"session","version":"x","id":"s"}`, session.Header{Version: 3, ID: "s"}, ""},
		{"version 4", `{"type":"session","version":4,"id":"s"}`, session.Header{Version: 4, ID: "s"}, "1:version"},
		{"version 1e400", `{"type":"session","version":1e400,"id":"s"}`, session.Header{Version: 2147483647, ID: "s"}, "1:version"},
	}
	for _, test := range cases {
		x := open(t, test.in+"\n").x
		got := x.Header
		if locked := got.ReadOnly != ""; locked != (test.want.Version != 3) {
			t.Errorf("%s: read-only %q", test.name, got.ReadOnly)
		}
		got.ReadOnly, test.want.Format = "", "pi"
		if !cmp.Equal(test.want, got) || told(x) != test.problems {
			t.Errorf("%s: %+v, problems %q, want %+v, %q", test.name, got, told(x), test.want, test.problems)
		}
	}
}

func TestLinesNoAgentCanReadAreNamed(t *testing.T) {
	p := pen{sheet: &sheet{}, line: jsonl.Line{Off: 10, Len: jsonl.MaxLine + 1, No: 3, Whole: true}}
	p.read()
	if len(p.Problems) != 1 || p.Problems[0].Kind != session.ProblemJSON || p.Problems[0].Offset != 10 || p.Problems[0].Bytes != jsonl.MaxLine+1 || p.Problems[0].Line != 3 {
		t.Errorf("problems %+v", p.Problems)
	}
}
