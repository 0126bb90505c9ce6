package jsonl

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// stringify answers each value that ends in NUL, which no JSON text holds.
const stringify = `
const all = require('fs').readFileSync(0)
const out = []
for (let from = 0, to; (to = all.indexOf(0, from)) >= 0; from = to + 1)
  out.push(JSON.stringify(JSON.parse(all.toString('utf8', from, to))), '\0')
process.stdout.write(out.join(''))`

func TestStringifiedIsWhatNodeWrites(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("this test asks Node.js, which the project needs anyway (scripts/setup): ", err)
	}
	g := generator{rand.New(rand.NewPCG(7, 11))}
	var values [][]byte
	for range 6_000 {
		values = append(values, []byte(g.value(4)))
	}
	for range 20_000 {
		values = append(values, []byte(g.number()))
	}
	for range 4_000 {
		values = append(values, []byte(g.text(30)))
	}
	values = append(values, []byte(g.object(1, 2_000)))

	cmd := exec.CommandContext(t.Context(), node, "-e", stringify)
	cmd.Stdin = bytes.NewReader(append(bytes.Join(values, []byte{0}), 0))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, said.Bytes())
	}
	wants := bytes.Split(bytes.TrimSuffix(out, []byte{0}), []byte{0})
	if len(wants) != len(values) {
		t.Fatalf("node answered %d of %d values", len(wants), len(values))
	}
	for i, value := range values {
		if got := AppendStringified(nil, value); !bytes.Equal(got, wants[i]) {
			t.Fatalf("%q\n got %q\nnode %q", value, got, wants[i])
		}
	}
}

func TestStringifyingKeepsTheValue(t *testing.T) {
	g := generator{rand.New(rand.NewPCG(13, 17))}
	for range 20_000 {
		sameValue(t, []byte(g.value(4)))
	}
}

// generator makes JSON texts that are written in all ways JSON allows.
type generator struct{ *rand.Rand }

func (g generator) one(of ...string) string { return of[g.IntN(len(of))] }

func (g generator) space() string { return g.one("", "", "", " ", "\t", "\n", "\r", " \r\n\t ") }

func (g generator) value(depth int) string {
	kind := g.IntN(6)
	if depth == 0 {
		kind = g.IntN(3)
	}
	var v string
	switch kind {
	case 0:
		v = g.one("true", "false", "null")
	case 1:
		v = g.number()
	case 2:
		v = g.text(12)
	case 3:
		var elements []string
		for range g.IntN(5) {
			elements = append(elements, g.value(depth-1))
		}
		v = "[" + strings.Join(elements, ",") + g.space() + "]"
	case 4:
		v = g.object(depth, g.IntN(6))
	default:
		v = g.object(1, g.IntN(40))
	}
	return g.space() + v + g.space()
}

func (g generator) object(depth, size int) string {
	var members []string
	for range size {
		members = append(members, g.space()+g.name()+g.space()+":"+g.value(depth-1))
	}
	return "{" + strings.Join(members, ",") + g.space() + "}"
}

// name is often one that is there already, or nearly an array index.
func (g generator) name() string {
	switch g.IntN(6) {
	case 0:
		return g.text(2)
	case 1:
		return strconv.Quote(strconv.Itoa(g.IntN(30)))
	case 2:
		return strconv.Quote(strconv.FormatUint(g.Uint64()>>g.IntN(64), 10))
	case 3:
		return `"` + g.one("01", "00", "-0", "-1", "1.5", "1e3", "4294967293", "4294967294", "4294967295", "4294967296",
			"9007199254740991", "18446744073709551615", `\u0031`, `1\u0030`, "", "__proto__", "constructor", "toJSON", "length") + `"`
	case 4:
		return `"` + g.one("a", `\u0061`, "/", `\/`, `\u002F`, `\ud800`, `\uD800`, `\udc00`, "\ufffd", "\xff", `\ufffd`, "🪁", `\ud83e\ude81`) + `"`
	}
	return fmt.Sprintf(`"key%d"`, g.IntN(40))
}

func (g generator) text(limit int) string {
	b := []byte{'"'}
	for range g.IntN(limit + 1) {
		switch g.IntN(9) {
		case 0, 1:
			b = append(b, g.one("a", "0", " ", "/", "<", "&", "\x7f", "é", "€", "🪁", "\u2028", "\u2029", "\u0085", "\ufeff", "\ufffd")...)
		case 2:
			b = append(b, g.one(`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`)...)
		case 3:
			b = fmt.Appendf(b, `\u%04x`, g.IntN(0x100))
		case 4:
			b = fmt.Appendf(b, `\u%04X`, g.IntN(0x10000))
		case 5:
			b = fmt.Appendf(b, `\u%04x`, 0xd800+g.IntN(0x800))
		case 6:
			b = fmt.Appendf(b, `\ud8%02x\uDC%02X`, g.IntN(0x100), g.IntN(0x100))
		case 7:
			b = append(b, byte(0x80+g.IntN(0x80))) // ill-formed, or by chance not
		default:
			b = append(b, g.one("\xe2\x82", "\xf0\x9f\x8c", "\xed\xa0\x80", "\xc0\xaf", "\xf4\x90\x80\x80", "plain text")...)
		}
	}
	return string(append(b, '"'))
}

func (g generator) number() string {
	switch g.IntN(6) {
	case 0:
		return g.one("0", "-0", "0.0", "-0e5", "1e400", "-1e400", "1e-400", "9007199254740993", "1e21", "999999999999999934464",
			"1e-6", "1e-7", "0.000001", "0.0000001", "5e-324", "1.7976931348623157e308", "4.35", "123456789012345678", "1.50")
	case 1:
		return strconv.FormatInt(int64(g.Uint64())>>g.IntN(64), 10)
	case 2: // any double there is
		for {
			if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
				return strconv.FormatFloat(f, g.one("e", "g", "E")[0], g.IntN(22)-1, 64)
			}
		}
	case 3: // near the bounds of the exponents
		return fmt.Sprintf("%s%d%s%s%d", g.one("", "-"), g.IntN(1000), g.one("e", "E"), g.one("", "+", "-"), g.IntN(30))
	case 4:
		return g.one("", "-") + strconv.Itoa(g.IntN(100)) + "." + g.digits(1+g.IntN(20))
	}
	return g.one("", "-") + g.one("0.", "0.00000", "0.000000", "1"+g.digits(g.IntN(25))+".") + g.digits(1+g.IntN(30)) + g.one("", "", "e5", "e-3", "E+0")
}

func (g generator) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = g.one("0", "0", "9", strconv.Itoa(g.IntN(10)))[0]
	}
	return string(b)
}
