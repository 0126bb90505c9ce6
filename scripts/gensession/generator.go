package main

import (
	"bufio"
	"math"
	"math/rand/v2"
	"strconv"
	"time"
)

// generator writes one session. Its texts come from a pool of lines that are
// JSON-escaped already, so that a gigabyte takes seconds.
type generator struct {
	out     *bufio.Writer
	random  *rand.Rand
	pool    pool
	short   bool
	line    []byte
	clock   int64 // Unix milliseconds
	written int64
	entries int
	calls   int
	parent  string
	context int // tokens since the last compaction
	// ends are where earlier turns ended: places a branch can leave from.
	ends []string
}

func newGenerator(out *bufio.Writer, seed uint64, short bool) *generator {
	random := rand.New(rand.NewPCG(seed, 0x6272616e6368))
	start := time.Date(2026, 11, 2, 8, 0, 0, 0, time.UTC)
	return &generator{out: out, random: random, pool: newPool(random), short: short, clock: start.UnixMilli()}
}

func (g *generator) header() {
	g.line = append(g.line[:0], `{"type":"session","version":3,"id":"019a9327-0000-7000-8000-000000000001","timestamp":"`...)
	g.line = g.appendTime(g.line)
	g.line = append(g.line, `","cwd":"/home/ada/src/large"}`...)
	g.flush()
	g.begin("model_change")
	g.raw(`,"provider":"anthropic","modelId":"claude-sonnet-4-5"}`)
	g.flush()
	g.begin("thinking_level_change")
	g.raw(`,"thinkingLevel":"medium"}`)
	g.flush()
}

// turn writes a prompt and everything up to the next one.
func (g *generator) turn() {
	if len(g.ends) > 3 && g.chance(0.02) {
		g.parent = g.ends[len(g.ends)-1-g.random.IntN(min(len(g.ends), 40))]
	}
	g.wait(20_000, 240_000)
	g.prompt()
	for range 1 + g.random.IntN(14) {
		g.step()
	}
	end := g.reply()
	g.ends = append(g.ends, g.parent)
	if g.chance(0.03) {
		g.wait(2000, 9000)
		g.begin("label")
		g.raw(`,"targetId":"` + end + `","label":"`)
		g.words(2)
		g.raw(`"}`)
		g.flush()
	}
	if g.context > 150_000 {
		g.compaction(end)
	}
}

func (g *generator) prompt() {
	g.begin("message")
	g.raw(`,"message":{"role":"user","content":[{"type":"text","text":"`)
	g.prose(30, 600)
	g.raw(`"}`)
	if !g.short && g.chance(0.02) {
		g.raw(`,{"type":"image","data":"`)
		g.picture(g.between(40_000, 260_000))
		g.raw(`","mimeType":"image/png"}`)
	}
	g.raw(`],"timestamp":`)
	g.number(g.clock)
	g.raw(`}}`)
	g.flush()
}

// step is a message of the model with one call or two, and their results.
func (g *generator) step() {
	asked := g.clock
	g.wait(1500, 14_000)
	g.begin("message")
	g.raw(`,"message":{"role":"assistant","content":[`)
	if g.chance(0.35) {
		g.raw(`{"type":"thinking","thinking":"`)
		g.prose(80, 1400)
		g.raw(`","thinkingSignature":"`)
		g.picture(g.between(160, 420))
		g.raw(`"},`)
	}
	if g.chance(0.4) {
		g.raw(`{"type":"text","text":"`)
		g.prose(40, 400)
		g.raw(`"},`)
	}
	calls := make([]call, 1+g.random.IntN(20)/18)
	for i := range calls {
		calls[i] = g.call()
		if i > 0 {
			g.raw(`,`)
		}
		g.raw(`{"type":"toolCall","id":"` + calls[i].id + `","name":"` + calls[i].tool + `","arguments":`)
		g.line = append(g.line, calls[i].arguments...)
		g.raw(`}`)
	}
	g.assistantEnd("toolUse", asked)
	for _, c := range calls {
		g.result(c)
	}
}

func (g *generator) reply() (id string) {
	asked := g.clock
	g.wait(3000, 20_000)
	id = g.begin("message")
	g.raw(`,"message":{"role":"assistant","content":[{"type":"text","text":"`)
	g.markdown()
	g.raw(`"}`)
	g.assistantEnd("stop", asked)
	return id
}

func (g *generator) assistantEnd(stop string, asked int64) {
	output := int64(len(g.line) / 4)
	g.context += len(g.line) / 4
	g.raw(`],"api":"anthropic-messages","provider":"anthropic","model":"claude-sonnet-4-5","usage":{"input":`)
	g.number(int64(4 + g.random.IntN(9)))
	g.raw(`,"output":`)
	g.number(output)
	g.raw(`,"cacheRead":`)
	g.number(int64(g.context))
	g.raw(`,"cacheWrite":`)
	g.number(output * 3)
	g.raw(`,"totalTokens":`)
	g.number(int64(g.context) + 4*output)
	g.raw(`,"cost":{"input":0.00002,"output":`)
	g.money(float64(output) * 15e-6)
	g.raw(`,"cacheRead":`)
	g.money(float64(g.context) * 0.3e-6)
	g.raw(`,"cacheWrite":`)
	g.money(float64(output) * 11.25e-6)
	g.raw(`,"total":`)
	g.money(0.00002 + float64(output)*26.25e-6 + float64(g.context)*0.3e-6)
	g.raw(`}},"stopReason":"` + stop + `","timestamp":`)
	g.number(asked)
	g.raw(`}}`)
	g.flush()
}

func (g *generator) result(c call) {
	g.wait(20, 6000)
	g.begin("message")
	g.raw(`,"message":{"role":"toolResult","toolCallId":"` + c.id + `","toolName":"` + c.tool + `","content":[{"type":"text","text":"`)
	before := len(g.line)
	if c.tool == "edit" {
		g.raw(`Successfully replaced 1 block(s) in ` + c.path + `."}],"details":{"diff":"`)
		g.code(200, 2500)
		g.raw(`","firstChangedLine":`)
		g.number(int64(1 + g.random.IntN(400)))
		g.raw(`},"isError":false`)
	} else {
		g.code(60, c.largest)
		if g.chance(0.06) {
			g.raw(`\n\nCommand exited with code 1"}],"isError":true`)
		} else {
			g.raw(`"}],"isError":false`)
		}
	}
	g.context += (len(g.line) - before) / 4
	g.raw(`,"durationMs":`)
	g.number(int64(12 + g.random.IntN(5000)))
	g.raw(`,"timestamp":`)
	g.number(g.clock)
	g.raw(`}}`)
	g.flush()
}

func (g *generator) compaction(kept string) {
	g.wait(8000, 30_000)
	g.begin("compaction")
	g.raw(`,"summary":"`)
	g.markdown()
	g.raw(`","firstKeptEntryId":"` + kept + `","tokensBefore":`)
	g.number(int64(g.context))
	g.raw(`,"details":{"readFiles":[],"modifiedFiles":[]},"fromHook":false}`)
	g.flush()
	g.context = 9000
}

// begin starts an entry under the one before it and answers its id.
func (g *generator) begin(kind string) string {
	// An odd factor maps numbers to numbers one to one: no id comes twice.
	id := strconv.FormatUint(uint64(uint32(g.entries+1)*2654435761), 16)
	for len(id) < 8 {
		id = "0" + id
	}
	g.line = append(g.line[:0], `{"type":"`...)
	g.raw(kind + `","id":"` + id + `","parentId":`)
	if g.parent == "" {
		g.raw(`null`)
	} else {
		g.raw(`"` + g.parent + `"`)
	}
	g.raw(`,"timestamp":"`)
	g.line = g.appendTime(g.line)
	g.raw(`"`)
	g.parent = id
	g.entries++
	return id
}

func (g *generator) flush() {
	g.line = append(g.line, '\n')
	g.written += int64(len(g.line))
	_, _ = g.out.Write(g.line) // a failed write comes back from Flush
}

func (g *generator) appendTime(b []byte) []byte {
	return time.UnixMilli(g.clock).UTC().AppendFormat(b, "2006-01-02T15:04:05.000Z")
}

func (g *generator) raw(text string)       { g.line = append(g.line, text...) }
func (g *generator) number(n int64)        { g.line = strconv.AppendInt(g.line, n, 10) }
func (g *generator) money(usd float64)     { g.line = strconv.AppendFloat(g.line, usd, 'f', 6, 64) }
func (g *generator) chance(p float64) bool { return g.random.Float64() < p }
func (g *generator) wait(least, most int)  { g.clock += int64(g.between(least, most)) }

// between answers small numbers often and large ones seldom, as sizes and pauses are.
func (g *generator) between(least, most int) int {
	if g.short {
		most = min(most, least+80)
	}
	return least + int(float64(most-least)*math.Pow(g.random.Float64(), 3))
}
