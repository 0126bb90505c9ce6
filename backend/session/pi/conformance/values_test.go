//go:build conformance

package conformance

import (
	"fmt"
	"testing"

	"branchline/backend/session/pi"
)

// values compares the functions that take a session for a list of values.
func (c *comparison) values(tb testing.TB, data []byte) {
	tb.Helper()
	if len(data) > deepest {
		return
	}
	path := copied(tb, data)
	loaded, err := pi.LoadEntriesFromFile(path)
	if err != nil {
		tb.Error(err)
		return
	}
	parsed := pi.ParseSessionEntries(string(data))
	ids := 0
	migrated, _ := pi.MigrateSessionEntries(parsed, func() string { ids++; return fmt.Sprintf("%08x", ids-1) })
	for _, q := range []struct {
		do   string
		ours []pi.Record
	}{{"parse", parsed}, {"migrate", migrated}, {"load", loaded}} { // loading last: it ends the last line
		var theirs []string
		err := startedPi(tb).ask(map[string]any{"do": q.do, "path": path, "nextId": 0}, &theirs)
		if failed(err) {
			c.known(failing)
			continue
		}
		if err != nil {
			tb.Fatal(err)
		}
		mine := make([]string, 0, len(q.ours))
		for _, r := range q.ours {
			mine = append(mine, jsForm(r))
		}
		c.same(q.do, theirs, mine)
	}
}
