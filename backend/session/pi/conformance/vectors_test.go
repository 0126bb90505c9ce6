//go:build conformance

package conformance

import (
	"fmt"
	"strings"
	"testing"
)

// Each vector is a file with one trait that readers of the format may take
// differently.
var vectors = map[string]string{
	"no line end":               hdr,
	"carriage returns":          hdr + "\r\n" + u("a", "-") + "\r\n",
	"byte order mark":           "\ufeff" + file(hdr, u("a", "-")),
	"blanks first":              "\n  \n\u00a0\ufeff\n" + file(hdr),
	"garbage first":             file("garbage{", hdr, u("a", "-")),
	"a number first":            file("42", hdr),
	"null first":                file("null", hdr),
	"false values first":        file("false", "0", `""`, "-0", "0e5", hdr),
	"an array first":            file("[]", hdr),
	"values":                    file(hdr, "42", `"str"`, "true", "[1,2]", "null", "false", "0"),
	"cut off":                   file(hdr, u("a", "-")) + `{"type":"message","id":"b","par`,
	"last without end":          file(hdr, u("a", "-")) + u("b", "a"),
	"spaces last":               file(hdr, u("a", "-")) + "   ",
	"header id a number":        file(strings.Replace(hdr, `"s1"`, "5", 1), u("a", "-")),
	"header id empty":           file(strings.Replace(hdr, `"s1"`, `""`, 1), u("a", "-")),
	"header second":             file(u("a", "-"), hdr),
	"two on a line":             file(hdr, u("a", "-")+u("b", "a")),
	"no-break spaces":           file(hdr, "\u00a0"+u("a", "-")+"\u00a0"),
	"line separator":            file(hdr, msg("a", "-", "{\"role\":\"user\",\"content\":\"a\u2028b\u2029c\u0085d\"}")),
	"ill-formed":                file(hdr, msg("a", "-", "{\"role\":\"user\",\"content\":\"\xff\xff\xe2\x82 \xed\xa0\x80 \xf0\x9f\"}")),
	"carriage returns only":     strings.ReplaceAll(file(hdr, u("a", "-")), "\n", "\r"),
	"a name twice":              file(hdr, strings.Replace(u("a", "-"), `"id":"a"`, `"id":"x","id":"a"`, 1)),
	"zero bytes":                file(hdr, "\x00\x00\x00", u("a", "-")),
	"empty":                     "",
	"garbage only":              "garbage\n",
	"blank lines only":          "\n\n",
	"an id twice":               file(hdr, u("a", "-"), u("b", "a"), strings.Replace(u("a", "-"), "asks", "again", 1)),
	"an orphan":                 file(hdr, u("a", "-"), u("b", "zzz"), u("c", "b")),
	"its own parent":            file(hdr, u("a", "a")),
	"a loop":                    file(hdr, u("r", "-"), u("a", "b"), u("b", "a"), u("z", "r")),
	"a loop with the leaf":      file(hdr, u("r", "-"), u("a", "b"), u("b", "a")),
	"no parent":                 file(hdr, u("a", "-"), `{"type":"x","id":"b","timestamp":"2025-01-01T00:00:01.000Z"}`, u("c", "b")),
	"an empty parent":           file(hdr, u("a", "-"), u("b", ""), u("c", "b")),
	"a parent that is a number": file(hdr, u("a", "-"), `{"type":"x","id":"b","parentId":5}`, u("c", "b")),
	"two roots":                 file(hdr, at(u("a", "-"), 9), at(u("b", "-"), 1), u("c", "b")),
	"children by time":          file(hdr, u("r", "-"), at(u("c3", "r"), 3), at(u("c1", "r"), 1), at(u("c2", "r"), 2), at(u("d2", "r"), 2)),
	"unknown type last":         file(hdr, u("a", "-"), rec("zap", "b", "a", `"x":[1,{"2":0}]`)),
	"a leaf entry last":         file(hdr, u("a", "-"), u("b", "a"), rec("leaf", "L", "b", `"targetId":"a"`)),
	"values last":               file(hdr, u("a", "-"), "42", "[1]"),
	"no id last":                file(hdr, u("a", "-"), u("b", "a"), `{"type":"message","message":{"role":"user","content":"x"},"parentId":"b"}`),
	"an empty id last":          file(hdr, u("a", "-"), u("", "a")),
	"another header":            file(hdr, u("a", "-"), strings.Replace(hdr, "s1", "s2", 1)),
	"header without folder":     file(strings.Replace(hdr, `,"cwd":"/p"`, "", 1), u("a", "-")),
	"folder empty":              file(strings.Replace(hdr, `"/p"`, `""`, 1), u("a", "-")),
	"folder a number":           file(strings.Replace(hdr, `"/p"`, "5", 1), u("a", "-")),
	"folder at home":            file(strings.Replace(hdr, `"/p"`, `"~/x"`, 1), u("a", "-")),
	"folder with dots":          file(strings.Replace(hdr, `"/p"`, `"/a/./b//c/../d/"`, 1), u("a", "-")),
	"version 4":                 file(strings.Replace(hdr, `"version":3`, `"version":4`, 1), u("a", "-")),
	"header with more":          file(strings.Replace(hdr, `"cwd"`, `"metadata":{"2":1,"1":[ ]},"more":1.50,"cwd"`, 1), u("a", "-")),
	"labels again":              file(hdr, u("a", "-"), lab("l", "a", "a", "one"), at(lab("m", "l", "a", "two"), 0)),
	"label cleared":             file(hdr, u("a", "-"), lab("l", "a", "a", "one"), rec("label", "m", "l", `"targetId":"a"`)),
	"label empty":               file(hdr, u("a", "-"), lab("l", "a", "a", "one"), lab("m", "l", "a", "")),
	"label null":                file(hdr, u("a", "-"), lab("l", "a", "a", "one"), rec("label", "m", "l", `"targetId":"a","label":null`)),
	"label of spaces":           file(hdr, u("a", "-"), lab("l", "a", "a", "  ")),
	"label elsewhere":           file(hdr, u("a", "-"), a("b", "a"), lab("l", "b", "a", "x"), u("c", "a")),
	"label of nothing":          file(hdr, u("a", "-"), lab("l", "a", "zz", "x")),
	"label on a label":          file(hdr, u("a", "-"), lab("l", "a", "a", "x"), lab("m", "l", "l", "y"), u("b", "m")),
	"label before its entry":    file(hdr, u("a", "-"), lab("l", "a", "b", "x"), u("b", "l")),
	"a name":                    file(hdr, u("a", "-"), rec("session_info", "n", "a", "\"name\":\"\u00a0 A\ufeff\"")),
	"a name taken away":         file(hdr, u("a", "-"), rec("session_info", "n", "a", `"name":"A"`), rec("session_info", "m", "n", `"name":" "`)),
	"a name missing":            file(hdr, u("a", "-"), rec("session_info", "n", "a", `"name":"A"`), rec("session_info", "m", "n", "")),
	"a name that is a number":   file(hdr, u("a", "-"), rec("session_info", "n", "a", `"name":"A"`), rec("session_info", "m", "n", `"name":5`)),
	"spelling":                  file(hdr, `{ "id" : "a" ,"type":"mess\u0061ge", "10":1,"2":-0,"01":1e+2,"4294967294":1.2300,"4294967295":9007199254740993,"__proto__":1e21,"n":[1e-7,1e400],"parentId":null,"message":{"role":"user","content":"\u002f \u0061 \/ \u2028 \ud800 \u007f \u0000"} }`),
	"compactions":               file(hdr, u("u1", "-"), a("a2", "u1"), c("c3", "a2", "u1"), u("u4", "c3"), a("a5", "u4"), c("c6", "a5", "u1"), u("u7", "c6")),
	"a message that is null":    file(hdr, u("a", "-"), msg("b", "a", "null"), u("c", "b")),

	// What the model is sent.
	"keeps what is missing":    file(hdr, u("a", "-"), a("b", "a"), c("c", "b", "zz"), u("d", "c")),
	"keeps none":               file(hdr, u("a", "-"), a("b", "a"), c("c", "b", "c"), u("d", "c")),
	"keeps what comes later":   file(hdr, u("a", "-"), a("b", "a"), c("c", "b", "d"), u("d", "c")),
	"keeps another branch":     file(hdr, u("a", "-"), a("b", "a"), u("x", "a"), c("c", "b", "x"), u("d", "c")),
	"a tail of the harness":    file(hdr, u("a", "-"), rec("compaction", "c", "a", `"summary":"s","tokensBefore":1,"retainedTail":[{"role":"user","content":"t"}]`), u("d", "c")),
	"summaries of branches":    file(hdr, u("a", "-"), rec("branch_summary", "s", "a", `"fromId":"x","summary":"left"`), rec("branch_summary", "e", "s", `"fromId":"x","summary":""`)),
	"what extensions say":      file(hdr, rec("custom_message", "m", "-", `"customType":"t","content":null,"display":false`), rec("custom", "d", "m", `"customType":"t","data":1`), rec("custom_message", "n", "d", `"customType":"t","content":[{"type":"text","text":"x"}],"display":true,"details":null`)),
	"contents that are null":   file(hdr, msg("u", "-", `{"role":"user","content":null}`), msg("a", "u", `{"role":"assistant"}`), msg("t", "a", `{"role":"toolResult","content":null,"x":1}`), msg("s", "t", `{"role":"system","content":null}`), msg("b", "s", `{"role":"bashExecution","content":null}`)),
	"settings":                 file(hdr, rec("model_change", "m", "-", `"provider":"p","modelId":"x"`), rec("thinking_level_change", "t", "m", `"thinkingLevel":"high"`), a("a", "t"), c("c", "a", "c"), rec("active_tools_change", "k", "c", `"activeToolNames":[]`)),
	"dates that are none":      file(hdr, strings.Replace(c("c", "-", "c"), "2025-01-01T00:00:01.000Z", "soon", 1), strings.Replace(rec("branch_summary", "s", "c", `"fromId":"x","summary":"left"`), `"2025-01-01T00:00:01.000Z"`, "5e3", 1)),
	"system messages":          file(hdr, msg("s1", "-", `{"role":"system","content":"one"}`), u("u1", "s1"), msg("s2", "u1", `{"role":"system","content":"two"}`), a("a2", "s2"), rec("compaction", "c3", "a2", `"summary":"s","firstKeptEntryId":"u1","tokensBefore":1,"systemMessage":{"role":"system","content":"check","timestamp":5}`), msg("s3", "c3", `{"role":"system","content":"three"}`), u("u4", "s3")),
	"edits":                    file(hdr, u("u1", "-"), a("a2", "u1"), edit("e1", "a2", "a2", "null"), u("u3", "e1"), edit("e2", "u3", "u1", `{"content":"one"}`), edit("e3", "e2", "u1", `{"content":"two"}`), u("x", "u1")),
	"edits of replies":         file(hdr, a("a", "-"), msg("t", "a", `{"role":"toolResult","toolCallId":"c","content":[]}`), edit("e1", "t", "a", `{"content":"short"}`), edit("e2", "e1", "t", `{"content":"cut"}`)),
	"edits of all else":        file(hdr, u("u", "-"), msg("b", "u", `{"role":"bashExecution","command":"ls"}`), c("c", "b", "u"), rec("branch_summary", "s", "c", `"fromId":"x","summary":"left"`), edit("e1", "s", "b", `{"content":"x"}`), edit("e2", "e1", "c", `{"content":"x"}`), edit("e3", "e2", "s", "null"), edit("e4", "e3", "c", "null")),
	"an edit before its entry": file(hdr, edit("e", "-", "u", `{"content":"x"}`), u("u", "e")),
	"roles nobody knows":       file(hdr, msg("a", "-", `{"role":"hookMessage","content":"x"}`), msg("b", "a", `{"role":"else"}`), msg("c", "b", `{"Role":"user","content":"x"}`)),

	// Older versions.
	"version 1":                    file(v1, old("message", `"message":{"role":"user","content":"x","timestamp":5},"unknown":7`), old("compaction", `"summary":"s","firstKeptEntryIndex":1,"tokensBefore":1`), old("message", `"message":{"role":"hookMessage","content":"y"}`)),
	"version 1 keeps what is none": file(v1, old("compaction", `"summary":"s","firstKeptEntryIndex":0`), old("compaction", `"summary":"s","firstKeptEntryIndex":99`), old("compaction", `"summary":"s","firstKeptEntryIndex":"1"`), old("compaction", `"summary":"s","firstKeptEntryIndex":4`)),
	"version 1 with a bad line":    file(v1, "bad", old("message", `"message":{"role":"user","content":"x"}`), "null", old("compaction", `"summary":"s","firstKeptEntryIndex":1`)),
	"version 1 with ids":           file(v1, u("a", "-"), u("b", "zz")),
	"version 1 with a number":      file(v1, "7", old("message", `"message":{"role":"user","content":"x"}`)),
	"version 2":                    file(strings.Replace(hdr, `"version":3`, `"version":2`, 1), msg("a", "-", `{"role":"hookMessage","content":"x"}`), rec("custom_message", "b", "a", `"customType":"t","content":"y","display":true`), "", "bad", "null", "7"),
	"version 2 in other words":     file(strings.Replace(hdr, `"version":3`, `"version":2`, 1), `{ "id" : "a" ,"type":"message","10":1,"2":-0,"01":1e+2,"4294967294":1.2300,"4294967295":9007199254740993,"__proto__":1e21,"n":[1e-7,1e400],"parentId":null,"message":{"role":"user","content":"\u002f \u0061 \/ \u2028 \ud800 \u007f \u0000"} }`),
	"version of text":              file(strings.Replace(hdr, `"version":3`, `"version":"3"`, 1), u("a", "-")),
	"version null":                 file(strings.Replace(hdr, `"version":3`, `"version":null`, 1), u("a", "-")),
	"version 2.5":                  file(strings.Replace(hdr, `"version":3`, `"version":2.5`, 1), u("a", "-")),
	"a fork of version 1":          file(hdr, old("message", `"message":{"role":"user","content":"x"}`), old("message", `"message":{"role":"assistant","content":[]}`)),

	// What a list says.
	"times of messages":       file(hdr, msg("a", "-", `{"role":"user","content":"hello","timestamp":5000}`), msg("b", "a", `{"role":"assistant","content":[{"type":"thinking","thinking":"x"},{"type":"text","text":"wo"},{"type":"text","text":"rld"},{"type":"text"}],"timestamp":6000.9}`), msg("c", "b", `{"role":"toolResult","content":null,"timestamp":9000}`)),
	"a time below zero":       file(hdr, msg("a", "-", `{"role":"user","content":"","timestamp":-5}`)),
	"a time beyond all":       file(hdr, msg("a", "-", `{"role":"user","content":" ","timestamp":1e20}`)),
	"a header without a date": file(strings.Replace(hdr, "2025-01-01T00:00:00.000Z", "soon", 1), rec("custom", "a", "-", "")),
	"a block that is null":    file(hdr, msg("a", "-", `{"role":"user","content":[null]}`)),
	"a message of text":       file(hdr, rec("message", "a", "-", `"message":"x"`)),
	"no message":              file(hdr, rec("message", "a", "-", "")),
	"a reply first":           file(hdr, a("a", "-"), msg("b", "a", `{"role":"user","content":[{"type":"image","data":"","mimeType":"image/png"}]}`), msg("c", "b", `{"role":"user","content":"  \n x "}`)),
}

func TestConformanceOfVectors(t *testing.T) {
	for name, data := range vectors {
		t.Run(name, func(t *testing.T) { conform(t, []byte(data)) })
	}
}

const v1 = `{"type":"session","id":"s1","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p","provider":"acme","modelId":"m","thinkingLevel":"off","branchedFrom":"/old.jsonl"}`

// old is an entry of version 1.
func old(kind, members string) string {
	return `{"type":"` + kind + `","timestamp":"2025-01-01T00:00:01.000Z",` + members + `}`
}

func edit(id, parentID, target, replacement string) string {
	return rec("context_edit", id, parentID, `"targetId":"`+target+`","replacement":`+replacement)
}

// c is a compaction that keeps from an entry on.
func c(id, parentID, kept string) string {
	return rec("compaction", id, parentID, fmt.Sprintf(`"summary":"sum of %s","firstKeptEntryId":%q,"tokensBefore":100`, id, kept))
}

// at gives a record another second of its minute.
func at(record string, second int) string {
	return strings.Replace(record, "00:00:01.000Z", fmt.Sprintf("00:00:%02d.000Z", second), 1)
}
