package pi

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"branchline/backend/session"
)

// pixel is a whole png picture of one pixel.
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func picture(data string) string {
	return `{"type":"image","data":"` + data + `","mimeType":"image/png"}`
}

func TestBodyReadsOneItemWhole(t *testing.T) {
	two := 2
	cases := []struct {
		name string
		in   []string
		item int
		want session.Body
	}{
		{"a prompt of blocks", []string{msg("a", "-", `{"role":"user","content":[{"type":"text","text":"one\r\n"},{"type":"text","text":"two"},`+picture(pixel)+`]}`)}, 0,
			session.Body{Text: "one\r\n\ntwo", Images: []session.Image{{N: 0, Mime: "image/png", Bytes: 70, Key: "a"}}}},
		{"a prompt of text", []string{msg("a", "-", `{"role":"user","content":"\u001b[31mred\u2028"}`)}, 0, session.Body{Text: "\x1b[31mred\u2028"}},
		{"a prompt with a block from the future", []string{msg("a", "-", `{"role":"user","content":[{"type":"text","text":"x"}, {"type":"file", "n":1}]}`)}, 0,
			session.Body{Text: "x\n" + `{"type":"file", "n":1}`}},
		{"a reply", []string{msg("a", "-", says(`{"type":"thinking","thinking":"hm"},{"type":"text","text":"done"}`, "stop"))}, 1, session.Body{Text: "done"}},
		{"a thought", []string{msg("a", "-", says(`{"type":"thinking","thinking":"hm"},{"type":"text","text":"done"}`, "stop"))}, 0, session.Body{Text: "hm"}},
		{"a hidden thought", []string{msg("a", "-", says(`{"type":"thinking","thinking":"","redacted":true}`, "stop"))}, 0, session.Body{Notes: []string{"hidden by the provider"}}},
		{"an error alone", []string{msg("a", "-", `{"role":"assistant","content":[],"stopReason":"error","errorMessage":"503 down"}`)}, 0, session.Body{Text: "503 down", Notes: []string{"error"}}},
		{"an error after text", []string{msg("a", "-", `{"role":"assistant","content":"well","stopReason":"error","errorMessage":"503 down"}`)}, 0, session.Body{Text: "well", Notes: []string{"error: 503 down"}}},
		{"broken off", []string{msg("a", "-", says(`{"type":"text","text":"we"}`, "aborted"))}, 0, session.Body{Text: "we", Notes: []string{"cancelled"}}},
		{"stopped for an unknown reason", []string{msg("a", "-", says(`{"type":"text","text":"we"}`, "banana"))}, 0, session.Body{Text: "we", Notes: []string{"stopped: banana"}}},
		{"the summary of a branch that is gone", []string{u("a", "-"), rec("branch_summary", "b", "a", `"summary":"tried","fromId":"gone"`)}, 1,
			session.Body{Text: "tried", Notes: []string{"the branch it tells of is not in this file"}}},
		{"the summary of a branch that is there", []string{u("a", "-"), rec("branch_summary", "b", "a", `"summary":"tried","fromId":"a"`)}, 1, session.Body{Text: "tried"}},
		{"the summary of no branch", []string{u("a", "-"), rec("branch_summary", "b", "a", `"summary":"tried","fromId":"root"`)}, 1, session.Body{Text: "tried"}},
		{"an unknown block with text", []string{msg("a", "-", says(`{"type":"hologram","text":"hi"}`, "stop"))}, 0, session.Body{Text: "hi"}},
		{"an unknown block without", []string{msg("a", "-", says(`{"type":"hologram","n":1e2}`, "stop"))}, 0, session.Body{Text: `{"type":"hologram","n":1e2}`}},
		{"a call with its result", []string{msg("a", "-", says(call("1", "edit", `{"path":"x", "n":1.0}`), "toolUse")),
			msg("b", "a", `{"role":"toolResult","toolCallId":"1","toolName":"edit","content":[{"type":"text","text":"ok"},`+picture("!")+","+picture(pixel)+`],"details":{"patch":"@@","diff":"+1 x","truncation":{"truncated":true}}}`)}, 0,
			session.Body{Args: `{"path":"x", "n":1.0}`, Result: "ok", HasResult: true, Diff: "+1 x", Notes: []string{"output truncated"}, Images: []session.Image{
				{N: 0, Mime: "image/png", Key: "b", Missing: session.NotShown}, {N: 1, Mime: "image/png", Bytes: 70, Key: "b"}}}},
		{"a call without arguments", []string{msg("a", "-", says(call("1", "edit", `null`), "toolUse"))}, 0, session.Body{}},
		{"a result without call", []string{msg("b", "-", `{"role":"toolResult","toolCallId":"1","content":"plain","details":{"patch":"@@"}}`)}, 0, session.Body{Result: "plain", HasResult: true, Diff: "@@"}},
		{"a command", []string{msg("a", "-", `{"role":"bashExecution","command":"ls -l","output":"x\n","exitCode":2,"cancelled":true,"truncated":true,"fullOutputPath":"/tmp/o","excludeFromContext":true}`)}, 0,
			session.Body{Text: "ls -l", Result: "x\n", HasResult: true, ExitCode: &two, Notes: []string{"cancelled", "output truncated", "whole output in /tmp/o", "excluded from context"}}},
		{"a compaction", []string{rec("compaction", "a", "-", `"summary":"so far","tokensBefore":141200,"fromHook":true`)}, 0,
			session.Body{Text: "so far", Notes: []string{"141,200 tokens before", "written by an extension"}}},
		{"a hidden message of an extension", []string{rec("custom_message", "a", "-", `"customType":"acme.note","content":"psst","display":false`)}, 0,
			session.Body{Text: "psst", Notes: []string{"acme.note", "hidden in pi, sent to the model"}}},
		{"an extension's data", []string{rec("custom", "a", "-", `"customType":"acme.state","data":{"n": 1}`)}, 0, session.Body{Text: `{"n": 1}`, Notes: []string{"acme.state"}}},
		{"an edit that replaces", []string{rec("context_edit", "a", "-", `"targetId":"x","replacement":{"content":[{"type":"text","text":"less"}]}`)}, 0, session.Body{Text: "less", Notes: []string{"edited for the model"}}},
		{"an edit that removes", []string{rec("context_edit", "a", "-", `"targetId":"x","replacement":null`)}, 0, session.Body{Notes: []string{"left out for the model"}}},
		{"a cleared label", []string{rec("label", "a", "-", `"targetId":"x"`)}, 0, session.Body{Notes: []string{"cleared"}}},
		{"a model", []string{rec("model_change", "a", "-", `"provider":"acme","modelId":"m"`)}, 0, session.Body{Text: "acme/m"}},
		{"an unknown role without content", []string{`{"type":"message","id":"a","message":{"role":"oracle","n":1}}`}, 0, session.Body{Text: `{"type":"message","id":"a","message":{"role":"oracle","n":1}}`}},
		{"an unknown entry", []string{`{"id":"a","note":"no type"}`}, 0, session.Body{Text: `{"id":"a","note":"no type"}`}},
		{"ill-formed text", []string{msg("a", "-", "{\"role\":\"user\",\"content\":\"\xff\xff\xe2\x82\"}")}, 0, session.Body{Text: "\ufffd\ufffd\ufffd"}},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, file(append([]string{hdr}, test.in...)...))
			items := o.Items(o.x.Leaf)
			got, err := o.Body(items[test.item])
			if err != nil {
				t.Fatal(err)
			}
			span := items[test.item].Span
			if raw, err := o.src.Read(span); err != nil || string(raw) != string(got.Raw) {
				t.Errorf("raw %q, want the bytes of the span, %q", got.Raw, raw)
			}
			got.Raw = nil
			if diff := cmp.Diff(test.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("body differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPicturesAreNumberedOverTheEntry(t *testing.T) {
	o := open(t, file(hdr, msg("a", "-", `{"role":"user","content":[`+picture("")+`,{"type":"text","text":"x"},`+picture(strings.TrimRight(pixel, "="))+","+picture("data:image/png;base64,"+strings.ReplaceAll(pixel, "/", `\/`))+`]}`),
		rec("custom_message", "b", "a", `"content":[`+picture(pixel)+`]`)))
	for _, test := range []struct {
		entry string
		n     int
		bytes int
		fails bool
	}{
		{"a", 0, 0, false}, {"a", 1, 70, false}, {"a", 2, 70, false}, {"a", 3, 0, true}, {"b", 0, 70, false}, {"a", -1, 0, true},
	} {
		mime, data, err := o.Image(pos(t, o.x, test.entry), test.n)
		if (err != nil) != test.fails || len(data) != test.bytes || err == nil && mime != "image/png" {
			t.Errorf("picture %d of %s: %d bytes of %q, %v", test.n, test.entry, len(data), mime, err)
		}
	}
	body, err := o.Body(o.Items(o.x.Leaf)[0])
	if err != nil {
		t.Fatal(err)
	}
	for n, missing := range []bool{true, false, false} {
		if img := body.Images[n]; img.N != n || (img.Missing != "") != missing || !missing && img.Bytes != 70 {
			t.Errorf("picture %d is listed as %+v", n, img)
		}
	}
}

func TestBodyOfARewrittenFileIsAnError(t *testing.T) {
	o := open(t, file(hdr, u("a", "-"), a("b", "a")))
	items := o.Items(o.x.Leaf)
	f := o.src.(interface{ Path() string })
	if err := os.WriteFile(f.Path(), []byte(hdr), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Body(items[0]); err == nil || !strings.Contains(err.Error(), "entry a") {
		t.Errorf("error %v, want one that names the entry", err)
	}
}
