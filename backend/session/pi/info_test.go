package pi

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// head is a header that the listing's tests share.
const head = `{"type":"session","version":3,"id":"s1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p","parentSession":"/q/up.jsonl"}`

// started is its time.
var started = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// heard is a message entry of 00:00:07 with a role, a content and members that
// follow.
func heard(role, content, more string) string {
	return `{"type":"message","id":"m","parentId":null,"timestamp":"2025-01-01T00:00:07.000Z","message":{"role":"` + role + `","content":` + content + more + `}}`
}

func at(ms string) string { return `,"timestamp":` + ms }

func called(value string) string {
	return rec("session_info", "n", "-", `"name":`+value)
}

// listing is a session file and what pi's list has of it.
type listing struct {
	name string
	in   string
	want Info
	// texts is what was said.
	texts string
}

// fact is what the header head gives, changed by the rest of a case.
func fact(change func(*Info)) Info {
	i := Info{ID: "s1", Cwd: "/p", ParentSessionPath: "/q/up.jsonl", Created: started, Modified: started, FirstMessage: NoMessages}
	if change != nil {
		change(&i)
	}
	return i
}

// spokenAt is fact for a session with messages, the newest of them at ms.
func spokenAt(ms int64, messages int, first string) Info {
	return fact(func(i *Info) { i.Modified, i.MessageCount, i.FirstMessage = time.UnixMilli(ms).UTC(), messages, first })
}

func withProblem(i Info, problem string) Info {
	i.Problem = problem
	return i
}

const base = 1735689600000 // the time of head in Unix milliseconds

func listings() []listing {
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	invalid := func(i Info) Info { i.Modified = time.Time{}; return i }
	hi := heard("user", `"hi"`, at("5000"))
	return []listing{
		{name: "a prompt and a reply of several blocks", in: file(head, heard("user", `"hello"`, at("5000")),
			heard("assistant", `[{"type":"thinking","thinking":"no"},`+text("wo")+`,`+text("rld")+`,{"type":"toolCall","id":"t","name":"bash","arguments":{}}]`, at("6000"))),
			want: spokenAt(6000, 2, "hello"), texts: "hello wo rld"},
		{name: "a header alone", in: file(head), want: fact(nil)},
		{name: "the last name, trimmed", in: file(head, called(`"old"`), called(`" A "`)), want: fact(func(i *Info) { i.Name = "A" })},
		{name: "a name that is cleared", in: file(head, called(`"A"`), called(`""`)), want: fact(nil)},
		{name: "a name that is missing clears", in: file(head, called(`"A"`), rec("session_info", "n", "-", "")), want: fact(nil)},
		{name: "a name that is null clears", in: file(head, called(`"A"`), called("null")), want: fact(nil)},
		{name: "a name that is a number", in: file(head, called("5")),
			want: withProblem(fact(nil), "line 2: the session's name is no text; pi leaves the session out of its list")},
		{name: "a content that is null", in: file(head, hi, heard("user", "null", at("9"))), texts: "hi",
			want: withProblem(spokenAt(5000, 2, "hi"), "line 3: a message's content is neither text nor a list of blocks; pi leaves the session out of its list")},
		{name: "a content that is an object", in: file(head, heard("assistant", "{}", at("9"))),
			want: withProblem(spokenAt(9, 1, NoMessages), "line 2: a message's content is neither text nor a list of blocks; pi leaves the session out of its list")},
		{name: "a message that is null", in: file(head, rec("message", "m", "-", `"message":null`)),
			want: withProblem(fact(func(i *Info) { i.MessageCount = 1 }), "line 2: a message is missing or null; pi leaves the session out of its list")},
		{name: "an entry without its message", in: file(head, rec("message", "m", "-", "")),
			want: withProblem(fact(func(i *Info) { i.MessageCount = 1 }), "line 2: a message is missing or null; pi leaves the session out of its list")},
		{name: "a block that is null", in: file(head, "", heard("user", `[`+text("x")+`,null]`, at("5000"))), texts: "x",
			want: withProblem(spokenAt(5000, 1, "x"), "line 3: a block of a message is null; pi leaves the session out of its list")},
		{name: "a tool's content may be null", in: file(head, heard("toolResult", "null", at("5000"))), want: fact(func(i *Info) { i.MessageCount = 1 })},
		{name: "a message without a content", in: file(head, rec("message", "m", "-", `"message":{"role":"user","timestamp":5000}`)), want: fact(func(i *Info) { i.MessageCount = 1 })},
		{name: "a message that is text", in: file(head, rec("message", "m", "-", `"message":"hi"`)), want: fact(func(i *Info) { i.MessageCount = 1 })},
		{name: "only prompts and replies make it newer", in: file(head, heard("user", `"x"`, at("1000")), heard("toolResult", "null", at("9000")),
			heard("custom", `"c"`, at("9900")), heard("bashExecution", `"c"`, at("99999"))), want: spokenAt(1000, 4, "x"), texts: "x"},
		{name: "an extension's own entry is no message", in: file(head, rec("custom_message", "c", "-", `"customType":"x","content":"c","display":true`)), want: fact(nil)},
		{name: "the first prompt with text", in: file(head, heard("user", `""`, at("1")), heard("user", `[`+picture(pixel)+`]`, at("2")), heard("user", `"real"`, at("3"))),
			want: spokenAt(3, 3, "real"), texts: "real"},
		{name: "verbatim", in: file(head, heard("user", `"  \n x "`, at("1")), heard("user", `" "`, at("2"))), want: spokenAt(2, 2, "  \n x "), texts: "  \n x   "},
		{name: "a space is text", in: file(head, heard("user", `" "`, at("1"))), want: spokenAt(1, 1, " "), texts: " "},
		{name: "a reply before the first prompt", in: file(head, heard("assistant", `"A1"`, at("1")), heard("user", `"U1"`, at("2"))), want: spokenAt(2, 2, "U1"), texts: "A1 U1"},
		{name: "blocks without a text", in: file(head, heard("user", `[{"type":"text"},`+text("x")+`,5,"y",{"type":"text","text":null}]`, at("1"))), want: spokenAt(1, 1, " x "), texts: " x "},
		{name: "a text that is a number", in: file(head, heard("user", `[`+text("x")+`,{"type":"text","text":5}]`, at("1"))), want: spokenAt(1, 1, "x 5"), texts: "x 5"},
		{name: "the newest is not the last", in: file(head, heard("user", `"x"`, at("9000")), heard("assistant", `"y"`, at("100"))), want: spokenAt(9000, 2, "x"), texts: "x y"},
		{name: "a message's time that is text", in: file(head, heard("user", `"x"`, at(`"12345"`))), want: spokenAt(base+7000, 1, "x"), texts: "x"},
		{name: "the time 0", in: file(head, heard("user", `"x"`, at("0"))), want: spokenAt(base, 1, "x"), texts: "x"},
		{name: "a time before 1970", in: file(head, heard("user", `"x"`, at("-5"))), want: spokenAt(base, 1, "x"), texts: "x"},
		{name: "a part of a millisecond", in: file(head, heard("user", `"x"`, at("0.9"))), want: spokenAt(0, 1, "x"), texts: "x"},
		{name: "a time far ahead", in: file(head, heard("user", `"x"`, at("1933484703120"))), want: spokenAt(1933484703120, 1, "x"), texts: "x"},
		{name: "a time that is no date", in: file(head, heard("user", `"x"`, at("1e20"))), want: invalid(spokenAt(0, 1, "x")), texts: "x"},
		{name: "a time that is no number at all", in: file(head, heard("user", `"x"`, at("1e400"))), want: invalid(spokenAt(0, 1, "x")), texts: "x"},
		{name: "the header's time is nonsense", in: file(`{"type":"session","version":3,"id":"s","timestamp":"soon","cwd":"/p"}`),
			want: Info{ID: "s", Cwd: "/p", Modified: written, FirstMessage: NoMessages}},
		{name: "the header's time is a number", in: file(`{"type":"session","version":3,"id":"s","timestamp":5000,"cwd":"/p"}`),
			want: Info{ID: "s", Cwd: "/p", Created: time.UnixMilli(5000).UTC(), Modified: written, FirstMessage: NoMessages}},
		{name: "the header has no more than its id", in: file(`{"type":"session","id":""}`), want: Info{Modified: written, FirstMessage: NoMessages}},
		{name: "a header before 1970", in: file(`{"type":"session","id":"s","timestamp":"1960-01-01T00:00:00.000Z"}`),
			want: Info{ID: "s", Created: time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC), Modified: time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC), FirstMessage: NoMessages}},
		{name: "members of the header that are no text", in: file(`{"type":"session","id":"s","timestamp":null,"cwd":5,"parentSession":7}`),
			want: Info{ID: "s", Created: time.UnixMilli(0).UTC(), Modified: written, FirstMessage: NoMessages}},
		{name: "version 1 names its parent otherwise", in: file(`{"type":"session","id":"s","branchedFrom":"/up.jsonl"}`), want: Info{ID: "s", Modified: written, FirstMessage: NoMessages}},
		{name: "a branch that was left", in: file(head, u("a", "-"), a("b", "a"), u("c", "a")), want: spokenAt(1735689601000, 3, "a asks"), texts: "a asks b says c asks"},
		{name: "an id that is a number", in: file(`{"type":"session","id":5,"timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`),
			want: Info{Cwd: "/p", Created: started, Modified: started, FirstMessage: NoMessages, Problem: "the session header has no id that is text; pi does not open the file"}},
		{name: "an id and a name that are numbers", in: file(`{"type":"session","id":5,"timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`, called("5")),
			want: Info{Cwd: "/p", Created: started, Modified: started, FirstMessage: NoMessages, Problem: "line 2: the session's name is no text, and the session header has no id that is text; pi neither lists nor opens the file"}},
		{name: "a record before the header", in: file(hi, head), texts: "hi",
			want: withProblem(spokenAt(5000, 1, "hi"), "records stand before the session header; pi neither lists nor opens the file")},
		{name: "a value before the header", in: file("5", head),
			want: withProblem(fact(nil), "records stand before the session header; pi neither lists nor opens the file")},
		{name: "noise before the header", in: file("", "noise", "null", "0", head, hi), want: spokenAt(5000, 1, "hi"), texts: "hi"},
		{name: "no header", in: file(hi), texts: "hi",
			want: Info{Modified: time.UnixMilli(5000).UTC(), MessageCount: 1, FirstMessage: "hi", Problem: "the file has no session header; pi neither lists nor opens it"}},
		{name: "an empty file", want: Info{Modified: written, FirstMessage: NoMessages, Problem: "the file has no session header; pi neither lists nor opens it"}},
		{name: "a byte order mark", in: "\ufeff" + file(head, hi), texts: "hi",
			want: withProblem(spokenAt(5000, 1, "hi"), "the file begins with a byte order mark; pi neither lists nor opens it")},
		{name: "line separators in a text", in: file(head, heard("user", "\"a\u2028b\u2029c\"", at("1"))), want: spokenAt(1, 1, "a\u2028b\u2029c"), texts: "a\u2028b\u2029c"},
		{name: "CR LF", in: strings.ReplaceAll(file(head, hi), "\n", "\r\n"), want: spokenAt(5000, 1, "hi"), texts: "hi"},
		{name: "a torn last line", in: file(head, hi) + hi[:40], want: spokenAt(5000, 1, "hi"), texts: "hi"},
		{name: "a whole last line without its LF", in: file(head) + hi, want: spokenAt(5000, 1, "hi"), texts: "hi"},
		{name: "values that are no records", in: file(head, "5", `"x"`, "[1]", "true", hi), want: spokenAt(5000, 1, "hi"), texts: "hi"},
		{name: "a second header", in: file(head, hi, `{"type":"session","id":"s2","cwd":"/else"}`), want: spokenAt(5000, 1, "hi"), texts: "hi"},
	}
}

func TestAListSaysOfASessionWhatPiSays(t *testing.T) {
	for _, test := range listings() {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := put(t, dir, "s.jsonl", test.in, written)
			got, err := ListAll(t.Context(), dir, nil)
			if err != nil || len(got) != 1 {
				t.Fatalf("ListAll() = %v, %v, want one session", got, err)
			}
			want := test.want
			want.Path = path
			if diff := cmp.Diff(want, got[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if texts, err := got[0].AllMessagesText(); err != nil || texts != test.texts {
				t.Errorf("AllMessagesText() = %q, %v, want %q", texts, err, test.texts)
			}
			if left := must(os.ReadFile(path)); string(left) != test.in {
				t.Errorf("listing changed the file to %q", left)
			}
		})
	}
}

// put writes a file last changed at a time and returns its path.
func put(tb testing.TB, dir, name, data string, changed time.Time) string {
	tb.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		tb.Fatal(err)
	}
	if err := os.Chtimes(path, changed, changed); err != nil {
		tb.Fatal(err)
	}
	return path
}

func TestALargeFileIsListedFromAllItsParts(t *testing.T) {
	long := string(must(json.Marshal(strings.Repeat("long ", 1<<18))))
	dir := t.TempDir()
	put(t, dir, "s.jsonl", file(head, heard("assistant", long, at("1")), heard("assistant", long, at("2")), called(`"A"`),
		heard("user", `"first"`, at("9000")), heard("user", long, at("3")), heard("assistant", "7", at("4")), called(`"B"`), heard("user", "8", at("5"))), written)
	got := must(ListAll(context.Background(), dir, nil))
	want := withProblem(spokenAt(9000, 6, "first"), "line 7: a message's content is neither text nor a list of blocks; pi leaves the session out of its list")
	want.Path, want.Name = got[0].Path, "B"
	if diff := cmp.Diff(want, got[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if n := len(must(got[0].AllMessagesText())); n != 3*5<<18+3+len("first") {
		t.Errorf("%d bytes of text", n)
	}
}
