package pi

import (
	"strings"
	"testing"
)

// lines takes a file's lines as records.
func lines(tb testing.TB, data string) []Record {
	tb.Helper()
	var out []Record
	for line := range strings.Lines(data) {
		out = append(out, must(NewRecord([]byte(line))))
	}
	return out
}

// leafAt names an entry; "-" is before the first.
func leafAt(id string) *string {
	if id == "-" {
		return nil
	}
	return &id
}

// stringified is v as JSON.stringify writes it.
func stringified(tb testing.TB, v any) string {
	tb.Helper()
	return string(must(encode(v)))
}

func custom(id, parentID, members string) string { return rec("custom_message", id, parentID, members) }

func edit(id, parentID, targetID, replacement string) string {
	return rec("context_edit", id, parentID, `"targetId":"`+targetID+`","replacement":`+replacement)
}

func summary(id, parentID, members string) string {
	return rec("branch_summary", id, parentID, members)
}

// late is a record with another time, as it is written there.
func late(record, timestamp string) string {
	return strings.Replace(record, `"2025-01-01T00:00:01.000Z"`, timestamp, 1)
}

// The messages as pi 1.6.0 makes them (JSON.stringify of buildSessionContext).
var messageForms = []struct{ name, in, leaf, want string }{
	{"a prompt and a reply as they stand", file(u("u1", "-"), a("a2", "u1")), "a2",
		`[{"role":"user","content":"u1 asks","timestamp":1735689601000},{"role":"assistant","content":[{"type":"text","text":"a2 says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000}]`},
	{"the newest compaction, then what it keeps", file(u("u1", "-"), a("a2", "u1"), c("c3", "a2", "u1"), u("u4", "c3"), a("a5", "u4"), c("c6", "a5", "a2"), u("u7", "c6")), "u7",
		`[{"role":"compactionSummary","summary":"sum of c6","tokensBefore":100,"timestamp":1735689601000},{"role":"assistant","content":[{"type":"text","text":"a2 says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000},{"role":"user","content":"u4 asks","timestamp":1735689601000},{"role":"assistant","content":[{"type":"text","text":"a5 says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000},{"role":"user","content":"u7 asks","timestamp":1735689601000}]`},
	{"a compaction without its members", file(rec("compaction", "c1", "-", "")), "c1",
		`[{"role":"compactionSummary","timestamp":1735689601000}]`},
	{"a compaction with null members", file(rec("compaction", "c1", "-", `"tokensBefore":null,"summary":null,"firstKeptEntryId":null`)), "c1",
		`[{"role":"compactionSummary","summary":null,"tokensBefore":null,"timestamp":1735689601000}]`},
	{"a compaction with its system message", file(rec("compaction", "c1", "-", `"systemMessage":{"timestamp":5,"role":"system","content":"be"},"tokensBefore":1e2,"summary":"s"`)), "c1",
		`[{"timestamp":5,"role":"system","content":"be"},{"role":"compactionSummary","summary":"s","tokensBefore":100,"timestamp":1735689601000}]`},
	{"a branch summary", file(u("u1", "-"), summary("b2", "u1", `"summary":"tried","fromId":"x","details":{},"fromHook":true`)), "b2",
		`[{"role":"user","content":"u1 asks","timestamp":1735689601000},{"role":"branchSummary","summary":"tried","fromId":"x","timestamp":1735689601000}]`},
	{"a branch summary without an origin", file(summary("b2", "-", `"summary":"tried"`)), "b2",
		`[{"role":"branchSummary","summary":"tried","timestamp":1735689601000}]`},
	{"a branch summary without text", file(u("u1", "-"), summary("b2", "u1", `"fromId":"x","summary":""`)), "b2",
		`[{"role":"user","content":"u1 asks","timestamp":1735689601000}]`},
	{"what an extension says", file(custom("m1", "-", `"details":{"n":1},"display":false,"content":"hi","customType":"t"`)), "m1",
		`[{"role":"custom","customType":"t","content":"hi","display":false,"details":{"n":1},"timestamp":1735689601000}]`},
	{"what an extension says in blocks, without details", file(custom("m1", "-", `"customType":"t","content":[{"type":"text","text":"hi"}],"display":true`)), "m1",
		`[{"role":"custom","customType":"t","content":[{"type":"text","text":"hi"}],"display":true,"timestamp":1735689601000}]`},
	{"what an extension says, with null members", file(custom("m1", "-", `"customType":null,"content":null,"display":null,"details":null`)), "m1",
		`[{"role":"custom","customType":null,"content":[],"display":null,"details":null,"timestamp":1735689601000}]`},
	{"what an extension says, without members", file(custom("m1", "-", "")), "m1",
		`[{"role":"custom","content":[],"timestamp":1735689601000}]`},
	{"content that is null", file(msg("u1", "-", `{"content":null,"role":"user"}`), msg("a2", "u1", `{"role":"assistant","content":null,"model":"m"}`), msg("t3", "a2", `{"role":"toolResult","content":null,"toolCallId":"c"}`), msg("s4", "t3", `{"role":"system","content":null,"timestamp":1}`)), "s4",
		`[{"content":[],"role":"user"},{"role":"assistant","content":[],"model":"m"},{"role":"toolResult","content":[],"toolCallId":"c"},{"role":"system","content":"","timestamp":1}]`},
	{"content that is missing", file(msg("u1", "-", `{"role":"user"}`), msg("a2", "u1", `{"role":"assistant","model":"m"}`), msg("t3", "a2", `{"role":"toolResult"}`), msg("s4", "t3", `{"role":"system"}`)), "s4",
		`[{"role":"user","content":[]},{"role":"assistant","model":"m","content":[]},{"role":"toolResult","content":[]},{"role":"system","content":""}]`},
	{"content that is empty or no content", file(msg("u1", "-", `{"role":"user","content":""}`), msg("a2", "u1", `{"role":"assistant","content":5}`), msg("u3", "a2", `{"role":"user","content":[{"type":"image","data":"","mimeType":"image/png"}]}`)), "u3",
		`[{"role":"user","content":""},{"role":"assistant","content":5},{"role":"user","content":[{"type":"image","data":"","mimeType":"image/png"}]}]`},
	{"no content where none is needed", file(msg("b1", "-", `{"role":"bashExecution","command":"ls","content":null}`), msg("x2", "b1", `{"role":"oracle","content":null}`), msg("x3", "x2", `{"role":"custom","content":null}`)), "x3",
		`[{"role":"bashExecution","command":"ls","content":null},{"role":"oracle","content":null},{"role":"custom","content":null}]`},
	{"a time before 1970", late(file(summary("b1", "-", `"summary":"s"`)), `"1969-12-31T23:59:59.000Z"`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":-1000}]`},
	{"a time that is none", late(file(summary("b1", "-", `"summary":"s"`)), `"bogus"`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":null}]`},
	{"a time with an offset", late(file(summary("b1", "-", `"summary":"s"`)), `"2025-01-01T02:00:01.25+02:00"`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":1735689601250}]`},
	{"a time that is a number", late(file(summary("b1", "-", `"summary":"s"`)), `1735689601000.9`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":1735689601000}]`},
	{"a time that is out of range", late(file(summary("b1", "-", `"summary":"s"`)), `1e300`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":null}]`},
	{"a time that is null", late(file(summary("b1", "-", `"summary":"s"`)), `null`), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":0}]`},
	{"no time", strings.Replace(file(summary("b1", "-", `"summary":"s"`)), `"timestamp":"2025-01-01T00:00:01.000Z",`, "", 1), "b1",
		`[{"role":"branchSummary","summary":"s","timestamp":null}]`},
	{"a prompt edited away", file(u("u1", "-"), a("a2", "u1"), edit("e3", "a2", "u1", "null")), "e3",
		`[{"role":"assistant","content":[{"type":"text","text":"a2 says"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000}]`},
	{"new content as text: blocks for replies and results", file(u("u1", "-"), a("a2", "u1"), msg("t3", "a2", `{"role":"toolResult","content":[],"isError":false}`), custom("m4", "t3", `"customType":"t","content":"old"`),
		edit("e5", "m4", "u1", `{"content":"A"}`), edit("e6", "e5", "a2", `{"content":"B"}`), edit("e7", "e6", "t3", `{"content":"C"}`), edit("e8", "e7", "m4", `{"content":"D"}`)), "e8",
		`[{"role":"user","content":"A","timestamp":1735689601000},{"role":"assistant","content":[{"type":"text","text":"B"}],"provider":"acme","model":"m","stopReason":"stop","timestamp":1735689601000},{"role":"toolResult","content":[{"type":"text","text":"C"}],"isError":false},{"role":"custom","customType":"t","content":"D","timestamp":1735689601000}]`},
	{"new content in blocks", file(u("u1", "-"), custom("m2", "u1", `"customType":"t","content":"old","display":true`), edit("e3", "m2", "u1", `{"content":[{"type":"text","text":"A"}]}`), edit("e4", "e3", "m2", `{"content":[]}`)), "e4",
		`[{"role":"user","content":[{"type":"text","text":"A"}],"timestamp":1735689601000},{"role":"custom","customType":"t","content":[],"display":true,"timestamp":1735689601000}]`},
	{"new content where there was none", file(msg("u1", "-", `{"role":"user","timestamp":1}`), edit("e2", "u1", "u1", `{"content":"A"}`)), "e2",
		`[{"role":"user","timestamp":1,"content":"A"}]`},
	{"the last edit counts", file(u("u1", "-"), edit("e2", "u1", "u1", "null"), edit("e3", "e2", "u1", `{"content":"BACK"}`)), "e3",
		`[{"role":"user","content":"BACK","timestamp":1735689601000}]`},
	{"an edit of an edit says nothing", file(u("u1", "-"), edit("e2", "u1", "u1", `{"content":"A"}`), edit("e3", "e2", "e2", "null")), "e3",
		`[{"role":"user","content":"A","timestamp":1735689601000}]`},
	{"commands, system messages and summaries keep their content", file(msg("s1", "-", `{"role":"system","content":"be"}`), msg("b2", "s1", `{"role":"bashExecution","command":"ls"}`), summary("b3", "b2", `"summary":"s"`),
		edit("e4", "b3", "s1", `{"content":"A"}`), edit("e5", "e4", "b2", `{"content":"A"}`), edit("e6", "e5", "b3", `{"content":"A"}`)), "e6",
		`[{"role":"system","content":"be"},{"role":"bashExecution","command":"ls"},{"role":"branchSummary","summary":"s","timestamp":1735689601000}]`},
	{"a compaction edited away", file(u("u1", "-"), c("c2", "u1", "u1"), edit("e3", "c2", "c2", "null")), "e3",
		`[{"role":"user","content":"u1 asks","timestamp":1735689601000}]`},
	{"an edit that the compaction leaves out", file(u("u1", "-"), edit("e2", "u1", "u3", "null"), u("u3", "e2"), c("c4", "u3", "u3")), "c4",
		`[{"role":"compactionSummary","summary":"sum of c4","tokensBefore":100,"timestamp":1735689601000},{"role":"user","content":"u3 asks","timestamp":1735689601000}]`},
	{"an edit of another branch", file(u("u1", "-"), edit("e2", "u1", "u1", "null"), u("u3", "u1")), "u3",
		`[{"role":"user","content":"u1 asks","timestamp":1735689601000},{"role":"user","content":"u3 asks","timestamp":1735689601000}]`},
}

func TestMessagesHaveTheFormOfPis(t *testing.T) {
	for _, test := range messageForms {
		t.Run(test.name, func(t *testing.T) {
			c := must(BuildSessionContext(lines(t, file(hdr)+test.in), leafAt(test.leaf)))
			if got := stringified(t, c.Messages); got != test.want {
				t.Errorf("messages\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
