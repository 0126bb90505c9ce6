package timeline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session/sessiontest"
)

func TestABlockOfCodeThatAReplyLeavesOpenEndsWithIt(t *testing.T) {
	for reply, closing := range map[string]string{
		"Cut:\n```go\nfunc main() {":                              "```\n",
		"Nested:\n````\n```\nx\n```":                              "````\n",
		"~~~ sh\nls ```\n```":                                     "~~~\n",
		"Whole:\n```\nx\n```\n":                                   "",
		"Inline ```x``` and\n```not a ` fence":                    "",
		"Indented:\n\n    ```\nand quoted\n> ```":                 "",
		"In a list:\n- ```go\n  x\n  ```":                         "",
		"Cut in a list:\n1. a\n   ```\n   x":                      "",
		"Left by the text:\n- ```\n  x\nafter":                    "",
		"After a list:\n- a\n\n```\nx":                            "```\n",
		"Deep in a list:\n- a\n  - ```\n    x\n    ```\n\n~~~\nx": "~~~\n",
	} {
		s := sessiontest.Build([]sessiontest.Record{
			{ID: "a", Kind: "assistant", Text: reply}, {ID: "b", Parent: "a", Kind: "assistant", Text: "After."},
		})
		got, err := Of(s, 1).Copy(0, 2, FormMarkdown, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := "**Agent**\n\n" + strings.TrimRight(reply, "\n") + "\n" + closing + "\n**Agent**\n\nAfter.\n"
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", reply, diff)
		}
	}
}
