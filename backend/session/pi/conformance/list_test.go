//go:build conformance

package conformance

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"branchline/backend/session/pi"
)

// info is what pi's list says of a session.
type info struct {
	Path              string
	ID                any
	Cwd, Name         string
	ParentSessionPath any
	Created, Modified *time.Time
	MessageCount      int
	FirstMessage      string
	AllMessagesText   string
}

// listed compares what both say of the file in a list.
func (c *comparison) listed(tb testing.TB, data []byte) {
	tb.Helper()
	path := copied(tb, data)
	if err := os.Chtimes(path, moment, moment); err != nil {
		tb.Fatal(err)
	}
	var theirs []info
	if err := startedPi(tb).ask(map[string]any{"do": "list", "dir": filepath.Dir(path)}, &theirs); err != nil {
		tb.Fatal(err)
	}
	mine, err := pi.ListAll(tb.Context(), filepath.Dir(path), nil)
	if err != nil || len(mine) != 1 {
		tb.Fatalf("we list %v: %v", mine, err)
	}
	if len(theirs) == 0 {
		c.same("is left out of the list for a reason", true, mine[0].Problem != "")
		return
	}
	text, err := mine[0].AllMessagesText()
	if err != nil {
		tb.Fatal(err)
	}
	if !bytes.ContainsRune(data, '\n') && bytes.ContainsRune(data, '\r') {
		c.known(onlyCR)
		return
	}
	id, _ := theirs[0].ID.(string)
	from, _ := theirs[0].ParentSessionPath.(string)
	c.same("listed id", id, mine[0].ID)
	c.same("listed folder", theirs[0].Cwd, mine[0].Cwd)
	c.same("listed name", theirs[0].Name, mine[0].Name)
	c.same("listed parent", from, mine[0].ParentSessionPath)
	c.same("created", dated(theirs[0].Created), mine[0].Created)
	c.same("modified", dated(theirs[0].Modified), mine[0].Modified.UTC())
	c.same("number of messages", theirs[0].MessageCount, mine[0].MessageCount)
	c.same("first message", theirs[0].FirstMessage, mine[0].FirstMessage)
	c.same("text of all messages", theirs[0].AllMessagesText, text)
}

// dated is the time of a Date, zero for an invalid one.
func dated(at *time.Time) time.Time {
	if at == nil {
		return time.Time{}
	}
	return at.UTC()
}
