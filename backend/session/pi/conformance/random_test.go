//go:build conformance

package conformance

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestConformanceOfGeneratedTrees(t *testing.T) {
	for _, seed := range seeds(t, 200, 2000) {
		t.Run(fmt.Sprint("SEED=", seed), func(t *testing.T) {
			t.Parallel()
			g := grower{Rand: rand.New(rand.NewPCG(seed, 5))}
			conform(t, []byte(g.file()))
		})
	}
}

// grower makes session files of all kinds of entries in odd shapes.
type grower struct {
	*rand.Rand
	ids   []string
	lines []string
	tame  bool // never wild, and of version 3
	wild  bool // holds loops, ids used twice and values of other types
}

func (g *grower) one(of ...string) string { return of[g.IntN(len(of))] }

// in tells whether it happens this time, once in n.
func (g *grower) in(n int) bool { return g.IntN(n) == 0 }

func (g *grower) file() string {
	g.wild = !g.tame && g.in(3)
	header := hdr
	if g.in(5) {
		header = g.one(`{"type":"session","version":3,"id":"x","timestamp":"2025-01-01T00:00:00.000Z"}`,
			`{ "version" : 3, "id":"y", "type":"session","timestamp":5,"cwd":"/a//b/","9":1,"metadata":{}}`,
			`{"type":"session","version":4,"id":"z","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p"}`)
	}
	if !g.tame && g.in(6) {
		header = fmt.Sprintf(`{"type":"session"%s,"id":"old","timestamp":"2025-01-01T00:00:00.000Z","cwd":"/p","provider":"acme"}`,
			g.one("", "", `,"version":1`, `,"version":2`, `,"version":2`, `,"version":2.5`, `,"version":null`, `,"version":"3"`))
	}
	g.lines = []string{header}
	for range 1 + g.IntN(30) {
		if g.in(15) {
			g.lines = append(g.lines, g.one("", "  ", "garbage", "{", `{"type":`, "null", "0", "\u00a0", "\x00\x00"))
		}
		g.lines = append(g.lines, g.entry())
		if g.wild && g.in(12) {
			g.lines = append(g.lines, g.one("7", `"text"`, "[1]", "true", hdr, `{"type":"message","message":{"role":"user","content":"no id"}}`, "{}"))
		}
	}
	end := g.one("\n", "\n", "\n", "\r\n")
	return strings.Join(g.lines, end) + g.one(end, end, end, "", end+"  ", end+`{"type":"mess`)
}

// known is an id that is there, or now and then one that is not, or none yet.
func (g *grower) known() string {
	if len(g.ids) == 0 || g.in(12) {
		return g.one("nowhere", "e3", "e9", "e0~L2", "L2")
	}
	if g.in(2) {
		return g.ids[len(g.ids)-1]
	}
	return g.ids[g.IntN(len(g.ids))]
}

func (g *grower) entry() string {
	id := "e" + strconv.Itoa(len(g.ids))
	if g.in(20) {
		id = g.one("é", "~L2", "L3", "a b", `q\"`, "\u2028", "constructor", "__proto__", "1") + strconv.Itoa(len(g.ids))
	}
	above := `"` + g.parent() + `"`
	if g.in(12) {
		above = "null"
	}
	if g.wild && len(g.ids) > 0 {
		switch g.IntN(25) {
		case 0:
			id = g.ids[g.IntN(len(g.ids))]
		case 1:
			above = `"e` + strconv.Itoa(len(g.ids)+g.IntN(2)) + `"`
		case 2:
			above = g.one("5", "true", "{}", `["e0"]`, `""`)
		}
	}
	g.ids = append(g.ids, id)
	typ, members := g.kind()
	base := fmt.Sprintf(`"id":"%s","parentId":%s,"timestamp":%s`, id, above, g.stamp())
	switch {
	case g.in(10):
		return fmt.Sprintf(`{ "type":"%s" ,%s , %s, "more":%s }`, typ, members, base, g.value(2))
	case typ == "custom" || typ == "custom_message":
		return fmt.Sprintf(`{"type":"%s",%s,%s}`, typ, members, base)
	}
	return fmt.Sprintf(`{"type":"%s",%s,%s}`, typ, base, members)
}

// parent mostly goes on where the last entry stands.
func (g *grower) parent() string {
	if len(g.ids) > 0 && !g.in(4) {
		return g.ids[len(g.ids)-1]
	}
	if len(g.ids) == 0 || g.in(12) {
		return g.one("nowhere", "", "e0~L2", "L3")
	}
	return g.ids[g.IntN(len(g.ids))]
}

func (g *grower) stamp() string {
	if g.in(10) {
		return g.one(`"2025-02-01"`, `"Jan 5 2025"`, `"2025-01-01T02:00:00+02:00"`, `"2025-01-01T00:00:00Z"`)
	}
	return fmt.Sprintf(`"2025-01-01T%02d:%02d:00.000Z"`, g.IntN(3), g.IntN(60))
}

func (g *grower) kind() (typ, members string) {
	switch g.IntN(20) {
	case 0, 1, 2, 3, 4, 5, 6:
		return "message", `"message":` + g.message()
	case 7, 8:
		label := g.one(`,"label":"one"`, `,"label":"two ✓"`, `,"label":" "`, `,"label":""`, `,"label":null`, "")
		return "label", fmt.Sprintf(`"targetId":"%s"%s`, g.known(), label)
	case 9, 10:
		if g.in(4) {
			return "compaction", fmt.Sprintf(`"summary":"old","firstKeptEntryIndex":%s,"tokensBefore":1`, g.one("0", "1", "99", "-1", "1.5", `"1"`))
		}
		kept := `"` + g.known() + `"`
		if g.in(4) {
			kept = fmt.Sprintf(`"%s"`, "e"+strconv.Itoa(len(g.ids)-1)) // its own id: keeps none
		}
		more := g.one("", `,"details":{"readFiles":[],"modifiedFiles":["a"]}`, `,"fromHook":true`,
			`,"systemMessage":{"role":"system","content":"be kind","timestamp":1}`, `,"systemMessage":null`, `,"usage":{"input":1.5}`)
		return "compaction", fmt.Sprintf(`"summary":"%s","firstKeptEntryId":%s,"tokensBefore":%s%s`, g.one("short", "", "so far"), kept, g.one("100", "1.50", "0"), more)
	case 11, 12:
		return "context_edit", fmt.Sprintf(`"targetId":"%s","replacement":%s`, g.known(),
			g.one("null", `{"content":"shorter"}`, `{"content":[{"type":"text","text":"block"}]}`, `{"content":[],"more":1}`, `{"content":""}`))
	case 13:
		return "branch_summary", fmt.Sprintf(`"fromId":"%s","summary":"%s"%s`, g.known(), g.one("left it", "", "…"), g.one("", `,"details":null`, `,"fromHook":false`))
	case 14:
		return "custom_message", fmt.Sprintf(`"customType":"ext","content":%s,"display":%s%s`, g.content(), g.one("true", "false"), g.one("", `,"details":{"2":1,"1":2}`))
	case 15:
		return "custom", `"customType":"ext","data":` + g.value(2)
	case 16:
		return "session_info", g.one(`"name":"A name"`, `"name":" B\u00a0"`, `"name":""`, `"name":null`, `"nom":1`)
	case 17:
		return g.one("model_change", "thinking_level_change", "active_tools_change", "usage"),
			`"provider":"acme","modelId":"m` + strconv.Itoa(g.IntN(3)) + `","thinkingLevel":"high","activeToolNames":["a"],"kind":"cache_warm","usage":{}`
	case 18:
		return g.one("zap", "Message", "leaf2", ""), `"x":` + g.value(3)
	}
	return "leaf", fmt.Sprintf(`"targetId":%s`, g.one("null", `"`+g.known()+`"`))
}

func (g *grower) message() string {
	if g.wild && g.in(10) {
		return g.one("null", "5", `"text"`, "[]", "{}", `{"role":null}`, `{"role":"user"}`, `{"role":"user","content":null}`, `{"role":"user","content":{}}`, `{"Role":"user","content":"x"}`)
	}
	switch g.IntN(9) {
	case 0, 1:
		return fmt.Sprintf(`{"role":"user","content":%s,"timestamp":%s}`, g.content(), g.one("1735689601000", "5", "1.5e3", `"x"`))
	case 2, 3:
		return fmt.Sprintf(`{"role":"assistant","content":%s,"provider":"acme","model":"m","usage":{"input":1,"output":2},"stopReason":"stop","timestamp":1735689601000}`,
			g.one("null", "[]", `[{"type":"text","text":"says"},{"type":"thinking","thinking":"hm"},{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"ls"}}]`))
	case 4:
		return fmt.Sprintf(`{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":%s,"isError":false}`, g.content())
	case 5:
		return fmt.Sprintf(`{"role":"system","content":%s,"sections":{"b":"x","a":null},"toolsAdded":[{"name":"t","description":"","parameters":{}}],"toolsRemoved":[{"name":"u"}]}`, g.one(`"be kind"`, `""`, "null", `[{"type":"text","text":"s"}]`))
	case 6:
		return `{"role":"bashExecution","command":"ls","output":"x","cancelled":false,"truncated":false,"timestamp":1}`
	case 7:
		return g.one(`{"role":"hookMessage","content":"old"}`, `{"role":"custom","customType":"x","content":"c","display":true}`, `{"role":"other","x":1}`)
	}
	return fmt.Sprintf(`{"content":%s,"role":"assistant","provider":null}`, g.content())
}

func (g *grower) content() string {
	return g.one(`"plain"`, `""`, `" \u2028 \ud83d \/ é"`, `[{"type":"text","text":"a"},{"type":"image","data":"AA==","mimeType":"image/png"}]`, `[]`, "null")
}

func (g *grower) value(depth int) string {
	if depth == 0 {
		return g.one("1", "-0", "1e21", "1.10", "true", "null", `"\u0041"`, `"\ud800"`)
	}
	return g.one(fmt.Sprintf(`{"b":%s,"10":%s,"9":[]}`, g.value(depth-1), g.value(depth-1)), fmt.Sprintf(`[%s, %s]`, g.value(depth-1), g.value(depth-1)), g.value(0))
}
