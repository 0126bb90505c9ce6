package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/google/go-cmp/cmp"
)

// fakeBus is a session bus with one service; it keeps what the service was asked.
// answer is "done", "unknown", or "" for a service that hangs.
func fakeBus(t *testing.T, answer string) chan []any {
	t.Helper()
	socket := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // once
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	asked := make(chan []any, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				if err := serveBus(c, answer, asked); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, net.ErrClosed) {
					t.Logf("the bus: %v", err)
				}
			}()
		}
	}()
	return asked
}

// serveBus speaks the D-Bus protocol as far as one method call needs it.
func serveBus(c net.Conn, answer string, asked chan<- []any) error {
	in := bufio.NewReader(c)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		reply := ""
		switch word, mechanism, _ := strings.Cut(strings.Trim(line, "\x00\r\n"), " "); word {
		case "AUTH":
			reply = "REJECTED EXTERNAL"
			if mechanism != "" {
				reply = "OK 0123456789abcdef0123456789abcdef"
			}
		case "NEGOTIATE_UNIX_FD":
			reply = "ERROR"
		}
		if reply == "" {
			break // BEGIN
		}
		if _, err := fmt.Fprintf(c, "%s\r\n", reply); err != nil {
			return err
		}
	}
	for {
		m, err := dbus.DecodeMessage(in)
		if err != nil {
			return err
		}
		// Made of the question, because a message gets its number when it is decoded only.
		member, body, reply := m.Headers[dbus.FieldMember].Value(), m.Body, m
		reply.Type, reply.Flags, reply.Body = dbus.TypeMethodReply, 0, nil
		reply.Headers = map[dbus.HeaderField]dbus.Variant{
			dbus.FieldReplySerial: dbus.MakeVariant(m.Serial()), dbus.FieldDestination: dbus.MakeVariant(":1.1"),
		}
		switch member {
		case "Hello":
			reply.Body = []any{":1.1"}
			reply.Headers[dbus.FieldSignature] = dbus.MakeVariant(dbus.SignatureOf(""))
		case "ShowItems":
			asked <- body
			switch answer {
			case "":
				continue
			case "unknown":
				reply.Type = dbus.TypeError
				reply.Headers[dbus.FieldErrorName] = dbus.MakeVariant("org.freedesktop.DBus.Error.ServiceUnknown")
			}
		}
		if err := reply.EncodeTo(c, binary.LittleEndian); err != nil {
			return err
		}
	}
}

// fakePrograms makes a PATH of scripts that write their arguments, a line each,
// to a file, and end with a status.
func fakePrograms(t *testing.T, status map[string]int) (said func() string) {
	t.Helper()
	dir := t.TempDir()
	out := filepath.Join(dir, "said")
	for name, code := range status {
		path := writeFile(t, filepath.Join(dir, "bin", name),
			fmt.Sprintf("#!/bin/sh\nprintf '%%s\\n' %s \"$@\" >> '%s'\nexit %d\n", name, out, code))
		if err := os.Chmod(path, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", filepath.Join(dir, "bin"))
	return func() string {
		b, err := os.ReadFile(out)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return string(b)
	}
}

// revealing is an App with an open session whose path is awkward, and its handle.
func revealing(t *testing.T) (a *App, session, path string) {
	t.Helper()
	a, _ = testApp(t)
	a.env.Getenv = os.Getenv
	a.env.Home = t.TempDir()
	t.Setenv("XDG_STATE_HOME", "")
	path = writeFile(t, filepath.Join(t.TempDir(), "ü b", "-s#1?.jsonl"), forked)
	answer, err := a.open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	return a, answer.Session, path
}

func TestAFileIsShownInTheFileManager(t *testing.T) {
	asked := fakeBus(t, "done")
	said := fakePrograms(t, map[string]int{"xdg-open": 0})
	a, session, path := revealing(t)
	if err := a.Reveal(RevealRequest{Session: session}); err != nil {
		t.Fatal(err)
	}
	want := []any{[]string{"file://" + strings.NewReplacer("ü b", "%C3%BC%20b", "#1?", "%231%3F").Replace(path)}, ""}
	if len(asked) != 1 {
		t.Fatalf("the file manager was asked %d times", len(asked))
	}
	if diff := cmp.Diff(want, <-asked); diff != "" {
		t.Errorf("the file manager was asked (-want +got):\n%s", diff)
	}
	if got := said(); got != "" {
		t.Errorf("started as well: %s", got)
	}
}

func TestTheFolderIsOpenedWhereNoFileManagerAnswers(t *testing.T) {
	for _, c := range []struct {
		name, bus string
		programs  map[string]int
		says      string // FOLDER stands for the folder
	}{
		{"nobody offers it", "unknown", map[string]int{"xdg-open": 0, "gio": 0}, "xdg-open\nFOLDER\n"},
		{"it hangs", "", map[string]int{"xdg-open": 0}, "xdg-open\nFOLDER\n"},
		{"xdg-open fails", "unknown", map[string]int{"xdg-open": 3, "gio": 0}, "xdg-open\nFOLDER\ngio\nopen\nFOLDER\n"},
		{"there is only gio", "unknown", map[string]int{"gio": 0}, "gio\nopen\nFOLDER\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := fakeBus(t, c.bus)
			said := fakePrograms(t, c.programs)
			a, _, path := revealing(t)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			if c.bus == "" {
				go func() { <-asked; stop() }() // as when the time is up
			}
			if err := reveal(ctx, a.env, path); err != nil {
				t.Fatal(err)
			}
			if want := strings.ReplaceAll(c.says, "FOLDER", filepath.Dir(path)); said() != want {
				t.Errorf("ran %q, want %q", said(), want)
			}
		})
	}
}

func TestItIsSaidWhenNothingCanShowAFile(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	fakePrograms(t, map[string]int{"xdg-open": 3})
	a, session, path := revealing(t)
	err := a.Reveal(RevealRequest{Session: session})
	for _, words := range []string{"no session bus", "xdg-open", filepath.Dir(path), "copy the path"} {
		if kindOfError(err) != "unsupported" || !strings.Contains(err.Error(), words) {
			t.Errorf("Reveal = %v, want unsupported with %q", err, words)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := a.Reveal(RevealRequest{Session: session}); kindOfError(err) != "notFound" {
		t.Errorf("of a file that is gone: %v, want notFound", err)
	}
	a.face = browser{}
	if err := a.Reveal(RevealRequest{Session: session}); kindOfError(err) != "unsupported" || !strings.Contains(err.Error(), "browser") {
		t.Errorf("in a browser: %v, want unsupported", err)
	}
}

func TestAFileManagerThatStaysIsLeftAlone(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	a, session, _ := revealing(t)
	dir := t.TempDir()
	// Opening a pipe for writing waits until somebody reads.
	script := writeFile(t, filepath.Join(dir, "xdg-open"), "#!/bin/sh\n/usr/bin/mkfifo '"+dir+"/pipe'\necho shown > '"+dir+"/pipe'\n")
	if err := os.Chmod(script, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	if err := a.Reveal(RevealRequest{Session: session}); err != nil {
		t.Fatal(err)
	}
	pipe, err := os.Open(filepath.Join(dir, "pipe"))
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	if err := pipe.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(pipe); err != nil || string(b) != "shown\n" {
		t.Errorf("it says %q, %v: it was ended", b, err)
	}
}
