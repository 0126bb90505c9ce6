package pi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"branchline/backend/session"
)

// Sizes are those of pi 1.6.0's estimateTokens, as Node answers them.
func TestMessagesAreAsLargeAsPiTakesThem(t *testing.T) {
	tool := `{"name":"ls","description":"lists"}`
	for _, c := range []struct {
		name, message string
		want          session.Size
		tokens        int
	}{
		{"a prompt", `{"role":"user","content":"hello"}`, session.Size{Text: 5}, 2},
		{"line ends and quotes", `{"role":"user","content":"a\n\"b\"\u00e9"}`, session.Size{Text: 6}, 2},
		{"letters of several bytes", `{"role":"user","content":"äöü漢字"}`, session.Size{Text: 5}, 2},
		{"letters of two units", `{"role":"user","content":"😀\ud83d\ude00"}`, session.Size{Text: 4}, 1},
		{"a picture", `{"role":"user","content":[{"type":"text","text":"see"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}`, session.Size{Text: 3, Pictures: 1}, 1201},
		{"a reply", `{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"yes"},{"type":"toolCall","id":"c","name":"ls","arguments":{"path":"."}}]}`, session.Size{Text: 3, Thinking: 2, Calls: 14}, 5},
		{"a result", `{"role":"toolResult","toolCallId":"c","toolName":"ls","content":[{"type":"text","text":"a.go"}],"isError":false}`, session.Size{Text: 4}, 1},
		{"a command", `{"role":"bashExecution","command":"ls","output":"a.go","exitCode":0,"cancelled":false,"truncated":false}`, session.Size{Text: 6}, 2},
		{"a command kept from the model", `{"role":"bashExecution","command":"ls","output":"a.go","excludeFromContext":true}`, session.Size{Text: 6, Unsent: true}, 0},
		{"a system prompt", `{"role":"system","content":"be kind","sections":{"a":"b","c":null},"toolsAdded":[` + tool + `]}`, session.Size{Text: int32(8 + len(tool) + 2)}, (8 + len(tool) + 2 + 3) / 4},
		{"a role pi does not know", `{"role":"oracle","content":"no"}`, session.Size{Text: 2, Unsent: true}, 0},
		{"no content", `{"role":"user","content":null}`, session.Size{}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := open(t, file(hdr, msg("a", "-", c.message)))
			sizes, err := o.Sizes(o.Context(0))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]session.Size{c.want}, sizes); diff != "" {
				t.Errorf("size (-want +got):\n%s", diff)
			}
			if got := sizes[0].Tokens(); got != c.tokens {
				t.Errorf("%d tokens, want %d", got, c.tokens)
			}
		})
	}
}

func TestBlocksAreWhatTheModelWasSent(t *testing.T) {
	o := open(t, file(hdr,
		msg("a", "-", `{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"yes"},{"type":"toolCall","id":"c","name":"ls","arguments":{"path":"."}}]}`),
		msg("b", "a", `{"role":"user","content":[{"type":"image","data":"AAAA"},{"type":"text","text":"see"},{"type":"image","data":"AAAA"}]}`),
		edit("e", "b", "a", `{"content":"no"}`)))
	var got [][]session.Block
	for _, at := range []string{"b", "e"} {
		for _, piece := range o.Context(pos(t, o.x, at)) {
			blocks, err := o.Blocks(piece)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, blocks)
		}
	}
	picture := func(n int) session.Block {
		return session.Block{Kind: session.PartImage, Picture: session.Image{N: n, Key: "b", Bytes: 3, Missing: session.NotShown}}
	}
	seen := []session.Block{picture(0), {Kind: session.PartText, Text: "see"}, picture(1)}
	want := [][]session.Block{
		{{Kind: session.PartThinking, Text: "hm"}, {Kind: session.PartText, Text: "yes"}, {Kind: session.PartCall, Name: "ls", Text: `{"path":"."}`}},
		seen,
		{{Kind: session.PartText, Text: "no"}},
		seen,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestInstructionsAreThoseInForce(t *testing.T) {
	o := open(t, file(hdr,
		msg("s", "-", `{"role":"system","content":"be kind","sections":{"rules":"no haste"},"toolsAdded":[{"name":"ls"},{"name":"rm"}],"timestamp":1}`),
		msg("s2", "s", `{"role":"system","content":"","sections":{"rules":null},"toolsRemoved":[{"name":"rm"}],"timestamp":2}`),
		rec("active_tools_change", "t", "s2", `"activeToolNames":["read"]`)))
	for at, want := range map[string]string{"s": "be kind, no haste; ls rm", "s2": "be kind; ls", "t": "be kind; read"} {
		in, err := o.Instructions(pos(t, o.x, at))
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, b := range in.Prompt {
			texts = append(texts, b.Text)
		}
		if got := strings.Join(texts, ", ") + "; " + strings.Join(in.Tools, " "); got != want {
			t.Errorf("at %s: %q, want %q", at, got, want)
		}
	}
	in, err := open(t, file(hdr, u("a", "-"))).Instructions(0)
	if err != nil || in.Tools != nil || in.Prompt != nil {
		t.Errorf("a session without a system prompt has %+v, %v", in, err)
	}
}
