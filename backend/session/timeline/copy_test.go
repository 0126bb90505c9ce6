package timeline

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/sessiontest"
)

func TestCopiesRowsAsTextAndMarkdown(t *testing.T) {
	s := sessiontest.New(t, "p1 - user \"Run it\\n\\x1b[31mplease\\x1b[0m\"\n"+
		"a1 . assistant \"I **will**.\" call=c1:bash:\"go test\"\n"+
		"r1 . result \"ok ```\\nall\" of=c1\n"+
		"b1 . bash \"git status\\nclean\"\nleaf b1")
	b := Of(s, s.Index().Leaf)
	for form, want := range map[string]string{
		FormText:     "Input:\nRun it\n⟨U+001B⟩[31mplease⟨U+001B⟩[0m\n\nAgent:\nI **will**.\n\nbash go test\nok ```\nall\n\n$ git status\nclean\n",
		FormMarkdown: "**Input**\n\n> Run it\n> ⟨U+001B⟩[31mplease⟨U+001B⟩[0m\n\n**Agent**\n\nI **will**.\n\n**bash**\n\n```\ngo test\n```\n````\nok ```\nall\n````\n\n```sh\ngit status\n```\n```\nclean\n```\n",
	} {
		got, err := b.Copy(0, b.Len(), form, asText)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", form, diff)
		}
	}
}

// asText stands for what reads the change out of an edit's arguments.
func asText(args string) string {
	if strings.Contains(args, "oldText") {
		return "-old\n+new\n"
	}
	return ""
}

func TestACopiedCallLosesNothingOfItsArguments(t *testing.T) {
	for _, c := range []struct{ name, call, args, result, text, markdown string }{
		{"a written file", `write:"a.txt"`, `{"path":"a.txt","content":"one\n\ttwo\n"}`, "Wrote it",
			"write a.txt\ncontent:\none\n\ttwo\n\nWrote it\n",
			"**write**\n\n```\na.txt\n```\n```\ncontent:\none\n\ttwo\n```\n```\nWrote it\n```\n"},
		{"a change", `edit:"a.go"`, `{"path":"a.go","oldText":"old","newText":"new","all":true}`, "Changed",
			"edit a.go\nall: true\n-old\n+new\n\nChanged\n",
			"**edit**\n\n```\na.go\n```\n```\nall: true\n```\n```diff\n-old\n+new\n```\n```\nChanged\n```\n"},
		{"a long command of several lines", `bash:"` + strings.Repeat("x", 200) + `"`, `{"timeout":12345678901234567890,"command":"` + strings.Repeat("x", 200) + `\nexit"}`, "",
			"bash " + strings.Repeat("x", 200) + "\nexit\ntimeout: 12345678901234567890\n",
			"**bash**\n\n```\n" + strings.Repeat("x", 200) + "\nexit\n```\n```\ntimeout: 12345678901234567890\n```\n"},
		{"arguments that are a text", `weigh:""`, `"pears"`, "3", "weigh\n\"pears\"\n\n3\n", "**weigh**\n\n```\n\"pears\"\n```\n```\n3\n```\n"},
		{"a command with what a terminal would obey", `bash:"x⟨U+001B⟩[31m"`, `{"command":"x\u001b[31m"}`, "50%\r100%\rdone\nabc\b\b\bxyz\x00\x1b[1mb",
			"bash x⟨U+001B⟩[31m\ndone\nxyz⟨U+0000⟩b\n", "**bash**\n\n```\nx⟨U+001B⟩[31m\n```\n```\ndone\nxyz⟨U+0000⟩b\n```\n"},
	} {
		s := sessiontest.New(t, "a1 - assistant call=c1:"+c.call+" args="+strconv.Quote(c.args)+"\nr1 . result "+strconv.Quote(c.result)+" of=c1")
		for form, want := range map[string]string{FormText: c.text, FormMarkdown: c.markdown} {
			got, err := Of(s, s.Index().Leaf).Copy(0, 1, form, asText)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", c.name, form, diff)
			}
		}
	}
}

func TestCopiesTheRecordsOfRowsEachOnce(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	from := b.Find(s.Pos(t, "p1"))
	got, err := b.Copy(from, from+5, FormLines, asText) // a prompt, a thought, a reply and two calls
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, key := range []string{"p1", "a1", "r2", "r1"} {
		raw, err := s.Read(s.Index().At(s.Pos(t, key)).Span)
		if err != nil {
			t.Fatal(err)
		}
		want += string(raw) + "\n"
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the records (-want +got):\n%s", diff)
	}
}

func TestRefusesToCopyTooMuch(t *testing.T) {
	s := sessiontest.New(t, `p1 - user "`+strings.Repeat("long ", MaxCopy/5+1)+`"`)
	if _, err := Of(s, s.Index().Leaf).Copy(0, 1, FormText, asText); !errors.Is(err, ErrTooLong) {
		t.Errorf("copying answers %v, want that it is too long", err)
	}
}
