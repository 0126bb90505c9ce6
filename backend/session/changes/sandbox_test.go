//go:build linux

package changes_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"branchline/backend/session"
	"branchline/backend/session/pi"
)

// sandbox is a git repository in which the steps of a session are really done,
// while a pi session is written of them.
type sandbox struct {
	t      *testing.T
	dir    string
	m      *pi.Manager
	start  string // the commit everything began with
	calls  []made
	linear bool // no branch was left
}

// made is a call as both formats can tell of it.
type made struct {
	tool      string
	arguments map[string]any
	result    string
	code      int
}

func newSandbox(t *testing.T, files map[string]string) *sandbox {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := &sandbox{t: t, dir: dir, linear: true}
	s.git("init", "-q", "-b", "main")
	s.put(".gitignore", "*.log\n")
	for name, text := range files {
		s.put(name, text)
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "start")
	s.start = strings.TrimSpace(s.git("rev-parse", "HEAD"))
	s.m, err = pi.InMemory(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.say(map[string]any{"role": "user", "content": "Do it."})
	return s
}

func (s *sandbox) say(message map[string]any) string {
	s.t.Helper()
	id, err := s.m.AppendMessage(message)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

func (s *sandbox) put(name, text string) {
	s.t.Helper()
	file := filepath.Join(s.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sandbox) text(name string) string {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(b)
}

func (s *sandbox) git(args ...string) string { return git(s.t, s.dir, nil, args...) }

func git(t *testing.T, dir string, in []byte, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "core.quotepath=off", "-c", "core.autocrlf=false"}, args...)...)
	cmd.Dir, cmd.Stdin, cmd.Env = dir, bytes.NewReader(in), environment()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func environment() []string {
	return append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.org",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.org", "LC_ALL=C.UTF-8")
}

// call records a tool call and its result.
func (s *sandbox) call(tool string, arguments map[string]any, result string, details map[string]any, failed bool) {
	s.t.Helper()
	s.calls = append(s.calls, made{tool, arguments, result, 0})
	id := fmt.Sprintf("call_%d", len(s.calls))
	s.say(map[string]any{"role": "assistant", "stopReason": "toolUse", "content": []any{
		map[string]any{"type": "toolCall", "id": id, "name": tool, "arguments": arguments},
	}})
	answer := map[string]any{
		"role": "toolResult", "toolCallId": id, "toolName": tool, "isError": failed,
		"content": []any{map[string]any{"type": "text", "text": result}},
	}
	if details != nil {
		answer["details"] = details
	}
	s.say(answer)
}

func (s *sandbox) write(name, text string) {
	s.t.Helper()
	file := name
	if !filepath.IsAbs(name) {
		file = filepath.Join(s.dir, name)
	}
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		s.t.Fatal(err)
	}
	s.call("write", map[string]any{"path": name, "content": text}, "Successfully wrote to "+name, nil, false)
}

func (s *sandbox) read(name string) {
	s.t.Helper()
	s.call("read", map[string]any{"path": name}, s.text(name), nil, false)
}

// peek reads the first lines, as of a long file.
func (s *sandbox) peek(name string, lines int) {
	s.t.Helper()
	all := strings.SplitAfter(s.text(name), "\n")
	rest := len(all) - lines
	s.call("read", map[string]any{"path": name, "limit": lines}, strings.TrimSuffix(strings.Join(all[:lines], ""), "\n")+
		fmt.Sprintf("\n\n[%d more lines in file. Use offset=%d to continue.]", rest, lines+1), nil, false)
}

// edit replaces texts as pi does, or fails as it does. pairs are old and new texts.
func (s *sandbox) edit(name string, pairs ...string) {
	s.t.Helper()
	before := s.text(name)
	plain := strings.ReplaceAll(before, "\r\n", "\n")
	after := plain
	var edits []any
	for i := 0; i < len(pairs); i += 2 {
		edits = append(edits, map[string]any{"oldText": pairs[i], "newText": pairs[i+1]})
		if strings.Count(plain, pairs[i]) != 1 {
			s.call("edit", map[string]any{"path": name, "edits": edits}, "Could not find the exact text in "+name, nil, true)
			return
		}
		after = strings.Replace(after, pairs[i], pairs[i+1], 1)
	}
	written := after
	if strings.Contains(before, "\r\n") {
		written = strings.ReplaceAll(after, "\n", "\r\n")
	}
	s.put(name, written)
	s.call("edit", map[string]any{"path": name, "edits": edits}, fmt.Sprintf("Successfully replaced %d block(s) in %s.", len(edits), name),
		map[string]any{"diff": display(plain, after)}, false)
}

// bash runs a command for real and records what came of it.
func (s *sandbox) bash(command string) {
	s.t.Helper()
	out, code := s.run(command)
	if code != 0 {
		s.call("bash", map[string]any{"command": command}, fmt.Sprintf("%s\n\nCommand exited with code %d", out, code), nil, true)
		s.calls[len(s.calls)-1].code = code
		return
	}
	if out == "" {
		out = "(no output)"
	}
	s.call("bash", map[string]any{"command": command}, out, nil, false)
}

func (s *sandbox) run(command string) (out string, code int) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "bash", "-c", command)
	cmd.Dir, cmd.Env = s.dir, environment()
	b, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(b), exit.ExitCode()
	} else if err != nil {
		s.t.Fatal(err)
	}
	return string(b), 0
}

// back goes on from an earlier entry, as a user does who tries again.
func (s *sandbox) back(to string) {
	s.t.Helper()
	if err := s.m.Branch(to); err != nil {
		s.t.Fatal(err)
	}
	s.linear = false
	s.say(map[string]any{"role": "user", "content": "Another way."})
}

func (s *sandbox) leaf() string { return *s.m.GetLeafID() }

// open reads the session that was written.
func (s *sandbox) open() session.Session {
	s.t.Helper()
	s.say(map[string]any{"role": "assistant", "stopReason": "stop", "content": []any{map[string]any{"type": "text", "text": "Done."}}})
	b, err := s.m.JSONL()
	if err != nil {
		s.t.Fatal(err)
	}
	return opened(s.t, b)
}
