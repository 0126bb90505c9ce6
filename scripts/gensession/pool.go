package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// pool holds lines of text, JSON-escaped and without their quotes.
type pool struct {
	words     []string
	sentences [][]byte
	code      [][]byte
	base64    []byte
}

const vocabulary = `the a of to and in is it that for on with as at by this from or an be are not we can
cache reader line index branch tree session window page row lane entry record error test result value
key file folder path time cost token model reply prompt call tool output input buffer offset byte count
parser scanner handler request response server client queue worker lock channel signal deadline retry
first last next only every each before after between without under over open close read write append
check keep skip move drop build run fix find show hide fold draw measure compare merge split sort`

func newPool(random *rand.Rand) pool {
	p := pool{words: strings.Fields(vocabulary)}
	word := func() string { return p.words[random.IntN(len(p.words))] }
	for range 3000 {
		var s strings.Builder
		for n := 5 + random.IntN(16); n > 0; n-- {
			s.WriteString(word())
			s.WriteByte(' ')
		}
		sentence := strings.ToUpper(s.String()[:1]) + strings.TrimSpace(s.String()[1:]) + "."
		if random.IntN(12) == 0 {
			sentence += " Größe – naïve “quoted” → 12 µs ✓"
		}
		p.sentences = append(p.sentences, escaped(sentence))
	}
	shapes := []string{
		"\tif %s, err := %s.%s(); err != nil {", "\t\treturn fmt.Errorf(\"%s %s: %%w\", %s)", "\tfor _, %s := range %s.%s {",
		"func (%s *%s) %s() error {", "// %s the %s of a %s.", "ok  \t%s/%s/%s\t0.412s", "./%s/%s.go:118:2: undefined: %s",
		"\x1b[32m✓\x1b[0m  %s/%s \x1b[90m(%s)\x1b[0m", "  \"%s\": { \"%s\": \"%s\" },", "}%.0s%.0s%.0s", "%.0s%.0s%.0s",
	}
	for range 4000 {
		p.code = append(p.code, escaped(fmt.Sprintf(shapes[random.IntN(len(shapes))], word(), word(), word())))
	}
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	p.base64 = make([]byte, 1<<20)
	for i := range p.base64 {
		p.base64[i] = alphabet[random.IntN(64)]
	}
	return p
}

func escaped(text string) []byte {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string always has a JSON form
	}
	return []byte(strings.TrimSpace(b.String())[1 : b.Len()-2])
}

type call struct {
	id, tool, path string
	arguments      []byte
	largest        int
}

func (g *generator) call() call {
	g.calls++
	c := call{id: fmt.Sprintf("toolu_%012d", g.calls), path: fmt.Sprintf("internal/%s/%s.go", g.word(), g.word())}
	switch n := g.random.IntN(100); {
	case n < 45:
		c.tool, c.largest = "bash", 30_000
		c.arguments = fmt.Appendf(nil, `{"command":"go test ./internal/%s -run %s"}`, g.word(), g.word())
	case n < 72:
		c.tool, c.largest = "read", 40_000
		c.arguments = fmt.Appendf(nil, `{"path":"%s"}`, c.path)
	case n < 92:
		c.tool = "edit"
		old, changed := g.some(g.pool.code), g.some(g.pool.code)
		c.arguments = fmt.Appendf(nil, `{"path":"%s","edits":[{"oldText":"%s","newText":"%s\n%s"}]}`, c.path, old, old, changed)
	default:
		c.tool, c.largest = "grep", 6000
		c.arguments = fmt.Appendf(nil, `{"pattern":"%s","path":"internal"}`, g.word())
	}
	return c
}

func (g *generator) word() string { return g.pool.words[g.random.IntN(len(g.pool.words))] }

func (g *generator) words(n int) {
	for i := range n {
		if i > 0 {
			g.raw(" ")
		}
		g.raw(g.word())
	}
}

func (g *generator) some(lines [][]byte) []byte { return lines[g.random.IntN(len(lines))] }

func (g *generator) prose(least, most int) {
	for end := len(g.line) + g.between(least, most); len(g.line) < end; {
		g.line = append(g.line, g.some(g.pool.sentences)...)
		g.raw(" ")
	}
}

func (g *generator) code(least, most int) {
	for end := len(g.line) + g.between(least, most); len(g.line) < end; {
		g.line = append(g.line, g.some(g.pool.code)...)
		g.raw(`\n`)
	}
}

func (g *generator) markdown() {
	g.raw(`**`)
	g.words(3)
	g.raw(`**\n\n`)
	g.prose(80, 900)
	for range g.random.IntN(4) {
		g.raw(`\n- `)
		g.prose(30, 160)
	}
	if g.chance(0.3) {
		g.raw("\\n\\n```go\\n")
		g.code(120, 1800)
		g.raw("```")
	}
}

// picture writes n bytes of base64 that begin as a PNG does.
func (g *generator) picture(n int) {
	const head = "iVBORw0KGgoAAAANSUhEUgAA"
	g.raw(head)
	n = max(0, n-len(head)) &^ 3
	for n > 0 {
		part := min(n, len(g.pool.base64)/2)
		from := g.random.IntN(len(g.pool.base64) - part)
		g.line = append(g.line, g.pool.base64[from:from+part]...)
		n -= part
	}
}
