package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session/jsonl"
)

// shapes writes records in short: the type of an object, and what stands in the
// file for anything else.
func shapes(records []Record) string {
	out := make([]string, len(records))
	for i, r := range records {
		if out[i] = string(r.Raw()); strings.HasPrefix(out[i], "{") {
			out[i] = r.Type() + ":" + r.ID()
		}
	}
	return strings.Join(out, " ")
}

func TestParsingTakesEveryValueOfAText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"white space alone", " \n\u00a0\ufeff\n", ""},
		{"white space around the text", "\ufeff\u00a0" + hdr + "\n" + u("a", "-") + "\u1680\ufeff", "session:s1 message:a"},
		{"white space around a line within", file(hdr, "\u00a0"+u("a", "-"), u("b", "-")), "session:s1 message:b"},
		{"values JavaScript takes for false", file("42", "null", `"s"`, "0", "false", `""`), `42 null "s" 0 false ""`},
		{"bad and blank lines", file("BAD", "", "  ", "{", u("a", "-")), "message:a"},
		{"lines that end in CR LF", hdr + "\r\n" + u("a", "-") + "\r\n", "session:s1 message:a"},
		{"no header, no end of line", u("a", "-") + "\n" + u("b", "a"), "message:a message:b"},
	} {
		if got := shapes(ParseSessionEntries(c.in)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestLoadingTakesWhatPiKeeps(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an empty file", "", ""},
		{"a header without its LF", hdr, "session:s1"},
		{"CR LF", hdr + "\r\n" + u("a", "-") + "\r\n", "session:s1 message:a"},
		{"CR alone ends no line", hdr + "\r" + u("a", "-") + "\r", ""},
		{"a byte order mark", "\ufeff" + file(hdr, u("a", "-")), ""},
		{"blank lines first", "\n \n\u00a0\n" + hdr + "\n", "session:s1"},
		{"garbage first", file("garbage{", hdr, u("a", "-")), "session:s1 message:a"},
		{"another value first", file("42", hdr), ""},
		{"null first", file("null", hdr), "session:s1"},
		{"false values first", file("false", "0", "-0.0", `""`, hdr), "session:s1"},
		{"an entry first", file(u("a", "-"), hdr), ""},
		{"values that are no records", file(hdr, "42", `"str"`, "true", "[1,2]", "null", "false", "0", `""`), `session:s1 42 "str" true [1,2]`},
		{"a torn last line", file(hdr, u("a", "-")) + `{"type":"message","id":"b","par`, "session:s1 message:a"},
		{"a last line without LF", file(hdr) + u("a", "-"), "session:s1 message:a"},
		{"spaces at the end", file(hdr, u("a", "-")) + "   ", "session:s1 message:a"},
		{"a header with a number as id", file(`{"type":"session","id":5}`, u("a", "-")), ""},
		{"a header with an empty id", file(`{"type":"session","id":""}`), "session:"},
		{"a header without id", file(`{"type":"session"}`), ""},
		{"two records on a line", file(hdr, u("a", "-")+u("b", "a")), "session:s1"},
		{"a record in no-break spaces", file(hdr, "\u00a0"+u("a", "-")+"\u00a0"), "session:s1"},
		{"line separators in a text", file(hdr, msg("a", "-", "{\"role\":\"user\",\"content\":\"x\u2028y\u2029z\"}")), "session:s1 message:a"},
		{"a member twice", file(hdr, `{"type":"x","id":"a","id":"b"}`), "session:s1 x:b"},
		{"zero bytes", file(hdr, "\x00\x00\x00", u("a", "-")), "session:s1 message:a"},
		{"a second header", file(hdr, u("a", "-"), `{"type":"session","id":"s2"}`), "session:s1 message:a session:s2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.jsonl")
			writeAll(t, path, c.in)
			records, err := LoadEntriesFromFile(path)
			if got := shapes(records); err != nil || got != c.want {
				t.Errorf("%q, %v, want %q", got, err, c.want)
			}
			if after := must(os.ReadFile(path)); string(after) != c.in {
				t.Errorf("the file was changed to %q", after)
			}
		})
	}
}

func TestLoadingKeepsTheBytes(t *testing.T) {
	odd := ` { "type":"x", "b":1.50, "1":"\u0041" } `
	path := filepath.Join(t.TempDir(), "s.jsonl")
	writeAll(t, path, file(hdr, odd, "\xff"+u("a", "-"), msg("b", "-", "{\"role\":\"user\",\"content\":\"\xff\xff\xe2\x82\"}")))
	records := must(LoadEntriesFromFile(path))
	if got := shapes(records); got != "session:s1 x: message:b" {
		t.Fatal(got)
	}
	if got := string(records[1].Raw()); got != strings.TrimSpace(odd) {
		t.Errorf("%q", got)
	}
	if m, _ := records[2].Message(); m.Said("") != "\ufffd\ufffd\ufffd" {
		t.Errorf("bytes that are no UTF-8 read as %q", m.Said(""))
	}
}

func TestLoadingWithoutAFile(t *testing.T) {
	dir := t.TempDir()
	if records, err := LoadEntriesFromFile(filepath.Join(dir, "none.jsonl")); err != nil || len(records) != 0 {
		t.Errorf("a missing file: %v, %v", records, err)
	}
	if _, err := LoadEntriesFromFile(dir); !errors.Is(err, jsonl.ErrNotFile) {
		t.Errorf("a folder: %v", err)
	}
}

func TestRecordsAreWrittenAsTheyStand(t *testing.T) {
	in := file(hdr, ` {"a" : 1.50, "a":"\u0041"}`, "null", "0", `""`, "[1, 2]")
	want := file(hdr, `{"a" : 1.50, "a":"\u0041"}`, "null", "0", `""`, "[1, 2]")
	if got := string(MarshalJSONL(ParseSessionEntries(in))); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	pretty := must(NewRecord([]byte("{\n\t\"a\": [\n1]\n}")))
	if got := string(MarshalJSONL([]Record{pretty})); strings.Count(got, "\n") != 1 || shapes(ParseSessionEntries(got)) != ":" {
		t.Errorf("a record of several lines is written as %q", got)
	}
	if got := MarshalJSONL(nil); len(got) != 0 {
		t.Errorf("no records give %q", got)
	}
}

func TestJSONLIsTheWholeSession(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	writeAll(t, path, file("BAD", hdr, "", u("a", "-"), ` { "type":"x", "id":"b","parentId":"a", "n":1.50 }`, "null", "7", u("c", "a"))+`{"torn`)
	m := must(Open(path, "", counted()...))
	defer m.Close()
	want := file(hdr, u("a", "-"), `{ "type":"x", "id":"b","parentId":"a", "n":1.50 }`, "7", u("c", "a"))
	if got := must(m.JSONL()); string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	must(m.AppendModelChange("acme", "m"))
	want += `{"type":"model_change","id":"e1","parentId":"c","timestamp":"2031-04-09T07:05:04.120Z","provider":"acme","modelId":"m"}` + "\n"
	if got := must(m.JSONL()); string(got) != want {
		t.Errorf("after an append\n%swant\n%s", got, want)
	}
	writeAll(t, path, file(hdr))
	if _, err := m.JSONL(); !errors.Is(err, ErrConflict) {
		t.Errorf("of a file that was rewritten: %v, want ErrConflict", err)
	}
}

func TestJSONLOfASessionInMemory(t *testing.T) {
	m := must(InMemory("/p", nil, counted()...))
	must(m.AppendModelChange("acme", "m"))
	want := `{"type":"session","version":3,"id":"sess","timestamp":"2031-04-09T07:05:04.120Z","cwd":"/p"}
{"type":"model_change","id":"e1","parentId":null,"timestamp":"2031-04-09T07:05:05.120Z","provider":"acme","modelId":"m"}
`
	if got := must(m.JSONL()); string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestJSONLOfHarnessStorage(t *testing.T) {
	everyManager(t, []string{u("a", "-"), a("b", "a")}, func(t *testing.T, m *Manager, s HarnessStorage) {
		got := must(m.JSONL())
		if want := file(hdr, u("a", "-"), a("b", "a")); string(got) != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	})
}
