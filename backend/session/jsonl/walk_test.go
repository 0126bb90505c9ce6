package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// verdicts hold texts and whether JSON.parse takes them.
var verdicts = []struct {
	name, text string
	ok         bool
}{
	{"empty", ``, false},
	{"blank", "  \t\r\n", false},
	{"object", `{"a":1,"b":[true,false,null]}`, true},
	{"space everywhere", " { \"a\" : [ 1 , 2 ] , \"b\" : { } } ", true},
	{"scalars", `-0.5e+10`, true},
	{"minus zero", `-0`, true},
	{"leading zero", `01`, false},
	{"lone minus", `-`, false},
	{"bare fraction", `1.`, false},
	{"bare exponent", `1e`, false},
	{"plus", `+1`, false},
	{"huge number", `1e400`, true},
	{"NaN", `NaN`, false},
	{"word cut short", `tru`, false},
	{"word too long", `nullx`, false},
	{"trailing comma", `[1,]`, false},
	{"trailing comma in object", `{"a":1,}`, false},
	{"missing comma", `[1 2]`, false},
	{"missing colon", `{"a" 1}`, false},
	{"name without quotes", `{a:1}`, false},
	{"two values", `{}{}`, false},
	{"wrong bracket", `[1}`, false},
	{"wrong brace", `{"a":1]`, false},
	{"unclosed", `[[[`, false},
	{"bad escape", `"\x"`, false},
	{"short unicode escape", `"\u12"`, false},
	{"unicode escape", `"\ud800"`, true},
	{"raw control character", "\"a\x01b\"", false},
	{"raw tab", "\"a\tb\"", false},
	{"raw DEL", "\"a\x7fb\"", true},
	{"ill-formed UTF-8", "\"\xff\xff\xe2\x82\"", true},
	{"no-break space around", "\u00a0{}\u00a0", false},
	{"byte order mark", "\ufeff{}", false},
	{"line separators inside", "\"\u2028\u2029\u0085\"", true},
	{"quote right after eight", `"12345678"`, true},
	{"backslash at the end", `"1234567\`, false},
	{"deep", strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000), true},
	{"deep objects", strings.Repeat(`{"a":`, 50_000) + "1" + strings.Repeat("}", 50_000), true},
}

func TestWalkGivesTheVerdictOfJSONParse(t *testing.T) {
	for _, c := range verdicts {
		if got := Valid([]byte(c.text)); got != c.ok {
			t.Errorf("%s: Valid = %v, want %v", c.name, got, c.ok)
		}
	}
}

func FuzzWalkAgreesWithEncodingJSON(f *testing.F) {
	for _, c := range verdicts {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if bytes.Count(b, []byte("["))+bytes.Count(b, []byte("{")) > 9_000 {
			return // beyond the nesting encoding/json takes
		}
		if got, want := Valid(b), json.Valid(b); got != want {
			t.Fatalf("Valid(%q) = %v, encoding/json says %v", b, got, want)
		}
		i := Space(b, 0)
		members := Members(b, i, func(_ []byte, at int) int { return Skip(b, at) })
		if i < len(b) && b[i] == '{' && members != Skip(b, i) {
			t.Fatalf("Members(%q) ends at %d, Skip at %d", b, members, Skip(b, i))
		}
		elements := Elements(b, i, func(at int) int { return Skip(b, at) })
		if i < len(b) && b[i] == '[' && elements != Skip(b, i) {
			t.Fatalf("Elements(%q) ends at %d, Skip at %d", b, elements, Skip(b, i))
		}
	})
}

func TestMembersUnescapesNamesAndKeepsDuplicatesInOrder(t *testing.T) {
	b := []byte(`{"\u0069d":1,"id":2,"":3,"a\"b":4}`)
	var got []string
	if end := Members(b, 0, func(name []byte, at int) int {
		end := Skip(b, at)
		got = append(got, fmt.Sprintf("%s=%s", name, b[at:end]))
		return end
	}); end != len(b) {
		t.Fatalf("Members ends at %d, want %d", end, len(b))
	}
	if want := `[id=1 id=2 =3 a"b=4]`; fmt.Sprint(got) != want {
		t.Errorf("members %v, want %v", got, want)
	}
}

func TestMembersStopsWhereTheVisitorRefuses(t *testing.T) {
	if end := Members([]byte(`{"a":1}`), 0, func([]byte, int) int { return -1 }); end != -1 {
		t.Errorf("Members ends at %d, want -1", end)
	}
}

func BenchmarkSkipLongText(b *testing.B) {
	line := fmt.Appendf(nil, `{"type":"message","text":%q}`, strings.Repeat("All work and no play makes a dull day.\n", 2_000))
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if !Valid(line) {
			b.Fatal("refused")
		}
	}
}

func TestVisitorsSeeOnlyValuesThatBegin(t *testing.T) {
	for _, cut := range []string{`{"a":`, `{"a": `, `{"a":1,"b":`, `[`, `[1,`, `[1, `} {
		b := []byte(cut)
		at := func(at int) int {
			if at >= len(b) {
				t.Errorf("%s: visited index %d of %d bytes", cut, at, len(b))
				return -1
			}
			return Skip(b, at)
		}
		if Members(b, 0, func(_ []byte, i int) int { return at(i) }) >= 0 || Elements(b, 0, at) >= 0 {
			t.Errorf("%s: accepted", cut)
		}
	}
}

// Objects walked with a shape are those walked without, whatever it remembers.
func FuzzShapesDoNotShow(f *testing.F) {
	for _, o := range [][2]string{
		{`{"type":1,"id":2}`, `{"type":1,"id":2,"a":3}`}, {`{"a":1}`, `{"a" :1}`}, {`{"ab":1}`, `{"a\u0062":1}`}, {`{"a":1}`, `{"a":`},
		{`{"a": 1}`, `{"a":  1 , "b":2}`}, {`{"":1,"":2}`, `{"":1`}, {`{"a:":1}`, `{"a:":1}`}, {`{"a":1,"b":2}`, `{"b":1,"a":2}`}, {`{"a":1}`, `{"a"`},
		{`{"a name that is longer than is remembered":1}`, `{"a name that is longer than is remembered":1}`},
	} {
		f.Add([]byte(o[0]), []byte(o[1]))
	}
	f.Fuzz(func(t *testing.T, before, b []byte) {
		walked := func(s *Shape, b []byte) (int, string) {
			var told []byte
			end := s.Members(b, 0, func(name []byte, at int) int {
				told = fmt.Appendf(told, "%q at %d, ", name, at)
				return Skip(b, at)
			})
			return end, string(told)
		}
		var shape Shape
		for _, seen := range [][]byte{before, b, before} {
			walked(&shape, seen)
		}
		got, told := walked(&shape, b)
		want, plainly := walked(nil, b)
		if got != want || told != plainly {
			t.Fatalf("with a shape %q ends at %d: %s\nwithout at %d: %s", b, got, told, want, plainly)
		}
	})
}
