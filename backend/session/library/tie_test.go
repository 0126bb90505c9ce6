package library

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"branchline/backend/paths"
)

// parents maps each row's file name to its parent's, "" for none.
func parents(rows []Row) map[string]string {
	out := map[string]string{}
	for _, r := range rows {
		out[filepath.Base(r.Path)] = r.Parent
	}
	return out
}

func TestAChildNamesItsParentAsTheListSpellsIt(t *testing.T) {
	d := newFolder(t)
	root := d.write("real/p/root.jsonl", header("root", "/srv/p"), prompt("1", "", "09:00:01", "x"))
	d.link("real", "sessions")
	d.write("real/p/plain.jsonl", childOf("1", "/srv/p", d.path("sessions/p/root.jsonl")), prompt("1", "", "09:00:02", "x"))
	d.write("real/p/other-spelling.jsonl", childOf("2", "/srv/p", root), prompt("1", "", "09:00:03", "x"))
	d.write("real/p/relative.jsonl", childOf("3", "/srv/p", "root.jsonl"), prompt("1", "", "09:00:04", "x"))
	d.write("real/p/moved.jsonl", childOf("4", "/srv/p", "/old/home/sessions/p/root.jsonl"), prompt("1", "", "09:00:05", "x"))
	d.write("real/p/windows.jsonl", childOf("5", "/srv/p", `D:\old\p\root.jsonl`), prompt("1", "", "09:00:06", "x"))
	d.write("real/p/orphan.jsonl", childOf("6", "/srv/p", "/old/home/gone.jsonl"), prompt("1", "", "09:00:07", "x"))
	d.write("real/p/itself.jsonl", childOf("7", "/srv/p", d.path("real/p/itself.jsonl")), prompt("1", "", "09:00:08", "x"))
	listed := d.path("sessions/p/root.jsonl")
	r := look(t, paths.Root, d.path("sessions"), d.path("real"))
	if len(r.Rows) != 8 || r.Places[0].Sessions != 8 {
		t.Errorf("%d sessions, %d in the first place; want 8, each once", len(r.Rows), r.Places[0].Sessions)
	}
	same(t, "parents", map[string]string{
		"root.jsonl": "", "plain.jsonl": listed, "other-spelling.jsonl": listed, "relative.jsonl": listed,
		"moved.jsonl": listed, "windows.jsonl": listed, "orphan.jsonl": "/old/home/gone.jsonl",
		"itself.jsonl": "",
	}, parents(r.Rows))
}

func runLog(id, resumed, task string) []string {
	meta := fmt.Sprintf(`{"kind":"meta","at":"2026-05-04T09:00:00Z","meta":{"id":%q,"task":%s,"model":"m","provider":"p","driver":"openai","workdir":"/srv/p","resumedFrom":%q}}`, id, quoted(task), resumed)
	return []string{meta, `{"kind":"message","at":"2026-05-04T09:00:01Z","message":{"type":"user","text":"Start."}}`}
}

func TestARunLogNamesTheRunBeforeIt(t *testing.T) {
	d := newFolder(t)
	first := d.write("20260504-090000.jsonl", runLog("20260504-090000", "", "Fly the kite\nhigh")...)
	renamed := d.write("renamed.jsonl", runLog("20260504-093000", "20260504-090000", "again")...)
	d.write("20260504-100000.jsonl", runLog("20260504-100000", "20260504-093000", "once more")...)
	d.write("20260504-110000.jsonl", runLog("20260504-110000", "20250101-000000", "lost its past")...)
	for _, name := range []string{"20260504-090000.jsonl", "renamed.jsonl", "20260504-100000.jsonl", "20260504-110000.jsonl"} {
		if err := os.Chtimes(d.path(name), time.UnixMilli(noon), time.UnixMilli(noon)); err != nil {
			t.Fatal(err)
		}
	}
	r := look(t, paths.Runs, d.dir)
	same(t, "parents", map[string]string{
		"20260504-090000.jsonl": "", "renamed.jsonl": first, "20260504-100000.jsonl": renamed, "20260504-110000.jsonl": "",
	}, parents(r.Rows))
	for _, row := range r.Rows {
		if row.Path == first && (row.Title != "Fly the kite" || row.FirstMessage != "Fly the kite\nhigh" || row.Cwd != "/srv/p" || row.Format != "runlog") {
			t.Errorf("the first run is listed as %+v", row)
		}
		// The files grew just now, so what is not resumed runs.
		want := "running"
		if row.Path == first || row.Path == renamed {
			want = "interrupted"
		}
		if row.Outcome != want {
			t.Errorf("%s: outcome %q", filepath.Base(row.Path), row.Outcome)
		}
	}
}
