package library

import (
	"testing"

	"branchline/backend/paths"
)

func TestListTakesBothNamesOfSessions(t *testing.T) {
	d := newFolder(t)
	const p = "--srv-demo-boats--/"
	d.write(p+"a.jsonl", header("a", "/srv/demo/boats"), prompt("1", "", "09:01:01", "first"))
	d.write(p+"b.pisession", header("b", "/srv/demo/boats"), prompt("1", "", "09:00:01", "second"))
	for _, other := range []string{"c.PISESSION", "d.pisession.bak", "e.json", "pisession"} {
		d.write(p+other, header(other, "/srv/demo/boats"), prompt("1", "", "09:00:01", "other"))
	}
	same(t, "rows", []string{"a.jsonl", "b.pisession"}, names(look(t, paths.Root, d.dir).Rows))
}
