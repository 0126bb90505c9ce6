package library

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"branchline/backend/paths"
	"branchline/backend/session/sessiontest"
)

// writeRuns makes a log of each line of testdata: its file name, its meta id ("="
// the same, "none" none), the run it goes on from, its task, when it began and
// ended, the reason of its result ("cut" has none), its calls.
func writeRuns(d folder, name string) (files []string) {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".runs.txt"))
	d.must(err)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var file, id, from, task, began, ended, how string
		var calls int
		if _, err := fmt.Sscan(line, &file, &id, &from, &task, &began, &ended, &how, &calls); err != nil {
			d.t.Fatalf("%q: %v", line, err)
		}
		id = map[string]string{"=": file, "none": ""}[id] + strings.TrimPrefix(strings.TrimPrefix(id, "="), "none")
		blank := func(s string) string { return strings.TrimPrefix(s, "-") }
		d.write(file+".jsonl", runOf(id, blank(from), blank(task), began, ended, how, calls)...)
		quiet := time.UnixMilli(noon).Add(-time.Hour)
		d.must(os.Chtimes(d.path(file+".jsonl"), quiet, quiet))
		files = append(files, file)
	}
	return files
}

func runOf(id, from, task, began, ended, how string, calls int) []string {
	at := func(clock string) string { return "2026-05-04T" + clock + ":00Z" }
	record := func(clock, kind, body string) string {
		return fmt.Sprintf(`{"kind":%q,"at":%q,%q:%s}`, kind, at(clock), kind, body)
	}
	lines := []string{
		record(began, "meta", fmt.Sprintf(`{"id":%q,"task":%q,"model":"m","workdir":"/srv/p","resumedFrom":%q}`, id, task, from)),
		record(began, "message", `{"type":"user","text":"Start."}`),
		record(began, "event", `{"kind":"iteration","iteration":1}`),
	}
	for n := range calls {
		lines = append(lines,
			record(began, "event", fmt.Sprintf(`{"kind":"toolCallStart","tool":"shell","text":"%d"}`, n)),
			record(ended, "event", `{"kind":"toolCallEnd","tool":"shell"}`))
	}
	lines = append(lines, record(ended, "event", `{"kind":"usage","text":"input 100 output 10"}`))
	if how == "cut" {
		return lines
	}
	return append(lines, record(ended, "result", fmt.Sprintf(`{"reason":%q,"message":"ended by %s","code":1,"iterations":1,"calls":%d}`, how, how, calls)))
}

// drawFamily is a family in characters: a chain with its totals, below it its sessions.
func drawFamily(f Family) string {
	var b strings.Builder
	clock := func(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04") }
	for i, c := range f.Chains {
		fmt.Fprintf(&b, "%d: %s, %d found, %d missing, %s–%s, %d rounds, %d calls, %.0f/%.0f tokens, %d min\n", i+1, c.State, c.Sessions, c.Missing,
			clock(c.StartedMs), clock(c.EndedMs), c.Total.Rounds, c.Total.Calls, c.Total.InputTokens, c.Total.OutputTokens, c.Total.DurationMs/60000)
		for at, n := range f.Nodes {
			if n.Chain != i {
				continue
			}
			mark := " "
			if at == f.Self {
				mark = "*"
			}
			fmt.Fprintf(&b, "%s %s", mark, strings.Repeat("  ", n.Depth))
			if n.Missing {
				fmt.Fprintf(&b, "%s not found\n", n.Title)
				continue
			}
			fmt.Fprintf(&b, "%s %s %s", Stem(n.Path), clock(n.StartedMs), n.Outcome)
			if n.Link != "" {
				fmt.Fprintf(&b, " (%s)", n.Link)
			}
			for _, path := range n.Candidates {
				fmt.Fprintf(&b, " %s?", filepath.Base(path))
			}
			b.WriteString("\n")
			if n.Depth > 0 && f.Nodes[n.Parent].Depth != n.Depth-1 {
				fmt.Fprintf(&b, "  ! its parent is %d\n", n.Parent)
			}
		}
	}
	return b.String()
}

func TestFamiliesOfRunsAreTheirPictures(t *testing.T) {
	for _, name := range []string{"five", "renamed", "broken", "forked"} {
		d := newFolder(t)
		files := writeRuns(d, name)
		rows := look(t, paths.Runs, d.dir).Rows
		var drawn []string
		for _, file := range files {
			f, ok := FamilyOf(rows, d.path(file+".jsonl"), paths.Unix)
			if !ok {
				t.Fatalf("%s: %s has no family", name, file)
			}
			picture := drawFamily(f)
			if unmarked := strings.ReplaceAll(picture, "*", " "); !slices.Contains(drawn, unmarked) {
				drawn = append(drawn, unmarked)
			}
			if n := f.Nodes[f.Self]; n.Path != d.path(file+".jsonl") {
				t.Errorf("%s: the family of %s stands at %q", name, file, n.Path)
			}
		}
		sessiontest.Golden(t, "testdata/"+name+".family.txt", strings.Join(drawn, "\n"))
	}
}

func TestASessionThatIsNotListedHasNoFamily(t *testing.T) {
	if f, ok := FamilyOf([]Row{{Path: "/a"}}, "/b", paths.Unix); ok || f.Nodes == nil || f.Chains == nil {
		t.Errorf("family %+v, %v", f, ok)
	}
}

func TestRunsOfAnotherFolderAreNoAttempts(t *testing.T) {
	rows := []Row{
		{Path: "/a", Format: runs, Cwd: "/srv/p", task: "T"},
		{Path: "/b", Format: runs, Cwd: "/srv/p/", task: "T"},
		{Path: "/c", Format: runs, Cwd: "/srv/q", task: "T"},
	}
	f, _ := FamilyOf(rows, "/a", paths.Unix)
	if len(f.Chains) != 2 || f.Nodes[1].Path != "/b" {
		t.Errorf("family %+v, want the run of the same folder beside it", f)
	}
}

// What a fork took over from its parent was spent there.
func TestForksCountTheirOwnWorkOnly(t *testing.T) {
	d := newFolder(t)
	reply := func(id, parent, clock string, usd float64) string {
		return fmt.Sprintf(`{"type":"message","id":%q,"parentId":%q,"timestamp":"2026-05-04T%s.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"c%s","name":"bash","arguments":{}}],"usage":{"input":10,"output":5,"cacheRead":100,"cacheWrite":0,"cost":{"total":%v}},"stopReason":"stop"}}`, id, parent, clock, id, usd)
	}
	root := d.write("root.jsonl", header("root", "/srv/p"), prompt("1", "", "09:00:01", "Fly"), reply("2", "1", "09:00:11", 1))
	fork := strings.Replace(childOf("fork", "/srv/p", root), "09:00:00", "10:00:00", 1)
	d.write("fork.jsonl", fork, prompt("1", "", "09:00:01", "Fly"), reply("2", "1", "09:00:11", 1), prompt("3", "2", "10:00:20", "Higher"), reply("4", "3", "10:00:30", 0.25))
	d.write("lost.jsonl", childOf("lost", "/srv/p", "/old/home/gone.jsonl"), prompt("1", "", "09:30:01", "Land"))
	rows := look(t, paths.Flat, d.dir).Rows
	f, ok := FamilyOf(rows, root, paths.Unix)
	if !ok || len(f.Nodes) != 2 || len(f.Chains) != 1 {
		t.Fatalf("family %+v", f)
	}
	want := Work{Calls: 2, InputTokens: 220, OutputTokens: 10, CostUSD: 1.25, DurationMs: 10_000 + 30_000, EngagedMs: 10_000 + 30_000}
	same(t, "total", want, f.Chains[0].Total)
	if f.Nodes[1].Own.CostUSD != 0.25 || f.Nodes[1].Parent != 0 || f.Nodes[1].Depth != 1 {
		t.Errorf("fork %+v", f.Nodes[1])
	}
	lost, _ := FamilyOf(rows, d.path("lost.jsonl"), paths.Unix)
	if len(lost.Nodes) != 2 || !lost.Nodes[0].Missing || lost.Nodes[0].Title != "gone" || lost.Self != 1 {
		t.Errorf("family of the fork without its parent: %+v", lost.Nodes)
	}
}

func TestRowsSayWhereInTheirChainTheyStand(t *testing.T) {
	d := newFolder(t)
	writeRuns(d, "broken")
	writeRuns(d, "forked")
	got := map[string]string{}
	for _, r := range look(t, paths.Runs, d.dir).Rows {
		got[Stem(r.Path)] = fmt.Sprintf("%d of %d, %d after it, %s", r.Place, r.Length, len(r.ContinuedBy), r.Outcome)
	}
	want := map[string]string{
		"20261119-040000": "2 of 2, 0 after it, interrupted",
		"20261119-050000": "2 of 2, 0 after it, finished",
		"20261119-060000": "1 of 1, 0 after it, stuck",
		"20261119-070000": "1 of 3, 1 after it, interrupted",
		"20261119-080000": "3 of 3, 0 after it, interrupted",
		"20261119-090000": "2 of 3, 1 after it, error",
		"20261118-010000": "1 of 3, 2 after it, limit",
		"20261118-020000": "2 of 2, 0 after it, failed",
		"20261118-030000": "2 of 3, 1 after it, interrupted",
		"20261118-033000": "3 of 3, 0 after it, finished",
		"20261118-040000": "1 of 1, 0 after it, stuck",
		"20261118-050000": "1 of 1, 0 after it, interrupted",
	}
	same(t, "places", want, got)
}
