//go:build unix

package main

import (
	"encoding/json"
	"flag"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"branchline/backend/paths"
)

var update = flag.Bool("update", false, "rewrite what the scripts compare with")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"branchline": func() {
			os.Exit(runCommandLine(paths.System(), os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("TMPDIR", filepath.Join(e.WorkDir, "tmp"))
			e.Setenv("TZ", "UTC")
			samples, err := filepath.Abs("samples")
			if err != nil {
				return err
			}
			e.Setenv("SAMPLES", samples)
			for _, name := range []string{
				"PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR", "ZOT_SESSION_DIR", "DISPLAY", "WAYLAND_DISPLAY",
				"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
			} {
				e.Setenv(name, "")
			}
			return os.MkdirAll(filepath.Join(e.WorkDir, "tmp"), 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"json": jsonCommand, "plain": plainCommand, "touch": touchCommand, "fifo": fifoCommand, "append": appendCommand,
			"freeport": freeportCommand, "dial": dialCommand, "await": awaitCommand,
		},
	})
}

// jsonCommand compares a value of the JSON document in stdout or a file:
//
//	json stdout sessions.0.format '"pi"'
//
// A number names an element of a list, len its length, keys an object's members.
func jsonCommand(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json FILE PATH VALUE")
	}
	var document, want any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &document))
	ts.Check(json.Unmarshal([]byte(args[2]), &want))
	got := document
	for _, step := range strings.Split(args[1], ".") {
		got = walk(ts, got, step)
	}
	if diff := cmp.Diff(want, got); (diff == "") == neg {
		ts.Fatalf("%s is %v (-want +got):\n%s", args[1], got, diff)
	}
}

func walk(ts *testscript.TestScript, v any, step string) any {
	switch v := v.(type) {
	case []any:
		if step == "len" {
			return float64(len(v))
		}
		if i, err := strconv.Atoi(step); err == nil && i < len(v) {
			return v[i]
		}
	case map[string]any:
		if step == "keys" {
			names := []any{}
			for _, name := range sortedKeys(v) {
				names = append(names, name)
			}
			return names
		}
		if member, ok := v[step]; ok || step == "" {
			return member
		}
	}
	if step == "" || step == "." {
		return v
	}
	ts.Fatalf("there is no %q in %v", step, v)
	return nil
}

// plainCommand wants nothing in a file that a terminal would obey.
func plainCommand(ts *testscript.TestScript, _ bool, args []string) {
	for i, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		if line != visible(line) {
			ts.Fatalf("line %d of %s holds control characters: %q", i+1, args[0], line)
		}
	}
}

// touchCommand sets a file's time of change: touch FILE 2026-05-04T09:00:00Z
func touchCommand(ts *testscript.TestScript, _ bool, args []string) {
	at, err := time.Parse(time.RFC3339, args[1])
	ts.Check(err)
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), at, at))
}

func fifoCommand(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
}

// appendCommand writes text with Go's escapes to the end of a file: append FILE 'a\x1bb'
func appendCommand(ts *testscript.TestScript, _ bool, args []string) {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	ts.Check(err)
	_, err = f.WriteString(text)
	ts.Check(err)
	ts.Check(f.Close())
}

// freeportCommand puts the number of a free port into a variable: freeport PORT
func freeportCommand(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	ts.Check(err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	ts.Check(err)
	ts.Check(l.Close())
	ts.Setenv(args[0], port)
}

// dialCommand waits until somebody listens on a port: dial $PORT
func dialCommand(ts *testscript.TestScript, _ bool, args []string) {
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		c, err := net.Dial("tcp4", net.JoinHostPort("127.0.0.1", args[0]))
		if err == nil {
			ts.Check(c.Close())
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("nobody listens on port %s: %v", args[0], err)
		}
	}
}
