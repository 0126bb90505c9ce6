package pi

import "testing"

// The expectations were run on pi 1.6.0 (buildSessionContext).
func TestContextIsWhatPiSends(t *testing.T) {
	sys := func(id, parentID string) string {
		return msg(id, parentID, `{"role":"system","content":"be `+id+`"}`)
	}
	sum := func(id, parentID, text string) string {
		return rec("branch_summary", id, parentID, `"fromId":"root","summary":"`+text+`"`)
	}
	checkpoint := rec("compaction", "c3", "a2", `"summary":"s","firstKeptEntryId":"u1","tokensBefore":1,"systemMessage":{"role":"system","content":"CK"}`)
	bash := msg("b", "-", `{"role":"bashExecution","command":"ls","output":"","exitCode":0,"excludeFromContext":true}`)
	example := file(hdr, u("u1", "-"), a("a2", "u1"), u("u3", "a2"), a("a4", "u3"), c("c5", "a4", "u3"), u("u6", "c5"), a("a7", "u6"), u("x", "a2"))
	edits := file(hdr, u("u1", "-"), a("a2", "u1"), edit("e1", "a2", "u1", "null"), edit("e2", "e1", "u1", `{"content":"BACK"}`), edit("e3", "e2", "a2", "null"), u("u3", "e3"), u("side", "a2"))
	cases := []struct {
		name, in, leaf, want string
	}{
		{"nowhere", example, "-", ""},
		{"after a compaction", example, "a7", "compactionSummary:c5 u3 a4 u6 a7"},
		{"before it", example, "a4", "u1 a2 u3 a4"},
		{"at it", example, "c5", "compactionSummary:c5 u3 a4"},
		{"beside it", example, "x", "u1 a2 x"},
		{"the kept entry is lost", file(hdr, u("u1", "-"), c("c2", "u1", "zz"), u("u3", "c2")), "u3", "compactionSummary:c2 u3"},
		{"itself: nothing is kept", file(hdr, u("u1", "-"), c("c2", "u1", "c2"), u("u3", "c2")), "u3", "compactionSummary:c2 u3"},
		{"the kept entry comes later", file(hdr, u("u1", "-"), c("c2", "u1", "u3"), u("u3", "c2")), "u3", "compactionSummary:c2 u3"},
		{"nothing said about what is kept", file(hdr, u("u1", "-"), rec("compaction", "c2", "u1", `"summary":null,"firstKeptEntryId":null`), u("u3", "c2")), "u3", "compactionSummary:c2 u3"},
		{"an older compaction inside the kept part is silent",
			file(hdr, u("u1", "-"), a("a2", "u1"), c("c3", "a2", "u1"), u("u4", "c3"), a("a5", "u4"), c("c6", "a5", "u1"), u("u7", "c6")), "u7",
			"compactionSummary:c6 u1 a2 u4 a5 u7"},
		{"a branch before the newer compaction",
			file(hdr, u("u1", "-"), c("c2", "u1", "u1"), u("u3", "c2"), c("c4", "u3", "u3"), u("u5", "u3")), "u5", "compactionSummary:c2 u1 u3 u5"},
		{"system messages around a compaction",
			file(hdr, sys("s1", "-"), u("u1", "s1"), sys("s2", "u1"), a("a2", "s2"), checkpoint, sys("s3", "c3"), u("u4", "s3")), "u4",
			"system:c3 compactionSummary:c3 u1 a2 system:s3 u4"},
		{"without a stored system message they are dropped all the same",
			file(hdr, u("u1", "-"), sys("s2", "u1"), c("c3", "s2", "u1")), "c3", "compactionSummary:c3 u1"},
		{"branch summaries with and without text", file(hdr, u("u1", "-"), sum("b2", "u1", "tried"), sum("b3", "b2", "")), "b3", "u1 branchSummary:b2"},
		{"kinds that say nothing", file(hdr, rec("custom", "x1", "-", `"customType":"t","data":1`),
			rec("custom_message", "x2", "x1", `"customType":"t","content":"hidden","display":false`), lab("x3", "x2", "x2", "l"),
			rec("session_info", "x4", "x3", `"name":"n"`), rec("usage", "x5", "x4", `"kind":"k","usage":{}`), rec("active_tools_change", "x6", "x5", `"activeToolNames":[]`),
			rec("model_change", "x7", "x6", `"provider":"p","modelId":"m"`), rec("mode", "x8", "x7", "")), "x8", "x2"},
		{"content is null", file(hdr, msg("n1", "-", `{"role":"user","content":null}`), msg("n2", "n1", `{"role":"assistant"}`)), "n2", "n1 n2"},
		{"messages that are none", file(hdr, rec("message", "n1", "-", `"message":null`), rec("message", "n2", "n1", ""), u("n3", "n2")), "n3", "n3"},
		{"a command left out of the context is a message of pi's all the same", file(hdr, bash), "b", "b"},
		{"removed, and replaced by the later edit", edits, "u3", "u1→e2 u3"},
		{"removed only", edits, "e1", "a2"},
		{"edits of another branch", edits, "side", "u1 a2 side"},
		{"an edit before its target", file(hdr, u("u1", "-"), edit("e2", "u1", "u3", `{"content":"x"}`), u("u3", "e2")), "u3", "u1 u3→e2"},
		{"an edit that the compaction leaves out", file(hdr, u("u1", "-"), edit("e2", "u1", "u3", "null"), u("u3", "e2"), c("c4", "u3", "u3")), "c4", "compactionSummary:c4 u3"},
		{"summaries can be removed but not replaced", file(hdr, sum("b1", "-", "x"), sum("b2", "b1", "y"), edit("e3", "b2", "b1", "null"), edit("e4", "e3", "b2", `{"content":"z"}`)), "e4", "branchSummary:b2"},
		{"commands cannot be replaced", file(hdr, bash, edit("e", "b", "b", `{"content":"z"}`)), "e", "b"},
		{"an edit without a replacement", file(hdr, u("u1", "-"), rec("context_edit", "e", "u1", `"targetId":"u1"`)), "e", "u1"},
		{"an edit of the compaction takes its system message too", file(hdr, u("u1", "-"), a("a2", "u1"), checkpoint, edit("e", "c3", "c3", "null")), "e", "u1 a2"},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			o := open(t, test.in)
			if got := sent(o, pos(t, o.x, test.leaf)); got != test.want {
				t.Errorf("context %q, want %q", got, test.want)
			}
		})
	}
}
