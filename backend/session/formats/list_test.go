package formats

import (
	"strings"
	"testing"
)

func TestOpenKnowsEveryFormatOfTheList(t *testing.T) {
	const (
		header = `{"type":"session","version":3,"id":"s","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/p"}` + "\n"
		prompt = `{"type":"message","id":"1","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Hello"}}` + "\n"
		meta   = `{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"20260504-090000","task":"Fly","model":"m","provider":"p","driver":"d","workdir":"/srv/p"}}` + "\n"
	)
	long := strings.Repeat("x", 3<<19)
	for _, c := range []struct {
		name, data, format string
		entries            int
	}{
		{"a pi session", header + prompt, "pi", 1},
		{"a pi session of version 1", `{"type":"session","id":"s","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/p"}` + "\n" + `{"type":"message","timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Hello"}}` + "\n", "pi", 1},
		{"behind a byte order mark", "\ufeff" + header + prompt, "pi", 1},
		{"with carriage returns", strings.ReplaceAll(header+"\n"+prompt, "\n", "\r\n"), "pi", 1},
		{"behind damage", "{\"type\":\"ses\n\n" + header + prompt, "pi", 1},
		{"behind much damage", long + "\n" + header + prompt, "pi", 1},
		{"a header of more than a megabyte", strings.Replace(header, `"s"`, `"`+long+`"`, 1) + prompt, "pi", 1},
		{"a header alone", header, "pi", 0},
		{"a header without a line end", strings.TrimSuffix(header, "\n"), "pi", 0},
		{"a run log", meta + `{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Start."}}` + "\n", "runlog", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, f, err := Open(t.Context(), write(t, c.data))
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}()
			if x := s.Index(); x.Header.Format != c.format || len(x.Entries) != c.entries {
				t.Errorf("opened as %q with %d entries, want %q with %d", x.Header.Format, len(x.Entries), c.format, c.entries)
			}
		})
	}
}

func TestOpenNamesTheRelativesItDoesNotRead(t *testing.T) {
	for name, data := range map[string]string{
		"a harness file of version 4": `{"kind":"header","version":4,"id":"s","createdAt":1777885200000,"cwd":"/srv/p"}` + "\n",
		"a stream of events": `{"type":"session","version":3,"id":"s","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/p"}` + "\n" +
			`{"type":"agent_start"}` + "\n" + `{"type":"turn_start"}` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, data)
			_, _, err := Open(t.Context(), path)
			check(t, err, Unsupported, path, "")
		})
	}
}

func FuzzOpenExplainsEveryBeginning(f *testing.F) {
	for _, seed := range []string{"", "\n", "{}", "\xff\xfe{\x00", "\x00", "{\"type\":\"session\",\"id\":\"x\"}", "{\"kind\":\"meta\"", "\ufeff"} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, head []byte, all bool) {
		format, err := choose("/s.jsonl", head, all, list)
		if (format == nil) == (err == nil) {
			t.Fatalf("format %v, error %v: want one of them", format, err)
		}
		if err != nil {
			check(t, err, err.(*Error).Kind, "/s.jsonl", "")
		}
	})
}
