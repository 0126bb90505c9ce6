package timeline

import (
	"errors"
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
		FormText:     "Input:\nRun it\nplease\n\nAgent:\nI **will**.\n\nbash go test\nok ```\nall\n\n$ git status\nclean\n",
		FormMarkdown: "**Input**\n\n> Run it\n> please\n\n**Agent**\n\nI **will**.\n\n**bash**\n\n```\ngo test\n```\n````\nok ```\nall\n````\n\n```sh\ngit status\n```\n```\nclean\n```\n",
	} {
		got, err := b.Copy(0, b.Len(), form)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", form, diff)
		}
	}
}

func TestCopiesTheRecordsOfRowsEachOnce(t *testing.T) {
	s := script(t, "kinds")
	b := Of(s, s.Index().Leaf)
	from := b.Find(s.Pos(t, "p1"))
	got, err := b.Copy(from, from+5, FormLines) // a prompt, a thought, a reply and two calls
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
	if _, err := Of(s, s.Index().Leaf).Copy(0, 1, FormText); !errors.Is(err, ErrTooLong) {
		t.Errorf("copying answers %v, want that it is too long", err)
	}
}
