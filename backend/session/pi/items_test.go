package pi

import (
	"fmt"
	"testing"
	"time"

	"branchline/backend/session"
)

func call(id, name, arguments string) string {
	return fmt.Sprintf(`{"type":"toolCall","id":%q,"name":%q,"arguments":%s}`, id, name, arguments)
}

func says(blocks, stop string) string {
	return `{"role":"assistant","content":[` + blocks + `],"provider":"acme","model":"m","stopReason":"` + stop + `"}`
}

func result(callID, name, text string, failed bool) string {
	return fmt.Sprintf(`{"role":"toolResult","toolCallId":%q,"toolName":%q,"content":[{"type":"text","text":%q}],"isError":%t}`, callID, name, text, failed)
}

func TestItemsAreWhatAReaderSees(t *testing.T) {
	const text, thought, picture = `{"type":"text","text":"done"}`, `{"type":"thinking","thinking":"hm"}`, `{"type":"image","data":"","mimeType":"image/png"}`
	cases := []struct {
		name string
		in   []string
		want string
	}{
		{"blocks in their order", []string{msg("a", "-", says(thought+","+text+","+call("1", "read", `{"path":"x"}`)+","+picture, "toolUse"))},
			"thinking:a reply:a call:a(read) reply:a"},
		{"a call with its result", []string{msg("a", "-", says(call("1", "bash", "{}"), "toolUse")), msg("b", "a", result("1", "bash", "ok", false)), u("c", "b")},
			"call:a(bash)=b prompt:c"},
		{"a failed call", []string{msg("a", "-", says(call("1", "bash", "{}"), "toolUse")), msg("b", "a", result("1", "bash", "no", true))}, "call:a(bash)=b!"},
		{"a call without result", []string{msg("a", "-", says(call("1", "bash", "{}"), "aborted")), u("b", "a")}, "call:a(bash) reply:a prompt:b"},
		{"a result without call", []string{u("a", "-"), msg("b", "a", result("1", "bash", "ok", false))}, "prompt:a call:b(bash)=b"},
		{"a call answered on another branch only", []string{msg("a", "-", says(call("1", "bash", "{}"), "toolUse")), msg("b", "a", result("1", "bash", "ok", false)), u("c", "a")},
			"call:a(bash) prompt:c"},
		{"results in another order", []string{msg("a", "-", says(call("1", "x", "{}")+","+call("2", "y", "{}"), "toolUse")), msg("b", "a", result("2", "y", "", false)), msg("c", "b", result("1", "x", "", false))},
			"call:a(x)=c call:a(y)=b"},
		{"an id used again", []string{msg("a", "-", says(call("1", "x", "{}"), "toolUse")), msg("b", "a", result("1", "x", "", false)), msg("c", "b", says(call("1", "x", "{}"), "toolUse")), msg("d", "c", result("1", "x", "", true))},
			"call:a(x)=b call:c(x)=d!"},
		{"an id used again after a second result for it", []string{msg("a", "-", says(call("1", "x", "{}"), "toolUse")), msg("b", "a", result("1", "x", "", false)), msg("c", "b", result("1", "x", "", true)),
			msg("d", "c", says(call("1", "x", "{}"), "toolUse")), msg("e", "d", result("1", "x", "", false)), msg("f", "e", result("1", "x", "", true)), msg("g", "f", says(call("1", "x", "{}"), "toolUse"))},
			"call:a(x)=b call:c(x)=c! call:d(x)=e call:f(x)=f! call:g(x)"},
		{"an id used again after a call nobody answered", []string{msg("a", "-", says(call("1", "x", "{}"), "toolUse")), msg("c", "a", says(call("1", "x", "{}"), "toolUse")), msg("d", "c", result("1", "x", "", false))},
			"call:a(x) call:c(x)=d"},
		{"one id twice in a message", []string{msg("a", "-", says(call("1", "x", "{}")+","+call("1", "y", "{}"), "toolUse")), msg("b", "a", result("1", "x", "", false)), msg("c", "b", result("1", "y", "", false))},
			"call:a(x)=b call:a(y)=c"},
		{"a result written before its call (up to 0.55.4)", []string{u("p", "-"), msg("b", "p", result("1", "x", "", false)), msg("a", "b", says(call("1", "x", "{}"), "toolUse"))},
			"prompt:p call:a(x)=b"},
		{"a result long before a call with its id", []string{msg("b", "-", result("1", "x", "", false)), u("p", "b"), msg("a", "p", says(call("1", "x", "{}"), "toolUse"))},
			"call:b(x)=b prompt:p call:a(x)"},
		{"empty messages", []string{msg("a", "-", says("", "stop")), msg("b", "a", `{"role":"assistant"}`), msg("c", "b", says("", "aborted"))}, "reply:a reply:b reply:c"},
		{"an error without text", []string{msg("a", "-", says(thought, "error"))}, "thinking:a reply:a!"},
		{"an error after text", []string{msg("a", "-", says(text+","+thought, "error"))}, "reply:a! thinking:a"},
		{"content as text", []string{msg("a", "-", `{"role":"assistant","content":"hi","stopReason":"stop"}`)}, "reply:a"},
		{"empty thoughts and texts are not shown", []string{msg("a", "-", says(`{"type":"thinking","thinking":"","thinkingSignature":"x"},{"type":"text","text":""},`+text, "stop"))}, "reply:a"},
		{"hidden thoughts are", []string{msg("a", "-", says(`{"type":"thinking","thinking":"","redacted":true},`+text, "stop"))}, "thinking:a reply:a"},
		{"damaged blocks", []string{msg("a", "-", says(`{"type":"text"},null,"loose",{"type":"thinking","thinking":5},{"type":"hologram"},{"type":"toolCall"}`, "stop"))},
			"unknown:a unknown:a unknown:a unknown:a unknown:a call:a()"},
		{"a command", []string{msg("a", "-", `{"role":"bashExecution","command":"ls","output":"x","exitCode":0}`)}, "bash:a"},
		{"a command that failed", []string{msg("a", "-", `{"role":"bashExecution","command":"ls","output":"x","exitCode":2}`)}, "bash:a!"},
		{"a command that was killed", []string{msg("a", "-", `{"role":"bashExecution","command":"ls","output":"x","cancelled":true}`)}, "bash:a!"},
		{"a command of old files", []string{msg("a", "-", `{"role":"bashExecution","command":"ls","output":"x","exitCode":null}`)}, "bash:a"},
		{"the other kinds", []string{rec("model_change", "a", "-", `"provider":"p","modelId":"m"`), rec("thinking_level_change", "b", "a", `"thinkingLevel":"high"`),
			c("c", "b", "a"), rec("branch_summary", "d", "c", `"summary":"s"`), rec("custom", "e", "d", `"customType":"t"`), rec("custom_message", "f", "e", `"customType":"t","content":"x"`),
			lab("g", "f", "a", "l"), rec("session_info", "h", "g", `"name":"n"`), rec("usage", "i", "h", `"kind":"k","usage":{}`), rec("context_edit", "j", "i", `"targetId":"a","replacement":null`),
			rec("active_tools_change", "k", "j", `"activeToolNames":["x","y"]`), msg("l", "k", `{"role":"system","content":"be good"}`), msg("m", "l", `{"role":"custom","content":"x"}`)},
			"model:a level:b compaction:c branchSummary:d custom:e customMessage:f label:g name:h usage:i edit:j system:k system:l customMessage:m"},
		{"leaf entries are hidden", []string{u("a", "-"), rec("leaf", "l", "a", `"targetId":null`), u("b", "l")}, "prompt:a prompt:b"},
		{"unreadable messages", []string{rec("message", "a", "-", `"message":null`), rec("message", "b", "a", `"message":"text"`), rec("message", "c", "b", "")}, "unknown:a unknown:b unknown:c"},
		{"unknown roles and types", []string{msg("a", "-", `{"role":"oracle","content":"x"}`), rec("mode", "b", "a", ""), msg("c", "b", `{"role":5}`)}, "unknown:a unknown:b unknown:c"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, file(append([]string{hdr}, test.in...)...))
			items := o.Items(session.Pos(len(o.x.Entries) - 1))
			if got := seen(o.x, items); got != test.want {
				t.Errorf("items %s\nwant  %s", got, test.want)
			}
			for _, item := range items {
				if _, err := o.Body(item); err != nil {
					t.Errorf("body of %s: %v", item.Kind, err)
				}
			}
		})
	}
}

func TestCallsSayWhatTheyWorkOn(t *testing.T) {
	cases := []struct{ arguments, want string }{
		{`{"path":"a.go","command":"x"}`, "a.go"},
		{`{"file_path":"b.go"}`, "b.go"},
		{`{"command":"go test\n./..."}`, "go test ./..."},
		{`{"pattern":"f(","path":null}`, "f("},
		{`{"path":""}`, ""},
		{`{"path":{"path":"deep"}}`, ""},
		{`null`, ""},
		{`"text"`, ""},
		{`{"path":"first","path":"last"}`, "last"},
	}
	for _, test := range cases {
		o := open(t, file(hdr, msg("a", "-", says(call("1", "t", test.arguments), "toolUse"))))
		if got := o.Items(0)[0].Target; got != test.want {
			t.Errorf("%s: target %q, want %q", test.arguments, got, test.want)
		}
	}
}

func TestItemsKnowTheirTimesAndTexts(t *testing.T) {
	o := open(t, file(hdr, msg("a", "-", says(`{"type":"text","text":"one\ntwo"},{"type":"text","text":"three"},`+call("1", "bash", `{"command":"ls"}`), "toolUse")),
		`{"type":"message","id":"b","parentId":"a","timestamp":"2025-01-01T00:00:09.000Z","message":`+result("1", "bash", "out", false)+`}`))
	items := o.Items(o.x.Leaf)
	if len(items) != 3 {
		t.Fatalf("%d items, want 3", len(items))
	}
	if items[0].Text != "one two" || items[1].Text != "" || items[2].Text != "out" {
		t.Errorf("texts %q %q %q", items[0].Text, items[1].Text, items[2].Text)
	}
	if i := items[2]; i.AtMs != 1735689601000 || i.EndMs != 1735689609000 || i.Line != 2 || i.Target != "ls" {
		t.Errorf("call %+v", i)
	}
}

func TestItemsOfALongBranchTakeNoTime(t *testing.T) {
	records := []string{hdr}
	last := "-"
	for i := range 20_000 {
		id := fmt.Sprintf("%08x", i)
		switch i % 3 {
		case 0:
			records = append(records, u(id, last))
		case 1:
			records = append(records, msg(id, last, says(call("same", "bash", "{}"), "toolUse")))
		default: // never answers a call, and there are thousands that wait
			records = append(records, msg(id, last, result("other", "bash", "", false)))
		}
		last = id
	}
	o := open(t, file(records...))
	start := time.Now()
	if n := len(o.Items(o.x.Leaf)); n != 20_000 {
		t.Errorf("%d items, want 20000", n)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}
