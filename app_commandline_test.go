//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// typed answers what the words of a command line are to a program, as each of
// some shells reads it.
func typed(t *testing.T, line string) [][]string {
	t.Helper()
	var all [][]string
	for _, shell := range []string{"sh", "bash"} {
		// Where the line changes the folder, that is part of what it does.
		script := "show() { printf '%s\\0' \"${PWD##*/}\" \"$@\"; }\n" +
			"branchline() { show branchline \"$@\"; }\npi() { show pi \"$@\"; }\nzot() { show zot \"$@\"; }\n" + line
		if shell == "sh" && strings.Contains(line, "$'") {
			continue // the plainest shells have no way to write such a word
		}
		cmd := exec.CommandContext(t.Context(), shell, "-c", script)
		cmd.Dir = t.TempDir()
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %s: %v: %s", shell, line, err, out)
		}
		all = append(all, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"))
	}
	return all
}

// awkward are names of files, folders and entries a shell could trip over.
var awkward = []string{
	"plain", "a b", "it's", `"quoted"`, "ünïcödé 漢字", "-rf", "--", "--entry", "$HOME `id` $(id)", "a;b&c|d", `back\slash`, "~", "*?[x]", "!!", "#x",
	"new\nline", "\x1b[31mred\x03", "tab\there's", "\u202egnp", `\x`, "=x", "%41",
}

func TestTheCommandLineOfAnEntryOpensThere(t *testing.T) {
	for _, name := range awkward {
		a, _ := testApp(t)
		key, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		path := writeFile(t, filepath.Join(t.TempDir(), name+".jsonl"), header+
			`{"type":"message","id":"other","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"Hi","timestamp":1777885201000}}
{"type":"message","id":`+string(key)+`,"parentId":"other","timestamp":"2026-05-04T09:00:02.000Z","message":{"role":"user","content":"There","timestamp":1777885201000}}
{"type":"message","id":"last","parentId":"other","timestamp":"2026-05-04T09:00:03.000Z","message":{"role":"user","content":"Bye","timestamp":1777885201000}}
`)
		answer, err := a.open(path, "")
		if err != nil {
			t.Fatal(err)
		}
		line, err := a.CommandLine(CommandLineRequest{Session: answer.Session, Key: name})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		for _, words := range typed(t, line.Open) {
			if words[1] != "branchline" {
				t.Fatalf("%s runs %q", line.Open, words)
			}
			// A second start hands over what it was given; the first opens it there.
			h, err := startedWith(a.env, words[2:], "/elsewhere")
			if err != nil {
				t.Errorf("%s: %v", line.Open, err)
				continue
			}
			dir := filepath.Join(t.TempDir(), "run")
			got := first(t, dir)
			if own, err := claim(dir, h); own != nil || err != nil {
				t.Fatalf("claim = %v, %v", own, err)
			}
			later, w := testApp(t)
			if err := later.Ready(); err != nil {
				t.Fatal(err)
			}
			if _, err := later.Start(); err != nil {
				t.Fatal(err)
			}
			if err := later.Ready(); err != nil {
				t.Fatal(err)
			}
			h = <-got
			later.openFiles(h.Files, h.Entry)
			opened := w.told("opened")
			if len(opened) != 1 {
				t.Fatalf("%s: opened %v, failed %v", line.Open, opened, w.told("failed"))
			}
			if s := opened[0].(SessionAnswer); s.Entry != name || s.Path != path {
				t.Errorf("%s opens %q at %q", line.Open, s.Path, s.Entry)
			}
		}
	}
}

func TestACommandLineResumesTheSession(t *testing.T) {
	for _, name := range awkward {
		a, _ := testApp(t)
		cwd := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(cwd, 0o700); err != nil {
			t.Fatal(err)
		}
		in, err := json.Marshal(cwd)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for program, c := range map[string]struct{ flag, data string }{
			"pi":  {"--session", `{"type":"session","version":3,"id":"app","timestamp":"2026-05-04T09:00:00.000Z","cwd":` + string(in) + `}` + "\n"},
			"zot": {"--resume", `{"kind":"meta","meta":{"id":"20260504-090000","at":"2026-05-04T09:00:00Z","workdir":` + string(in) + `,"task":"Do it"}}` + "\n"},
		} {
			path := writeFile(t, filepath.Join(dir, program+name+".jsonl"), c.data)
			answer, err := a.open(path, "")
			if err != nil {
				t.Fatal(err)
			}
			line, err := a.CommandLine(CommandLineRequest{Session: answer.Session})
			if err != nil {
				t.Fatal(err)
			}
			for _, words := range typed(t, line.Resume) {
				if diff := cmp.Diff([]string{name, program, c.flag, path}, words); diff != "" {
					t.Errorf("%s (-want +got):\n%s", line.Resume, diff)
				}
			}
		}
	}
}

func TestAResumingCommandLineChangesNoFolderItDoesNotKnow(t *testing.T) {
	a, _ := testApp(t)
	for _, cwd := range []string{"", "relative", `C:\\work`} {
		path := writeFile(t, filepath.Join(t.TempDir(), "s.jsonl"), strings.Replace(header, "/srv/demo", cwd, 1))
		answer, err := a.open(path, "")
		if err != nil {
			t.Fatal(err)
		}
		line, err := a.CommandLine(CommandLineRequest{Session: answer.Session})
		if want := "pi --session " + path; err != nil || line.Resume != want {
			t.Errorf("%q: %q, %v, want %q", cwd, line.Resume, err, want)
		}
	}
}

func TestWordsForPowerShell(t *testing.T) {
	for _, c := range [][2]string{
		{`C:\a b\$x.jsonl`, `'C:\a b\$x.jsonl'`},
		{`it's`, `'it''s'`},
		{"typo\u2019graphic", "'typo\u2019\u2019graphic'"},
		{"a\x03b\n", "'ab'"},
	} {
		if got := powerShellWord(c[0]); got != c[1] {
			t.Errorf("%q: %s, want %s", c[0], got, c[1])
		}
	}
}
