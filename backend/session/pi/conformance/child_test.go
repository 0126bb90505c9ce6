package conformance

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// The test binary plays the part of another process when roleVariable names one.
const roleVariable = "BRANCHLINE_TEST_ROLE"

// roles are what such a process does. What it prints goes to the test.
var roles = map[string]func(args []string) error{}

// atEnd is done after all tests.
var atEnd []func()

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := roles[role](os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	for _, do := range atEnd {
		do()
	}
	os.Exit(code)
}

// child is a process that plays a role. in is what it reads, lines are what it prints.
type child struct {
	*exec.Cmd
	in    io.WriteCloser
	lines *bufio.Scanner
}

func start(tb testing.TB, role string, args ...string) *child {
	tb.Helper()
	return startWith(tb, nil, role, args...)
}

// startWith is start with what the system is to do for the process.
func startWith(tb testing.TB, how *syscall.SysProcAttr, role string, args ...string) *child {
	tb.Helper()
	program, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	c := &child{Cmd: exec.Command(program, args...)}
	c.Env = append(os.Environ(), roleVariable+"="+role)
	c.Stderr, c.SysProcAttr = os.Stderr, how
	out, err := c.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if c.in, err = c.StdinPipe(); err != nil {
		tb.Fatal(err)
	}
	c.lines = bufio.NewScanner(out)
	if err := c.Start(); err != nil {
		tb.Fatal(err)
	}
	return c
}
