package timeline

import (
	"strings"
	"testing"
)

func TestArgumentsAreReadLineByLine(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"names with their values", `{"path":"a\u0062.go","n":12345678901234567890,"deep":true,"no":null,"empty":""}`,
			"path: ab.go\nn: 12345678901234567890\ndeep: true\nno: null\nempty:\n"},
		{"texts of several lines", `{"content":"one\n\ttwo\n","path":"a"}`, "content:\none\n\ttwo\npath: a\n"},
		{"what stands in one another", `{"edits":[{"oldText":"say \"hi\"\nnow","newText":"x"},[1,"two"],{}],"last":{"a":{"b":1}}}`,
			"edits:\n  -\n    oldText:\nsay \"hi\"\nnow\n    newText: x\n  -\n    - 1\n    - two\n  -\nlast:\n  a:\n    b: 1\n"},
		{"a text alone", `"a \"b\""`, "a \"b\"\n"},
		{"what is no JSON", `{"cut": "half`, `{"cut": "half`},
		{"nothing", ``, ``},
	} {
		if got := Arguments(c.args); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	const depth = 9000
	if got := Arguments(strings.Repeat("[", depth) + strings.Repeat("]", depth)); strings.Count(got, "\n") != depth-1 {
		t.Errorf("%d lines of %d lists in one another", strings.Count(got, "\n"), depth)
	}
}
