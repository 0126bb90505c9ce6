package export

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"branchline/backend/session/secrets"
)

// What names a session leaves with it in many places: titles, headings, headers, and
// the name of the new file.
func TestNothingThatNamesASessionTellsASecret(t *testing.T) {
	const key = "AKIAQ2W3E4R5T6Y7U2I3"
	pi := []string{
		`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/` + key + `","parentSession":"/srv/` + key + `.jsonl"}`,
		`{"type":"message","id":"p1","parentId":null,"message":{"role":"user","content":"Use ` + key + `"}}`,
		`{"type":"message","id":"r1","parentId":"p1","message":{"role":"assistant","content":[{"type":"text","text":"Used ` + key + `"}],"stopReason":"stop"}}`,
		`{"type":"branch_summary","id":"b1","parentId":"r1","fromId":"p1","summary":"With ` + key + `","details":{"readFiles":["` + key + `.txt"],"modifiedFiles":[]}}`,
		`{"type":"label","id":"l1","parentId":"b1","targetId":"p1","label":"` + key + `"}`,
		`{"type":"session_info","id":"n1","parentId":"l1","name":"Try ` + key + `"}`,
	}
	run := []string{
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"20260504-090000","task":"Use ` + key + `","provider":"p","model":"m","workdir":"/srv/` + key + `"}}`,
		`{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Use ` + key + `"}}`,
		`{"kind":"result","at":"2026-05-04T09:00:02Z","result":{"finishReason":"finished","summary":"Used ` + key + `"}}`,
	}
	for _, c := range []struct {
		what   string
		lines  []string
		format Format
		as     string
	}{
		{"a session", pi, JSONL, ""}, {"a page", pi, HTML, ""}, {"a text", pi, Markdown, ""}, {"a session as a run log", pi, JSONL, "runlog"},
		{"a run log", run, JSONL, ""}, {"a page of a run", run, HTML, ""}, {"a text of a run", run, Markdown, ""}, {"a run log as a session", run, JSONL, "pi"},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := masking(asked(t, fileOf(t, "of "+key+".jsonl", c.lines...), ""))
			r.Format, r.As, r.Dir, r.Hidden = c.format, c.as, t.TempDir(), true
			p := planned(t, r)
			if _, err := Write(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			names := namesIn(t, r.Dir)
			if len(names) != 1 || names[0] != filepath.Base(p.Path) || strings.Contains(names[0], key) {
				t.Fatalf("the files are %q", names)
			}
			text, err := os.ReadFile(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			if at := strings.Index(string(text), key); at >= 0 {
				t.Errorf("the secret is left: …%s…", text[max(0, at-100):min(len(text), at+100)])
			}
			if !strings.Contains(string(text), "REDACTED:aws-access-token") {
				t.Errorf("nothing is masked:\n%s", text)
			}
		})
	}
}

// A reader's copy needs no ids: what is secret in one is masked, and two of them stay two.
func TestASecretInAnIDIsMaskedInWhatIsMadeToRead(t *testing.T) {
	pi := []string{
		`{"type":"session","version":3,"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/srv/app"}`,
		`{"type":"message","id":"bob@mail.example.org","parentId":null,"message":{"role":"user","content":"Count"}}`,
		`{"type":"message","id":"eve@mail.example.org","parentId":"bob@mail.example.org","message":{"role":"assistant","content":[{"type":"toolCall","id":"ann@mail.example.org","name":"bash","arguments":{"command":"ls"}},{"type":"toolCall","id":"joe@mail.example.org","name":"bash","arguments":{"command":"du"}}],"stopReason":"toolUse"}}`,
		`{"type":"message","id":"r1","parentId":"eve@mail.example.org","message":{"role":"toolResult","toolCallId":"joe@mail.example.org","toolName":"bash","content":[{"type":"text","text":"plums"}],"isError":false}}`,
		`{"type":"message","id":"me@mail.example.org","parentId":"r1","message":{"role":"assistant","content":[{"type":"text","text":"Two."}],"stopReason":"stop"}}`,
	}
	run := []string{
		`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":"bob@mail.example.org","task":"Count","provider":"p","model":"m"}}`,
		`{"kind":"message","at":"2026-05-04T09:00:00Z","message":{"type":"user","text":"Count"}}`,
		`{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"activity","activity":{"kind":"request","id":"ann@mail.example.org","name":"bash","arguments":"{}"}}}`,
		`{"kind":"message","at":"2026-05-04T09:00:02Z","message":{"type":"activity","text":"plums","activity":{"kind":"response","id":"ann@mail.example.org","name":"bash","arguments":"{}","result":"plums"}}}`,
	}
	for format, files := range map[Format][][]string{HTML: {pi, run}, Markdown: {pi, run}} {
		for _, lines := range files {
			r := masking(asked(t, fileOf(t, "s.jsonl", lines...), ""))
			r.Format, r.Dir = format, t.TempDir()
			p := planned(t, r)
			if _, err := Write(t.Context(), p); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(p.Path)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "@mail") || !strings.Contains(string(text), "plums") {
				t.Errorf("it is\n%s", text)
			}
			found, err := Secrets(t.Context(), p)
			if err != nil || len(found.Secrets) == 0 || slices.ContainsFunc(found.Secrets, func(s secrets.Told) bool { return s.Fixed != "" }) {
				t.Errorf("told is %+v, %v", found, err)
			}
		}
	}
}

// A secret in the name of the file is told like any other, and can be kept.
func TestTheNameOfTheFileIsSearched(t *testing.T) {
	r := asked(t, fileOf(t, "me@mail.example.org.jsonl", header, first), "")
	for _, format := range []Format{HTML, Markdown} {
		r.Format = format
		found, err := Secrets(t.Context(), planned(t, r))
		if err != nil || len(found.Secrets) != 1 || found.Secrets[0].Places[0].Field != "file" {
			t.Errorf("as %s it is told %+v, %v", format, found, err)
		}
		if name := filepath.Base(planned(t, masking(r)).Path); name != "session-20260504-120000"+extensions[format] {
			t.Errorf("the file is %s", name)
		}
		if name := filepath.Base(planned(t, masking(r, "email")).Path); name != "me@mail.example.org"+extensions[format] {
			t.Errorf("kept, the file is %s", name)
		}
	}
}
