package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestStringifiedIsWhatJavaScriptWrites(t *testing.T) {
	cases := []struct{ name, json, want string }{
		{"white space", " { \"a\" : [ 1 ,\t2 ] ,\r\n \"b\" : { } , \"c\" : [ ] } ", `{"a":[1,2],"b":{},"c":[]}`},
		{"words", `[ true , false , null ]`, `[true,false,null]`},
		{"short escapes", `"\"\\\b\f\n\r\t"`, `"\"\\\b\f\n\r\t"`},
		{"short escapes in long", `"\u0022\u005C\u0008\u000C\u000a\u000D\u0009"`, `"\"\\\b\f\n\r\t"`},
		{"controls", `"\u0000\u001F\u000b"`, `"\u0000\u001f\u000b"`},
		{"needless escapes", `"\/\u002f\u0061\u003c\u0026\u007f\u2028\u2029\u00E9"`, "\"//a<&\x7f\u2028\u2029é\""},
		{"not escaped", "\"/<>&\x7f\u0085\u2028\u2029é🪁\ufeff\"", "\"/<>&\x7f\u0085\u2028\u2029é🪁\ufeff\""},
		{"pair", `"\uD83E\uDE81"`, `"🪁"`},
		{"lone high", `"a\uD800b"`, `"a\ud800b"`},
		{"lone low", `"\uDFFF"`, `"\udfff"`},
		{"wrong way round", `"\ude81\ud83e"`, `"\ude81\ud83e"`},
		{"two highs", `"\ud800\ud83e\ude81"`, `"\ud800🪁"`},
		{"high before another escape", `"\ud800\n\ud800\u0041"`, `"\ud800\n\ud800A"`},
		{"ill-formed UTF-8", "\"\xff\xff\xe2\x82\\n\xf0\x9f\x8c\"", "\"\ufffd\ufffd\ufffd\\n\ufffd\""},
		{"surrogate bytes", "\"\xed\xa0\x80\xed\xb0\x80\"", `"` + strings.Repeat("\ufffd", 6) + `"`},
		{"zeros", `[0,-0,0.0,-0.0,0e9,-1e-400]`, `[0,0,0,0,0,0]`},
		{"whole", `[100,1e+2,1E2,1.0,-7,1.0e0,123456789012345]`, `[100,100,100,1,-7,1,123456789012345]`},
		{"beyond exact", `[9007199254740993,-9007199254740993,123456789012345678901]`, `[9007199254740992,-9007199254740992,123456789012345680000]`},
		{"fractions", `[1.2300,0.1,-0.5,0.30000000000000004,0.1000000000000000055]`, `[1.23,0.1,-0.5,0.30000000000000004,0.1]`},
		{"large", `[1e20,1e21,-1e21,123e20,1.5e300,999999999999999999999,1000000000000000000000]`, `[100000000000000000000,1e+21,-1e+21,1.23e+22,1.5e+300,1e+21,1e+21]`},
		{"small", `[0.000001,0.0000001,-0.00000015,1e-7,1.5e-10,1e-100,5e-324,2e-324]`, `[0.000001,1e-7,-1.5e-7,1e-7,1.5e-10,1e-100,5e-324,0]`},
		{"too large", `[1e400,-1e400,1.7976931348623157e308,1.7976931348623159e308]`, `[null,null,1.7976931348623157e+308,null]`},
		{"indices first", `{"b":1,"10":2,"2":3,"a":4,"0":5}`, `{"0":5,"2":3,"10":2,"b":1,"a":4}`},
		{"which names are indices", `{"01":1,"4294967295":2,"4294967294":3,"-1":4,"1.0":5,"":6,"99999999999":7,"1e1":8,"\u0031":9}`,
			`{"1":9,"4294967294":3,"01":1,"4294967295":2,"-1":4,"1.0":5,"":6,"99999999999":7,"1e1":8}`},
		{"__proto__", `{"a":1,"__proto__":{"b":2},"constructor":3}`, `{"a":1,"__proto__":{"b":2},"constructor":3}`},
		{"repeated", `{"a":1,"b":2,"a":3,"\u0061":[4]}`, `{"a":[4],"b":2}`},
		{"repeated index", `{"x":0,"2":1,"1":2,"2":{"b":3,"0":4}}`, `{"1":2,"2":{"0":4,"b":3},"x":0}`},
		{"lone surrogates differ", `{"\ud800":1,"\udc00":2,"\ufffd":3,"\uD800":4}`, "{\"\\ud800\":4,\"\\udc00\":2,\"\ufffd\":3}"},
		{"nested in what moves", `[{"x":{"b":1,"0":[{"c":1,"c":2}]},"1":{}},{"z":1,"5":2}]`, `[{"1":{},"x":{"0":[{"c":2}],"b":1}},{"5":2,"z":1}]`},
	}
	for _, c := range cases {
		if got := string(AppendStringified([]byte("kept,"), []byte(c.json))); got != "kept,"+c.want {
			t.Errorf("%s: %s\n got %s\nwant kept,%s", c.name, c.json, got, c.want)
		}
	}
}

func TestStringsAreQuotedAsJavaScriptQuotesThem(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"empty", "", `""`},
		{"escapes", "\"\\\b\f\n\r\t", `"\"\\\b\f\n\r\t"`},
		{"controls", "\x00\x0b\x1f", `"\u0000\u000b\u001f"`},
		{"not escaped", "'/<>&\x7f\u0085\u2028\u2029é🪁", "\"'/<>&\x7f\u0085\u2028\u2029é🪁\""},
		{"ill-formed UTF-8", "a\xff\xe2\x82\"\xed\xa0\x80", "\"a\ufffd\ufffd\\\"\ufffd\ufffd\ufffd\""},
	}
	for _, c := range cases {
		if got := string(AppendString([]byte("kept,"), c.text)); got != "kept,"+c.want {
			t.Errorf("%s: %s, want kept,%s", c.name, got, c.want)
		}
	}
}

func TestStringifyingTakesAnyDepthAndWidth(t *testing.T) {
	const n = 200_000
	var wide, wideWant, twice, twiceWant strings.Builder
	for i := range n {
		fmt.Fprintf(&wide, `,"%d":%d`, n-1-i, i)
		fmt.Fprintf(&wideWant, `,"%d":%d`, i, n-1-i)
		fmt.Fprintf(&twice, `,"k%d":%d`, i%(n/2), i)
		if i < n/2 {
			fmt.Fprintf(&twiceWant, `,"k%d":%d`, i, i+n/2)
		}
	}
	object := func(members string) string { return "{" + members[1:] + "}" }
	cases := []struct{ name, json, want string }{
		{"arrays", strings.Repeat(" [", n) + strings.Repeat(" ]", n), strings.Repeat("[", n) + strings.Repeat("]", n)},
		{"objects that move", strings.Repeat(`{"a":1,"0":`, n) + `2` + strings.Repeat("}", n), strings.Repeat(`{"0":`, n) + `2` + strings.Repeat(`,"a":1}`, n)},
		{"members that go", strings.Repeat(`{"a":1,"a":`, n) + `2` + strings.Repeat("}", n), strings.Repeat(`{"a":`, n) + `2` + strings.Repeat("}", n)},
		{"indices", object(wide.String()), object(wideWant.String())},
		{"names", object(twice.String()), object(twiceWant.String())},
	}
	for _, c := range cases {
		if got := string(AppendStringified(nil, []byte(c.json))); got != c.want {
			t.Errorf("%s: not as expected: %d bytes %.60s, want %d bytes %.60s", c.name, len(got), got, len(c.want), c.want)
		}
	}
}

func TestNothingIsAppendedForWhatIsNoValue(t *testing.T) {
	for _, c := range verdicts {
		if got := AppendStringified([]byte("kept"), []byte(c.text)); (string(got) != "kept") != c.ok {
			t.Errorf("%s: appended %.40q, want something: %v", c.name, got[4:], c.ok)
		}
	}
}

// sameValue checks what holds of every text and what is written for it.
func sameValue(t *testing.T, text []byte) {
	t.Helper()
	once := AppendStringified(nil, text)
	if !Valid(text) {
		if len(once) > 0 {
			t.Fatalf("%q is no value, but became %q", text, once)
		}
		return
	}
	if !Valid(once) || !utf8.Valid(once) {
		t.Fatalf("%q became %q, which is no value", text, once)
	}
	if twice := AppendStringified(nil, once); !bytes.Equal(twice, once) {
		t.Fatalf("%q became %q, and that %q", text, once, twice)
	}
	if str, ok := Text(once, 0); ok {
		if want, _ := Text(text, Space(text, 0)); str != want {
			t.Fatalf("%q reads as %q, but %q as %q", text, want, once, str)
		}
	}
	if !utf8.Valid(text) || surrogate.Match(once) {
		return // encoding/json makes one of names that JavaScript tells apart
	}
	var want, got any
	if json.Unmarshal(text, &want) != nil {
		return // a number or a depth encoding/json does not take
	}
	if err := json.Unmarshal(once, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("%q became %q: %v, encoding/json reads %v, want %v", text, once, err, got, want)
	}
}

var surrogate = regexp.MustCompile(`\\ud`)

func FuzzStringifyingKeepsTheValue(f *testing.F) {
	for _, c := range verdicts {
		f.Add([]byte(c.text))
	}
	f.Add([]byte(`{"b":"\ud800\/","1":-0.50e-7,"b":{"\u0061":[],"0":{}}}`))
	f.Fuzz(func(t *testing.T, text []byte) { sameValue(t, text) })
}

func FuzzStringsAreQuotedAsTheyAreRequoted(f *testing.F) {
	f.Add("a\"\\\n\x00\x7f\u2028\xff\xe2\x82🪁")
	f.Fuzz(func(t *testing.T, s string) {
		quoted := AppendString(nil, s)
		if again := AppendStringified(nil, quoted); !bytes.Equal(again, quoted) {
			t.Fatalf("%q is quoted %s, requoted %s", s, quoted, again)
		}
		if text, ok := Text(quoted, 0); !ok || utf8.ValidString(s) && text != s {
			t.Fatalf("%q is quoted %s, which reads %q", s, quoted, text)
		}
	})
}

// record is such as the agent writes: nothing in it has to move.
var record = []byte(`{"type":"message","id":"1f2e3d4c","parentId":"0a1b2c3d","timestamp":"2026-01-02T03:04:05.678Z","message":{"role":"assistant","content":[{"type":"text","text":"` +
	strings.Repeat(`A line of text, and \"quotes\".\n`, 40) + `"}],"usage":{"input":1234,"output":56,"cost":{"input":0.00123,"output":0,"total":0.00123}},"stopReason":"stop"}}`)

func TestStringifyingInOrderAllocatesNothing(t *testing.T) {
	dst := make([]byte, 0, 2*len(record))
	text := string(record)
	if n := testing.AllocsPerRun(100, func() { dst = AppendStringified(dst[:0], record) }); n != 0 {
		t.Errorf("%v allocations a record", n)
	}
	if !bytes.Equal(dst, record) {
		t.Errorf("the record became %s", dst)
	}
	dst = make([]byte, 0, 2*len(text))
	if n := testing.AllocsPerRun(100, func() { dst = AppendString(dst[:0], text) }); n != 0 {
		t.Errorf("%v allocations a string", n)
	}
}

func BenchmarkStringify(b *testing.B) {
	moving := []byte(`{"b":` + string(record) + `,"1":2,"a":3,"b":4}`)
	for name, value := range map[string][]byte{"in order": record, "moving": moving} {
		b.Run(name, func(b *testing.B) {
			dst := make([]byte, 0, 4*len(value))
			b.SetBytes(int64(len(value)))
			b.ReportAllocs()
			for b.Loop() {
				if dst = AppendStringified(dst[:0], value); len(dst) == 0 {
					b.Fatal("refused")
				}
			}
		})
	}
}
